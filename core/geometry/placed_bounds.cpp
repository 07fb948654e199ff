// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/placed_bounds.h"

namespace ww::geometry {
namespace {

using Eigen::Affine3d;
using Eigen::Matrix3d;

Bounds around(const Vec3& center, const Vec3& half) {
  Bounds out;
  out.add(Vec3(center - half));
  out.add(Vec3(center + half));
  return out;
}

// Half the extent along each axis of the image of the unit ball.
Vec3 ballHalf(const Matrix3d& m) { return m.rowwise().norm(); }

struct HalfExtent {
  const Matrix3d& m;
  Vec3 operator()(const Box& b) const { return m.cwiseAbs() * (0.5 * b.size); }
  Vec3 operator()(const Sphere& s) const { return s.radius * ballHalf(m); }
  Vec3 operator()(const Ellipsoid& e) const { return ballHalf(m * e.radii.asDiagonal()); }
  Vec3 operator()(const Cylinder& c) const {
    return 0.5 * c.length * m.col(2).cwiseAbs() + c.radius * m.leftCols<2>().rowwise().norm();
  }
  Vec3 operator()(const Capsule& c) const { return 0.5 * c.length * m.col(2).cwiseAbs() + c.radius * ballHalf(m); }
  Vec3 operator()(const Frustum&) const { return Vec3::Zero(); }  // is bounded by its mesh
};

bool isBoundedByItself(const Shape& shape) {
  for (const PlacedPrimitive& p : shape.primitives) {
    if (std::holds_alternative<Frustum>(p.primitive)) return false;
  }
  return !shape.primitives.empty();
}

// Axes that stay axes turn a box into a box.
bool keepsBoxes(const Matrix3d& m) { return ((m.array() != 0.0).rowwise().count() <= 1).all(); }

}  // namespace

Bounds placedBounds(const Geometry& geometry, const Affine3d& root_t_shape) {
  Bounds out;
  if (isBoundedByItself(geometry.shape)) {
    for (const PlacedPrimitive& p : geometry.shape.primitives) {
      const Affine3d placed = root_t_shape * p.ref_t_shape;
      const Matrix3d m = placed.linear();
      out.add(around(placed.translation(), std::visit(HalfExtent{m}, p.primitive)));
    }
    return out;
  }
  if (keepsBoxes(root_t_shape.linear())) return geometry.bounds.transformed(root_t_shape);
  for (const Vec3& v : geometry.mesh->vertices) out.add(root_t_shape * v);
  return out;
}

}  // namespace ww::geometry
