// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/ids.h"
#include "core/math/pose.h"

namespace ww::collision {

// Bodies that overlap by no more than this touch and do not collide, so that a part may lie on a table
// and a gripper sit on a flange (metres).
constexpr double kTouchDepth = 1e-5;

// Two bodies and what is between them. Points and normal in the root frame.
//
// `distance_m` is the smallest distance of the bodies; negative when they overlap, then its size is a
// depth: for two convex bodies (primitives, and closed convex meshes) the shortest translation that
// separates them; when a mesh that is not convex takes part, a lower bound of that translation, the
// largest that any single triangle, or any point of one within the other, needs. The points are where it was found.
struct Contact {
  EntityId a, b;
  double distance_m = 0.0;
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  // unit, from a to b: moving b along it separates them
  double margin_m = 0.0;
  std::string rule = "default";  // which rule set the margin: "default", "minimum_margin", an index, ...
};

}  // namespace ww::collision
