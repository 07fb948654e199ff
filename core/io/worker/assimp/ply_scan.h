// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::io::worker {

// Refuses a PLY file that is cut off, has no faces, or whose faces name vertices that are not there: assimp reads
// something else from it, or nothing, without a word.
Status scanPly(std::string_view bytes, const std::string& file);

}  // namespace ww::io::worker
