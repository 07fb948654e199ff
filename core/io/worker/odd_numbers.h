// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/failure.h"

namespace ww::io::worker {

struct OddNumber {
  std::string text;  // as the file has it
  arg::Place place;
};
// The first coordinate of a vertex that is not finite or beyond `farthest`, in the unit of the file. Of OBJ, ASCII STL
// and ASCII PLY ("obj", "stl", "ply"); none for other formats, and for binary files.
std::optional<OddNumber> oddNumberIn(std::string_view text, std::string_view format, const std::string& file,
                                     double farthest);
std::optional<OddNumber> oddNumberOf(const std::filesystem::path& path, std::string_view format, double farthest);
// The failures of triangles with such coordinates: of some, and of all in the file.
Status trianglesLeftOut(std::uint64_t count, const std::optional<OddNumber>& first);
Status noSoundTriangle(const std::string& file, const std::optional<OddNumber>& first);

}  // namespace ww::io::worker
