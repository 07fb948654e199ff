// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QByteArray>

#include "core/geometry/bvh.h"
#include "core/geometry/geometry.h"
#include "ui/scene/batch.h"

namespace ww::ui::scene {

// A geometry as the GPU and the pointer need it. Pure data; made in any thread.
struct MeshData {
  QByteArray vertices, indices, edges;
  unsigned vertex_count = 0, index_count = 0, edge_vertex_count = 0;
  Vec3 origin = Vec3::Zero();
  bool translucent = false;  // some of its own colours are
  bool outward = false;      // bounds solids, seen from outside: see looksOutward()
  geometry::TriangleBvhPtr bvh;
};
// Meshes get normals when they have none; primitives get the edges where faces meet at an angle.
MeshData makeMeshData(const geometry::Geometry& geometry);
// Triangles alone, about an origin: of a coarse level of a mesh, which has normals.
MeshData makeCoarseData(const geometry::Mesh& mesh, const Vec3& origin);
GpuMesh upload(const MeshData& data, q3c::QNode* parent);

}  // namespace ww::ui::scene
