// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::rpc {

inline constexpr int kCoarsestLod = 6;

// A coarser mesh for a picture: 0 is the mesh itself, each further level halves the number of cells along the
// diagonal in which vertices are merged (Rossignac, Borrel 1993). Colours stay, normals go. Small meshes
// and those that would vanish stay as they are.
geometry::Mesh coarser(const geometry::Mesh& mesh, int lod);

}  // namespace ww::rpc
