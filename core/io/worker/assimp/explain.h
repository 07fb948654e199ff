// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/failure.h"

namespace ww::io::worker {

// What assimp means by a sentence about a file of that format, in ours; ok when it is none of those that are known.
Status explainFirstGltf(std::string_view said, const std::string& file);
// `text`: of the file, for the line.
Status explainDae(std::string_view said, std::string_view text, const std::string& file);
Status explainPly(std::string_view said);

}  // namespace ww::io::worker
