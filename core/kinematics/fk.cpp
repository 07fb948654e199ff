// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/fk.h"

#include <fmt/core.h>

#include "core/world/editor.h"

namespace ww::kinematics {

namespace {

Status setJoints(world::WorldEditor& editor, const JointOverride& change) {
  const world::ObjectPtr found = editor.world().object(change.object);
  if (!found) return fail(Code::kNotFound, "there is no such robot");
  world::Object object = *found;
  if (change.positions.size() != static_cast<Eigen::Index>(object.moving_joints.size())) {
    return fail(Code::kInvalidArgument, fmt::format("{} has {} moving joints, {} positions were given", editor.world().display(change.object),
                                                    object.moving_joints.size(), change.positions.size()));
  }
  if (!change.positions.allFinite()) return fail(Code::kInvalidArgument, "joint positions must be finite numbers");
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    auto& slot = object.entities[object.moving_joints[i]];
    auto entity = std::make_shared<world::Entity>(*slot);
    entity->joint->value = change.positions[static_cast<Eigen::Index>(i)];
    entity->parent_t_this = entity->joint->parentTThis(entity->joint->value);
    slot = std::move(entity);
  }
  editor.replace(std::move(object));
  return okStatus();
}

}  // namespace

Result<world::World> withJoints(const world::World& world, const std::vector<JointOverride>& overrides) {
  geometry::GeometryStore unused;  // positions bring no geometry
  world::WorldEditor editor(world, unused);
  for (const auto& change : overrides) WW_TRY(setJoints(editor, change));
  return std::move(editor).finish();
}

Result<Pose> forward(const world::World& world, world::NodeRef reference, world::NodeRef target,
                     const std::vector<JointOverride>& overrides) {
  WW_ASSIGN(const world::World moved, withJoints(world, overrides));
  return moved.aTB(reference, target);
}

}  // namespace ww::kinematics
