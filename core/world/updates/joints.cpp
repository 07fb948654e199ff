// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

constexpr double kLimitSlack = 1e-9;

Result<ObjectPtr> kinematicObject(const World& world, const pb::ObjectReference& ref) {
  WW_ASSIGN(const ObjectId id, resolve(world, ref));
  ObjectPtr object = world.object(id);
  if (object->isKinematic()) return object;
  return fail(Code::kInvalidArgument, fmt::format("'{}' has no joints that move", world.display(id))).about(object->name);
}

// For each given value the index of the joint it is for.
Result<std::vector<std::size_t>> jointOrder(const Object& object, const google::protobuf::RepeatedPtrField<std::string>& names) {
  std::vector<std::size_t> order;
  if (names.empty()) {
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i) order.push_back(i);
    return order;
  }
  for (const std::string& name : names) {
    std::size_t i = 0;
    while (i < object.moving_joints.size() && object.movingJointName(i) != name) ++i;
    if (i == object.moving_joints.size()) {
      return fail(Code::kNotFound, fmt::format("'{}' has no moving joint '{}'", object.name, name)).about(name);
    }
    order.push_back(i);
  }
  if (std::set<std::size_t>(order.begin(), order.end()).size() != order.size()) {
    return fail(Code::kInvalidArgument, "a joint is named twice");
  }
  return order;
}

using Field = double JointLimits::*;

Status setLimits(std::vector<Joint>& joints, JointLimits Joint::*which, const std::vector<std::size_t>& order,
                 const intrinsic_proto::JointLimitsUpdate& update) {
  const auto set = [&](bool present, const intrinsic_proto::RepeatedDouble& values, Field field, std::string_view what) {
    if (!present) return okStatus();
    if (static_cast<std::size_t>(values.values_size()) != order.size()) {
      return fail(Code::kInvalidArgument, fmt::format("{} has {} values for {} joints", what, values.values_size(), order.size()));
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double v = values.values(static_cast<int>(i));
      const bool is_rate = field != &JointLimits::lower && field != &JointLimits::upper;
      if (std::isnan(v) || (is_rate && v < 0)) return fail(Code::kInvalidArgument, fmt::format("{} of joint {} is not a limit", what, i));
      (joints[order[i]].*which).*field = v;
    }
    return okStatus();
  };
  // Effort is ignored on update.
  WW_TRY(set(update.has_min_position(), update.min_position(), &JointLimits::lower, "min_position"));
  WW_TRY(set(update.has_max_position(), update.max_position(), &JointLimits::upper, "max_position"));
  WW_TRY(set(update.has_max_velocity(), update.max_velocity(), &JointLimits::velocity, "max_velocity"));
  WW_TRY(set(update.has_max_acceleration(), update.max_acceleration(), &JointLimits::acceleration, "max_acceleration"));
  return set(update.has_max_jerk(), update.max_jerk(), &JointLimits::jerk, "max_jerk");
}

Status checkJoint(const std::string& name, const Joint& j, bool position_given) {
  if (j.application.lower > j.application.upper || j.system.lower > j.system.upper) {
    return fail(Code::kInvalidArgument, fmt::format("lower limit of joint '{}' is above its upper limit", name)).about(name);
  }
  if (j.application.lower < j.system.lower - kLimitSlack || j.application.upper > j.system.upper + kLimitSlack) {
    return fail(Code::kInvalidArgument, fmt::format("application limits of joint '{}' lie outside its system limits", name))
        .withHint("widen the system limits first").about(name);
  }
  if (!position_given || (std::isfinite(j.value) && j.value >= j.application.lower - kLimitSlack && j.value <= j.application.upper + kLimitSlack)) {
    return okStatus();
  }
  const double excess = j.value > j.application.upper ? j.value - j.application.upper : j.application.lower - j.value;
  const char* unit = j.motion == MotionType::kPrismatic ? "m" : "rad";
  return fail(Code::kInvalidArgument, fmt::format("position {:.6g} {} of joint '{}' is {:.6g} {} beyond its limits [{:.6g}, {:.6g}]", j.value,
                                                  unit, name, excess, unit, j.application.lower, j.application.upper))
      .withHint("stay within the limits, or change the application limits").about(name);
}

Status checkRates(const std::string& name, const Joint& j) {
  const auto above = [](double application, double system) { return application > system * (1.0 + kLimitSlack); };
  if (above(j.application.velocity, j.system.velocity) || above(j.application.acceleration, j.system.acceleration) ||
      above(j.application.jerk, j.system.jerk)) {
    return fail(Code::kInvalidArgument, fmt::format("application velocity, acceleration or jerk limit of joint '{}' is above its system limit", name))
        .withHint("raise the system limit first").about(name);
  }
  return okStatus();
}

Status store(WorldEditor& editor, const Object& object, const std::vector<Joint>& joints, bool positions_given) {
  Object changed = object;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    WW_TRY(checkJoint(object.movingJointName(i), joints[i], positions_given));
    auto entity = std::make_shared<Entity>(*object.entities[object.moving_joints[i]]);
    entity->joint = joints[i];
    entity->parent_t_this = joints[i].parentTThis(joints[i].value);
    changed.entities[object.moving_joints[i]] = std::move(entity);
  }
  editor.replace(std::move(changed));
  return okStatus();
}

std::vector<Joint> jointsOf(const Object& object) {
  std::vector<Joint> joints;
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) joints.push_back(object.movingJoint(i));
  return joints;
}

}  // namespace

Status objectJoints(WorldEditor& editor, const pb::UpdateObjectJointsRequest& request) {
  WW_ASSIGN(const ObjectPtr object, kinematicObject(editor.world(), request.object()));
  if (request.joint_positions().empty() && !request.has_joint_application_limits() && !request.has_joint_system_limits()) {
    return fail(Code::kInvalidArgument, "neither joint positions nor joint limits are set");
  }
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, request.joint_names()));
  std::vector<Joint> joints = jointsOf(*object);
  if (request.has_joint_system_limits()) WW_TRY(setLimits(joints, &Joint::system, order, request.joint_system_limits()));
  if (request.has_joint_application_limits()) WW_TRY(setLimits(joints, &Joint::application, order, request.joint_application_limits()));
  const bool limits_given = request.has_joint_system_limits() || request.has_joint_application_limits();
  for (std::size_t i = 0; limits_given && i < joints.size(); ++i) WW_TRY(checkRates(object->movingJointName(i), joints[i]));
  const bool positions = !request.joint_positions().empty();
  if (positions && static_cast<std::size_t>(request.joint_positions_size()) != order.size()) {
    return fail(Code::kInvalidArgument, fmt::format("{} joint positions given for {} joints of '{}'", request.joint_positions_size(),
                                                    order.size(), object->name));
  }
  for (std::size_t i = 0; positions && i < order.size(); ++i) joints[order[i]].value = request.joint_positions(static_cast<int>(i));
  return store(editor, *object, joints, positions);
}

Status objectJoint(WorldEditor& editor, const pb::UpdateObjectJointRequest& request) {
  WW_ASSIGN(const ObjectPtr object, kinematicObject(editor.world(), request.object()));
  if (!request.has_joint_position()) return fail(Code::kInvalidArgument, "joint_position is not set");
  google::protobuf::RepeatedPtrField<std::string> names;
  *names.Add() = request.joint_name();
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, names));
  Entity entity = *object->entities[object->moving_joints[order.front()]];
  entity.joint->value = request.joint_position();
  WW_TRY(checkJoint(entity.name, *entity.joint, true));
  entity.parent_t_this = entity.joint->parentTThis(entity.joint->value);
  return editor.replace(std::move(entity));
}

}  // namespace ww::world::updates
