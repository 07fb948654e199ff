// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::io::worker {

// Refuses a PLY file that is cut off, has no faces, or whose faces name vertices that are not there: assimp reads
// something else from it, or nothing, without a word. `has_more`: the file goes on behind what its header announces.
Status scanPly(std::string_view bytes, const std::string& file, bool& has_more);

// A PLY file that scanPly() has found sound in the only form that assimp 5.2 reads: it skips what looks like the end of
// a line before binary data, which one file of a hundred begins with, takes comments among the numbers for numbers, and
// reads one triangle of each strip.
// Nothing when it is so already.
std::optional<std::string> plainPly(std::string_view bytes);

}  // namespace ww::io::worker
