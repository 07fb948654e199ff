// SPDX-License-Identifier: Apache-2.0
#include "core/model/overlay.h"

#include <algorithm>
#include <cmath>

#include "core/model/kernel.h"

namespace ww::model {

void Overlay::refloat(const std::vector<std::pair<ObjectId, Pose>>& floating) {
  free_.clear();
  for (const auto& [id, pose] : floating) free_.push_back(id);
  model_ = model_.floating(free_);
  free_seat_.clear();
  for (std::size_t k = 0; k < free_.size(); ++k) free_seat_.emplace(model_.bodyOf(free_[k]), k);
}

void Overlay::set(const Overrides& overrides) {
  const std::vector<std::pair<ObjectId, Pose>> floating = overrides.floating(world());
  // The same ones, from step to step of a drag.
  if (!std::ranges::equal(floating, free_, {}, &std::pair<ObjectId, Pose>::first)) refloat(floating);
  root_t_free_.clear();
  for (const auto& [id, root_t_object] : floating) root_t_free_.push_back(root_t_object);
  frames_ = overrides.frames;
  positions_.clear();
  known_.clear();
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

const Pose* Overlay::known(BodyIndex i) const {
  if (const auto free = free_seat_.find(i); free != free_seat_.end()) return &root_t_free_[free->second];
  const auto found = known_.find(i);
  return found == known_.end() ? nullptr : &found->second;
}

// Down from the nearest body that is known, as chains may be thousands of joints long.
const Pose& Overlay::ofBody(BodyIndex i) const {
  std::vector<BodyIndex> path;
  const Pose* above = nullptr;
  for (; i > kFixedBody && !(above = known(i)); i = model_.body(i).parent) path.push_back(i);
  for (; !path.empty(); path.pop_back()) {
    const Pose root_t_body = carriedOn(above, model_.body(path.back()).parent_t_body, position(path.back()));
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
  return at(model_.ride(id));
}

Pose Overlay::at(const Ride& ride) const {
  return ride.body == kFixedBody ? ride.body_t_node : ofBody(ride.body) * ride.body_t_node;
}

Pose Overlay::rootT(world::NodeRef node) const {
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const world::EntityOwner* owner = world().owner(*id);
    if (!owner) return {};
    if (!owner->frame) return at(model_.ride(owner->object, *id));
    node = owner->frame;
  }
  if (const auto* id = std::get_if<FrameId>(&node)) return world().peek(*id) ? ofFrame(*id) : Pose();
  return world().peek(std::get<ObjectId>(node)) ? at(model_.ride(node)) : Pose();
}

}  // namespace ww::model
