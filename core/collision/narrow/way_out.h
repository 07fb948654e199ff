// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/narrow/gjk.h"

namespace ww::collision {

// A translation that separates two convex bodies that overlap: b is moved by `length` along `normal`. Of the
// difference a - b it is the support in that direction, so no rounding of a search makes it too short.
struct WayOut {
  Vec3 normal = Vec3::UnitZ();                              // unit, from a to b
  double length = std::numeric_limits<double>::infinity();  // metres
  DifferencePoint at;  // of the difference, at its surface; where the way is a shortest one: length * normal
};

WayOut wayOutAlong(const Support& a, const Support& b, const Vec3& normal);

// The shortest way out in the neighbourhood of one, to about 1e-9 of `size` (metres, of the difference) where the
// difference is round, 1e-7 where it has edges; never longer than the one to begin with. `at` is set.
// Where the length is smooth, by Newton's method on the sphere of directions; across edges, where it is not, by the
// way from the difference to a point outside it, whose direction never leads farther, and by Anderson's mixing of
// such steps (Anderson 1965; Walker, Ni 2011), which are short where the difference is nearly a ball.
// Not for use outside this folder, as all of this file.
WayOut shortestNear(const Support& a, const Support& b, const WayOut& from, double size);

// No longer than the one to begin with: straight to where flat sides or edges lead. `size` in metres.
WayOut oneStep(const Support& a, const Support& b, const WayOut& from, double size);

// A better `at`: the point of the difference nearest to what is just outside it along the normal. `size` in metres.
void findPoint(const Support& a, const Support& b, WayOut& way, double size);

}  // namespace ww::collision
