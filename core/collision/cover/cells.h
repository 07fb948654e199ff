// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/collision/cover/sphere_cover.h"

namespace ww::collision {

// Not for use outside this folder. A surface, and what it encloses, if anything, to be divided into cells.
struct Solid {
  std::vector<Vec3> vertices;
  std::vector<geometry::Triangle> triangles;
  std::function<bool(const Vec3&)> inside;  // true where in doubt; null: nothing is enclosed
  Bounds bounds() const;
};

// Spheres around all of a solid: the root, then groups of eight, down to 64 spheres.
struct CellSpheres {
  Sphere root;
  std::vector<SphereGroup> groups;
};
CellSpheres divide(const Solid& solid);

// A small sphere around points (not the smallest); must not be empty.
Sphere around(const std::vector<Vec3>& points);
// The largest of some spheres, then those that reach farthest out of the ones taken, at most eight.
SphereGroup chosen(std::vector<Sphere> spheres);
void add(SphereGroup& group, const Sphere& sphere, std::uint32_t below = kNoGroup);
SphereGroup emptyGroup();

}  // namespace ww::collision
