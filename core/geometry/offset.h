// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::geometry {

// The mesh with its faces moved outwards by so much (metres): what lies nearer to a convex solid than that is inside.
// Edges and corners stay sharp (those that are sharper than a needle's are cut), so that there it is larger than the
// set of the points that are so near; notches may grow into each other. Vertices at one place are joined; colours,
// faces and edges of the mesh are left out. Which side is outside tells the volume that its triangles enclose.
Mesh offsetMesh(const Mesh& mesh, double metres);

}  // namespace ww::geometry
