// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <vector>

#include "core/geometry/collision/kind_makers.h"

// Not for use outside this folder: what of a solid lies between planes.
namespace ww::geometry::collision_making {

using Soup = std::vector<std::array<Vec3, 3>>;  // triangles, metres

std::vector<Vec3> pointsOf(const Soup& soup);

// A plane.
struct Cut {
  Vec3 normal = Vec3::UnitX();  // unit
  double at = 0.0;              // along it, metres
};

// The surface of a solid between planes, and what closes it where these cut it: signed triangles in the planes that may
// overlap, which is right for the volume and for nothing else.
struct Cell {
  Soup surface, caps;
  Bounds space;  // a box around it

  // m^3; means nothing where the surface that was cut was open.
  double solid() const;
};

struct Halves {
  Cell low, high;
};

// What lies on either side. A triangle in the plane goes to the side that it bounds the solid of; corners closer to the
// plane than `tolerance` (metres) lie in it.
Halves halves(const Cell& cell, const Cut& cut, double tolerance);

}  // namespace ww::geometry::collision_making
