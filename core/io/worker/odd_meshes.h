// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "core/geometry/mesh_gaps.h"
#include "core/io/worker/context.h"

namespace ww::io::worker {

// A shape as the suspicions see it; each is looked at once, whatever number of instances it has.
struct ShapeLook {
  Bounds bounds;
  double volume = -1.0;  // m^3; below 0: not known
  bool is_mesh = false, open = false, inside_out = false, doubled = false;
  geometry::MeshGaps gaps;
};

class ShapeLooks {
 public:
  const ShapeLook& of(const ShapePtr& shape);

 private:
  void lookAtMesh(const geometry::Mesh& mesh, ShapeLook& out);
  std::unordered_map<const geometry::Shape*, ShapeLook> looks_;
  std::uint64_t triangles_ = 0;  // that were looked at so far
};

// Collision meshes with holes, and meshes that are inside out or have triangles twice.
void tellOddMeshes(const Scene& scene, ShapeLooks& looks, bool drop_collision, Reporter& report);

}  // namespace ww::io::worker
