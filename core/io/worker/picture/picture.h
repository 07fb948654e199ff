// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/geometry/mesh.h"

namespace ww::io::worker {

// A picture in sRGB, rows from the top.
struct Picture {
  unsigned width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // four of each point

  // The colour at a place of a texture, u to the right and v up, repeated outside of 0 to 1.
  // Linear light, alpha apart.
  Eigen::Vector4d at(double u, double v) const;
  Eigen::Vector4d mean() const;
};

// PNG and JPEG; large JPEGs are read at a half, quarter or eighth of their size.
// INVALID_ARGUMENT (damaged), UNIMPLEMENTED (another kind), RESOURCE_EXHAUSTED (more points than are read).
Result<Picture> decodePicture(std::string_view bytes);

// A component of a colour, 0 to 1: as light from how sRGB writes it, and the other way.
double linearLight(double srgb);
double srgbOfLight(double linear);

}  // namespace ww::io::worker
