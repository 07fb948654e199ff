// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/parts.h"

#include <unordered_set>

namespace ww::world {

Pose Joint::parentTThis(double at_value) const {
  return jointPose(parent_t_inboard, motion, axis, at_value, outboard_t_child);
}

EntityId Object::finalEntity() const {
  if (entities.size() == 1) return rootEntity();
  std::unordered_set<EntityId> followed;
  for (const EntityPtr& e : entities) {
    if (e->kind != EntityKind::kSensor) followed.insert(e->parent);
  }
  EntityId found;
  for (const EntityPtr& e : entities) {
    if (e->kind != EntityKind::kLink || followed.contains(e->id)) continue;
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

const Follower* Object::followerNamed(std::string_view joint) const {
  const auto found = std::ranges::find_if(followers, [&](const Follower& f) { return nameOf(f) == joint; });
  return found == followers.end() ? nullptr : &*found;
}

const Entity* Object::entity(EntityId wanted) const {
  const EntityPtr* found = entities.find(wanted);
  return found ? found->get() : nullptr;
}

const Entity* Object::entityNamed(std::string_view wanted) const {
  const EntityPtr* found = entities.named(wanted);
  return found ? found->get() : nullptr;
}

}  // namespace ww::world
