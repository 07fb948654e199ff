// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pose_layer.h"

namespace ww::ui {

void PoseLayer::tell() {
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
  for (const auto& [node, root_t_node] : root_t_nodes) {
    if (const auto* object = std::get_if<ObjectId>(&node)) overrides_.objects[*object] = root_t_node;
    if (const auto* frame = std::get_if<FrameId>(&node)) overrides_.frames[*frame] = root_t_node;
  }
  tell();
}

void PoseLayer::setJoints(ObjectId object, const JointVector& positions) {
  overrides_.joints[object] = positions;
  tell();
}

void PoseLayer::clear() {
  if (empty()) return;
  overrides_ = {};
  tell();
}

Pose PoseLayer::rootT(const world::World& world, world::NodeRef node) const {
  if (empty()) return world.rootT(node);
  if (!overlay_ || !world::diff(overlay_->world(), world).empty()) overlay_ = over(world, overrides_);
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
