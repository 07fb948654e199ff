// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/mentions.h"

#include <algorithm>

#include "core/scene/followers.h"
#include "core/scene/updates/named_data.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

using OwnRules = so::CollisionRules;

void renameInPair(so::CollisionEntityPair& pair, const std::string& from, const std::string& to) {
  if (pair.left_entity().entity_name() == from) pair.mutable_left_entity()->set_entity_name(to);
  if (pair.right_entity().entity_name() == from) pair.mutable_right_entity()->set_entity_name(to);
}

void renameInConfiguration(so::NamedConfiguration& configuration, const std::string& from, const std::string& to) {
  auto& positions = *configuration.mutable_joint_positions();
  const auto it = positions.find(from);
  if (it == positions.end()) return;
  const double value = it->second;
  positions.erase(it);
  positions[to] = value;
}

// Takes out what `concerns` says of an element of a repeated field.
template <typename List, typename Concerns>
void dropFrom(List& list, Concerns&& concerns) {
  for (auto it = list.begin(); it != list.end();) it = concerns(*it) ? list.erase(it) : it + 1;
}

void dropFromOwnRules(so::SceneObject& object, const std::set<std::string>& gone) {
  if (!object.has_collision_rules()) return;
  OwnRules& rules = *object.mutable_collision_rules();
  const auto names_gone = [&gone](const auto& rule) {
    const so::CollisionEntityPair& pair = rule.entity_pair();
    return gone.contains(pair.left_entity().entity_name()) || gone.contains(pair.right_entity().entity_name());
  };
  dropFrom(*rules.mutable_exclusion_rules(), names_gone);
  dropFrom(*rules.mutable_margin_rules(), names_gone);
  if (rules.ByteSizeLong() == 0) object.clear_collision_rules();
}

void dropFromKinematics(so::Kinematics& kinematics, const std::set<std::string>& gone) {
  dropFrom(*kinematics.mutable_ik_solvers(),
           [&gone](const so::IkSolver& solver) { return gone.contains(solver.tip_link_name()); });
  for (so::NamedConfiguration& c : *kinematics.mutable_named_configurations()) {
    for (const std::string& name : gone) c.mutable_joint_positions()->erase(name);
  }
}

void dropFromFollows(so::SceneObject& object, const std::set<std::string>& gone) {
  const auto follows = followsOf(object);
  if (!follows.ok() || follows->empty()) return;
  std::vector<Follow> left = *follows;
  std::erase_if(left, [&gone](const Follow& f) { return gone.contains(f.joint) || gone.contains(f.leader); });
  if (left.size() != follows->size()) setFollows(object, left);
}

void dropFromSimulation(so::SimulationSpec& spec, const std::set<std::string>& gone) {
  if (spec.has_robot())
    dropFrom(*spec.mutable_robot()->mutable_device_specs(),
             [&gone](const auto& device) { return gone.contains(device.joint_entity()); });
  if (spec.has_multi_camera_plugin())
    dropFrom(*spec.mutable_multi_camera_plugin()->mutable_sensors(),
             [&gone](const auto& sensor) { return gone.contains(sensor.name()); });
}

void renameInSimulation(so::SimulationSpec& spec, const std::string& from, const std::string& to) {
  if (spec.has_robot()) {
    for (auto& device : *spec.mutable_robot()->mutable_device_specs())
      if (device.joint_entity() == from) device.set_joint_entity(to);
  }
  if (!spec.has_multi_camera_plugin()) return;
  for (auto& sensor : *spec.mutable_multi_camera_plugin()->mutable_sensors())
    if (sensor.name() == from) sensor.set_name(to);
}

template <typename List, typename Names>
bool anyNames(const List& list, Names&& names) {
  return std::any_of(list.begin(), list.end(), names);
}

bool rulesMention(const so::CollisionRules& rules, const std::string& name) {
  const auto names = [&name](const auto& rule) {
    const so::CollisionEntityPair& pair = rule.entity_pair();
    return pair.left_entity().entity_name() == name || pair.right_entity().entity_name() == name;
  };
  return anyNames(rules.exclusion_rules(), names) || anyNames(rules.margin_rules(), names);
}

bool followsMention(const so::SceneObject& object, const std::string& name) {
  const auto follows = followsOf(object);
  return follows.ok() && anyNames(*follows, [&](const Follow& f) { return f.joint == name || f.leader == name; });
}

bool simulationMentions(const so::SimulationSpec& spec, const std::string& name) {
  return anyNames(spec.robot().device_specs(), [&](const auto& device) { return device.joint_entity() == name; }) ||
         anyNames(spec.multi_camera_plugin().sensors(), [&](const auto& sensor) { return sensor.name() == name; });
}

}  // namespace

bool mentions(const so::SceneObject& object, const std::string& name) {
  const so::Kinematics& kinematics = object.properties().kinematics();
  return rulesMention(object.collision_rules(), name) || simulationMentions(object.simulation_spec(), name) ||
         followsMention(object, name) || namedDataMentions(object, name) ||
         anyNames(kinematics.ik_solvers(), [&](const auto& solver) { return solver.tip_link_name() == name; }) ||
         anyNames(kinematics.named_configurations(), [&](const auto& c) { return c.joint_positions().contains(name); });
}

void renameMentions(so::SceneObject& object, const std::string& from, const std::string& to) {
  if (object.has_collision_rules()) {
    OwnRules& rules = *object.mutable_collision_rules();
    for (auto& rule : *rules.mutable_exclusion_rules()) renameInPair(*rule.mutable_entity_pair(), from, to);
    for (auto& rule : *rules.mutable_margin_rules()) renameInPair(*rule.mutable_entity_pair(), from, to);
  }
  if (object.properties().has_kinematics()) {
    so::Kinematics& kinematics = *object.mutable_properties()->mutable_kinematics();
    for (so::IkSolver& solver : *kinematics.mutable_ik_solvers())
      if (solver.tip_link_name() == from) solver.set_tip_link_name(to);
    for (auto& c : *kinematics.mutable_named_configurations()) renameInConfiguration(c, from, to);
  }
  if (object.user_data().contains(kFollowersKey)) renameInFollows(object, from, to);
  if (!object.user_data().empty()) renameInNamedData(object, from, to);
  if (object.has_simulation_spec()) renameInSimulation(*object.mutable_simulation_spec(), from, to);
}

void dropMentions(so::SceneObject& object, const std::set<std::string>& gone) {
  dropFromOwnRules(object, gone);
  if (object.properties().has_kinematics())
    dropFromKinematics(*object.mutable_properties()->mutable_kinematics(), gone);
  dropFromFollows(object, gone);
  dropFromNamedData(object, gone);
  if (object.has_simulation_spec()) dropFromSimulation(*object.mutable_simulation_spec(), gone);
}

}  // namespace ww::scene
