// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/scene/limits.h"
#include "core/world/records/records.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

Status noConfiguration(const Object& object, const so::Kinematics& kinematics, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& c : kinematics.named_configurations()) names.push_back(c.name());
  const arg::Name wanted{name};
  if (names.empty())
    return fail(failures::kHasNoConfigurations, {{"configuration", wanted}, {"object", nodeArg(object)}});
  return withNearest(
      fail(failures::kNoSuchConfiguration,
           {{"configuration", wanted}, {"object", nodeArg(object)}, {"configurations", arg::Names{names}}}),
      name, names);
}

Status removeConfiguration(const Object& object, so::Kinematics& kinematics, const std::string& name) {
  auto& list = *kinematics.mutable_named_configurations();
  const auto it = std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.name() == name; });
  if (it == list.end()) return noConfiguration(object, kinematics, name);
  list.erase(it);
  return okStatus();
}

// Terminals obey control characters, and lists of names are to be read.
Status checkConfigurationName(const Object& object, const std::string& name) {
  constexpr std::size_t kMost = 200, kShown = 40;  // bytes
  if (name.empty()) return fail(failures::kConfigurationUnnamed, {{"object", nodeArg(object)}});
  const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (name.size() <= kMost && std::ranges::none_of(name, isControl)) return okStatus();
  std::string shown = name;
  std::ranges::replace_if(shown, isControl, '?');
  return fail(failures::kConfigurationName, {{"configuration", arg::Name{shortened(shown, kShown)}},
                                             {"object", nodeArg(object)},
                                             {"most", arg::Count{kMost}}});
}

Status setConfiguration(const Object& object, so::Kinematics& kinematics, const pb::NamedJointConfiguration& wanted) {
  WW_TRY(checkConfigurationName(object, wanted.name()));
  const arg::Name named{wanted.name()};
  const auto given = static_cast<std::size_t>(wanted.joint_positions_size());
  if (given != object.moving_joints.size()) {
    return fail(
        failures::kConfigurationCount,
        {{"configuration", named}, {"count", arg::Count{given}}, {"joints", arg::Count{object.moving_joints.size()}}});
  }
  auto& list = *kinematics.mutable_named_configurations();
  auto it = std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.name() == wanted.name(); });
  so::NamedConfiguration& target = it == list.end() ? *list.Add() : *it;
  target.set_name(wanted.name());
  keepUnknown(wanted, &target);
  target.clear_joint_positions();
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    const double q = wanted.joint_positions(static_cast<int>(i));
    if (!std::isfinite(q)) {
      return fail(
          failures::kConfigurationValue,
          {{"configuration", named}, {"joint", arg::Name{object.movingJointName(i)}}, {"value", arg::Number{q}}});
    }
    const Joint& joint = object.movingJoint(i);
    Status inside =
        scene::checkPosition(object.movingJointName(i), q, joint.application, joint.motion == MotionType::kPrismatic);
    if (!inside.ok())
      return within(std::move(inside),
                    phrase(WW_TEXT("Core", "configuration {name}"), {{"name", arg::Name{wanted.name()}}}));
    (*target.mutable_joint_positions())[object.movingJointName(i)] = q;
  }
  return okStatus();
}

void copyLimits(const intrinsic_proto::icon::CartesianLimits& from, so::CartesianLimits* to) {
  // Same fields and numbers on both sides of the wire.
  to->ParsePartialFromString(from.SerializeAsString());
}

// The pose is that of the entity as it stands, for a joint at its present position.
Result<Entity> movedEntity(const Entity& entity, const intrinsic_proto::Pose& sent) {
  WW_ASSIGN(const Pose parent_t_entity, poseIn("parent_t_entity", sent));
  Entity changed = entity;
  changed.parent_t_this = parent_t_entity;
  if (!changed.joint) return changed;
  Joint& joint = *changed.joint;
  Joint at_origin = joint;
  at_origin.parent_t_inboard = {};
  joint.parent_t_inboard = parent_t_entity * at_origin.parentTThis(joint.value).inverse();
  joint.parent_t_inboard.q = normalizedOnce(joint.parent_t_inboard.q);
  changed.parent_t_this = joint.parentTThis(joint.value);
  return changed;
}

Status moveEntities(WorldEditor& editor, ObjectId id, const pb::RobotEntityKinematicProperties& updates) {
  for (const auto& change : updates.entities()) {
    const ObjectPtr object = editor.world().object(id);
    const Entity* entity = object->entityNamed(change.entity_name());
    if (!entity) {
      const std::vector<std::string> names = entityNames(*object);
      return withNearest(fail(failures::kNoEntityOf, {{"name", arg::Name{change.entity_name()}},
                                                      {"object", nodeArg(*object)},
                                                      {"entities", listArg(names, object->entities.size())}}),
                         change.entity_name(), names);
    }
    if (!entity->parent || entity->kind == EntityKind::kSensor) {
      return fail(failures::kPoseNotKinematic, {{"entity", nodeArg(editor.world(), entity->id)}});
    }
    Result<Entity> changed = movedEntity(*entity, change.parent_t_entity());
    if (!changed.ok())
      return within(changed.status(),
                    phrase(WW_TEXT("Core", "entity {name}"), {{"name", arg::Name{change.entity_name()}}}));
    WW_TRY(editor.replace(std::move(changed).value()));
  }
  return okStatus();
}

void setSolverKey(so::Kinematics& kinematics, const std::string& key) {
  if (key.empty()) return;
  if (kinematics.ik_solvers().empty()) kinematics.add_ik_solvers();
  for (so::IkSolver& solver : *kinematics.mutable_ik_solvers()) solver.set_ik_solver(key);
}

}  // namespace

static Status kinematicProperties(WorldEditor& editor, const pb::UpdateKinematicObjectPropertiesRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (!editor.world().peek(id)->isKinematic())
    return fail(failures::kNoMovingJoints, {{"object", nodeArg(editor.world(), id)}});
  const pb::RobotKinematicsUpdate& update = request.robot_kinematics_update();
  WW_TRY(moveEntities(editor, id, update.robot_entity_updates()));
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  so::Kinematics& kinematics = *record->mutable_content()->mutable_properties()->mutable_kinematics();
  for (const std::string& name : request.named_joint_configurations_to_remove())
    WW_TRY(removeConfiguration(object, kinematics, name));
  for (const auto& wanted : request.named_joint_configurations_to_set())
    WW_TRY(setConfiguration(object, kinematics, wanted));
  completeConfigurations(object, kinematics);
  if (request.has_cartesian_limits()) {
    WW_TRY(checkCartesianLimits(request.cartesian_limits()));
    copyLimits(request.cartesian_limits(), kinematics.mutable_limits());
  }
  if (request.has_mounted_payload()) {
    *record->mutable_mounted_payload() = request.mounted_payload();
    WW_TRY(checkPayload(*record->mutable_mounted_payload()));
  }
  if (request.has_robot_kinematics_update()) record->set_are_kinematics_updated(true);
  setSolverKey(kinematics, update.ik_solver_key());
  if (sameMessage(*record, *object.message)) return okStatus();
  object.message = std::move(record);
  WW_TRY(deriveConfigurations(object));
  editor.replace(std::move(object));
  return okStatus();
}

namespace {

Phrase kinematicsLabel(const World& w, const pb::UpdateKinematicObjectPropertiesRequest& u) {
  const std::string object = labelName(w, u.object());
  if (u.has_cartesian_limits() || u.has_mounted_payload() || u.has_robot_kinematics_update())
    return labelOfOne(WW_TEXT("Core", "Change kinematics of {name}"), object);
  const int set = u.named_joint_configurations_to_set_size(), removed = u.named_joint_configurations_to_remove_size();
  if (set == 1 && removed == 0)
    return phrase(WW_TEXT("Core", "Set configuration {configuration} of {name}"),
                  {{"configuration", arg::Words{labelName(u.named_joint_configurations_to_set(0).name())}},
                   {"name", arg::Words{object}}});
  if (set == 0 && removed == 1)
    return phrase(WW_TEXT("Core", "Remove configuration {configuration} of {name}"),
                  {{"configuration", arg::Words{labelName(u.named_joint_configurations_to_remove(0))}},
                   {"name", arg::Words{object}}});
  return labelOfOne(WW_TEXT("Core", "Change configurations of {name}"), object);
}

}  // namespace

EditKinds kinematicKinds() {
  return {wireKind<kinematicProperties, kinematicsLabel>(pb::ObjectWorldUpdate::kUpdateKinematicObjectProperties)};
}

}  // namespace ww::world::updates
