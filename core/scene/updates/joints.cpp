// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using LimitUpdate = intrinsic_proto::JointLimitUpdate;

// The joints of a map in the order of their names, which the map of the message does not have.
template <typename Value>
std::map<std::string, const Value*> inOrder(const google::protobuf::Map<std::string, Value>& given) {
  std::map<std::string, const Value*> out;
  for (const auto& [joint, value] : given) out.emplace(joint, &value);
  return out;
}

Result<KinematicsComponent*> jointNamed(Draft& draft, const std::string& name, const char* field, bool must_move) {
  WW_ASSIGN(so::Entity* const entity, draft.named(name, field));
  const bool fits = entity->has_joint() && (!must_move || moves(entity->joint().kinematics_component()));
  if (fits) return entity->mutable_joint()->mutable_kinematics_component();
  return fail(failures::kNoSuchJoint, {{"joint", arg::Name{shown(name)}}});
}

Status setRate(bool given, double value, const char* field, double& to) {
  if (!given) return okStatus();
  if (!(value >= 0.0)) return fail(failures::kNegative, {{"field", arg::Words{field}}, {"value", arg::Number{value}}});
  to = value;
  return okStatus();
}

Status changeLimits(const LimitUpdate& update, KinematicsComponent::Limits& limits) {
  constexpr double kNoEnd = std::numeric_limits<double>::infinity();
  if (update.has_min_position() || update.has_max_position()) {
    auto& range = *limits.mutable_fixed_limits();
    const Limits now = limitsOf(limits);
    range.set_lower(update.has_min_position() ? update.min_position() : now.lower);
    range.set_upper(update.has_max_position() ? update.max_position() : now.upper);
  }
  double rates[] = {limits.velocity(), limits.acceleration(), limits.jerk(), limits.effort()};
  WW_TRY(setRate(update.has_max_velocity(), update.max_velocity(), "max_velocity", rates[0]));
  WW_TRY(setRate(update.has_max_acceleration(), update.max_acceleration(), "max_acceleration", rates[1]));
  WW_TRY(setRate(update.has_max_jerk(), update.max_jerk(), "max_jerk", rates[2]));
  WW_TRY(setRate(update.has_max_effort(), update.max_effort(), "max_effort", rates[3]));
  // On the wire 0 stands for "no limit", which infinity says as well.
  for (double& rate : rates) rate = rate == kNoEnd ? 0.0 : rate;
  limits.set_velocity(rates[0]);
  limits.set_acceleration(rates[1]);
  limits.set_jerk(rates[2]);
  limits.set_effort(rates[3]);
  return okStatus();
}

Status changeAllLimits(Draft& draft, const so::UpdateJointsRequest& update) {
  const auto inJoint = [](Status status, const std::string& joint) {
    return status.ok() ? status
                       : within(std::move(status),
                                phrase(WW_TEXT("Core", "joint {name}"), {{"name", arg::Name{shown(joint)}}}));
  };
  for (const auto& [joint, limits] : inOrder(update.joint_system_limits())) {
    WW_ASSIGN(KinematicsComponent* const component, jointNamed(draft, joint, "joint_system_limits", true));
    WW_TRY(inJoint(changeLimits(*limits, *component->mutable_system_limits()), joint));
  }
  for (const auto& [joint, limits] : inOrder(update.joint_application_limits())) {
    WW_ASSIGN(KinematicsComponent* const component, jointNamed(draft, joint, "joint_application_limits", true));
    // Where there are none, the system's are in force, and go on being so where the update says nothing.
    if (!component->has_application_limits()) *component->mutable_application_limits() = component->system_limits();
    WW_TRY(inJoint(changeLimits(*limits, *component->mutable_application_limits()), joint));
  }
  return okStatus();
}

// Followers go where their leaders put them, unless the update says otherwise: then a rule tells.
void placeOthers(Draft& draft, const so::UpdateJointsRequest& update) {
  for (const Follow& f : draft.follows()) {
    auto& component = *draft.find(f.joint)->mutable_joint()->mutable_kinematics_component();
    if (!component.has_raw_value() || update.joint_positions().contains(f.joint)) continue;
    component.set_raw_value(f.at(positionOf(draft.find(f.leader)->joint().kinematics_component())));
  }
}

}  // namespace

static Status updateJoints(Draft& draft, const so::UpdateJointsRequest& update) {
  if (update.joint_positions().empty() && update.joint_application_limits().empty() &&
      update.joint_system_limits().empty() && update.parent_t_inboard().empty())
    return fail(failures::kJointsUnset);
  for (const auto& [joint, pose] : inOrder(update.parent_t_inboard())) {
    WW_ASSIGN(KinematicsComponent* const component, jointNamed(draft, joint, "parent_t_inboard", false));
    WW_ASSIGN(const Pose parent_t_inboard, geometry::fromWire(*pose));
    geometry::toWire(parent_t_inboard, component->mutable_parent_t_inboard());
  }
  WW_TRY(changeAllLimits(draft, update));
  for (const auto& [joint, position] : inOrder(update.joint_positions())) {
    WW_ASSIGN(KinematicsComponent* const component, jointNamed(draft, joint, "joint_positions", true));
    component->set_raw_value(*position);
  }
  if (!update.joint_positions().empty()) placeOthers(draft, update);
  for (so::Entity& e : *draft.object().mutable_entities()) {
    if (e.has_joint() && std::isfinite(e.joint().kinematics_component().raw_value())) WW_TRY(draft.refreshPose(e));
  }
  return okStatus();
}

UpdateKind jointsKind() { return kindOf<updateJoints>(); }

}  // namespace ww::scene::updates
