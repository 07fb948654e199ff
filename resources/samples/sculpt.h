// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "core/geometry/mesh.h"

// Closed meshes from profiles, for the objects of the sample library. Metres.
namespace ww::samples {

using Vec2 = Eigen::Vector2d;
using Ring = std::vector<Vec3>;
// A closed outline, counter-clockwise, the same number of points for each inset (metres inwards).
using Outline = std::function<std::vector<Vec2>(double inset)>;

// Walls between rings of equal size and caps on the first and last; each ring runs counter-clockwise
// seen from the side it advances to. Rings may shrink to a point.
geometry::Mesh loft(const std::vector<Ring>& rings);
// About z; the profile is (radius, z) with rising z outside; ends off the axis get caps.
geometry::Mesh revolve(const std::vector<Vec2>& profile, int segments = 40);
// About z from z = 0 to `length`, rounded at both ends.
geometry::Mesh roundedCylinder(double radius, double length, double bevel, int segments = 40);

Outline roundRect(double width, double height, double radius, int steps = 4);
// The hull of two circles, none of which holds the other.
Outline twoCircles(Vec2 a, double radius_a, Vec2 b, double radius_b, int steps = 16);
Outline circle(double radius, int segments = 40);
// Along z from 0 to `length`, edges rounded by `bevel`.
geometry::Mesh extrude(const Outline& outline, double length, double bevel, int bevel_steps = 3);
// A plate with one hole: both outlines have the same number of points.
geometry::Mesh extrudeRing(const std::vector<Vec2>& outer, const std::vector<Vec2>& hole, double length);
// Centred at the origin.
geometry::Mesh roundedBox(const Vec3& size, double bevel);

// Poses that turn the z axis of a profile.
Pose along(const Vec3& axis, const Vec3& origin = Vec3::Zero());
// The x-z plane as the plane of an outline, extruded along -y from `origin`.
Pose uprightAt(const Vec3& origin);

// Collects coloured pieces into one mesh.
class Sculpture {
 public:
  Sculpture& add(const geometry::Mesh& piece, geometry::Color color, const Pose& pose = {});
  // With shading normals; coordinates are rounded to 0.1 um, so that the content is the same everywhere.
  geometry::Mesh finish() const;

 private:
  geometry::Mesh mesh_;
};

}  // namespace ww::samples
