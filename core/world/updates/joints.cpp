// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/scene/followers.h"
#include "core/world/failures/failures.h"
#include "core/world/records/records.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

Result<ObjectPtr> kinematicObject(const World& world, const pb::ObjectReference& ref) {
  WW_ASSIGN(const ObjectId id, resolve(world, ref));
  ObjectPtr object = world.object(id);
  if (object->isKinematic()) return object;
  return fail(failures::kNoMovingJoints, {{"object", nodeArg(world, id)}});
}

// One joint as it is to be.
struct Wish {
  std::size_t joint = 0;  // index into Object::moving_joints
  Joint to;
};

// Index of a moving joint; as many as there are when there is none of the name.
std::size_t movingJointNamed(const Object& object, const std::string& name) {
  const auto& moving = object.moving_joints;
  const Entity* entity = object.entityNamed(name);
  if (!entity) return moving.size();
  const std::size_t at = object.entities.indexOf(entity->id);
  const auto* found = std::lower_bound(moving.begin(), moving.end(), at);
  return found != moving.end() && *found == at ? static_cast<std::size_t>(found - moving.begin()) : moving.size();
}

arg::Count countOf(std::size_t count) { return {static_cast<std::uint64_t>(count)}; }

Status noMovingJoint(const Object& object, const std::string& name) {
  const arg::Name joint{name};
  if (const Follower* f = object.followerNamed(name)) {
    return fail(
        failures::kJointFollows,
        {{"joint", joint}, {"object", nodeArg(object)}, {"leader", arg::Name{object.movingJointName(f->leader)}}});
  }
  const std::vector<std::string> joints = movingJointNames(object);
  const Status status =
      fail(failures::kNoSuchJoint,
           {{"joint", joint}, {"object", nodeArg(object)}, {"joints", listArg(joints, object.moving_joints.size())}});
  return withNearNames(status, name, joints, {});
}

// For each given value the index of the joint it is for.
Result<std::vector<std::size_t>> jointOrder(const Object& object,
                                            const google::protobuf::RepeatedPtrField<std::string>& names) {
  std::vector<std::size_t> order;
  if (names.empty()) {
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i) order.push_back(i);
    return order;
  }
  std::set<std::size_t> named;
  for (const std::string& name : names) {
    const std::size_t i = movingJointNamed(object, name);
    if (i == object.moving_joints.size()) return noMovingJoint(object, name);
    if (!named.insert(i).second)
      return fail(failures::kJointTwice, {{"joint", arg::Name{name}}, {"object", nodeArg(object)}});
    order.push_back(i);
  }
  return order;
}

using Field = double JointLimits::*;

Status setLimits(const Object& object, std::vector<Wish>& wishes, JointLimits Joint::*which,
                 const intrinsic_proto::JointLimitsUpdate& update) {
  // An empty list stands for no change, as an unset one.
  const auto set = [&](const intrinsic_proto::RepeatedDouble& values, Field field, const char* name) {
    if (values.values().empty()) return okStatus();
    const auto count = static_cast<std::size_t>(values.values_size());
    const arg::Words what{name};
    if (count != wishes.size())
      return fail(failures::kLimitCount,
                  {{"field", what}, {"count", countOf(count)}, {"joints", countOf(wishes.size())}});
    const bool is_rate = field != &JointLimits::lower && field != &JointLimits::upper;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
      const double v = values.values(static_cast<int>(i));
      if (std::isnan(v) || (is_rate && v <= 0)) {
        return fail(is_rate ? failures::kNoRateLimit : failures::kNoLimit,
                    {{"joint", arg::Name{object.movingJointName(wishes[i].joint)}},
                     {"field", what},
                     {"value", arg::Number{v}}});
      }
      (wishes[i].to.*which).*field = v;
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

// The position stays within the application limits, which stay within the system limits: also when
// only limits are sent, so that what a world holds can always be planned from.
Status checkLimits(const std::string& name, const Joint& j) {
  WW_TRY(scene::checkRange(name, j.system));
  WW_TRY(scene::checkRange(name, j.application));
  Status status = scene::checkRangeWithin(name, j.application, j.system);
  if (status.ok()) return scene::checkRatesWithin(name, j.application, j.system);
  constexpr double kRadPerDeg = std::numbers::pi / 180.0;
  const auto inDegrees = [&](double v) { return scene::looksLikeDegrees(v, j.system.lower, j.system.upper); };
  const bool degrees =
      j.motion == MotionType::kRevolute && (inDegrees(j.application.lower) || inDegrees(j.application.upper));
  return fail(degrees ? failures::kBeyondSystemInDegrees : failures::kBeyondSystem,
              {{"joint", arg::Name{name}},
               {"lower_rad", arg::Number{j.application.lower * kRadPerDeg}},
               {"upper_rad", arg::Number{j.application.upper * kRadPerDeg}}},
              std::move(status));
}

// Those of a leader let no follower beyond its own.
Status checkFollowers(const Object& object, const Object& changed) {
  for (const Follower& f : object.followers) {
    const Joint &before = object.movingJoint(f.leader), &after = changed.movingJoint(f.leader);
    const Joint& own = *object.entities[f.entity]->joint;
    const scene::Follow follow{object.nameOf(f), object.movingJointName(f.leader), f.multiplier, f.offset};
    if (!(before.system == after.system)) WW_TRY(scene::checkLeader(follow, after.system, own.system, "system"));
    if (!(before.application == after.application))
      WW_TRY(scene::checkLeader(follow, after.application, own.application, "application"));
  }
  return okStatus();
}

// Checks and keeps the joints that changed.
Status store(WorldEditor& editor, const Object& object, const std::vector<Wish>& wishes) {
  Object changed = object;
  bool any = false;
  for (const auto& [i, after] : wishes) {
    const Joint& before = object.movingJoint(i);
    const bool limits = before.system != after.system || before.application != after.application;
    if (!limits && before.value == after.value) continue;
    any = true;
    if (limits) WW_TRY(checkLimits(object.movingJointName(i), after));
    const std::string name = object.movingJointName(i);
    Status stands = scene::checkPosition(name, after.value, after.application, after.motion == MotionType::kPrismatic);
    // Then it is the limits that were sent.
    if (!stands.ok() && before.value == after.value)
      return fail(failures::kLimitsShutOut, {{"joint", arg::Name{name}}}, std::move(stands));
    WW_TRY(stands);
    auto entity = std::make_shared<Entity>(*object.entities[object.moving_joints[i]]);
    entity->joint = after;
    entity->parent_t_this = after.parentTThis(after.value);
    changed.entities.set(object.moving_joints[i], std::move(entity));
  }
  if (!any) return okStatus();
  WW_TRY(checkFollowers(object, changed));
  placeFollowers(changed);
  editor.replace(std::move(changed));
  return okStatus();
}

std::vector<Wish> asTheyAre(const Object& object, const std::vector<std::size_t>& joints) {
  std::vector<Wish> wishes;
  wishes.reserve(joints.size());
  for (const std::size_t i : joints) wishes.push_back({i, object.movingJoint(i)});
  return wishes;
}

}  // namespace

static Status objectJoints(WorldEditor& editor, const pb::UpdateObjectJointsRequest& request) {
  WW_ASSIGN(const ObjectPtr object, kinematicObject(editor.world(), request.object()));
  if (request.joint_positions().empty() && !request.has_joint_application_limits() &&
      !request.has_joint_system_limits()) {
    return fail(failures::kNothingForJoints, {{"object", nodeArg(*object)}});
  }
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, request.joint_names()));
  std::vector<Wish> wishes = asTheyAre(*object, order);
  WW_TRY(setLimits(*object, wishes, &Joint::system, request.joint_system_limits()));
  WW_TRY(setLimits(*object, wishes, &Joint::application, request.joint_application_limits()));
  const bool positions = !request.joint_positions().empty();
  if (positions && static_cast<std::size_t>(request.joint_positions_size()) != order.size()) {
    return fail(failures::kJointCount, {{"object", nodeArg(*object)},
                                        {"count", countOf(static_cast<std::size_t>(request.joint_positions_size()))},
                                        {"joints", countOf(order.size())}});
  }
  for (std::size_t i = 0; positions && i < order.size(); ++i)
    wishes[i].to.value = request.joint_positions(static_cast<int>(i));
  return store(editor, *object, wishes);
}

static Status objectJoint(WorldEditor& editor, const pb::UpdateObjectJointRequest& request) {
  WW_ASSIGN(const ObjectPtr object, kinematicObject(editor.world(), request.object()));
  if (!request.has_joint_position() || request.joint_name().empty())
    return fail(failures::kJointUnset, {{"object", nodeArg(*object)}});
  google::protobuf::RepeatedPtrField<std::string> names;
  *names.Add() = request.joint_name();
  WW_ASSIGN(const std::vector<std::size_t> order, jointOrder(*object, names));
  std::vector<Wish> wishes = asTheyAre(*object, order);
  wishes.front().to.value = request.joint_position();
  return store(editor, *object, wishes);
}

namespace {

Phrase objectJointsLabel(const World& w, const pb::UpdateObjectJointsRequest& u) {
  return labelOfOne(u.joint_positions().empty() ? WW_TEXT("Core", "Change joint limits of {name}")
                                                : WW_TEXT("Core", "Move joints of {name}"),
                    labelName(w, u.object()));
}

Phrase objectJointLabel(const World& w, const pb::UpdateObjectJointRequest& u) {
  return phrase(WW_TEXT("Core", "Move joint {joint} of {name}"),
                {{"joint", arg::Words{u.joint_name()}}, {"name", arg::Words{labelName(w, u.object())}}});
}

std::string objectJointsStream(const pb::UpdateObjectJointsRequest& u) {
  // Limits are no state.
  const bool moves_only =
      !u.joint_positions().empty() && !u.has_joint_application_limits() && !u.has_joint_system_limits();
  return moves_only ? streamTarget('j', u.object()) : std::string();
}

std::string objectJointStream(const pb::UpdateObjectJointRequest& u) { return streamTarget('j', u.object()); }

}  // namespace

EditKinds jointKinds() {
  return {wireKind<objectJoints, objectJointsLabel, objectJointsStream>(
              pb::ObjectWorldUpdate::kUpdateObjectJoints,
              {{"intrinsic_proto.JointLimitsUpdate", "max_effort", "limits of effort are not supported"}}),
          wireKind<objectJoint, objectJointLabel, objectJointStream>(pb::ObjectWorldUpdate::kUpdateObjectJoint)};
}

}  // namespace ww::world::updates
