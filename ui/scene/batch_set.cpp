// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/batch_set.h"

namespace ww::ui::scene {

std::size_t BatchGroup::flush() {
  // A removal at the end sends nothing, yet fewer are to be drawn.
  const std::size_t sent = instances->flush();
  if (faces) faces->update();
  if (edges) edges->update();
  return sent;
}

void addEdges(BatchGroup& group, const BatchStyle& style, q3c::QNode* root) {
  if (style.edges && group.mesh->gpu.edges && !group.edges)
    group.edges = std::make_unique<Batch>(group.mesh->gpu, Batch::What::kEdges, *group.instances, style.edges,
                                          style.edge_layers, root);
}

std::unique_ptr<BatchGroup> makeGroup(const LibraryMeshPtr& mesh, const BatchStyle& style, q3c::QNode* root) {
  auto group = std::make_unique<BatchGroup>();
  group->mesh = mesh;
  group->instances = std::make_unique<InstanceBuffer>(root);
  group->faces = std::make_unique<Batch>(mesh->gpu, Batch::What::kTriangles, *group->instances, style.faces,
                                         style.face_layers, root);
  addEdges(*group, style, root);
  return group;
}

void TransientBatches::assign(const std::vector<Item>& items) {
  count_ = items.size();
  std::map<LibraryMesh*, std::vector<InstanceData>> by_mesh;
  for (const Item& item : items) {
    if (!item.mesh->ready) continue;
    auto& group = groups_[item.mesh.get()];
    if (!group) group = makeGroup(item.mesh, style_, root_);
    by_mesh[item.mesh.get()].push_back(item.data);
  }
  // Many unused groups would cost time in every frame.
  if (groups_.size() > 2 * by_mesh.size() + 16)
    std::erase_if(groups_, [&](const auto& g) { return !by_mesh.contains(g.first); });
  for (auto& [mesh, group] : groups_) {
    group->instances->assign(std::move(by_mesh[mesh]));
    group->instances->flush();
    group->faces->update();
    if (group->edges) group->edges->update();
  }
}

}  // namespace ww::ui::scene
