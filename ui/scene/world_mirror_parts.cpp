// SPDX-License-Identifier: Apache-2.0
// What others ask the mirror.
#include <algorithm>

#include "ui/scene/fit_points.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {
namespace {

void addCorners(std::vector<Vec3>& out, const Part& part) {
  const Bounds& b = part.mesh->geometry->bounds;
  if (b.empty()) return;
  for (int i = 0; i < 8; ++i)
    out.push_back(part.root_t_shape *
                  Vec3(i & 1 ? b.max.x() : b.min.x(), i & 2 ? b.max.y() : b.min.y(), i & 4 ? b.max.z() : b.min.z()));
}

}  // namespace

std::vector<std::uint32_t> WorldMirror::shownParts(world::NodeRef node) const {
  std::vector<std::uint32_t> out;
  ObjectId object;
  EntityId entity;
  if (const auto* id = std::get_if<ObjectId>(&node)) object = *id;
  if (const auto* id = std::get_if<EntityId>(&node)) {
    entity = *id;
    if (const auto* owner = world_->owner(entity)) object = owner->object;
  }
  const auto it = by_object_.find(object);
  if (it == by_object_.end()) return out;
  for (const std::uint32_t slot : it->second)
    if (isShown(parts_[slot]) && (!entity || parts_[slot].entity == entity)) out.push_back(slot);
  return out;
}

std::vector<std::uint32_t> WorldMirror::partsOf(ObjectId object, bool collision) const {
  std::vector<std::uint32_t> out;
  if (const auto it = by_object_.find(object); it != by_object_.end())
    for (const std::uint32_t slot : it->second)
      if (parts_[slot].collision == collision) out.push_back(slot);
  return out;
}

Bounds WorldMirror::boundsOf(world::NodeRef node) const {
  Bounds box;
  for (const std::uint32_t slot : shownParts(node))
    box.add(parts_[slot].mesh->geometry->bounds.transformed(parts_[slot].root_t_shape));
  return box;
}

std::vector<Vec3> WorldMirror::corners() const {
  constexpr std::size_t kFew = 2000;
  std::vector<std::uint32_t> shown;
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot)
    if (isShown(parts_[slot])) shown.push_back(slot);
  std::vector<Vec3> out;
  std::vector<Bounds> boxes;
  for (const std::uint32_t slot : shown) {
    if (shown.size() <= kFew) addCorners(out, parts_[slot]);
    else boxes.push_back(parts_[slot].mesh->geometry->bounds.transformed(parts_[slot].root_t_shape));
  }
  return boxes.empty() ? out : fitPoints(boxes);
}

std::vector<Vec3> WorldMirror::cornersOf(world::NodeRef node) const {
  std::vector<Vec3> out;
  for (const std::uint32_t slot : shownParts(node)) addCorners(out, parts_[slot]);
  return out;
}

Bounds WorldMirror::bounds() { return pickTree().bounds(); }

void WorldMirror::clip(CameraState& camera) {
  setClipping(camera, bounds(), [&] { return pickTree().distanceToBoxes(camera.eye); });
}

std::size_t WorldMirror::shownCount(ObjectId object) const {
  const auto it = by_object_.find(object);
  if (it == by_object_.end()) return 0;
  return static_cast<std::size_t>(std::count_if(it->second.begin(), it->second.end(), [this](std::uint32_t slot) {
    return isShown(parts_[slot]) && !isLocked(parts_[slot]);
  }));
}

void WorldMirror::setDetail(const DetailWish& wish) { showLevels(groups_, *library_, wish, coarse_); }
void WorldMirror::cullHidden(const CameraState& camera, bool cut_open) {
  const auto isIn = [&](const auto& entry) { return entry.first.outward && holdsEye(*entry.second, camera); };
  styles_.setCulled(!cut_open && (camera.ortho || std::ranges::none_of(groups_, isIn)));
}

std::size_t WorldMirror::drawnTriangles() const { return trianglesOf(groups_); }

std::size_t WorldMirror::entityCount() const {
  std::size_t count = edges_->entityCount();
  for (const auto& [key, group] : groups_) count += group->edges && edges_->areShown() ? 2 : 1;
  return count;
}

}  // namespace ww::ui::scene
