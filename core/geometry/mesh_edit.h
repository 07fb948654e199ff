// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::geometry {

// The mesh moved by `t`, which must not be singular. Mirrored meshes get their winding back, so that
// normals still point out. CAD surfaces that `t` stretches unevenly become kOther.
Mesh transformed(Mesh mesh, const Eigen::Affine3d& t);
// Adds `mesh` to the end of `out`; the normals stay only if both have them.
void append(const Mesh& mesh, Mesh& out);

}  // namespace ww::geometry
