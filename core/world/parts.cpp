// SPDX-License-Identifier: Apache-2.0
#include "core/world/parts.h"

#include <algorithm>

namespace ww::world {

Pose Joint::parentTThis(double at_value) const {
  Pose motion_pose;
  if (motion == MotionType::kRevolute) motion_pose = Pose::rotation(axis, at_value);
  if (motion == MotionType::kPrismatic) motion_pose.p = axis * at_value;
  return parent_t_inboard * motion_pose * outboard_t_child;
}

EntityId Object::finalEntity() const {
  if (entities.size() == 1) return rootEntity();
  EntityId found;
  for (const EntityPtr& e : entities) {
    if (e->kind != EntityKind::kLink) continue;
    const bool has_child = std::any_of(entities.begin(), entities.end(), [&](const EntityPtr& other) {
      return other->parent == e->id && other->kind != EntityKind::kSensor;
    });
    if (has_child) continue;
    if (found) return {};
    found = e->id;
  }
  return found;
}

JointVector Object::jointPositions() const {
  JointVector q(static_cast<Eigen::Index>(moving_joints.size()));
  for (std::size_t i = 0; i < moving_joints.size(); ++i) q[static_cast<Eigen::Index>(i)] = movingJoint(i).value;
  return q;
}

const Entity* Object::entity(EntityId wanted) const {
  for (const EntityPtr& e : entities) {
    if (e->id == wanted) return e.get();
  }
  return nullptr;
}

const Entity* Object::entityNamed(std::string_view wanted) const {
  for (const EntityPtr& e : entities) {
    if (e->name == wanted) return e.get();
  }
  return nullptr;
}

}  // namespace ww::world
