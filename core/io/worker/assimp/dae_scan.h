// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// Looks through the parts of a COLLADA file that scanXml() has found sound. Refuses what assimp runs out of memory on
// or reads something else from: indices that are none, nodes that hold themselves. Warns of what assimp drops without a
// word; the first such finding is in `complaint`, for when nothing is left.
Status scanDaeParts(std::string_view text, const std::string& file, Reporter& report, Status& complaint);

}  // namespace ww::io::worker
