// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>

#include "ui/scene/batch_set.h"
#include "ui/scene/frame_graph.h"

namespace ww::ui::scene {

// What parts have in common that are drawn together.
struct GroupKey {
  LibraryMesh* mesh;
  bool collision, translucent, ghost;
  bool outward;  // solids: see looksOutward()
  std::uint32_t alone;
  auto operator<=>(const GroupKey&) const = default;
};

// How they are drawn, by kind.
class PartStyles {
 public:
  PartStyles(FrameGraph& graph, q3c::QEntity* root);
  const BatchStyle& of(const GroupKey& key) const;
  // Of the edges of many meshes in one buffer.
  q3r::QMaterial* pooledEdges() const { return pooled_edges_; }
  const std::vector<q3r::QLayer*>& edgeLayers() const { return solid_.edge_layers; }
  // Whether faces of solids that look away from the eye are left out.
  void setCulled(bool on);
  bool isCulled() const { return culled_; }

 private:
  BatchStyle solid_, outward_, translucent_, collision_, ghost_;
  q3r::QMaterial* pooled_edges_ = nullptr;
  bool culled_ = false;
};

// Whether the eye, or what comes too near to it to be drawn, is in the box of an instance.
bool holdsEye(const BatchGroup& group, const CameraState& camera);

}  // namespace ww::ui::scene
