// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/shape.h"

namespace ww::geometry {

// Of a solid of density 1 kg/m^3: m^3, m, kg m^2. Scale inertia by the real density.
struct MassProperties {
  double volume = 0.0;
  Vec3 centroid = Vec3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centroid, along the axes of the geometry
};

// Exact.
MassProperties massProperties(const Primitive& primitive);
// FAILED_PRECONDITION when the mesh is not closed or has no volume. A mesh that is inside out counts as
// its solid. Exact for the triangles (as Mirtich 1996, by tetrahedra).
Result<MassProperties> massProperties(const Mesh& mesh);
// Of the mesh, or of all placed primitives; where these overlap the volume counts for each. Fails so, too.
Result<MassProperties> massProperties(const Shape& shape);

// Whether each edge is run through as often in one direction as in the other, so that the mesh bounds a
// solid; vertices at the same place count as one.
bool isClosed(const Mesh& mesh);
// m^2.
double area(const Mesh& mesh);

}  // namespace ww::geometry
