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
  return fail(Code::kInvalidArgument, fmt::format("'{}' has no joints that move", world.display(id)))
      .withHint("name a kinematic object").about(object->name);
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
      return fail(Code::kNotFound, fmt::format("'{}' has no moving joint '{}'", object.name, name))
          .withHint(fmt::format("its first one is '{}'", object.movingJointName(0))).about(name);
    }
    order.push_back(i);
  }
  if (std::set<std::size_t>(order.begin(), order.end()).size() != order.size()) {
    return fail(Code::kInvalidArgument, "a joint is named twice").withHint("name each joint once").about(object.name);
  }
  return order;
}

using Field = double JointLimits::*;

Status setLimits(std::vector<Joint>& joints, JointLimits Joint::*which, const std::vector<std::size_t>& order,
                 const intrinsic_proto::JointLimitsUpdate& update) {
  // An empty list stands for no change, as an unset one.
  const auto set = [&](const intrinsic_proto::RepeatedDouble& values, Field field, std::string_view what) {
    if (values.values().empty()) return okStatus();
    if (static_cast<std::size_t>(values.values_size()) != order.size()) {
      return fail(Code::kInvalidArgument, fmt::format("{} has {} values for {} joints", what, values.values_size(), order.size()))
          .withHint("give one value for each joint");
    }
    const bool is_rate = field != &JointLimits::lower && field != &JointLimits::upper;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double v = values.values(static_cast<int>(i));
      if (std::isnan(v) || (is_rate && v <= 0)) {
        return fail(Code::kInvalidArgument, fmt::format("{} {} of joint {} is not a limit", what, v, i))
            .withHint(is_rate ? "give a number above 0; infinity where there is no limit" : "give a number; infinity where there is no limit");
      }
      (joints[order[i]].*which).*field = v;
    }
    return okStatus();
  };
  // Effort is ignored on update.
  WW_TRY(set(update.min_position(), &JointLimits::lower, "min_position"));
  WW_TRY(set(update.max_position(), &JointLimits::upper, "max_position"));
  WW_TRY(set(update.max_velocity(), &JointLimits::velocity, "max_velocity"));
  WW_TRY(set(update.max_acceleration(), &JointLimits::acceleration, "max_acceleration"));
  return set(update.max_jerk(), &JointLimits::jerk, "max_jerk");
}

Status checkRange(const std::string& name, const JointLimits& l) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (l.lower <= l.upper && l.lower < kInfinity && l.upper > -kInfinity) return okStatus();
  return fail(Code::kInvalidArgument, fmt::format("the limits [{:.6g}, {:.6g}] of joint '{}' leave no position", l.lower, l.upper, name))
      .withHint("the lower limit must not be above the upper one").about(name);
}

// The position stays within the application limits, which stay within the system limits: also when
// only limits are sent, so that what a world holds can always be planned from.
Status checkLimits(const std::string& name, const Joint& j) {
  WW_TRY(checkRange(name, j.system));
  WW_TRY(checkRange(name, j.application));
  if (j.application.lower >= j.system.lower - kLimitSlack && j.application.upper <= j.system.upper + kLimitSlack) return okStatus();
  return fail(Code::kInvalidArgument, fmt::format("application limits of joint '{}' lie outside its system limits", name))
      .withHint("send both limits in one request: the application's within the system's").about(name);
}

Status checkPosition(const std::string& name, const Joint& j) {
  if (!std::isfinite(j.value)) {
    return fail(Code::kInvalidArgument, fmt::format("position {} of joint '{}' is not a finite number", j.value, name))
        .withHint("positions are finite, in radians or metres").about(name);
  }
  if (j.value >= j.application.lower - kLimitSlack && j.value <= j.application.upper + kLimitSlack) return okStatus();
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

bool sameLimits(const JointLimits& a, const JointLimits& b) {
  return a.lower == b.lower && a.upper == b.upper && a.velocity == b.velocity && a.acceleration == b.acceleration &&
         a.jerk == b.jerk && a.effort == b.effort;
}

// Checks and keeps the joints that changed.
Status store(WorldEditor& editor, const Object& object, const std::vector<Joint>& joints) {
  Object changed = object;
  bool any = false;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& before = object.movingJoint(i);
    const Joint& after = joints[i];
    const bool limits = !sameLimits(before.system, after.system) || !sameLimits(before.application, after.application);
    if (!limits && before.value == after.value) continue;
    any = true;
    if (limits) WW_TRY(checkLimits(object.movingJointName(i), after));
    if (limits) WW_TRY(checkRates(object.movingJointName(i), after));
    WW_TRY(checkPosition(object.movingJointName(i), after));
    auto entity = std::make_shared<Entity>(*object.entities[object.moving_joints[i]]);
    entity->joint = after;
    entity->parent_t_this = after.parentTThis(after.value);
    changed.entities[object.moving_joints[i]] = std::move(entity);
  }
  if (any) editor.replace(std::move(changed));
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
    return fail(Code::kInvalidArgument, "neither joint positions nor joint limits are set")
        .withHint("set joint_positions, joint_application_limits or joint_system_limits").about(object->name);
  }
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, request.joint_names()));
  std::vector<Joint> joints = jointsOf(*object);
  WW_TRY(setLimits(joints, &Joint::system, order, request.joint_system_limits()));
  WW_TRY(setLimits(joints, &Joint::application, order, request.joint_application_limits()));
  const bool positions = !request.joint_positions().empty();
  if (positions && static_cast<std::size_t>(request.joint_positions_size()) != order.size()) {
    return fail(Code::kInvalidArgument, fmt::format("{} joint positions given for {} joints of '{}'", request.joint_positions_size(),
                                                    order.size(), object->name))
        .withHint("give one position for each joint, or name those that are given").about(object->name);
  }
  for (std::size_t i = 0; positions && i < order.size(); ++i) joints[order[i]].value = request.joint_positions(static_cast<int>(i));
  return store(editor, *object, joints);
}

Status objectJoint(WorldEditor& editor, const pb::UpdateObjectJointRequest& request) {
  WW_ASSIGN(const ObjectPtr object, kinematicObject(editor.world(), request.object()));
  if (!request.has_joint_position() || request.joint_name().empty()) {
    return fail(Code::kInvalidArgument, "joint_name or joint_position is not set").withHint("set both").about(object->name);
  }
  google::protobuf::RepeatedPtrField<std::string> names;
  *names.Add() = request.joint_name();
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, names));
  std::vector<Joint> joints = jointsOf(*object);
  joints[order.front()].value = request.joint_position();
  return store(editor, *object, joints);
}

}  // namespace ww::world::updates
