// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <limits>
#include <optional>

#include "core/collision/shapes/convex.h"

namespace ww::collision {

// A point of the difference of two bodies, and the points it comes from.
struct DifferencePoint {
  Vec3 w = Vec3::Zero(), a = Vec3::Zero(), b = Vec3::Zero();  // w = a - b
};

struct Simplex {
  std::array<DifferencePoint, 4> p;
  std::array<double, 4> weight{};  // of the point nearest to the origin
  int size = 0;
};

// Signed distance of two convex bodies. Relative error about 1e-10.
struct ConvexDistance {
  double distance = std::numeric_limits<double>::infinity();  // metres; negative: depth
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();                    // witness points, metres
  Vec3 normal = Vec3::UnitZ();                                // unit, from a to b
};

// Distance, or depth when the bodies overlap (the shortest separating translation). When the distance
// is above `beyond`, the result is any number above `beyond` that is no larger than the distance. When it is below
// `enough`, a negative number, the result may be any below it that is no smaller than the distance. Bodies at places
// that are no numbers overlap by a metre.
// Distance: Gilbert, Johnson, Keerthi 1988 with the sub-simplex search of Ericson 2005, 5.1.
// Depth: van den Bergen 2001 (expanding polytope), and descents of the length over directions where the bodies are too
// round for that (way_out.h). The normal separates the bodies by that depth. Relative error of the depth of round ones
// 1e-7.
ConvexDistance convexDistance(const Support& a, const Support& b,
                              double beyond = std::numeric_limits<double>::infinity(),
                              double enough = -std::numeric_limits<double>::infinity());

// Depth and its direction for bodies whose cores overlap; `start` is the last simplex of the distance
// search. A depth that is known to be above `enough` (metres) is not measured further. Not for use outside this folder.
ConvexDistance penetration(const Support& a, const Support& b, const Simplex& start, double enough);

// The point of a simplex that is nearest to the origin: of its faces where it has four corners. Not for use outside
// this folder, as what follows.
DifferencePoint nearestPoint(Simplex simplex);

// The point of the difference that is nearest to a point outside it (metres); none when that point is not outside.
std::optional<DifferencePoint> nearestOfDifference(const Support& a, const Support& b, const Vec3& target);

}  // namespace ww::collision
