// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::rpc {

inline constexpr int kCoarsestLod = 6;

// A coarser mesh for a picture: 0 is the mesh itself, each further level may have half the triangles of the one before,
// and may lie twice as far from the mesh: 0.05 % of its largest extent at level 1. Flat faces go first; colours, their
// borders and normals stay. Small meshes and those that would vanish stay as they are.
geometry::Mesh coarser(const geometry::Mesh& mesh, int lod);

}  // namespace ww::rpc
