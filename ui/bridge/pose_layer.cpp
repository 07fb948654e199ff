// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pose_layer.h"

#include "ui/bridge/world_scenes.h"

namespace ww::ui {
namespace {

// Those of a drag come in the order of their ids: each is next to the one before, and need not be looked for.
template <typename Id>
void put(std::map<Id, Pose>& poses, typename std::map<Id, Pose>::iterator& next, Id id, const Pose& pose) {
  if (next == poses.end() || next->first != id) next = poses.lower_bound(id);
  if (next == poses.end() || next->first != id) next = poses.emplace_hint(next, id, pose);
  else next->second = pose;
  ++next;
}

bool isSame(const world::World& a, const world::World& b) {
  const bool shared = a.data().objects.sharesAllWith(b.data().objects) &&
                      a.data().frames.sharesAllWith(b.data().frames) &&
                      a.data().collision_settings == b.data().collision_settings;
  return shared || world::diff(a, b).empty();
}

}  // namespace

PoseLayer::PoseLayer(QObject* parent) : QObject(parent), scenes_(std::make_shared<WorldScenes>(models_)) {}

void PoseLayer::tell(double touch_m) {
  touch_m_ = touch_m;
  outdated_ = true;
  if (empty()) overlay_.reset();
  Q_EMIT changed();
}

void PoseLayer::setRootTObject(ObjectId object, const Pose& root_t_object) {
  overrides_.objects[object] = root_t_object;
  tell();
}

void PoseLayer::setRootTFrame(FrameId frame, const Pose& root_t_frame) {
  overrides_.frames[frame] = root_t_frame;
  tell();
}

void PoseLayer::setRootT(const std::vector<std::pair<world::NodeRef, Pose>>& root_t_nodes) {
  auto next_object = overrides_.objects.begin();
  auto next_frame = overrides_.frames.begin();
  for (const auto& [node, root_t_node] : root_t_nodes) {
    if (const auto* object = std::get_if<ObjectId>(&node)) put(overrides_.objects, next_object, *object, root_t_node);
    if (const auto* frame = std::get_if<FrameId>(&node)) put(overrides_.frames, next_frame, *frame, root_t_node);
  }
  tell();
}

void PoseLayer::setJoints(ObjectId object, const JointVector& positions) {
  overrides_.joints[object] = positions;
  tell();
}

void PoseLayer::set(model::Overrides overrides, double touch_m) {
  overrides_ = std::move(overrides);
  tell(touch_m);
}

void PoseLayer::clear() {
  if (empty()) return;
  overrides_ = {};
  tell();
}

Pose PoseLayer::rootT(const world::World& world, world::NodeRef node) const {
  if (empty()) return world.rootT(node);
  if (!overlay_ || !isSame(overlay_->world(), world)) overlay_ = over(world, overrides_);
  else if (outdated_) overlay_->set(overrides_);
  outdated_ = false;
  return overlay_->rootT(node);
}

model::Overlay PoseLayer::over(const world::World& world, const model::Overrides& overrides) const {
  model::Overlay out(models_->of(world));
  out.set(overrides);
  return out;
}

}  // namespace ww::ui
