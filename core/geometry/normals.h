// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::geometry {

// The mesh with shading normals: smooth over edges where the normals of the two triangles differ by at
// most `crease_angle` (radians), split elsewhere. Vertices at the same place are joined first, unused ones
// go; triangles keep their order, so colors and faces stay. Normals are weighted by the angle of the
// corner (Thuermer and Wuethrich 1998). Old normals are ignored.
Mesh computeNormals(const Mesh& mesh, double crease_angle = 0.5236);

}  // namespace ww::geometry
