// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <variant>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// Primitives as on the wire: centred at the origin, axes along z, metres.
struct Box {
  Vec3 size = Vec3::Ones();
};  // full edge lengths
struct Sphere {
  double radius = 0.5;
};
struct Cylinder {
  double length = 1.0, radius = 0.5;
};
struct Capsule {
  double length = 1.0, radius = 0.5;
};  // length of the cylinder part
struct Ellipsoid {
  Vec3 radii = Vec3::Constant(0.5);
};
struct Frustum {
  double x_angle = 0, y_angle = 0, min_z = 0, max_z = 1;
};  // tip at the origin, +z, radians: x_angle
    // from the x-z plane, y_angle from y-z

using Primitive = std::variant<Box, Sphere, Cylinder, Capsule, Ellipsoid, Frustum>;

struct PlacedPrimitive {
  Primitive primitive;
  Eigen::Affine3d ref_t_shape = Eigen::Affine3d::Identity();
};

// Exactly one of: primitives (one or more) or a mesh.
struct Shape {
  std::vector<PlacedPrimitive> primitives;
  MeshPtr mesh;
};

// INVALID_ARGUMENT unless sizes are positive and finite; a capsule's length may be 0.
Status validate(const Primitive& primitive);
// A closed mesh of the primitive, normals out; `segments` around a full circle.
Mesh tessellate(const Primitive& primitive, int segments = 48);
// The mesh of the shape, or all its primitives where they are placed.
Mesh tessellate(const Shape& shape, int segments = 48);

}  // namespace ww::geometry
