// SPDX-License-Identifier: Apache-2.0
#include "update_rows.h"

#include <cmath>

#include "core/geometry/wire_convert.h"

namespace ww::test {
namespace {

const so::Entity* find(const so::SceneObject& object, const std::string& name) {
  for (const so::Entity& e : object.entities()) {
    if (e.name() == name) return &e;
  }
  return nullptr;
}
}  // namespace

bool has(const so::SceneObject& object, const std::string& name) { return find(object, name) != nullptr; }
const so::Entity& at(const so::SceneObject& object, const std::string& name) {
  const so::Entity* entity = find(object, name);
  if (!entity) qFatal("no entity %s", name.c_str());
  return *entity;
}
const scene::KinematicsComponent& joint(const so::SceneObject& object, const std::string& name) {
  return at(object, name).joint().kinematics_component();
}

const so::Kinematics& kinematics(const so::SceneObject& object) { return object.properties().kinematics(); }

std::string put(const std::string& pose) { return "{ position { " + pose + " } orientation { w: 1 } }"; }

const std::string kBox =
    "geometry { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { "
    "x: 1 y: 1 z: 1 } } } } } } } } }";

namespace {

// In the root, by what the messages say.
Pose rootT(const so::SceneObject& object, const std::string& name) {
  const so::Entity& e = at(object, name);
  if (e.parent_name().empty()) return {};
  const Pose pose = e.has_joint() ? scene::parentTJoint(e.joint().kinematics_component(),
                                                        scene::positionOf(e.joint().kinematics_component()))
                                        .value()
                                  : geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this()).value();
  return rootT(object, e.parent_name()) * pose;
}
bool same(const Pose& a, const Pose& b) { return positionDistance(a, b) < 1e-12 && rotationDistance(a, b) < 1e-7; }

std::string pair(const std::string& left, const std::string& right) {
  return "entity_pair { left_entity { entity_name: '" + left + "' } right_entity { entity_name: '" + right + "' } }";
}
std::string visual(const std::string& name, const std::string& geometry) {
  return "geometries_to_set { type: GEOMETRY_TYPE_VISUAL geometry_name: '" + name + "' " + geometry + " }";
}
std::vector<Row> poseRows() {
  const auto pose = [](const std::string& name, const std::string& more) {
    return "entity_pose { entity_name: '" + name + "' " + more + " }";
  };
  return {
      {"a frame moved", pose("tool", "parent_t_this " + put("z: 1")), Code::kOk,
       [](const auto& o) { return at(o, "tool").parent_t_this().position().z() == 1.0; }},
      {"a joint moved stays at its position", pose("j1", "parent_t_this " + put("x: 2")), Code::kOk,
       [](const auto& o) {
         return joint(o, "j1").raw_value() == 0.5 && same(rootT(o, "j1"), Pose::translation(2, 0, 0));
       }},
      {"no pose", pose("tool", ""), Code::kInvalidArgument},
      {"the root has no pose", pose("base", "parent_t_this " + put("x: 1")), Code::kInvalidArgument},
      {"pose of nobody", pose("nobody", "parent_t_this " + put("x: 1")), Code::kNotFound},
      {"pose without a name", "entity_pose {}", Code::kInvalidArgument},
      {"pose of no norm", pose("tool", "parent_t_this { orientation { w: 3 } }"), Code::kInvalidArgument},
  };
}

std::vector<Row> frameRows() {
  return {
      {"a frame on the root", "create_frame { new_frame_name: 'f' }", Code::kOk,
       [](const auto& o) {
         return at(o, "f").parent_name() == "base" && at(o, "f").parent_t_this().orientation().w() == 1.0;
       }},
      {"a frame on a frame",
       "create_frame { new_frame_name: 'f' parent_name: 'tip' designate_as_attachment_frame: true parent_t_new_frame " +
           put("y: 1") + " }",
       Code::kOk,
       [](const auto& o) {
         return at(o, "f").frame().is_attachment_frame() && at(o, "f").parent_t_this().position().y() == 1.0;
       }},
      {"a frame on a joint", "create_frame { new_frame_name: 'f' parent_name: 'j1' }", Code::kInvalidArgument},
      {"a frame on nobody", "create_frame { new_frame_name: 'f' parent_name: 'x' }", Code::kNotFound},
      {"a frame of a used name", "create_frame { new_frame_name: 'l1' }", Code::kInvalidArgument},
      {"a frame of no name", "create_frame {}", Code::kInvalidArgument},
      {"a frame of a bad name", "create_frame { new_frame_name: '1f' }", Code::kInvalidArgument},
      {"no frame to attach to any more", "update_frame_properties { frame_name: 'tool' is_attachment_frame: false }",
       Code::kOk, [](const auto& o) { return !at(o, "tool").frame().is_attachment_frame(); }},
      {"a frame left as it is", "update_frame_properties { frame_name: 'tool' }", Code::kOk,
       [](const auto& o) { return at(o, "tool").frame().is_attachment_frame(); }},
      {"properties of a link", "update_frame_properties { frame_name: 'l1' is_attachment_frame: true }",
       Code::kInvalidArgument},
      {"properties of nobody", "update_frame_properties { frame_name: 'x' }", Code::kNotFound},
  };
}

std::vector<Row> deleteRows() {
  const auto gone = [](const std::string& name, const std::string& policy) {
    return "delete_entity { entity_name: '" + name + "' child_policy: CHILD_POLICY_" + policy + " }";
  };
  return {
      {"a leaf", gone("tip", "UNSPECIFIED"), Code::kOk, [](const auto& o) { return !has(o, "tip"); }},
      {"with children", gone("tool", "UNSPECIFIED"), Code::kInvalidArgument},
      {"with children, said so", gone("tool", "FAIL_IF_PRESENT"), Code::kInvalidArgument},
      {"all below", gone("tool", "DELETE_RECURSIVELY"), Code::kOk,
       [](const auto& o) { return !has(o, "tool") && !has(o, "tip") && has(o, "l2"); }},
      {"children stay where they are", gone("tool", "REPARENT_CHILDREN"), Code::kOk,
       [](const auto& o) {
         return at(o, "tip").parent_name() == "l2" && same(rootT(o, "tip"), rootT(armToUpdate(), "tip"));
       }},
      {"a joint whose link goes on", gone("j1", "REPARENT_CHILDREN"), Code::kOk,
       [](const auto& o) {
         // What was said about the joint has gone with it.
         return at(o, "l1").parent_name() == "base" && same(rootT(o, "l1"), rootT(armToUpdate(), "l1")) &&
                kinematics(o).named_configurations(0).joint_positions_size() == 1 &&
                o.simulation_spec().robot().device_specs().empty();
       }},
      {"a whole arm", gone("j1", "DELETE_RECURSIVELY"), Code::kOk,
       [](const auto& o) {
         return o.entities_size() == 1 && !o.has_collision_rules() && kinematics(o).ik_solvers().empty() &&
                o.simulation_spec().multi_camera_plugin().sensors().empty();
       }},
      {"a link that a joint needs", gone("l2", "DELETE_RECURSIVELY"), Code::kInvalidArgument},
      {"the root", gone("base", "DELETE_RECURSIVELY"), Code::kInvalidArgument},
      {"nobody", gone("x", "UNSPECIFIED"), Code::kNotFound},
      {"no name", "delete_entity {}", Code::kInvalidArgument},
      {"a policy that there is not", "delete_entity { entity_name: 'tip' child_policy: 77 }", Code::kInvalidArgument},
  };
}

std::vector<Row> configurationRows() {
  const auto set = [](const std::string& more) { return "set_named_configurations { " + more + " }"; };
  const std::string both = "joint_positions { key: 'j1' value: 1 } joint_positions { key: 'j2' value: 0 }";
  return {
      {"one more", set("named_configurations_to_set { name: 'up' " + both + " }"), Code::kOk,
       [](const auto& o) { return kinematics(o).named_configurations_size() == 2; }},
      {"another of the name", set("named_configurations_to_set { name: 'home' " + both + " }"), Code::kOk,
       [](const auto& o) {
         return kinematics(o).named_configurations_size() == 1 &&
                kinematics(o).named_configurations(0).joint_positions().at("j1") == 1.0;
       }},
      {"one taken out", set("named_configurations_to_remove: 'home'"), Code::kOk,
       [](const auto& o) { return kinematics(o).named_configurations().empty(); }},
      {"all, then one",
       set("clear_all_named_configurations: true named_configurations_to_set { name: 'up' " + both + " }"), Code::kOk,
       [](const auto& o) {
         return kinematics(o).named_configurations_size() == 1 && kinematics(o).named_configurations(0).name() == "up";
       }},
      {"unknown one", set("named_configurations_to_remove: 'hom'"), Code::kNotFound},
      {"one without a name", set("named_configurations_to_set { " + both + " }"), Code::kInvalidArgument},
      {"a joint missing", set("named_configurations_to_set { name: 'up' joint_positions { key: 'j1' value: 1 } }"),
       Code::kInvalidArgument},
      {"an unknown joint", set("named_configurations_to_set { name: 'up' joint_positions { key: 'j9' value: 1 } }"),
       Code::kNotFound},
      {"a link instead of a joint",
       set("named_configurations_to_set { name: 'up' joint_positions { key: 'l1' value: 1 } }"), Code::kNotFound},
      {"beyond the limits",
       set("named_configurations_to_set { name: 'up' joint_positions { key: 'j1' value: 1.5 } joint_positions { key: "
           "'j2' value: 0 } }"),
       Code::kInvalidArgument},
  };
}

std::vector<Row> jointRows() {
  const auto joints = [](const std::string& more) { return "update_joints { " + more + " }"; };
  const auto position = [](const std::string& name, const std::string& value) {
    return "joint_positions { key: '" + name + "' value: " + value + " } ";
  };
  const auto limits = [](const std::string& which, const std::string& name, const std::string& value) {
    return "joint_" + which + "_limits { key: '" + name + "' value { " + value + " } } ";
  };
  return {
      {"positions", joints(position("j1", "-1") + position("j2", "0.3")), Code::kOk,
       [](const auto& o) { return joint(o, "j1").raw_value() == -1.0 && joint(o, "j2").raw_value() == 0.3; }},
      {"one position", joints(position("j2", "0.4")), Code::kOk,
       [](const auto& o) { return joint(o, "j1").raw_value() == 0.5 && joint(o, "j2").raw_value() == 0.4; }},
      {"one limit", joints(limits("application", "j1", "max_position: 0.6")), Code::kOk,
       [](const auto& o) {
         const auto& l = joint(o, "j1").application_limits();
         return l.fixed_limits().lower() == -1.0 && l.fixed_limits().upper() == 0.6 && l.velocity() == 2.0;
       }},
      {"the application's where there were none", joints(limits("application", "j2", "max_velocity: 0.5")), Code::kOk,
       [](const auto& o) {
         const auto& l = joint(o, "j2").application_limits();
         return l.fixed_limits().upper() == 0.4 && l.velocity() == 0.5;
       }},
      {"wider limits and a position in them",
       joints(position("j1", "1.9") + limits("application", "j1", "max_position: 1.9 max_effort: 4")), Code::kOk,
       [](const auto& o) {
         return joint(o, "j1").raw_value() == 1.9 && joint(o, "j1").application_limits().effort() == 4.0;
       }},
      {"both limits at once",
       joints(limits("system", "j1", "min_position: -3 max_position: inf") +
              limits("application", "j1", "max_position: 9")),
       Code::kOk, [](const auto& o) { return std::isinf(joint(o, "j1").system_limits().fixed_limits().upper()); }},
      {"another place", joints("parent_t_inboard { key: 'j1' value " + put("z: 2") + " }"), Code::kOk,
       [](const auto& o) { return rootT(o, "l1").p.z() == 2.0 && joint(o, "j1").raw_value() == 0.5; }},
      {"nothing at all", joints(""), Code::kInvalidArgument},
      {"an unknown joint", joints(position("j9", "0")), Code::kNotFound},
      {"a link", joints(position("l1", "0")), Code::kNotFound},
      {"limits of nobody", joints(limits("system", "j9", "max_jerk: 1")), Code::kNotFound},
      {"beyond the limits", joints(position("j1", "1.5")), Code::kInvalidArgument},
      {"no number", joints(position("j1", "nan")), Code::kInvalidArgument},
      {"limits away from the position", joints(limits("application", "j1", "max_position: 0")), Code::kInvalidArgument},
      {"beyond the system's", joints(limits("application", "j1", "max_position: 5")), Code::kInvalidArgument},
      {"a speed below 0", joints(limits("system", "j1", "max_velocity: -1")), Code::kInvalidArgument},
      {"limits crossed", joints(limits("system", "j2", "min_position: 1")), Code::kInvalidArgument},
      {"a place of no norm", joints("parent_t_inboard { key: 'j1' value { orientation { w: 2 } } }"),
       Code::kInvalidArgument},
  };
}

std::vector<Row> cartesianRows() {
  const auto limits = [](const std::string& more) { return "cartesian_limits { " + more + " }"; };
  return {
      {"a speed", limits("max_translational_velocity: [1, 2, 3] max_rotational_velocity: 4"), Code::kOk,
       [](const auto& o) {
         return kinematics(o).limits().max_translational_velocity(2) == 3.0 &&
                kinematics(o).limits().max_rotational_velocity() == 4.0 &&
                kinematics(o).limits().max_translational_jerk().empty();
       }},
      {"nothing", limits(""), Code::kOk, [](const auto& o) { return !kinematics(o).has_limits(); }},
      {"two of three", limits("max_translational_velocity: [1, 2]"), Code::kInvalidArgument},
      {"no number", limits("max_translational_jerk: [1, nan, 1]"), Code::kInvalidArgument},
      {"a turn of no speed", limits("max_rotational_jerk: 0"), Code::kInvalidArgument},
      {"crossed", limits("min_translational_position: [2, 0, 0] max_translational_position: [1, 1, 1]"),
       Code::kInvalidArgument},
      {"never at rest", limits("max_translational_velocity: [1, 2, -1]"), Code::kInvalidArgument},
      {"never at rest", limits("min_translational_velocity: [0.1, 0, 0]"), Code::kInvalidArgument},
  };
}

std::vector<Row> renameRows() {
  const auto rename = [](const std::string& from, const std::string& to) {
    return "rename_entity { entity_name: '" + from + "' new_entity_name: '" + to + "' }";
  };
  return {
      {"a joint and what names it", rename("j1", "waist"), Code::kOk,
       [](const auto& o) {
         return at(o, "l1").parent_name() == "waist" &&
                kinematics(o).named_configurations(0).joint_positions().contains("waist") &&
                o.simulation_spec().robot().device_specs(0).joint_entity() == "waist";
       }},
      {"a link and what names it", rename("l2", "hand"), Code::kOk,
       [](const auto& o) {
         return at(o, "tool").parent_name() == "hand" && kinematics(o).ik_solvers(0).tip_link_name() == "hand";
       }},
      {"the root and its rule", rename("base", "foot"), Code::kOk,
       [](const auto& o) {
         return at(o, "j1").parent_name() == "foot" &&
                o.collision_rules().exclusion_rules(0).entity_pair().left_entity().entity_name() == "foot";
       }},
      {"the camera", rename("cam", "eye"), Code::kOk,
       [](const auto& o) { return o.simulation_spec().multi_camera_plugin().sensors(0).name() == "eye"; }},
      {"to its own name", rename("tip", "tip"), Code::kOk, [](const auto& o) { return has(o, "tip"); }},
      {"to a used name", rename("tip", "base"), Code::kInvalidArgument},
      {"to no name", rename("tip", ""), Code::kInvalidArgument},
      {"to a bad name", rename("tip", "a b"), Code::kInvalidArgument},
      {"of nobody", rename("x", "y"), Code::kNotFound},
  };
}

std::vector<Row> ruleRows() {
  const auto rules = [](const std::string& policy, const std::string& rule) {
    return "update_collision_rules { policy: POLICY_" + policy + " " + rule + " }";
  };
  const auto off = [](const std::string& left, const std::string& right) {
    return "exclusion_rule { " + pair(left, right) + " is_excluded: false }";
  };
  const auto count = [](const so::SceneObject& o) { return o.collision_rules().exclusion_rules_size(); };
  return {
      {"appended", rules("UNSPECIFIED", off("l1", "base")), Code::kOk,
       [=](const auto& o) { return count(o) == 2 && !o.collision_rules().exclusion_rules(1).is_excluded(); }},
      {"replaced in either order", rules("REPLACE_OR_APPEND", off("l1", "base")), Code::kOk,
       [=](const auto& o) { return count(o) == 1 && !o.collision_rules().exclusion_rules(0).is_excluded(); }},
      {"appended, as none is like it", rules("REPLACE_OR_APPEND", off("l1", "")), Code::kOk,
       [=](const auto& o) { return count(o) == 2; }},
      {"taken out", rules("REMOVE", off("l1", "base")), Code::kOk,
       [](const auto& o) { return !o.has_collision_rules(); }},
      {"of what has gone taken out", rules("REMOVE", off("gone", "base")), Code::kOk,
       [=](const auto& o) { return count(o) == 1; }},
      {"a margin in the place of all margins",
       rules("CLEAR_AND_REPLACE", "margin_rule { " + pair("l2", "") + " hard_margin: 0.02 }"), Code::kOk,
       [=](const auto& o) { return count(o) == 1 && o.collision_rules().margin_rules(0).hard_margin() == 0.02; }},
      {"all gone", rules("CLEAR_ALL", ""), Code::kOk, [](const auto& o) { return !o.has_collision_rules(); }},
      {"no rule", rules("APPEND", ""), Code::kInvalidArgument},
      {"of nobody", rules("APPEND", off("x", "base")), Code::kNotFound},
      {"margin below 0", rules("APPEND", "margin_rule { hard_margin: -1 }"), Code::kInvalidArgument},
      {"a policy that there is not", "update_collision_rules { policy: 77 }", Code::kInvalidArgument},
  };
}

std::vector<Row> dataRows() {
  const auto data = [](const std::string& policy, const std::string& key) {
    const std::string entry =
        key.empty() ? "" : "user_data { key: '" + key + "' value { type_url: 't/x' value: 'w' } }";
    return "update_user_data { policy: POLICY_" + policy + " " + entry + " }";
  };
  return {
      {"inserted", data("INSERT", "more"), Code::kOk, [](const auto& o) { return o.user_data_size() == 2; }},
      {"there already", data("UNSPECIFIED", "mine"), Code::kInvalidArgument},
      {"changed", data("INSERT_OR_UPDATE", "mine"), Code::kOk,
       [](const auto& o) { return o.user_data().at("mine").value() == "w"; }},
      {"taken out", data("REMOVE", "mine"), Code::kOk, [](const auto& o) { return o.user_data().empty(); }},
      {"nothing to take out", data("REMOVE", "none"), Code::kOk, [](const auto& o) { return o.user_data_size() == 1; }},
      {"all replaced", data("CLEAR_AND_REPLACE", "more"), Code::kOk,
       [](const auto& o) { return o.user_data_size() == 1 && o.user_data().contains("more"); }},
      {"all gone", data("CLEAR_ALL", ""), Code::kOk, [](const auto& o) { return o.user_data().empty(); }},
      {"of a program", data("INSERT", "FLOWSTATE_X"), Code::kInvalidArgument},
      {"of an importer", data("INSERT", "sdf_lights"), Code::kInvalidArgument},
      {"a policy that there is not", "update_user_data { policy: 77 }", Code::kInvalidArgument},
  };
}

std::vector<Row> solverRows() {
  return {
      {"another", "set_ik_solvers { ik_solvers { ik_solver: 'k' } }", Code::kOk,
       [](const auto& o) { return kinematics(o).ik_solvers(0).ik_solver() == "k"; }},
      {"none", "set_ik_solvers {}", Code::kOk, [](const auto& o) { return kinematics(o).ik_solvers().empty(); }},
      {"two", "set_ik_solvers { ik_solvers {} ik_solvers {} }", Code::kInvalidArgument},
      {"a tip that is not there", "set_ik_solvers { ik_solvers { tip_link_name: 'x' } }", Code::kNotFound},
      {"a tip that is a frame", "set_ik_solvers { ik_solvers { tip_link_name: 'tool' } }", Code::kInvalidArgument},
  };
}

std::vector<Row> reparentRows() {
  const auto onto = [](const std::string& name, const std::string& parent) {
    return "reparent_entity { entity_name: '" + name + "' new_parent_name: '" + parent + "' }";
  };
  return {
      {"a frame stays where it is", onto("tip", "base"), Code::kOk,
       [](const auto& o) {
         return at(o, "tip").parent_name() == "base" && same(rootT(o, "tip"), rootT(armToUpdate(), "tip"));
       }},
      {"a joint stays where it is", onto("j2", "base"), Code::kOk,
       [](const auto& o) { return same(rootT(o, "l2"), rootT(armToUpdate(), "l2")); }},
      {"onto a frame that things snap to",
       "create_frame { new_frame_name: 'f' } } updates { reparent_entity { entity_name: 'f' new_parent_name: 'tool' }",
       Code::kOk, [](const auto& o) { return same(rootT(o, "f"), rootT(o, "tool")); }},
      {"where it is already", onto("tip", "tool"), Code::kOk,
       [](const auto& o) { return at(o, "tip").parent_t_this().position().x() == 0.05; }},
      {"onto itself", onto("tool", "tool"), Code::kInvalidArgument},
      {"onto what hangs on it", onto("tool", "tip"), Code::kInvalidArgument},
      {"a sensor onto a frame", onto("cam", "tool"), Code::kInvalidArgument},
      {"a second link onto a joint", onto("l1", "j2"), Code::kInvalidArgument},
      {"a link that a joint needs", onto("l2", "base"), Code::kInvalidArgument},
      {"the root", onto("base", "l1"), Code::kInvalidArgument},
      {"onto nobody", onto("tip", "x"), Code::kNotFound},
      {"of nobody", onto("x", "base"), Code::kNotFound},
      {"no new parent", "reparent_entity { entity_name: 'tip' }", Code::kInvalidArgument},
  };
}

std::vector<Row> linkRows() {
  const auto geometry = [](const std::string& name, const std::string& more) {
    return "update_geometry { entity_name: '" + name + "' " + more + " }";
  };
  const auto physics = [](const std::string& name, const std::string& more) {
    return "update_physics_properties { entity_name: '" + name + "' " + more + " }";
  };
  const auto shapes = [](const so::SceneObject& o, const char* purpose) -> std::size_t {
    const auto& sets = at(o, "l1").link().geometry_component().named_geometries();
    return sets.contains(purpose) ? sets.at(purpose).named_geometries().size() : 0;
  };
  return {
      {"a shape", geometry("l1", visual("a", kBox)), Code::kOk,
       [=](const auto& o) { return shapes(o, "Intrinsic_Visual") == 1 && shapes(o, "Intrinsic_Collision") == 0; }},
      {"a shape and away again",
       geometry("l1", visual("a", kBox) + visual("b", kBox)) + " } updates { " +
           geometry("l1", "geometries_to_remove { type: GEOMETRY_TYPE_VISUAL geometry_name: 'a' }"),
       Code::kOk, [=](const auto& o) { return shapes(o, "Intrinsic_Visual") == 1; }},
      {"all shapes away",
       geometry("l1", visual("a", kBox)) + " } updates { " + geometry("l1", "geometries_to_remove {}"), Code::kOk,
       [=](const auto& o) { return shapes(o, "Intrinsic_Visual") == 0; }},
      {"set to nothing", geometry("l1", visual("a", kBox)) + " } updates { " + geometry("l1", visual("a", "")),
       Code::kOk, [=](const auto& o) { return shapes(o, "Intrinsic_Visual") == 0; }},
      {"what is not there taken out", geometry("l1", "geometries_to_remove { geometry_name: 'z' }"), Code::kNotFound},
      {"what is not there set to nothing", geometry("l1", visual("z", "")), Code::kNotFound},
      {"all of none taken out", geometry("l1", "geometries_to_remove {}"), Code::kOk},
      {"no purpose", geometry("l1", "geometries_to_set { geometry_name: 'a' " + kBox + " }"), Code::kInvalidArgument},
      {"no name", geometry("l1", "geometries_to_set { type: GEOMETRY_TYPE_VISUAL " + kBox + " }"),
       Code::kInvalidArgument},
      {"a shape of nothing", geometry("l1", visual("a", "geometry {}")), Code::kInvalidArgument},
      {"a shape of a joint", geometry("j1", visual("a", kBox)), Code::kInvalidArgument},
      {"a shape of nobody", geometry("x", ""), Code::kNotFound},
      {"mass alone", physics("l2", "mass_kg: 5"), Code::kOk,
       [](const auto& o) {
         const auto& p = at(o, "l2").link().physics_component();
         return p.mass_kg() == 5.0 && p.friction().mu() == 0.3;
       }},
      {"mass where there was none",
       physics("base", "mass_kg: 7 this_t_center_of_mass " + put("z: 0.1") + " contact_kp: 1e6"), Code::kOk,
       [](const auto& o) { return at(o, "base").link().physics_component().mass_kg() == 7.0; }},
      {"mass below 0", physics("l2", "mass_kg: -1"), Code::kInvalidArgument},
      {"inertia of four", physics("l2", "inertia { rows: 2 cols: 2 values: [1, 0, 0, 1] }"), Code::kInvalidArgument},
      {"mass of a joint", physics("j1", "mass_kg: 1"), Code::kInvalidArgument},
      {"mass of nobody", physics("x", "mass_kg: 1"), Code::kNotFound},
  };
}

}  // namespace

std::vector<Row> updateRows() {
  std::vector<Row> all;
  for (const auto& rows : {poseRows(), frameRows(), deleteRows(), configurationRows(), jointRows(), cartesianRows(),
                           renameRows(), ruleRows(), dataRows(), solverRows(), reparentRows(), linkRows()})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

}  // namespace ww::test
