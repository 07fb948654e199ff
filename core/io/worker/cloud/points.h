// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/geometry/shape.h"

namespace ww::io::worker {

// Points in the unit of the file; those without a place (nan) are left out.
// INVALID_ARGUMENT (a header that is not understood, no coordinates, cut off), RESOURCE_EXHAUSTED (more than are read).
Result<std::vector<Vec3>> pcdPoints(std::string_view bytes);
Result<std::vector<Vec3>> plyPoints(std::string_view bytes);
Result<std::vector<Vec3>> xyzPoints(std::string_view text);

// A PLY file whose header has points and no faces.
bool isPlyCloud(std::string_view bytes);

// Boxes with edges of `cell`, in the unit of the points, that hold all of them; eight of them that fill a larger one
// become that one.
std::vector<geometry::PlacedPrimitive> cloudBoxes(const std::vector<Vec3>& points, double cell);

}  // namespace ww::io::worker
