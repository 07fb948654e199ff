// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/io/worker/gltf/gltf_elements.h"

namespace ww::io::worker {

// The nodes of a file, checked before (gltf_check.h): each has one parent at most.
class GltfNodes {
 public:
  explicit GltfNodes(const nlohmann::json& gltf);
  std::size_t size() const { return parents_.size(); }
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t parent(std::size_t node) const { return parents_[node]; }
  Eigen::Affine3d parent_t(std::size_t node) const;
  Eigen::Affine3d scene_t(std::size_t node) const;

 private:
  const nlohmann::json& nodes_;
  std::vector<std::size_t> parents_;
};

// The places where EXT_mesh_gpu_instancing draws the mesh of a node, in the node; one, the node's own, without it.
// RESOURCE_EXHAUSTED beyond `most`, INVALID_ARGUMENT where they are damaged.
Result<std::vector<Eigen::Affine3d>> gltfInstances(GltfDocument& document, const nlohmann::json& node,
                                                   std::uint64_t most);

// scene_t_bound of each joint of the skin of a node, as the nodes stand; none where it has no skin. INVALID_ARGUMENT
// where that is damaged.
Result<std::vector<Eigen::Affine3d>> gltfJoints(GltfDocument& document, const GltfNodes& nodes,
                                                const nlohmann::json& node);

}  // namespace ww::io::worker
