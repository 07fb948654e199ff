// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/group_edges.h"

#include <utility>

namespace ww::ui::scene {
namespace {

// Every entity costs time in every frame; beyond this many groups all edges are one entity, which costs time when
// something moves. They part again well below it.
constexpr std::size_t kGroupsWithEdges = 400, kGroupsPooled = 300;
// The ends of lines take as long to draw as the corners of triangles: from here on they would take the longest.
constexpr std::size_t kMostInAHurry = 600'000;
constexpr std::size_t kMostEdgeEnds = 6'000'000;

}  // namespace

GroupEdges::GroupEdges(q3r::QMaterial* pool_material, std::vector<q3r::QLayer*> layers, q3c::QNode* root)
    : material_(pool_material), layers_(std::move(layers)), root_(root) {}

void GroupEdges::set(std::uint32_t slot, const GpuMesh& mesh, const InstanceData& data) {
  if (pool_) pool_->set(slot, mesh, data);
}

void GroupEdges::remove(std::uint32_t slot, unsigned ends) {
  ends_ -= ends;
  if (pool_) pool_->remove(slot);
}

std::size_t GroupEdges::flush(std::size_t groups, const ForEach& for_each) {
  choose(groups, for_each);
  const bool drawable = ends_ <= kMostEdgeEnds;
  if (many_ && drawable) fillPool(for_each);
  else pool_.reset();
  if (const bool show = wanted_ && drawable && !(hurried_ && ends_ > kMostInAHurry);
      std::exchange(shown_, show) != show)
    for_each([show](BatchGroup& group, const BatchStyle&) {
      if (group.edges) group.edges->setEnabled(show);
    });
  if (!pool_) return 0;
  pool_->setEnabled(shown_);
  return pool_->flush();
}

void GroupEdges::choose(std::size_t groups, const ForEach& for_each) {
  const bool many = groups > kGroupsWithEdges || (many_ && groups >= kGroupsPooled);
  if (std::exchange(many_, many) == many) return;
  for_each([this](BatchGroup& group, const BatchStyle& style) {
    if (many_) group.edges.reset();
    else addEdges(group, style, root_);
    if (group.edges) group.edges->setEnabled(shown_);
  });
}

void GroupEdges::fillPool(const ForEach& for_each) {
  if (pool_) return;
  pool_ = std::make_unique<EdgePool>(material_, layers_, root_);
  for_each([this](BatchGroup& group, const BatchStyle&) {
    for (std::size_t i = 0; i < group.slots.size(); ++i)
      pool_->set(group.slots[i], group.mesh->gpu, group.instances->at(i));
  });
}

}  // namespace ww::ui::scene
