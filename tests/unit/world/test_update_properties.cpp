// SPDX-License-Identifier: Apache-2.0
// Properties of objects and entities, user data, collision settings and toggles; what views show of them.
#include "bench.h"

using namespace ww;
using test::Cell;
using test::entities;
using test::named;
using world::View;

namespace {

std::string properties(const std::string& more) {
  return "update_object_properties { object " + named("part") + " " + more + " }";
}
std::string data(const std::string& policy, const std::vector<std::string>& keys, const std::string& value = "v") {
  std::string text = "user_data { policy: " + policy;
  for (const std::string& key : keys)
    text += " user_data { key: '" + key + "' value { type_url: 't/x' value: '" + value + "' } }";
  return properties(text + " }");
}
std::string entity(const std::string& object, const std::string& filter, const std::string& more) {
  return "update_entity_properties { entity " + entities(object, filter) + " " + more + " }";
}
std::string settings(const std::string& more) {
  return "update_collision_settings { collision_settings { " + more + " } }";
}
std::string toggle(const std::string& mode, const std::string& a, const std::string& b) {
  return "toggle_collisions { toggle_mode: TOGGLE_MODE_" + mode + " object_a " + a + " object_b " + b + " }";
}
const std::string kAll = "include_all_entities: true";

}  // namespace

class TestUpdateProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFivePoliciesOfUserData() {
    Cell b;
    const auto keys = [&] {
      std::set<std::string> out;
      const auto view = b.view("part");
      for (const auto& [key, value] : view.object_component().user_data()) out.insert(key + "=" + value.value());
      return out;
    };
    using Set = std::set<std::string>;
    QVERIFY(b.update(data("POLICY_UNSPECIFIED", {"a"})));  // as insert
    QVERIFY(b.update(data("POLICY_INSERT", {"b"})));
    QVERIFY(b.refuses(Code::kAlreadyExists, data("POLICY_INSERT", {"c", "a"})));
    QVERIFY(b.refuses(Code::kAlreadyExists, data("POLICY_UNSPECIFIED", {"a"})));
    QVERIFY((keys() == Set{"a=v", "b=v"}));
    QVERIFY(b.update(data("POLICY_INSERT_OR_UPDATE", {"b", "c"}, "w")));
    QVERIFY((keys() == Set{"a=v", "b=w", "c=w"}));
    QVERIFY(b.changesNothing(data("POLICY_REMOVE", {"zzz"})));
    QVERIFY(b.update(data("POLICY_REMOVE", {"zzz", "a"}, "ignored")));
    QVERIFY((keys() == Set{"b=w", "c=w"}));
    QVERIFY(b.update(data("POLICY_CLEAR_AND_REPLACE", {"d"})));
    QVERIFY((keys() == Set{"d=v"}));
    QVERIFY(b.update(data("POLICY_CLEAR_ALL", {})));
    QVERIFY(keys().empty());
    QVERIFY(b.changesNothing(data("POLICY_CLEAR_ALL", {})));
    QVERIFY(b.update(data("POLICY_CLEAR_AND_REPLACE", {"d"})));
    QVERIFY(b.refuses(Code::kInvalidArgument, data("77", {"d"})));
    QVERIFY(b.refuses(Code::kInvalidArgument, data("POLICY_INSERT", {""})));
  }

  void reservedKeysBelongToTheProgram() {
    Cell b;
    QVERIFY(
        b.apply("edits { create_object { name: 'kit' name_is_global_alias: true create_from_scene_object { "
                "scene_object { entities { name: 'a' link {} } user_data { key: "
                "'FLOWSTATE_ASSET_USER_DATA' value { type_url: 't/x' value: 'v' } } } } } }"));
    const auto on = [](std::string text) { return text.replace(text.find("'part'"), 6, "'kit'"); };
    for (const char* policy : {"POLICY_INSERT_OR_UPDATE", "POLICY_CLEAR_AND_REPLACE"}) {
      QVERIFY(b.refuses(Code::kInvalidArgument, on(data(policy, {"FLOWSTATE_ASSET_USER_DATA"}, "other"))));
      QVERIFY(b.refuses(Code::kInvalidArgument, on(data(policy, {"FLOWSTATE_MINE"}))));
    }
    QVERIFY(b.refuses(Code::kInvalidArgument, on(data("POLICY_INSERT", {"FLOWSTATE_MINE"}))));
    QVERIFY(b.refuses(Code::kInvalidArgument, on(data("POLICY_REMOVE", {"FLOWSTATE_ASSET_USER_DATA"}))));
    // What was read may be sent back, and clearing leaves it.
    QVERIFY(b.update(on(data("POLICY_CLEAR_AND_REPLACE", {"FLOWSTATE_ASSET_USER_DATA", "mine"}))));
    QVERIFY(b.update(on(data("POLICY_CLEAR_ALL", {}))));
    QCOMPARE(b.view("kit").object_component().user_data_size(), 1);
  }

  void simulation() {
    Cell b;
    QVERIFY(!b.view("part").object_component().has_simulation_component());
    QVERIFY(b.changesNothing(properties("")));
    QVERIFY(b.update(properties("simulation_component { is_static: true }")));
    QVERIFY(b.changesNothing(properties("simulation_component { is_static: true }")));
    QVERIFY(b.view("part").object_component().simulation_component().is_static());
    QVERIFY(b.update(properties("simulation_component { disabled: true }")));
    QVERIFY(!b.view("part").object_component().simulation_component().is_static());
    QVERIFY(b.view("part").object_component().simulation_component().disabled());
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "update_object_properties { object { id: 'root' } simulation_component {} }"));
    QVERIFY(b.refuses(Code::kNotFound, "update_object_properties { object { id: 'o999' } }"));
  }

  // What only others know how to use is here as long as the object is.
  void geometryOfOtherPurposesIsKept() {
    Cell b;
    std::string custom = test::boxGeometry();
    const std::string purpose = "Intrinsic_Collision";
    custom.replace(custom.find(purpose), purpose.size(), "Custom");
    QVERIFY2(b.update(entity("part", kAll, custom)), b.last.line().c_str());
    const auto& component = b.object("part").entities.front()->message->content().link().geometry_component();
    const std::string ref = component.named_geometries()
                                .at("Custom")
                                .named_geometries()
                                .at("box")
                                .geometry()
                                .geo_ref()
                                .exact_geometry_ref();
    QVERIFY(!ref.empty());
    b.store.dropUnused();
    QVERIFY(b.store.find(ref));
    // No longer than that.
    QVERIFY(b.update(entity("part", kAll, test::boxGeometry())));
    QVERIFY(b.apply(session::deleteObject(b.id("part"), true)));
    b.store.dropUnused();
    QVERIFY(!b.store.find(ref));
  }

  void entityComponents() {
    Cell b;
    QVERIFY(b.update(entity(
        "part", "include_base_entity: true",
        "physics_component { mass_kg: 3 this_t_center_of_mass { position { z: 1 } orientation { w: 1.0001 } } }")));
    QVERIFY(b.changesNothing(
        entity("part", kAll,
               "physics_component { mass_kg: 3 this_t_center_of_mass { position { z: 1 } orientation { w: 1.0 } } }")));
    const auto view = b.view("part");
    QCOMPARE(view.entities().at(view.root_entity_id()).physics_component().this_t_center_of_mass().orientation().w(),
             1.0);
    QVERIFY(b.update("update_entity_properties { entity { reference " + named("part") +
                     " } physics_component { mass_kg: 4 } }"));  // unset: the base
    QVERIFY(b.update(entity("part", kAll, test::boxGeometry())));
    QCOMPARE(b.object("part").entities.front()->collision.size(), 1u);
    QCOMPARE(b.object("part").entities.front()->collision.front().name, "box");
    // Links of the arm have neither; joints have none.
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "include_base_entity: true", "physics_component {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "include_base_entity: true", test::boxGeometry())));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "entity_names: 'joint_1'", "physics_component {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", kAll, "physics_component {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "", "physics_component {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "entity_names: 'flange'", "physics_component {}")));
    for (const char* bad : {"mass_kg: -1", "mass_kg: nan", "friction { mu: -1 }", "torsional { coefficient: inf }",
                            "this_t_center_of_mass {}", "inertia { rows: 1 cols: 1 values: 1 }", "contact_kp: -1"}) {
      QVERIFY2(
          b.refuses(Code::kInvalidArgument, entity("part", kAll, std::string("physics_component { ") + bad + " }")),
          bad);
    }
    QVERIFY(b.refuses(Code::kNotFound, entity("part", kAll,
                                              "geometry_component { named_geometries { key: 'Intrinsic_Visual' value { "
                                              "named_geometries { key: 'x' value { geometry { geo_ref { "
                                              "exact_geometry_ref: 'sha256:1' } } } } } } }")));
  }

  void theDeprecatedCollisionActionOfAnEntityIsARuleAgainstAll() {
    Cell b;
    const std::string text =
        entity("arm", "entity_names: 'joint_1'", "collision_action { margin { hard_margin: 0.02 } }");
    QVERIFY(b.update(text));
    QVERIFY(b.changesNothing(text));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 1);
    QCOMPARE(b.w.collisionSettings().collision_rules(0).left(0).entity().id(),
             world::toWire(b.object("arm").entityNamed("joint_1")->id));
    QVERIFY(b.refuses(Code::kInvalidArgument, entity("arm", "entity_names: 'joint_1'", "collision_action {}")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      entity("arm", "entity_names: 'joint_1'", "collision_action { margin { hard_margin: -1 } }")));
  }

  void collisionSettingsReplaceTheOldOnes() {
    Cell b;
    const std::string rule = "collision_rules { left { object " + named("arm") + " } right { object_with_filter " +
                             entities("part", "entity_names: 'part'") + " } collision_action { is_excluded: true } }";
    QVERIFY(b.update(settings("minimum_margin: 0.01 " + rule)));
    QVERIFY(b.changesNothing(
        "update_collision_settings { collision_settings { minimum_margin: 0.01 collision_rules { left { object { id: "
        "'" +
        b.wire("arm") + "' } } right { object_with_filter { reference { id: '" + b.wire("part") +
        "' } entity_filter { entity_references { id: '" + world::toWire(b.object("part").rootEntity()) +
        "' } } } } collision_action { is_excluded: true } } } }"));
    // Kept by id: a new name changes nothing of it.
    QVERIFY(b.apply(session::renameObject(b.id("arm"), "robot", true)));
    QVERIFY(b.apply(session::renameEntity(b.object("part").rootEntity(), "body")));
    QVERIFY(world::resolve(b.w, b.w.collisionSettings().collision_rules(0).left(0)).ok());
    QVERIFY(world::resolve(b.w, b.w.collisionSettings().collision_rules(0).right(0)).ok());
    QVERIFY(b.update(settings("disable_collision_checking: true")));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 0);
    QVERIFY(b.refuses(Code::kInvalidArgument, "update_collision_settings {}"));
    for (const char* bad :
         {"minimum_margin: -1", "minimum_margin: nan", "collision_check_spacing: -1", "collision_check_spacing: 0",
          "collision_rules {}", "collision_rules { left { object { id: 'root' } } }",
          "collision_rules { left {} collision_action { is_excluded: true } }",
          "collision_rules { right { object { id: 'root' } } collision_action { is_excluded: true } }",
          "collision_rules { left { object { id: 'root' } } collision_action { margin { hard_margin: -0.1 } } }"}) {
      QVERIFY2(b.refuses(Code::kInvalidArgument, settings(bad)), bad);
    }
    QVERIFY(b.refuses(
        Code::kNotFound,
        settings("collision_rules { left { object { id: 'o999' } } collision_action { is_excluded: true } }")));
  }

  void rulesLoseWhatIsDeleted() {
    Cell b;
    QVERIFY(b.update(settings("collision_rules { left { object " + named("arm") + " } right { object " + named("part") +
                              " } right { object " + named("table") +
                              " } collision_action { is_excluded: true } } collision_rules { left { object " +
                              named("part") + " } collision_action { is_excluded: true } }")));
    QVERIFY(b.update("delete_object { object " + named("part") + " }"));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 1);
    QCOMPARE(b.w.collisionSettings().collision_rules(0).right_size(), 1);
    QVERIFY(b.update("delete_object { object " + named("table") + " force: true }"));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 0);
  }

  void toggling() {
    Cell b;
    const std::string arm = entities("arm", kAll), part = entities("part", kAll), table = entities("table", kAll);
    QVERIFY(b.changesNothing(toggle("ENABLE", arm, part)));
    QVERIFY(b.update(toggle("DISABLE", arm, part)));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 1);
    QVERIFY(b.changesNothing(toggle("DISABLE", part, arm)));
    QVERIFY(b.changesNothing(toggle("DISABLE", part, entities("arm", "include_final_entity: true"))));
    // One link is enabled again; the others stay.
    QVERIFY(b.update(toggle("ENABLE", part, entities("arm", "include_final_entity: true"))));
    QVERIFY(b.changesNothing(toggle("ENABLE", entities("arm", "include_final_entity: true"), part)));
    QVERIFY(
        b.changesNothing(toggle("DISABLE", entities("arm", "entity_names: 'link_1' entity_names: 'joint_2'"), part)));
    QVERIFY(b.update(toggle("ENABLE", arm, part)));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 0);
    // Rules of other makers too, but not one against anything.
    QVERIFY(b.update(settings("collision_rules { left { object " + named("arm") + " } right { object " + named("part") +
                              " } right { object " + named("table") + " } collision_action { is_excluded: true } }")));
    QVERIFY(b.update(toggle("ENABLE", arm, table)));
    QVERIFY(b.changesNothing(toggle("DISABLE", arm, part)));
    QVERIFY(b.update(
        settings("collision_rules { left { object " + named("arm") + " } collision_action { is_excluded: true } }")));
    QVERIFY(b.refuses(Code::kFailedPrecondition, toggle("ENABLE", arm, part)));
    QVERIFY(b.changesNothing(toggle("ENABLE", table, part)));
    QVERIFY(b.refuses(Code::kInvalidArgument, "toggle_collisions { object_a " + arm + " object_b " + part + " }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, toggle("DISABLE", "{ reference " + named("arm") + " }", part)));
    QVERIFY(b.refuses(Code::kInvalidArgument, toggle("DISABLE", entities("arm", ""), part)));
    QVERIFY(b.refuses(Code::kNotFound, toggle("DISABLE", entities("robot", kAll), part)));
    QVERIFY(
        b.refuses(Code::kInvalidArgument, toggle("DISABLE", arm, "{ entity_filter { include_all_entities: true } }")));
  }

  void fieldsThatThisProgramDoesNotKnowAreKeptWhereTheirMessageIsStored() {
    Cell b;
    const auto extra = [](google::protobuf::Message& m) {
      m.GetReflection()->MutableUnknownFields(&m)->AddVarint(999, 7);
    };
    const auto has = [](const google::protobuf::Message& m) { return !m.GetReflection()->GetUnknownFields(m).empty(); };
    const auto apply = [&](const intrinsic_proto::world::ObjectWorldUpdate& u) {
      auto edits = std::make_shared<worldwright::v1::Edits>();
      *edits->add_edits()->mutable_world_update() = u;
      return b.apply(edits);
    };
    intrinsic_proto::world::ObjectWorldUpdate u;
    auto* configuration = u.mutable_update_kinematic_object_properties()->add_named_joint_configurations_to_set();
    u.mutable_update_kinematic_object_properties()->mutable_object()->set_id(b.wire("arm"));
    configuration->set_name("home");
    for (int i = 0; i < 3; ++i) configuration->add_joint_positions(0);
    extra(*configuration);
    extra(*u.mutable_update_kinematic_object_properties()->mutable_mounted_payload());
    QVERIFY(apply(u));
    const auto arm = b.view("arm");
    QVERIFY(has(arm.kinematic_object_component().named_joint_configurations(0)) &&
            has(arm.kinematic_object_component().mounted_payload()));
    u.mutable_update_object_properties()->mutable_object()->set_id(b.wire("part"));
    extra(*u.mutable_update_object_properties()->mutable_simulation_component());
    QVERIFY(apply(u));
    QVERIFY(has(b.view("part").object_component().simulation_component()));
    auto& t = *u.mutable_update_transform();
    t.mutable_node_a()->set_id("root");
    t.mutable_node_b()->set_id(b.wire("part"));
    t.mutable_a_t_b()->mutable_orientation()->set_w(1);
    extra(*t.mutable_a_t_b());
    QVERIFY(apply(u));
    QVERIFY(has(world::toRecord(b.object("part")).parent_entity_t_this()));
    t.mutable_node_a()->set_id(b.wire("arm"));
    t.mutable_node_b()->set_id(world::toWire(b.frame("arm", "flange")));
    t.mutable_node_to_update()->set_id(world::toWire(b.frame("arm", "flange")));
    QVERIFY(apply(u));  // not stored as it was sent: the frame rides on a link
    auto& frame = *u.mutable_create_frame();
    frame.mutable_parent_object()->set_id("root");
    frame.set_new_frame_name("spot");
    frame.mutable_parent_t_new_frame()->mutable_orientation()->set_w(1);
    extra(*frame.mutable_parent_t_new_frame());
    QVERIFY(apply(u));
    QVERIFY(has(world::toRecord(*b.w.peek(b.frame("root", "spot"))).content().parent_t_this()));
  }

  void viewsShowWhatTheirDocumentsSay() {
    Cell b;
    QVERIFY(b.update("create_frame { new_frame_name: 'tip' parent_frame " + test::frameRef("arm", "flange") + " }"));
    const auto basic = b.view("arm", View::kBasic), full = b.view("arm"), root = b.view("root");
    QCOMPARE(basic.name(), "arm");
    QVERIFY(basic.name_is_global_alias());
    QCOMPARE(basic.type(), intrinsic_proto::world::KINEMATIC_OBJECT);
    QCOMPARE(basic.parent().name(), "table");
    QCOMPARE(basic.object_full_path().object_names_size(), 2);
    QCOMPARE(basic.frames_size(), 2);
    QVERIFY(!basic.frames(0).has_parent_t_this() && full.frames(0).has_parent_t_this());
    QCOMPARE(basic.frames(0).child_frames(0).name(), "tip");
    QCOMPARE(basic.frames(1).parent_frame().name(), "flange");
    QVERIFY(basic.object_component().has_parent_t_this());
    QVERIFY(basic.entities().empty() && basic.root_entity_id().empty() && !basic.has_kinematic_object_component());
    // Frames are entities too, by another id.
    QCOMPARE(full.entities_size(), 7 + 2);
    const auto& flange = full.entities().at(world::toWire(b.w.peek(b.frame("arm", "flange"))->entity));
    QCOMPARE(flange.name(), "flange");
    QVERIFY(flange.id() != full.frames(0).id());
    QCOMPARE(full.entities().at(flange.parent_id()).name(), "link_3");
    QVERIFY(full.entities().contains(full.root_entity_id()));
    QCOMPARE(full.entities().at(full.root_entity_id()).parent_id(), full.parent_entity().id());
    QCOMPARE(full.kinematic_object_component().iso_flange_frames(0).name(), "flange");
    // The pose of the frame changes with the joints, that of its entity does not.
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, 0.5))));
    const auto bent = b.view("arm");
    QVERIFY(bent.frames(0).parent_t_this().SerializeAsString() != full.frames(0).parent_t_this().SerializeAsString());
    QCOMPARE(bent.entities().at(flange.id()).parent_t_this().SerializeAsString(),
             flange.parent_t_this().SerializeAsString());
    QCOMPARE(root.type(), intrinsic_proto::world::ROOT);
    QCOMPARE(root.id(), "root");
    QCOMPARE(root.root_entity_id(), "eid_root");
    QVERIFY(!root.has_parent() && !root.has_parent_entity() && root.object_full_path().object_names().empty());
    QVERIFY(root.entities().at("eid_root").parent_id().empty() && !root.entities().at("eid_root").has_parent_t_this());
    QCOMPARE(b.view("part").type(), intrinsic_proto::world::PHYSICAL_OBJECT);
  }
};

QTEST_GUILESS_MAIN(TestUpdateProperties)
#include "test_update_properties.moc"
