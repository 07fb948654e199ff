// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/fk.h"

#include <fmt/core.h>

namespace ww::kinematics {

Result<world::World> withJoints(const world::World& world, const std::vector<JointOverride>& overrides) {
  world::WorldData data = world.data();
  for (const auto& change : overrides) {
    const auto* found = data.objects.find(change.object.value);
    if (!found) return fail(Code::kNotFound, "there is no such robot");
    auto object = std::make_shared<world::Object>(**found);
    if (change.positions.size() != static_cast<Eigen::Index>(object->moving_joints.size())) {
      return fail(Code::kInvalidArgument,
                  fmt::format("{} has {} moving joints, {} positions were given", world.display(change.object),
                              object->moving_joints.size(), change.positions.size()));
    }
    if (!change.positions.allFinite()) return fail(Code::kInvalidArgument, "joint positions must be finite numbers");
    for (std::size_t i = 0; i < object->moving_joints.size(); ++i) {
      auto& slot = object->entities[object->moving_joints[i]];
      auto entity = std::make_shared<world::Entity>(*slot);
      entity->joint->value = change.positions[static_cast<Eigen::Index>(i)];
      entity->parent_t_this = entity->joint->parentTThis(entity->joint->value);
      slot = std::move(entity);
    }
    data.objects.set(change.object.value, std::move(object));
  }
  return world::World(std::move(data));
}

Result<Pose> forward(const world::World& world, world::NodeRef reference, world::NodeRef target,
                     const std::vector<JointOverride>& overrides) {
  WW_ASSIGN(const world::World moved, withJoints(world, overrides));
  return moved.aTB(reference, target);
}

}  // namespace ww::kinematics
