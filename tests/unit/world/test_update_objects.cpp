// SPDX-License-Identifier: Apache-2.0
// Creating, deleting, renaming and reparenting objects, as the wire's documents say.
#include "bench.h"
#include "core/world/updates/ignored.h"

using namespace ww;
using test::Cell;
using test::entities;
using test::named;

namespace {

std::string create(const std::string& name, const std::string& more) {
  return "edits { create_object { name: '" + name + "' " + more + " } }";
}
std::string single(const std::string& name, const std::string& more = {}) {
  return create(name, "create_single_entity_object { " + test::boxGeometry() + " } " + more);
}

}  // namespace

class TestUpdateObjects : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anObjectOfOneEntityHasGeometryAndDefaultPhysics() {
    Cell b;
    QVERIFY2(b.apply(single("crate", "name_is_global_alias: true parent_object " +
                                         entities("table", "include_final_entity: true") +
                                         " parent_object_t_created_object " + test::pose(0, 0, 1))),
             b.last.line().c_str());
    const auto view = b.view("crate");
    QCOMPARE(view.type(), intrinsic_proto::world::PHYSICAL_OBJECT);
    QCOMPARE(view.entities_size(), 1);
    const auto& entity = view.entities().at(view.root_entity_id());
    QCOMPARE(entity.name(), "crate");
    QVERIFY(entity.physics_component().mass_kg() > 0);
    QCOMPARE(entity.physics_component().inertia().values_size(), 9);
    QCOMPARE(entity.physics_component().inertia().values(0), (4.0 + 9.0) / 12.0);
    QVERIFY(test::near(b.w.rootT(b.id("crate")), Pose::translation(1, 0, 1)));
    // Both forms of the geometry, for old readers too.
    const auto& set = entity.geometry_component().named_geometries().at("Intrinsic_Collision");
    QCOMPARE(set.geometries_size(), 1);
    QCOMPARE(set.geometries(0).geometry_storage_refs().geometry_ref(),
             set.named_geometries().at("box").geometry().geo_ref().exact_geometry_ref());
  }

  void theDeprecatedListOfGeometriesCreatesObjects() {
    Cell b;
    QVERIFY(b.apply(single("first", "name_is_global_alias: true")));
    const auto first = b.view("first");
    const std::string ref = first.entities()
                                .at(first.root_entity_id())
                                .geometry_component()
                                .named_geometries()
                                .at("Intrinsic_Collision")
                                .geometries(0)
                                .geometry_storage_refs()
                                .geometry_ref();
    QVERIFY2(b.apply(create("second",
                            "name_is_global_alias: true create_single_entity_object { entity_local_name: 'body' "
                            "geometry_component { named_geometries { key: "
                            "'Intrinsic_Visual' value { geometries { geometry_storage_refs { geometry_ref: '" +
                                ref + "' } } } } } }")),
             b.last.line().c_str());
    QCOMPARE(b.object("second").entities.front()->visual.size(), 1u);
    QCOMPARE(b.object("second").entities.front()->name, "body");
  }

  void creationsThatAreNotSoundAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const std::string& text, Code code) {
      QTest::newRow(name) << QString::fromStdString(text) << static_cast<int>(code);
    };
    row("nothing to create", create("x", ""), Code::kInvalidArgument);
    row("no geometry", create("x", "create_single_entity_object {}"), Code::kInvalidArgument);
    row("geometry of no kind",
        create("x", "create_single_entity_object { geometry_component { named_geometries { key: 'mine' value {} } } }"),
        Code::kInvalidArgument);
    row("unknown geometry",
        create("x",
               "create_single_entity_object { geometry_component { named_geometries { key: 'Intrinsic_Visual' value { "
               "named_geometries { "
               "key: 'a' value { geometry { geo_ref { exact_geometry_ref: 'sha256:0' } } } } } } } }"),
        Code::kNotFound);
    row("used name", single("table"), Code::kAlreadyExists);
    row("used alias", single("arm", "name_is_global_alias: true"), Code::kAlreadyExists);
    row("bad name", single("1x"), Code::kInvalidArgument);
    row("filter not set", single("x", "parent_object { reference " + named("table") + " }"), Code::kInvalidArgument);
    row("filter selects nothing", single("x", "parent_object " + entities("table", "")), Code::kInvalidArgument);
    row("filter selects many", single("x", "parent_object " + entities("arm", "include_all_entities: true")),
        Code::kInvalidArgument);
    row("filter selects two",
        single("x", "parent_object " + entities("arm", "include_base_entity: true include_final_entity: true")),
        Code::kInvalidArgument);
    row("filter selects a frame", single("x", "parent_object " + entities("arm", "entity_names: 'flange'")),
        Code::kInvalidArgument);
    row("unknown entity", single("x", "parent_object " + entities("arm", "entity_names: 'elbow'")), Code::kNotFound);
    row("unknown parent", single("x", "parent_object " + entities("robot", "include_base_entity: true")),
        Code::kNotFound);
    row("pose without orientation", single("x", "parent_object_t_created_object { position { x: 1 } }"),
        Code::kInvalidArgument);
    row("orientation is no unit", single("x", "parent_object_t_created_object { orientation { w: 0.9 } }"),
        Code::kInvalidArgument);
    row("position is no number",
        single("x", "parent_object_t_created_object { position { x: nan } orientation { w: 1 } }"),
        Code::kInvalidArgument);
    row("margin below 0", single("x", "action_for_object_entities { margin { hard_margin: -1 } }"),
        Code::kInvalidArgument);
    row("action says nothing", single("x", "action_for_object_entities {}"), Code::kInvalidArgument);
    row("reserved key", single("x", "user_data { key: 'FLOWSTATE_ASSET_USER_DATA' value { type_url: 't/x' } }"),
        Code::kInvalidArgument);
    row("scene object's reserved text",
        create("x",
               "create_from_scene_object { scene_object { entities { name: 'a' link {} } } user_data { key: "
               "'FLOWSTATE_X' value: 'v' } }"),
        Code::kInvalidArgument);
    row("forbidden key",
        create("x",
               "create_from_scene_object { scene_object { entities { name: 'a' link {} } user_data { key: 'sdf_lights' "
               "value {} } } }"),
        Code::kInvalidArgument);
    row("two solvers",
        create("x",
               "create_from_scene_object { scene_object { entities { name: 'a' link {} } properties { kinematics { "
               "ik_solvers {} ik_solvers {} } } } }"),
        Code::kInvalidArgument);
    row("rule without entity",
        create("x",
               "create_from_scene_object { scene_object { entities { name: 'a' link {} } collision_rules { "
               "exclusion_rules { entity_pair { "
               "left_entity { entity_name: 'b' } } } } } }"),
        Code::kInvalidArgument);
    const auto sensor = [](const std::string& what) {
      return create("x",
                    "create_from_scene_object { scene_object { entities { name: 'a' link {} } entities { name: 's' "
                    "parent_name: 'a' sensor { sensor_component { " +
                        what + " } } } } }");
    };
    row("sensor's rate below 0", sensor("update_rate: -1"), Code::kInvalidArgument);
    row("image of negative size", sensor("camera { properties { image { width: -640 } } }"), Code::kInvalidArgument);
    row("clipping planes crossed", sensor("depth_camera { properties { clip { near: 2 far: 1 } } }"),
        Code::kInvalidArgument);
    row("noise is no number", sensor("force_torque { force_noise { x { mean: nan } } }"), Code::kInvalidArgument);
    row("lidar ranges crossed", sensor("lidar { range { min_distance: 2 max_distance: 1 } }"), Code::kInvalidArgument);
    const auto joint = [](const std::string& what) {
      return create("x",
                    "create_from_scene_object { scene_object { entities { name: 'a' link {} } entities { name: 'j' "
                    "parent_name: 'a' " +
                        what + " } } }");
    };
    row("damping below 0", joint("joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE damping: -1 } }"),
        Code::kInvalidArgument);
    row("fixed joint that stands elsewhere",
        joint("joint { kinematics_component { motion_type: MOTION_TYPE_FIXED raw_value: 1 } }"),
        Code::kInvalidArgument);
    row("joint of no known motion", joint("joint { kinematics_component {} }"), Code::kFailedPrecondition);
    row("position beyond the limits",
        joint("joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE raw_value: 2 system_limits { "
              "fixed_limits { lower: -1 upper: 1 } } } }"),
        Code::kInvalidArgument);
    row("pose against the position",
        joint("parent_t_this { position { x: 1 } orientation { w: 1 } } joint { kinematics_component { motion_type: "
              "MOTION_TYPE_PRISMATIC raw_value: 0.5 } }"),
        Code::kInvalidArgument);
    row("mass below 0",
        create("x",
               "create_from_scene_object { scene_object { entities { name: 'a' link { physics_component { mass_kg: -1 "
               "} } } } }"),
        Code::kInvalidArgument);
  }
  void creationsThatAreNotSoundAreRefused() {
    QFETCH(QString, text);
    QFETCH(int, code);
    Cell b;
    QVERIFY2(b.refusesEdit(static_cast<Code>(code), text.toStdString()), b.last.line().c_str());
  }

  void sensorsAreStoredAndReturned() {
    Cell b;
    QVERIFY2(b.apply(create("cam",
                            "name_is_global_alias: true create_from_scene_object { scene_object { entities { name: 'a' "
                            "link {} } entities { name: 's' parent_name: 'a' parent_t_this " +
                                test::pose(0, 0, 1) +
                                " sensor { sensor_component { always_on: true topic: 'image' camera { properties { "
                                "horizontal_fov: 1 image { width: 64 height: 48 } } } } } } } }")),
             b.last.line().c_str());
    const auto view = b.view("cam");
    for (const auto& [id, e] : view.entities()) {
      if (e.name() != "s") continue;
      QCOMPARE(e.sensor_component().camera().properties().image().width(), 64);
      QCOMPARE(e.sensor_component().topic(), "image");
      QVERIFY(!e.has_geometry_component() && !e.has_kinematics_component() && !e.has_physics_component());
    }
  }

  void whatHasNoEffectIsNamed() {
    worldwright::v1::Edit update;
    auto& request = *update.mutable_world_update()->mutable_update_object_joints();
    QVERIFY(world::ignoredFields(update).empty());
    request.mutable_joint_system_limits()->mutable_max_effort()->add_values(1);
    request.mutable_joint_system_limits()->mutable_max_velocity()->add_values(1);
    QCOMPARE(world::ignoredFields(update).size(), 1u);
    QVERIFY(world::ignoredFields(update).front().starts_with(
        "update_object_joints.joint_system_limits.max_effort is ignored"));
  }

  void finalWorksForTheRootAndForObjectsOfOneLink() {
    Cell b;
    QVERIFY2(b.apply(single(
                 "a", "name_is_global_alias: true parent_object " + entities("root", "include_final_entity: true"))),
             b.last.line().c_str());
    QVERIFY(b.apply(
        single("c", "name_is_global_alias: true parent_object " + entities("part", "include_final_entity: true"))));
    QVERIFY(b.apply(
        single("d", "name_is_global_alias: true parent_object " + entities("part", "include_all_entities: true"))));
    QCOMPARE(b.object("c").parent_entity, b.object("part").rootEntity());
    QVERIFY(b.apply(
        single("e", "name_is_global_alias: true parent_object " + entities("arm", "include_final_entity: true"))));
    QCOMPARE(b.object("arm").entity(b.object("e").parent_entity)->name, "link_3");
  }

  void theNewObjectsEntitiesGetTheAskedAction() {
    Cell b;
    QVERIFY(b.apply(single("x", "name_is_global_alias: true action_for_object_entities { is_excluded: true }")));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 1);
    const auto& rule = b.w.collisionSettings().collision_rules(0);
    QCOMPARE(rule.left(0).object().id(), b.wire("x"));
    QVERIFY(rule.right().empty() && rule.collision_action().is_excluded());
    // The rule goes with the object.
    QVERIFY(b.update("delete_object { object " + named("x") + " }"));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 0);
  }

  void userDataOfTheRequestAndOfTheSpecAreKept() {
    Cell b;
    QVERIFY(b.apply(create(
        "x",
        "name_is_global_alias: true create_from_scene_object { scene_object { entities { name: 'a' link {} } user_data "
        "{ key: 'FLOWSTATE_ASSET_USER_DATA' value { type_url: "
        "'t/s' } } } user_data { key: 'note' value: 'hello' } } user_data { key: 'mine' value { type_url: 't/m' } }")));
    const auto view = b.view("x");
    const auto& data = view.object_component().user_data();
    QCOMPARE(data.size(), 3u);
    QCOMPARE(data.at("mine").type_url(), "t/m");
    QCOMPARE(data.at("note").type_url(), "type.googleapis.com/google.protobuf.StringValue");
  }

  void deletingHandsChildrenUpAndFreesTheName() {
    Cell b;
    QVERIFY(b.apply(single("box", "parent_object " + entities("root", "include_base_entity: true"))));
    QVERIFY(b.apply("edits { create_object { name: 'box' create_single_entity_object { " + test::boxGeometry() +
                    " } parent_object { reference { id: '" + b.wire("box") +
                    "' } entity_filter { include_base_entity: true } } parent_object_t_created_object " +
                    test::pose(0, 0, 1) + " } }"));
    const ObjectId outer = b.id("box"), inner = b.id("box/box");
    QVERIFY(outer && inner);
    QVERIFY2(b.update("delete_object { object { id: '" + world::toWire(outer) + "' } reparent_child_objects: true }"),
             b.last.line().c_str());
    QCOMPARE(b.id("box"), inner);
    QVERIFY(test::near(b.w.rootT(inner), Pose::translation(0, 0, 1)));
  }

  void deletionsThatCannotBeAreRefused() {
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, "delete_object { object { id: 'root' } force: true }"));
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object { id: 'o999' } }"));
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object { id: '' } }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "delete_object {}"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "delete_object { object {} }"));
    QVERIFY(b.refuses(Code::kFailedPrecondition, "delete_object { object " + named("table") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "delete_object { object " + named("table") + " force: true reparent_child_objects: true }"));
    // A child's name may be taken under the grandparent.
    QVERIFY(b.apply(session::createFrame(world::kRootObject, {}, "arm", {})));
    QVERIFY(b.refuses(Code::kAlreadyExists,
                      "delete_object { object " + named("table") + " reparent_child_objects: true }"));
    QVERIFY(b.update("delete_object { object " + named("table") + " force: true }"));
    QVERIFY(!b.id("arm"));
    // Whoever asks for the root by name would get the child.
    const std::string on_part = "parent_object " + entities("part", "include_base_entity: true");
    QVERIFY2(b.apply(single("root", on_part)), b.last.line().c_str());
    QVERIFY(
        b.refuses(Code::kAlreadyExists, "delete_object { object " + named("part") + " reparent_child_objects: true }"));
  }

  void renaming() {
    Cell b;
    const std::string part = b.wire("part");
    const auto rename = [&](const std::string& name, bool alias) {
      return "update_object_name { object { id: '" + part + "' debug_hint: 'nonsense' } name: '" + name +
             "' name_is_global_alias: " + (alias ? "true" : "false") + " }";
    };
    QVERIFY(b.changesNothing(rename("part", true)));
    QVERIFY(b.update(rename("arm", false)));  // an alias elsewhere does not matter to a plain name
    QVERIFY(b.refuses(Code::kInvalidArgument, rename("arm", true)));
    QVERIFY(b.refuses(Code::kInvalidArgument, rename("table", false)));
    QVERIFY(b.refuses(Code::kInvalidArgument, rename("x_", false)));
    QVERIFY(b.refuses(Code::kInvalidArgument, "update_object_name { object { id: 'root' } name: 'origin' }"));
    // Without an alias it has no name for references, only a path and its id.
    QVERIFY(b.update(rename("thing", false)));
    QVERIFY(b.refuses(Code::kNotFound, "update_object_name { object " + named("thing") + " name: 'y' }"));
    QVERIFY(b.update(rename("thing", true)));
    QVERIFY(b.update("update_object_name { object " + named("thing") + " name: 'y' name_is_global_alias: true }"));
    // A frame beside it.
    QVERIFY(b.apply(session::createFrame(world::kRootObject, {}, "spot", {})));
    QVERIFY(b.refuses(Code::kInvalidArgument, rename("spot", true)));
  }

  void reparentingObjects() {
    Cell b;
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.4))));
    const Pose before = b.w.rootT(b.id("part"));
    const auto onto = [](const std::string& filter) {
      return "reparent_object { object " + named("part") + " parent_object " + entities("arm", filter) + " }";
    };
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_object { object " + named("part") +
                                                  " parent_object { reference " + named("arm") + " } }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, onto("")));
    QVERIFY(b.refuses(Code::kInvalidArgument, onto("include_all_entities: true")));
    QVERIFY(b.refuses(Code::kInvalidArgument, onto("entity_names: 'link_1' entity_names: 'link_2'")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      onto("entity_references { id: '" + world::toWire(b.object("table").rootEntity()) + "' }")));
    QVERIFY(b.refuses(Code::kNotFound, onto("entity_references { id: 'e999' }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_object { object " + named("part") + " }"));
    QVERIFY(b.update(onto("entity_names: 'link_2' entity_references { id: '" +
                          world::toWire(b.object("arm").entityNamed("link_2")->id) + "' }")));
    QVERIFY(test::near(b.w.rootT(b.id("part")), before));
    QCOMPARE(b.view("part").parent_entity().id(), world::toWire(b.object("arm").entityNamed("link_2")->id));
    QVERIFY(b.changesNothing(onto("entity_names: 'link_2'")));
    // The deprecated field, and back to the root.
    QVERIFY(b.update("reparent_object { object " + named("part") + " new_parent " +
                     entities("root", "include_base_entity: true") + " }"));
    QVERIFY(test::near(b.w.rootT(b.id("part")), before));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_object { object { id: 'root' } parent_object " +
                                                  entities("arm", "include_base_entity: true") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_object { object " + named("table") + " parent_object " +
                                                  entities("arm", "include_base_entity: true") + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "reparent_object { object " + named("table") + " parent_frame " +
                                                  test::frameRef("arm", "flange") + " }"));
    // Onto an attachment frame it snaps; onto another it stays.
    QVERIFY(b.apply(session::createFrame(b.id("arm"), {}, "plain", Pose::translation(0, 0, 3))));
    QVERIFY(b.update("reparent_object { object " + named("part") + " parent_frame " + test::frameRef("arm", "plain") +
                     " }"));
    QVERIFY(test::near(b.w.rootT(b.id("part")), before));
    QVERIFY(b.update("reparent_object { object " + named("part") + " parent_frame " + test::frameRef("arm", "flange") +
                     " }"));
    QVERIFY(test::near(b.w.rootT(b.id("part")), b.w.rootT(b.frame("arm", "flange"))));
  }

  void errorsOfABatchNameTheUpdateAndNothingIsDone() {
    Cell b;
    const std::string fine = "edits { world_update { update_object_name { object " + named("part") +
                             " name: 'p' name_is_global_alias: true } } }";
    QVERIFY(b.refusesEdit(Code::kNotFound,
                          fine + "edits { world_update { delete_object { object " + named("part") + " } } }"));
    QVERIFY2(b.last.title.starts_with("edit 2 of "), b.last.title.c_str());
    QVERIFY(b.apply(fine + "edits { world_update { delete_object { object " + named("p") + " } } }"));
    QVERIFY(b.refusesEdit(Code::kInvalidArgument, "edits { world_update {} }"));
    QVERIFY(b.refusesEdit(Code::kInvalidArgument, "edits {}"));
  }
};

QTEST_GUILESS_MAIN(TestUpdateObjects)
#include "test_update_objects.moc"
