// SPDX-License-Identifier: Apache-2.0
#include "core/model/overlay.h"

#include <cmath>

#include "core/model/kernel.h"

namespace ww::model {

void Overlay::set(const Overrides& overrides) {
  const std::map<ObjectId, Pose> floating = overrides.floating(world());
  std::vector<ObjectId> free;
  free.reserve(floating.size());
  for (const auto& [id, pose] : floating) free.push_back(id);
  if (free != free_) {
    free_ = free;
    model_ = model_.floating(std::move(free));
  }
  frames_ = overrides.frames;
  positions_.clear();
  placed_.clear();
  known_.clear();
  for (const auto& [id, root_t_object] : floating) placed_.emplace(model_.bodyOf(id), root_t_object);
  for (const auto& [id, positions] : overrides.joints) {
    const world::Object* object = world().peek(id);
    for (std::size_t k = 0; object && k < object->moving_joints.size(); ++k) {
      if (static_cast<Eigen::Index>(k) >= positions.size()) break;
      const double position = positions[static_cast<Eigen::Index>(k)];
      const BodyIndex i = model_.carriedBy(object->entities[object->moving_joints[k]]->id);
      if (std::isfinite(position)) positions_.emplace(i, position);
    }
  }
}

double Overlay::position(BodyIndex i) const {
  const Body& b = model_.body(i);
  const auto found = positions_.find(b.follows() ? b.leader : i);
  if (found == positions_.end()) return model_.position(i);
  return b.follows() ? b.multiplier * found->second + b.offset : found->second;
}

// Down from the nearest body that is known, as chains may be thousands of joints long.
const Pose& Overlay::ofBody(BodyIndex i) const {
  std::vector<BodyIndex> path;
  for (; i > kFixedBody && !known_.contains(i); i = model_.body(i).parent) path.push_back(i);
  const Pose* above = i > kFixedBody ? &known_.at(i) : nullptr;
  for (; !path.empty(); path.pop_back()) {
    const Body& b = model_.body(path.back());
    const Pose root_t_body =
        b.kind == BodyKind::kFree ? placed_.at(path.back()) : carriedOn(above, b.parent_t_body, position(path.back()));
    above = &known_.emplace(path.back(), root_t_body).first->second;
  }
  return *above;
}

Pose Overlay::ofFrame(FrameId id) const {
  Pose over_t_frame;
  for (const world::Frame* f = frames_.empty() ? nullptr : world().peek(id); f; f = world().peek(f->parent_frame)) {
    if (const auto found = frames_.find(f->id); found != frames_.end()) return found->second * over_t_frame;
    over_t_frame = f->parent_t_this * over_t_frame;
  }
  const Ride ride = model_.ride(id);
  return ride.body == kFixedBody ? ride.body_t_node : ofBody(ride.body) * ride.body_t_node;
}

Pose Overlay::rootT(world::NodeRef node) const {
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const world::EntityOwner* owner = world().owner(*id);
    if (!owner) return {};
    if (owner->frame) node = owner->frame;
  }
  if (const auto* id = std::get_if<FrameId>(&node)) return world().peek(*id) ? ofFrame(*id) : Pose();
  if (const auto* id = std::get_if<ObjectId>(&node); id && !world().peek(*id)) return {};
  const Ride ride = model_.ride(node);
  return ride.body == kFixedBody ? ride.body_t_node : ofBody(ride.body) * ride.body_t_node;
}

}  // namespace ww::model
