// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// How far a mesh is from bounding a solid.
struct MeshGaps {
  std::uint64_t open_edges = 0;  // that one triangle alone has
  double open_area = 0.0;        // of the holes that they go around, m^2; cracks and T-junctions have next to none
  double area = 0.0;             // m^2
  double volume = 0.0;           // m^3; below 0 where the triangles face inwards. Means nothing with large holes
  std::uint64_t doubled = 0;     // triangles that lie on another one and face the same way
};

// In time linear in the triangles. Points closer than a hundred thousandth of the mesh's size count as one.
MeshGaps gapsOf(const Mesh& mesh);

}  // namespace ww::geometry
