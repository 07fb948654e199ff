// SPDX-License-Identifier: Apache-2.0
// Each kind of update of a scene object: as it is meant, at its edges, and refused.
#include <google/protobuf/wrappers.pb.h>

#include <cmath>
#include <set>

#include "core/scene/followers.h"
#include "core/scene/loops.h"
#include "core/scene/self_collide.h"
#include "core/scene/surface_more.h"
#include "core/scene/updates/apply.h"
#include "core/scene/validate.h"
#include "intrinsic/scene/proto/v1/scene_object_config.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"
#include "update_rows.h"

using namespace ww;
using test::armToUpdate;
using test::at;
using test::fromText;
using test::has;
using test::joint;
using test::kBox;
using test::kinematics;
using test::put;
using test::Row;
namespace so = intrinsic_proto::scene_object::v1;

namespace {

so::SceneObjectUpdates updates(const std::string& one) {
  return fromText<so::SceneObjectUpdates>("updates { " + one + " }");
}
so::SceneObjectInstanceUpdates instanceUpdates(const std::string& one) {
  return fromText<so::SceneObjectInstanceUpdates>("updates { " + one + " }");
}

void noteKinds(const google::protobuf::Message& updates, std::set<const google::protobuf::Descriptor*>& tried) {
  const auto* list = updates.GetDescriptor()->FindFieldByName("updates");
  for (int i = 0; i < updates.GetReflection()->FieldSize(updates, list); ++i) {
    const auto& update = updates.GetReflection()->GetRepeatedMessage(updates, list, i);
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    update.GetReflection()->ListFields(update, &fields);
    for (const auto* field : fields) tried.insert(field->message_type());
  }
}

}  // namespace

class TestSceneUpdates : public QObject {
  Q_OBJECT

  std::set<const google::protobuf::Descriptor*> done_, refused_;

 private Q_SLOTS:
  void theArmIsSound() {
    const so::SceneObject arm = armToUpdate();
    const Status status = scene::validate(scene::ObjectIndex(arm)).status();
    QVERIFY2(status.ok(), status.line().c_str());
  }

  void eachUpdate_data() {
    QTest::addColumn<int>("row");
    const std::vector<Row> rows = test::updateRows();
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(QByteArray(rows[i].name) + ' ' + QByteArray::number(static_cast<int>(i))) << static_cast<int>(i);
  }
  void eachUpdate() {
    QFETCH(int, row);
    const Row wanted = test::updateRows()[static_cast<std::size_t>(row)];
    const so::SceneObject before = armToUpdate();
    const so::SceneObjectUpdates update = updates(wanted.update);
    const auto after = scene::applyUpdates(before, update);
    const Status status = after.status();
    QVERIFY2(status.code == wanted.code, status.line().c_str());
    noteKinds(update, wanted.code == Code::kOk ? done_ : refused_);
    if (!after.ok()) {
      QVERIFY2(!status.title.empty() && !status.hint.empty() && !status.subject.empty(), status.line().c_str());
      return;
    }
    QVERIFY(!wanted.holds || wanted.holds(*after));
    const Status sound = scene::validate(scene::ObjectIndex(*after)).status();
    QVERIFY2(sound.ok(), sound.line().c_str());
  }

  void everyKindIsDoneAndRefused() {
    if (done_.empty()) QSKIP("needs the rows above");
    for (const auto* kind : scene::updateKinds()) {
      const std::string name = kind->name();
      if (name == "UpdateSimulationProperties") continue;  // of instances alone: below
      QVERIFY2(done_.contains(kind) && refused_.contains(kind), name.c_str());
    }
  }

  // A case of the messages without a row would be a kind that does nothing.
  void everyCaseIsAKind() {
    std::set<const google::protobuf::Descriptor*> cases;
    for (const auto* holder : {so::SceneObjectUpdate::descriptor(), so::SceneObjectInstanceUpdate::descriptor()}) {
      for (int i = 0; i < holder->field_count(); ++i) cases.insert(holder->field(i)->message_type());
    }
    const auto kinds = scene::updateKinds();
    QVERIFY(cases == std::set(kinds.begin(), kinds.end()));
  }

  void ofAnInstanceOnlyFramesGo() {
    const so::SceneObject arm = armToUpdate();
    const auto tip = scene::applyUpdates(arm, instanceUpdates("delete_entity { entity_name: 'tip' }"));
    QVERIFY(tip.ok() && !has(*tip, "tip"));
    const auto camera = scene::applyUpdates(arm, instanceUpdates("delete_entity { entity_name: 'cam' }"));
    QCOMPARE(camera.status().code, Code::kPermissionDenied);
    QVERIFY(scene::applyUpdates(arm, updates("delete_entity { entity_name: 'cam' }")).ok());
  }

  void simulationOfAnInstance() {
    const auto fixed = scene::applyUpdates(armToUpdate(), instanceUpdates("update_simulation_properties { is_static: "
                                                                          "true }"));
    QVERIFY(fixed.ok() && fixed->simulation_spec().is_static() && !fixed->simulation_spec().disabled());
    const auto off = scene::applyUpdates(*fixed, instanceUpdates("update_simulation_properties { is_disabled: true }"));
    QVERIFY(off.ok() && off->simulation_spec().is_static() && off->simulation_spec().disabled());
    QVERIFY(off->simulation_spec().has_robot());
  }

  void solversNeedJoints() {
    const auto stone = fromText<so::SceneObject>("entities { name: 'a' link {} }");
    QCOMPARE(scene::applyUpdates(stone, updates("set_ik_solvers { ik_solvers { ik_solver: 'k' } }")).status().code,
             Code::kFailedPrecondition);
  }

  // Lenses, surfaces and closed chains, for which components have no words.
  void dataOfEntitiesGoesWithThem() {
    so::SceneObject arm = armToUpdate();
    scene::SurfaceMore surface;
    surface.rolling_friction = 0.01;
    scene::keepSurface("l2", surface, arm);
    scene::keepLoop({"back", "base", "l2", {{}}}, arm);
    scene::keepSelfCollide("l2", true, arm);
    google::protobuf::StringValue lens;
    lens.set_value("0 0 0 0");
    (*arm.mutable_user_data())["fisheye_of_cam"].PackFrom(lens);

    so::SceneObjectUpdates names = updates("rename_entity { entity_name: 'l2' new_entity_name: 'hand' }");
    *names.add_updates() = updates("rename_entity { entity_name: 'cam' new_entity_name: 'eye' }").updates(0);
    const auto renamed = scene::applyUpdates(arm, names);
    QVERIFY(renamed.ok());
    const auto& data = renamed->user_data();
    QVERIFY(scene::surfaceText(data, "hand") && !scene::surfaceText(data, "l2"));
    QVERIFY(data.contains("fisheye_of_eye") && !data.contains("fisheye_of_cam"));
    QVERIFY(scene::selfCollide(data, "hand") == true && !scene::selfCollide(data, "l2"));
    const auto loops = scene::loopsOf(data);
    QCOMPARE(loops.size(), std::size_t{1});
    QCOMPARE(loops.front().child, "hand");

    names = updates("delete_entity { entity_name: 'j2' child_policy: CHILD_POLICY_DELETE_RECURSIVELY }");
    *names.add_updates() = updates("delete_entity { entity_name: 'eye' }").updates(0);
    const auto left = scene::applyUpdates(*renamed, names);
    QVERIFY(left.ok());
    QCOMPARE(left->user_data().size(), std::size_t{1});
    QVERIFY(left->user_data().contains("mine"));
  }

  void allOrNothingAndWhichOneFailed() {
    so::SceneObjectUpdates two = updates("rename_entity { entity_name: 'tip' new_entity_name: 'point' }");
    *two.add_updates() = updates("rename_entity { entity_name: 'nobody' new_entity_name: 'y' }").updates(0);
    const auto after = scene::applyUpdates(armToUpdate(), two);
    QCOMPARE(after.status().code, Code::kNotFound);
    QVERIFY2(after.status().title.find("edit 2 of ") != std::string::npos, after.status().title.c_str());
    two.mutable_updates()->RemoveLast();
    two.add_updates();
    QCOMPARE(scene::applyUpdates(armToUpdate(), two).status().code, Code::kInvalidArgument);
  }

  // In between it may be unsound: two limits that only fit together, two names that are exchanged.
  void whatComesOutIsJudged() {
    so::SceneObjectUpdates swap = updates("rename_entity { entity_name: 'tip' new_entity_name: 'middle' }");
    *swap.add_updates() = updates("rename_entity { entity_name: 'tool' new_entity_name: 'tip' }").updates(0);
    *swap.add_updates() = updates("rename_entity { entity_name: 'middle' new_entity_name: 'tool' }").updates(0);
    so::SceneObject object = armToUpdate();
    scene::EntityOrigins origins;
    QVERIFY(scene::updateInPlace(object, swap, origins).ok());
    QCOMPARE(at(object, "tool").parent_name(), "tip");
    QCOMPARE(origins.at("tool"), "tip");
    QCOMPARE(origins.at("tip"), "tool");
    QCOMPARE(origins.at("base"), "base");
  }

  // Worlds of older programs may hold such: nobody could change anything there.
  void whatWasWrongBeforeIsNotHeldAgainstAnUpdate() {
    so::SceneObject arm = armToUpdate();
    arm.mutable_collision_rules()->add_exclusion_rules()->mutable_entity_pair()->mutable_left_entity()->set_entity_name(
        "gone");
    QVERIFY(scene::applyUpdates(arm, updates("entity_pose { entity_name: 'tool' parent_t_this " + put("z: 1") + " }"))
                .ok());
    QVERIFY(!scene::applyUpdates(arm, updates("update_physics_properties { entity_name: 'l2' mass_kg: -1 }")).ok());
  }

  void followersGoAlong() {
    so::SceneObject arm = armToUpdate();
    scene::setFollows(arm, {{"j2", "j1", 0.2, 0.1}});
    arm.mutable_entities(3)->mutable_joint()->mutable_kinematics_component()->set_raw_value(0.2);
    auto& home = *arm.mutable_properties()->mutable_kinematics()->mutable_named_configurations(0);
    (*home.mutable_joint_positions())["j2"] = 0.12;
    // The leader may only go where its follower stays within its limits: 0 to 0.4.
    auto& l = *arm.mutable_entities(1)->mutable_joint()->mutable_kinematics_component();
    for (auto* limits : {l.mutable_system_limits(), l.mutable_application_limits()}) {
      limits->mutable_fixed_limits()->set_lower(-0.5);
      limits->mutable_fixed_limits()->set_upper(1);
    }
    const auto moved = scene::applyUpdates(arm, updates("update_joints { joint_positions { key: 'j1' value: 1 } }"));
    QVERIFY2(moved.ok(), moved.status().line().c_str());
    QVERIFY(std::abs(joint(*moved, "j2").raw_value() - 0.3) < 1e-12);
    QCOMPARE(
        scene::applyUpdates(arm, updates("update_joints { joint_positions { key: 'j2' value: 0 } }")).status().code,
        Code::kInvalidArgument);
    // Left without a leader it stays where it was, and moves freely.
    const auto alone = scene::applyUpdates(arm, updates("delete_entity { entity_name: 'j1' child_policy: "
                                                        "CHILD_POLICY_REPARENT_CHILDREN }"));
    QVERIFY2(alone.ok(), alone.status().line().c_str());
    QVERIFY(scene::followsOf(*alone)->empty());
    QVERIFY(std::abs(joint(*alone, "j2").raw_value() - 0.2) < 1e-12);
  }

  void aConfigurationIsAllOfThem() {
    const auto config = fromText<so::SceneObjectConfig>(R"(
      entity_pose_updates { entity_name: 'tool' parent_t_this { position { z: 1 } orientation { w: 1 } } }
      new_frames { new_frame_name: 'grip' parent_name: 'l2' }
      named_joint_configs { clear_all_named_configurations: true named_configurations_to_set { name: 'up'
        joint_positions { key: 'j1' value: 1.5 } joint_positions { key: 'j2' value: 0 } } }
      initial_joint_settings { joint_positions { key: 'j1' value: 1.2 }
        joint_application_limits { key: 'j1' value { max_position: 1.5 } } }
      initial_cartesian_limits { max_rotational_velocity: 2 }
      initial_ik_solvers { ik_solvers { ik_solver: 'other' } }
      simulation_properties { is_static: true }
      geometry_overrides { key: 'l1' value { geometries_to_set { type: GEOMETRY_TYPE_COLLISION geometry_name: 'g' )" +
                                                        kBox + R"( } } }
      user_data { type_url: 't/x' value: 'mine' })");
    const auto done = scene::configured(armToUpdate(), config);
    QVERIFY2(done.ok(), done.status().line().c_str());
    QCOMPARE(at(*done, "tool").parent_t_this().position().z(), 1.0);
    QVERIFY(has(*done, "grip"));
    QCOMPARE(kinematics(*done).named_configurations(0).name(), "up");
    QCOMPARE(joint(*done, "j1").raw_value(), 1.2);
    QCOMPARE(kinematics(*done).limits().max_rotational_velocity(), 2.0);
    QCOMPARE(kinematics(*done).ik_solvers(0).ik_solver(), "other");
    QVERIFY(done->simulation_spec().is_static());
    QVERIFY(at(*done, "l1").link().geometry_component().named_geometries().contains("Intrinsic_Collision"));
    QCOMPARE(done->user_data().at(scene::kConfigDataKey).value(), "mine");
  }

  void aConfigurationThatFailsNamesItsField() {
    const auto config = fromText<so::SceneObjectConfig>(
        "new_frames { new_frame_name: 'a' } new_frames { "
        "new_frame_name: 'base' }");
    const Status status = scene::configured(armToUpdate(), config).status();
    QCOMPARE(status.code, Code::kInvalidArgument);
    QVERIFY2(status.title.find("new_frames") != std::string::npos, status.title.c_str());
    const auto other = fromText<so::SceneObjectConfig>("geometry_overrides { key: 'l1' value { entity_name: 'l2' } }");
    QCOMPARE(scene::configured(armToUpdate(), other).status().code, Code::kInvalidArgument);
    QVERIFY(scene::configured(armToUpdate(), {}).ok());
  }
};

QTEST_GUILESS_MAIN(TestSceneUpdates)
#include "test_scene_updates.moc"
