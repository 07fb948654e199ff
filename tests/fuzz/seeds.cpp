// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/seeds.h"

namespace ww::fuzz {
namespace {

// Shorthands within the texts below.
std::string expand(std::string text) {
  static const std::pair<const char*, const char*> kWords[] = {
      {"$W", R"(world_id: "world")"},
      {"$TABLE", R"(by_name { object_name: "table" })"},
      {"$CRATE", R"(by_name { object_name: "crate" })"},
      {"$ROBOT", R"(by_name { object_name: "robot" })"},
      {"$GRASP", R"(by_name { object_name: "crate" frame_name: "grasp" })"},
      {"$FLANGE", R"(by_name { object_name: "robot" frame_name: "flange" })"},
      {"$POSE", R"(position { x: 0.1 y: 0.2 z: 0.3 } orientation { w: 1 })"},
      {"$BASE", R"(entity_filter { include_base_entity: true })"},
      {"$MESH", R"(triangle_mesh { vertices: [0,0,0, 1,0,0, 0,1,0, 0,0,1] faces: [0,2,1, 0,1,3, 0,3,2, 1,2,3] })"},
      {"$LINK",
       R"(entities { name: "base" link { geometry_component { named_geometries { key: "Intrinsic_Visual" value { named_geometries { key: "a"
        value { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives { shape { sphere { radius: 0.1 } } } } } } } } } } } } } })"},
      {"$JOINTS", R"(joints: 0.1 joints: -0.1)"}};
  for (const auto& [word, meaning] : kWords) {
    const std::string from = word;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, from.size(), meaning);
  }
  return text;
}

const Seed kSeeds[] = {
    {"GetWorld", "$W"},
    {"CloneWorld", R"($W cloned_world_id: "copy" allow_overwrite: true user_tag: "x")"},
    {"SwapWorld", R"($W target_world_id: "copy")"},
    {"DeleteWorld", R"(world_id: "copy")"},
    {"ListWorlds", ""},
    {"GetCollisionSettings", "$W"},
    {"UpdateCollisionSettings",
     R"($W collision_settings { minimum_margin: 0.01 collision_rules { left { object { $TABLE } } right { object { $ROBOT } } collision_action { is_excluded: true } } })"},
    {"ToggleCollisions",
     R"($W toggle_mode: TOGGLE_MODE_DISABLE object_a { reference { $TABLE } entity_filter { include_all_entities: true } } object_b { reference { $CRATE } entity_filter { include_all_entities: true } })"},
    {"GetObject", "$W object { $ROBOT } view: FULL"},
    {"GetObject", R"($W resource_handle_name: "table" view: BASIC)"},
    {"GetObject", R"($W object_full_path { object_names: "table" object_names: "crate" })"},
    {"ListObjects", "$W view: FULL query_objects { $TABLE }"},
    {"CreateObject",
     R"($W name: "new_object" name_is_global_alias: true parent_object { reference { id: "root" } $BASE } parent_object_t_created_object { $POSE }
      create_single_entity_object { entity_local_name: "e" geometry_component { named_geometries { key: "Intrinsic_Collision" value { named_geometries { key: "m"
      value { geometry { inline_geometry_data { exact_geometry { $MESH } } } ref_t_shape { trs { translation { x: 1 } } } } } } } } })"},
    {"CreateObject",
     R"($W name: "arm" parent_object { reference { $TABLE } $BASE } create_from_scene_object { scene_object { name: "arm" $LINK
      entities { name: "j" parent_name: "base" joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE axis { z: 1 } raw_value: 0.2 } } }
      entities { name: "tip" parent_name: "j" link {} } entities { name: "f" parent_name: "tip" parent_t_this { $POSE } frame { is_attachment_frame: true } }
      collision_rules { exclusion_rules { entity_pair { left_entity { entity_name: "base" } } is_excluded: true } } } user_data { key: "a" value: "b" } })"},
    {"DeleteObject", "$W object { $CRATE } force: true"},
    {"DeleteObject", "$W object { $TABLE } reparent_child_objects: true"},
    {"UpdateObjectName", R"($W object { $CRATE } name: "box_2" name_is_global_alias: true)"},
    {"ReparentObject",
     "$W object { $CRATE } parent_object { reference { $ROBOT } entity_filter { include_final_entity: true } }"},
    {"ReparentObject", "$W object { $CRATE } parent_frame { $FLANGE } view: FULL"},
    {"UpdateObjectJoints",
     R"($W object { $ROBOT } joint_positions: [0.3, -0.2] joint_application_limits { max_velocity { values: [1, 1] } })"},
    {"UpdateKinematicObjectProperties",
     R"($W object { $ROBOT } named_joint_configurations_to_set { name: "home" joint_positions: [0, 0] } cartesian_limits { max_rotational_velocity: 1 }
      robot_kinematics_update { robot_entity_updates { entities { entity_name: "joint_1" parent_t_entity { $POSE } } } })"},
    {"UpdateObjectProperties",
     R"($W object { $TABLE } simulation_component { is_static: true } user_data { policy: POLICY_INSERT_OR_UPDATE user_data { key: "k" value { type_url: "type.googleapis.com/google.protobuf.Duration" value: "\010\001" } } })"},
    {"UpdateEntityProperties",
     R"($W entity { reference { $TABLE } $BASE } geometry_component { named_geometries { key: "Intrinsic_Visual" value { named_geometries { key: "b"
      value { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { x: 1 y: 1 z: 1 } } } } } } } } } } } } })"},
    {"GetFrame", "$W frame { $GRASP }"},
    {"ListFrames", "$W object { $CRATE }"},
    {"CreateFrame",
     R"($W parent_object_with_filter { reference { $TABLE } } new_frame_name: "new_frame" parent_t_new_frame { $POSE } designate_as_attachment_frame: true)"},
    {"CreateFrame", R"($W parent_frame { $GRASP } new_frame_name: "deeper" parent_t_new_frame { $POSE })"},
    {"DeleteFrame", "$W frame { $GRASP } force: true"},
    {"UpdateFrameName", R"($W frame { $GRASP } name: "grip")"},
    {"ReparentFrame",
     "$W frame { $GRASP } parent_object { reference { $ROBOT } entity_filter { include_final_entity: true } }"},
    {"UpdateFrameProperties", "$W frame { $GRASP } is_attachment_frame { value: true }"},
    {"GetTransform",
     R"($W node_a { by_name { object { object_name: "robot" } } } node_b { by_name { frame { object_name: "crate" frame_name: "grasp" } } })"},
    {"UpdateTransform",
     R"($W node_a { by_name { object { object_name: "table" } } } node_b { by_name { object { object_name: "crate" } } } a_t_b { $POSE } view: FULL)"},
    {"UpdateWorldResources", R"($W view: BASIC world_updates {
      updates { update_transform { node_a { id: "root" } node_b { by_name { object { object_name: "table" } } } a_t_b { $POSE } } }
      updates { update_object_joint { object { $ROBOT } joint_name: "joint_1" joint_position: 0.5 } }
      updates { create_frame { parent_object_with_filter { reference { $TABLE } } new_frame_name: "f" parent_t_new_frame { $POSE } } }
      updates { update_frame_name { frame { $GRASP } name: "g" } } updates { reparent_object { object { $CRATE } parent_object { reference { id: "root" } $BASE } } }
      updates { toggle_collisions { toggle_mode: TOGGLE_MODE_ENABLE object_a { reference { $TABLE } $BASE } object_b { reference { $CRATE } $BASE } } } })"},
    {"AreFootprintsCompatible",
     R"($W left_set { object_reservation { type: WRITE object { object_name: "table" } } } right_set { object_reservation { type: READ object { object_name: "crate" } }
      resource_reservation { type: WRITE name: "r" } } return_all_incompatible_pairs: true)"},
    {"CompareWorlds", R"(base_world_id: "init_world" changed_world_id: "world" view: FULL unique_id_mode: BY_ID)"},
    {"CompareWorlds", R"(base_world_id: "world" changed_world_id: "init_world" unique_id_mode: BY_NAME)"},
    {"SyncObject", R"(from_world_id: "init_world" to_world_id: "world" object { $TABLE })"},
    {"SyncObject", R"(from_world_id: "init_world" to_world_id: "world" frame { $GRASP })"},
    {"GetGeometry", R"(geometry_storage_refs { exact_geometry_ref: "sha256:00" })"},
    {"GetRenderable", R"(lod_level: 2 geometry_storage_refs { exact_geometry_ref: "sha256:00" })"},
    {"CreateGeometry", "data { inline_geometry { exact_geometry { $MESH } } }"},
    {"CreateGeometry",
     "data { primitive_set { primitives { shape { cylinder { length: 1 radius: 0.1 } } ref_t_shape { matrix4d { rows: "
     "4 cols: 4 values: [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1] } } } } }"},
    {"CreateGeometry",
     "data { primitive_set_v0 { primitives { box { size { x: 1 y: 1 z: 1 } } } primitives { frustum { x_angle: 0.1 "
     "y_angle: 0.2 max_z_distance: 1 } } } }"},
    {"CreateGeometry", "data { geometry_v0 { exact_geometry { $MESH } } }"},
    {"CreateGeometry",
     R"(data { stl_bytes: "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n" })"},
    {"ListOperations", "page_size: 3"},
    {"GetOperation", R"(name: "operations/import-1")"},
    {"DeleteOperation", R"(name: "operations/import-1")"},
    {"CancelOperation", R"(name: "operations/import-1")"},
    {"WaitOperation", R"(name: "operations/import-1" timeout { nanos: 1000000 })"},
    {"ImportSceneObject",
     R"(file { file_type: OBJ data: "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" } config { scene_object_name: "part" length_unit_conversion { scale_factor: 0.001 }
      transform_scene_object { uniform_scale: 2 rotation { w: 1 } } material_properties { base_color { red: 1 } } })"},
    {"Export",
     R"(scene_object { proto { name: "part" entities { name: "base" link { } } entities { name: "j" parent_name: "base" joint { kinematics_component {
      motion_type: MOTION_TYPE_REVOLUTE system_limits { fixed_limits { lower: -1 upper: 1 } velocity: 2 } } } } entities { name: "tip" parent_name: "j" link {
      physics_component { mass_kg: 2 } } } user_data { key: "k" value { type_url: "type.googleapis.com/a.B" value: "x" } } } }
      format: EXPORT_FORMAT_SDF include_geometries: true include_user_data: true fds { file { name: "a.proto" package: "a" message_type { name: "B" } } })"},
    {"ListPrograms", "$W"},
    {"GetProgram", R"($W name: "pick" with_plan: true)"},
    {"SetProgram",
     R"($W program { name: "pick" robot { $ROBOT } start_joints { $JOINTS } steps { move { frame { by_name { frame { object_name: "crate" frame_name: "grasp" } } }
      frame_t_tool { $POSE } motion_type: LINEAR speed: 0.5 blend { cartesian_blending { translation_corner_rounding: 0.01 } } } }
      steps { attach { object { $CRATE } to { reference { $ROBOT } entity_filter { include_final_entity: true } } may_touch { $TABLE } } }
      steps { detach { object { $CRATE } } } steps { wait { seconds: 1 } } steps { set_signal { signal: "s" on: true } }
      steps { await_signal { signal: "s" number: 1 expected_seconds: 1 } } steps { set_joint { object { $ROBOT } joint: "j" position: 0.1 } } })"},
    {"SetProgram", R"($W program { name: "main" steps { call { program: "pick" } } } replaces: "old")"},
    {"DeleteProgram", R"($W name: "pick")"},
    {"PlanProgram", R"($W name: "pick" seed: 3 timeout { seconds: 1 })"},
    {"CheckProgram", R"($W name: "pick")"},
    {"LockSteps", R"($W name: "pick" steps: [1, 2] unlock: true)"},
    {"PlanTrajectory",
     R"($W robot_specification { robot_reference { object_id { $ROBOT } } start_configuration { joints: [0, 0] } } motion_specification {
      motion_segments { target { joint_position { $JOINTS } } motion_type: JOINT joint_limits { max_velocity { values: [1, 1] } } } } motion_planner_config { timeout_sec { seconds: 1 } })"},
    {"PlanPath",
     R"($W robot_specification { robot_reference { object_id { $ROBOT } } } motion_specification { motion_segments { target { joint_position { $JOINTS } } } } motion_planner_config { timeout_sec { seconds: 1 } })"},
    {"ComputeIk",
     R"($W robot_reference { object_id { $ROBOT } } target { cartesian_pose { moving_frame { by_name { frame { object_name: "robot" frame_name: "flange" } } } target_frame { id: "root" } target_frame_offset { $POSE } } }
      starting_joints { $JOINTS } max_num_solutions: 2 collision_settings {})"},
    {"ComputeIk",
     R"($W robot_reference { object_id { $ROBOT } } target { constraint_intersection { constraints { joint_position { $JOINTS } } } })"},
    {"ComputeFk",
     R"($W robot_reference { object_id { $ROBOT } } joints { $JOINTS } reference { id: "root" } target { by_name { frame { object_name: "robot" frame_name: "flange" } } })"},
    {"CheckCollisions",
     R"($W robot_reference { object_id { $ROBOT } } waypoint { $JOINTS } waypoint { joints: [1, 1] } collision_settings { minimum_margin: 0.01 })"},
    {"ClearCache", ""},
};

}  // namespace

const std::vector<Seed>& seeds() {
  static const std::vector<Seed> all = [] {
    std::vector<Seed> out;
    for (const Seed& seed : kSeeds) out.push_back({seed.method, expand(seed.text)});
    return out;
  }();
  return all;
}

}  // namespace ww::fuzz
