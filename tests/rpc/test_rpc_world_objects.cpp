// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/empty.pb.h>

#include <QtTest>

#include "tests/rpc/served.h"
#include "tests/unit/world/arm.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

// The calls on objects: each as it should go, at its edge, and refused.
class TestRpcWorldObjects : public QObject {
  Q_OBJECT

  std::unique_ptr<Served> s_;

  pb::Object get(const std::string& name, pb::ObjectView view = pb::BASIC) {
    pb::GetObjectRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named(name);
    request.set_view(view);
    pb::Object object;
    const Outcome outcome = s_->call(&Stub::GetObject, request, object);
    if (!outcome.status.ok()) qWarning("GetObject: %s", outcome.status.error_message().c_str());
    return object;
  }
  std::string lastLabel() { return plain(s_->session()->history().entries.back().label); }

  static pb::CreateObjectRequest boxRequest(const std::string& name) {
    pb::CreateObjectRequest request =
        session::createPrimitive({}, {}, name, geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {})->edits(0).create_object();
    request.set_world_id("world");
    *request.mutable_parent_object() = base("table");
    *request.mutable_parent_object_t_created_object() = at(0, 0, 0.5);
    return request;
  }

 private Q_SLOTS:
  void init() { s_ = std::make_unique<Served>(); }
  void cleanup() { s_.reset(); }

  void getObjectInBothViews() {
    const pb::Object basic = get("crate"), full = get("crate", pb::FULL);
    QCOMPARE(basic.world_id(), std::string("world"));
    QCOMPARE(basic.parent().name(), std::string("table"));
    QCOMPARE(basic.frames_size(), 2);
    QVERIFY(!basic.frames(0).has_parent_t_this());
    QVERIFY(basic.has_object_component());
    QVERIFY(basic.entities().empty() && basic.root_entity_id().empty());
    QVERIFY(full.entities().contains(full.root_entity_id()));
    QVERIFY(full.frames(0).has_parent_t_this());
    QVERIFY(!get("robot").has_kinematic_object_component());
    QCOMPARE(get("robot", pb::FULL).kinematic_object_component().joint_positions_size(), 2);
    QCOMPARE(get("root").type(), pb::ROOT);
  }

  void getObjectByIdPathAndResource() {
    pb::GetObjectRequest request;
    request.set_world_id("world");
    pb::Object object;
    request.mutable_object()->set_id(s_->objectId("crate"));
    request.mutable_object()->set_debug_hint("anything");
    WW_OK(s_->call(&Stub::GetObject, request, object));
    QCOMPARE(object.name(), std::string("crate"));
    request.set_resource_handle_name("robot");
    WW_OK(s_->call(&Stub::GetObject, request, object));
    QCOMPARE(object.name(), std::string("robot"));
    request.mutable_object_full_path()->add_object_names("table");
    request.mutable_object_full_path()->add_object_names("crate");
    WW_OK(s_->call(&Stub::GetObject, request, object));
    QCOMPARE(object.name(), std::string("crate"));
    request.mutable_object_full_path()->clear_object_names();
    WW_OK(s_->call(&Stub::GetObject, request, object));
    QCOMPARE(object.id(), std::string("root"));
  }

  void getObjectSaysWhatIsWrong() {
    pb::GetObjectRequest request;
    pb::Object object;
    WW_FAILS(s_->call(&Stub::GetObject, request, object), Code::kInvalidArgument);
    request.set_world_id("nowhere");
    *request.mutable_object() = named("crate");
    WW_FAILS(s_->call(&Stub::GetObject, request, object), Code::kNotFound);
    request.set_world_id("world");
    *request.mutable_object() = named("cart");
    WW_FAILS(s_->call(&Stub::GetObject, request, object), Code::kNotFound);
    request.set_resource_handle_name("cart");
    WW_FAILS(s_->call(&Stub::GetObject, request, object), Code::kNotFound);
    request.clear_object_query();
    WW_FAILS(s_->call(&Stub::GetObject, request, object), Code::kInvalidArgument);
  }

  void unknownFieldsAreIgnored() {
    pb::GetObjectRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("crate");
    request.GetReflection()->MutableUnknownFields(&request)->AddVarint(4711, 1);
    pb::Object object;
    WW_OK(s_->call(&Stub::GetObject, request, object));
  }

  void listObjectsGivesAllOrThoseAskedFor() {
    pb::ListObjectsRequest request;
    request.set_world_id("world");
    pb::ListObjectsResponse response;
    WW_OK(s_->call(&Stub::ListObjects, request, response));
    QCOMPARE(response.objects_size(), 4);
    *request.add_query_objects() = named("crate");
    *request.add_query_objects() = named("crate");
    request.set_view(pb::FULL);
    WW_OK(s_->call(&Stub::ListObjects, request, response));
    QCOMPARE(response.objects_size(), 1);
    QVERIFY(!response.objects(0).entities().empty());
    *request.add_query_objects() = named("cart");
    WW_FAILS(s_->call(&Stub::ListObjects, request, response), Code::kNotFound);
  }

  void createObjectFromGeometry() {
    pb::CreateObjectRequest request = boxRequest("part");
    request.mutable_action_for_object_entities()->set_is_excluded(true);
    (*request.mutable_user_data())["note"].set_type_url("type.googleapis.com/x.Y");
    request.set_view(pb::FULL);
    pb::Object object;
    WW_OK(s_->call(&Stub::CreateObject, request, object));
    QCOMPARE(object.name(), std::string("part"));
    QCOMPARE(object.parent().name(), std::string("table"));
    QCOMPARE(object.entities().size(), std::size_t{1});
    QVERIFY(object.object_component().user_data().contains("note"));
    QCOMPARE(s_->session()->snapshot().world->collisionSettings().collision_rules_size(), 1);
    QCOMPARE(lastLabel(), std::string("Create part"));
    WW_FAILS(s_->call(&Stub::CreateObject, request, object), Code::kAlreadyExists);
    request.set_name("2 parts");
    WW_FAILS(s_->call(&Stub::CreateObject, request, object), Code::kInvalidArgument);
  }

  void createObjectFromASceneObject() {
    pb::CreateObjectRequest request;
    request.set_world_id("world");
    request.set_name("second");
    request.set_name_is_global_alias(true);
    *request.mutable_parent_object()->mutable_reference() = named("robot");
    request.mutable_parent_object()->mutable_entity_filter()->set_include_final_entity(true);
    *request.mutable_create_from_scene_object()->mutable_scene_object() = makeArm(1);
    pb::Object object;
    WW_OK(s_->call(&Stub::CreateObject, request, object));
    QCOMPARE(object.type(), pb::KINEMATIC_OBJECT);
    QVERIFY(object.entities().empty());
    QVERIFY(!object.parent_entity().id().empty());
    request.set_name("third");
    request.mutable_create_from_scene_object()->mutable_scene_object()->clear_entities();
    WW_FAILS(s_->call(&Stub::CreateObject, request, object), Code::kInvalidArgument);
  }

  void createObjectTellsAllThatIsWrongAtOnce() {
    pb::CreateObjectRequest request;
    request.set_world_id("world");
    request.set_name("second");
    *request.mutable_parent_object() = base("robot");
    auto& scene = *request.mutable_create_from_scene_object()->mutable_scene_object();
    scene = makeArm(2);
    scene.mutable_entities(1)->mutable_joint()->mutable_kinematics_component()->set_damping(-1);
    scene.mutable_entities(3)->set_parent_name("joint_1");  // a joint on a joint
    pb::Object object;
    const Outcome outcome = s_->call(&Stub::CreateObject, request, object);
    QCOMPARE(outcome.code(), Code::kInvalidArgument);
    const auto details = outcome.details();
    QCOMPARE(details.title(), std::string("the scene object has 2 faults: entity 'joint_2' cannot hang on 'joint_1'; "
                                          "joint 'joint_1': a joint's damping or friction is negative"));
    QCOMPARE(details.user_report().instructions(), std::string("joints hang on links: put a link in between"));
    QCOMPARE(details.user_report().message(),
             std::string("the scene object has 2 faults:\nentity 'joint_2' cannot hang on 'joint_1': joints hang on "
                         "links: put a link in between\n"
                         "joint 'joint_1': a joint's damping or friction is negative: it must be 0 or more"));
  }

  // What is odd about an edit stands beside the answer, and the edit is made.
  void oddEditsAreNoted() {
    pb::CreateObjectRequest request = boxRequest("far_box");
    *request.mutable_parent_object() = base("root");
    *request.mutable_parent_object_t_created_object() = at(500, 0, 0);
    pb::Object object;
    const Outcome noted = s_->call(&Stub::CreateObject, request, object);
    WW_OK(noted);
    QCOMPARE(noted.trailing.count("worldwright-note"), std::size_t{1});
    const std::string note = noted.trailing.find("worldwright-note")->second;
    QVERIFY2(note.starts_with("usecase.far-away: 'far_box' stands "), note.c_str());
    QVERIFY2(note.find("0.5 m, 0 m, 0 m") != std::string::npos, note.c_str());
    const Outcome quiet = s_->call(&Stub::CreateObject, boxRequest("near_box"), object);
    WW_OK(quiet);
    QCOMPARE(quiet.trailing.count("worldwright-note"), std::size_t{0});
  }

  void deleteObjectWantsForceForChildren() {
    pb::DeleteObjectRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("table");
    google::protobuf::Empty empty;
    WW_FAILS(s_->call(&Stub::DeleteObject, request, empty), Code::kFailedPrecondition);
    request.set_force(true);
    WW_OK(s_->call(&Stub::DeleteObject, request, empty));
    QCOMPARE(lastLabel(), std::string("Delete table"));
    WW_FAILS(s_->call(&Stub::DeleteObject, request, empty), Code::kNotFound);
  }

  void updateObjectNameGivesTheRenamed() {
    pb::UpdateObjectNameRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("crate");
    request.set_name("box");
    request.set_name_is_global_alias(true);
    pb::Object object;
    WW_OK(s_->call(&Stub::UpdateObjectName, request, object));
    QCOMPARE(object.name(), std::string("box"));
    QCOMPARE(lastLabel(), std::string("Rename crate to box"));
    *request.mutable_object() = named("box");
    request.set_name("table");
    const Outcome taken = s_->call(&Stub::UpdateObjectName, request, object);
    QVERIFY(taken.code() == Code::kInvalidArgument || taken.code() == Code::kAlreadyExists);
  }

  void reparentObjectKeepsThePlaceOrSnaps() {
    pb::ReparentObjectRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("crate");
    *request.mutable_parent_object() = base("root");
    pb::Object object;
    WW_OK(s_->call(&Stub::ReparentObject, request, object));
    QCOMPARE(object.parent().id(), std::string("root"));
    QCOMPARE(object.object_component().parent_t_this().position().x(), 1.0);
    *request.mutable_parent_frame() = named("robot", "flange");
    WW_OK(s_->call(&Stub::ReparentObject, request, object));
    QCOMPARE(object.parent().name(), std::string("robot"));
    QCOMPARE(lastLabel(), std::string("Attach crate to robot/flange"));
    *request.mutable_object() = named("root");
    WW_FAILS(s_->call(&Stub::ReparentObject, request, object), Code::kInvalidArgument);
  }

  void updateObjectJointsTakesRadians() {
    pb::UpdateObjectJointsRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("robot");
    request.add_joint_positions(0.5);
    request.add_joint_positions(-0.25);
    request.set_view(pb::FULL);
    pb::Object object;
    WW_OK(s_->call(&Stub::UpdateObjectJoints, request, object));
    QCOMPARE(object.kinematic_object_component().joint_positions(0), 0.5);
    QCOMPARE(object.kinematic_object_component().joint_positions(1), -0.25);
    QCOMPARE(lastLabel(), std::string("Move joints of robot"));
    auto& effort = *request.mutable_joint_system_limits()->mutable_max_effort();
    effort.add_values(5);
    effort.add_values(5);
    const Outcome noted = s_->call(&Stub::UpdateObjectJoints, request, object);
    WW_OK(noted);
    QCOMPARE(noted.trailing.count("worldwright-note"), std::size_t{1});
    QVERIFY(noted.trailing.find("worldwright-note")
                ->second.starts_with("update_object_joints.joint_system_limits.max_effort is ignored"));
    request.clear_joint_system_limits();
    request.set_joint_positions(0, 7);
    WW_FAILS(s_->call(&Stub::UpdateObjectJoints, request, object), Code::kInvalidArgument);
    request.clear_joint_positions();
    WW_FAILS(s_->call(&Stub::UpdateObjectJoints, request, object), Code::kInvalidArgument);
    *request.mutable_object() = named("crate");
    request.add_joint_positions(0);
    WW_FAILS(s_->call(&Stub::UpdateObjectJoints, request, object), Code::kInvalidArgument);
    // Degrees where radians are meant are taken, and noted.
    *request.mutable_object() = named("robot");
    request.clear_joint_positions();
    request.add_joint_positions(0.5);
    request.add_joint_positions(-0.25);
    auto& limits = *request.mutable_joint_system_limits();
    for (int i = 0; i < 2; ++i) {
      limits.mutable_min_position()->add_values(-180);
      limits.mutable_max_position()->add_values(180);
    }
    const Outcome odd = s_->call(&Stub::UpdateObjectJoints, request, object);
    WW_OK(odd);
    QCOMPARE(odd.trailing.count("worldwright-note"), std::size_t{1});
    const std::string note = odd.trailing.find("worldwright-note")->second;
    QVERIFY2(note.find("from -180 to 180 rad") != std::string::npos, note.c_str());
  }

  void updateKinematicObjectProperties() {
    pb::UpdateKinematicObjectPropertiesRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("robot");
    auto* home = request.add_named_joint_configurations_to_set();
    home->set_name("home");
    home->add_joint_positions(0);
    home->add_joint_positions(1);
    request.set_view(pb::FULL);
    pb::Object object;
    WW_OK(s_->call(&Stub::UpdateKinematicObjectProperties, request, object));
    QCOMPARE(object.kinematic_object_component().named_joint_configurations_size(), 1);
    QCOMPARE(lastLabel(), std::string("Set configuration home of robot"));
    request.clear_named_joint_configurations_to_set();
    request.clear_named_joint_configurations_to_set();
    request.add_named_joint_configurations_to_remove("away");
    WW_FAILS(s_->call(&Stub::UpdateKinematicObjectProperties, request, object), Code::kNotFound);
  }

  void updateObjectProperties() {
    pb::UpdateObjectPropertiesRequest request;
    request.set_world_id("world");
    *request.mutable_object() = named("crate");
    request.mutable_simulation_component()->set_is_static(true);
    (*request.mutable_user_data()->mutable_user_data())["k"].set_type_url("type.googleapis.com/x.Y");
    request.set_view(pb::FULL);
    pb::Object object;
    WW_OK(s_->call(&Stub::UpdateObjectProperties, request, object));
    QVERIFY(object.object_component().simulation_component().is_static());
    QVERIFY(object.object_component().user_data().contains("k"));
    const Outcome again =
        s_->call(&Stub::UpdateObjectProperties, request, object);  // POLICY_INSERT of a key that is there
    QVERIFY(!again.status.ok());
    QVERIFY(!again.details().title().empty());
  }

  void updateEntityProperties() {
    pb::UpdateEntityPropertiesRequest request;
    request.set_world_id("world");
    *request.mutable_entity() = base("crate");
    *request.mutable_geometry_component() = boxRequest("x").create_single_entity_object().geometry_component();
    pb::Entity entity;
    WW_OK(s_->call(&Stub::UpdateEntityProperties, request, entity));
    QCOMPARE(entity.object().name(), std::string("crate"));
    QVERIFY(entity.has_geometry_component());
    request.mutable_entity()->mutable_entity_filter()->Clear();
    request.mutable_entity()->mutable_entity_filter()->add_entity_names("lid");
    WW_FAILS(s_->call(&Stub::UpdateEntityProperties, request, entity), Code::kNotFound);
  }
};

QTEST_GUILESS_MAIN(TestRpcWorldObjects)
#include "test_rpc_world_objects.moc"
