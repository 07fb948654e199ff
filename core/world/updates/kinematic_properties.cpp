// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/world/records.h"
#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

Status removeConfiguration(so::Kinematics& kinematics, const std::string& name) {
  auto& list = *kinematics.mutable_named_configurations();
  const auto it = std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.name() == name; });
  if (it == list.end()) return fail(Code::kNotFound, fmt::format("there is no joint configuration '{}'", name)).about(name);
  list.erase(it);
  return okStatus();
}

Status setConfiguration(const Object& object, so::Kinematics& kinematics, const pb::NamedJointConfiguration& wanted) {
  if (wanted.name().empty()) return fail(Code::kInvalidArgument, "a joint configuration needs a name");
  if (static_cast<std::size_t>(wanted.joint_positions_size()) != object.moving_joints.size()) {
    return fail(Code::kInvalidArgument, fmt::format("configuration '{}' has {} positions for {} joints", wanted.name(),
                                                    wanted.joint_positions_size(), object.moving_joints.size()));
  }
  auto& list = *kinematics.mutable_named_configurations();
  auto it = std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.name() == wanted.name(); });
  so::NamedConfiguration& target = it == list.end() ? *list.Add() : *it;
  target.set_name(wanted.name());
  target.clear_joint_positions();
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    const double q = wanted.joint_positions(static_cast<int>(i));
    if (!std::isfinite(q)) return fail(Code::kInvalidArgument, fmt::format("configuration '{}' is not finite", wanted.name()));
    (*target.mutable_joint_positions())[object.movingJointName(i)] = q;
  }
  return okStatus();
}

void copyLimits(const intrinsic_proto::icon::CartesianLimits& from, so::CartesianLimits* to) {
  // Same fields and numbers on both sides of the wire.
  to->ParsePartialFromString(from.SerializeAsString());
}

Status moveEntities(WorldEditor& editor, const Object& object, const pb::RobotKinematicsUpdate& update) {
  if (!update.has_robot_entity_updates()) return okStatus();
  for (const auto& change : update.robot_entity_updates().entities()) {
    const Entity* entity = object.entityNamed(change.entity_name());
    if (!entity) return fail(Code::kNotFound, fmt::format("'{}' has no entity '{}'", object.name, change.entity_name()));
    if (!entity->parent) return fail(Code::kInvalidArgument, "the root entity has no pose in its object");
    WW_ASSIGN(const Pose parent_t_entity, geometry::fromWire(change.parent_t_entity()));
    Entity changed = *entity;
    if (changed.joint) {
      changed.joint->parent_t_inboard = parent_t_entity * changed.joint->outboard_t_child.inverse();
      changed.joint->parent_t_inboard.q = normalizedOnce(changed.joint->parent_t_inboard.q);
      changed.parent_t_this = changed.joint->parentTThis(changed.joint->value);
    } else {
      changed.parent_t_this = parent_t_entity;
    }
    WW_TRY(editor.replace(std::move(changed)));
  }
  return okStatus();
}

}  // namespace

Status kinematicProperties(WorldEditor& editor, const pb::UpdateKinematicObjectPropertiesRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (!editor.world().object(id)->isKinematic()) {
    return fail(Code::kInvalidArgument, fmt::format("'{}' has no joints that move", editor.world().display(id)));
  }
  if (request.has_robot_kinematics_update()) {
    WW_TRY(moveEntities(editor, *editor.world().object(id), request.robot_kinematics_update()));
  }
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  so::Kinematics& kinematics = *record->mutable_content()->mutable_properties()->mutable_kinematics();
  for (const std::string& name : request.named_joint_configurations_to_remove()) WW_TRY(removeConfiguration(kinematics, name));
  for (const auto& wanted : request.named_joint_configurations_to_set()) WW_TRY(setConfiguration(object, kinematics, wanted));
  if (request.has_cartesian_limits()) copyLimits(request.cartesian_limits(), kinematics.mutable_limits());
  if (request.has_mounted_payload()) *record->mutable_mounted_payload() = request.mounted_payload();
  if (request.has_robot_kinematics_update()) {
    record->set_are_kinematics_updated(true);
    if (!request.robot_kinematics_update().ik_solver_key().empty()) {
      if (kinematics.ik_solvers().empty()) kinematics.add_ik_solvers();
      kinematics.mutable_ik_solvers(0)->set_ik_solver(request.robot_kinematics_update().ik_solver_key());
    }
  }
  object.message = std::move(record);
  WW_TRY(deriveJoints(object));
  editor.replace(std::move(object));
  return okStatus();
}

}  // namespace ww::world::updates
