// SPDX-License-Identifier: Apache-2.0
// Joints, their limits, and what belongs to kinematic objects.
#include "bench.h"

using namespace ww;
using test::Cell;
using test::named;

namespace {

std::string joints(const std::string& more) {
  return "update_object_joints { object " + named("arm") + " " + more + " }";
}
std::string joint(const std::string& more) {
  return "update_object_joint { object " + named("arm") + " " + more + " }";
}
std::string kinematics(const std::string& more) {
  return "update_kinematic_object_properties { object " + named("arm") + " " + more + " }";
}
std::string limits(const std::string& kind, const std::string& field, double value) {
  return joints(fmt::format("joint_names: 'joint_1' {} {{ {} {{ values: {} }} }}", kind, field, value));
}

}  // namespace

class TestUpdateKinematics : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jointsMoveInOrderOrByName() {
    Cell b;
    QVERIFY(b.update(joints("joint_positions: [0.1, 0.2, 0.3]")));
    QVERIFY(b.update(joints("joint_names: ['joint_3', 'joint_1'] joint_positions: [1.5, -1.5]")));
    const auto view = b.view("arm");
    const auto& k = view.kinematic_object_component();
    QCOMPARE(k.joint_positions(0), -1.5);
    QCOMPARE(k.joint_positions(1), 0.2);
    QCOMPARE(k.joint_positions(2), 1.5);
    QVERIFY(b.changesNothing(joints("joint_positions: [-1.5, 0.2, 1.5]")));
    QVERIFY(b.update(joint("joint_name: 'joint_2' joint_position: 0.5")));
    QVERIFY(b.changesNothing(joint("joint_name: 'joint_2' joint_position: 0.5")));
    QCOMPARE(b.object("arm").jointPositions()[1], 0.5);
  }

  void movesThatCannotBeAreRefused() {
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_positions: [0, 0]")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_positions: [0, 0, 3.1]")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_positions: [0, nan, 0]")));
    QVERIFY2(b.last.title.find("joint_2") != std::string::npos, b.last.title.c_str());
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_positions: [0, inf, 0]")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_names: ['joint_1', 'joint_1'] joint_positions: [0, 0]")));
    QVERIFY(b.refuses(Code::kNotFound, joints("joint_names: 'joint_9' joint_positions: 0")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joint("joint_name: 'joint_1'")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joint("joint_position: 1")));
    QVERIFY(b.refuses(Code::kNotFound, joint("joint_name: 'link_1' joint_position: 1")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joint("joint_name: 'joint_1' joint_position: -3.1")));
    QVERIFY(
        b.refuses(Code::kInvalidArgument, "update_object_joints { object " + named("part") + " joint_positions: 0 }"));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      "update_object_joint { object " + named("table") + " joint_name: 'a' joint_position: 0 }"));
    QVERIFY(b.refuses(Code::kNotFound, "update_object_joints { object " + named("robot") + " joint_positions: 0 }"));
  }

  void applicationLimitsStayWithinTheSystemsAndPositionsWithinThem() {
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "max_position", 3.5)));
    QVERIFY(b.update(limits("joint_application_limits", "max_position", 1)));
    // Shrinking the system alone would leave the application's outside; both at once will do.
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_system_limits", "min_position", -2)));
    QVERIFY(
        b.update(joints("joint_names: 'joint_1' joint_system_limits { min_position { values: -2 } } "
                        "joint_application_limits { min_position { values: -2 } }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "min_position", 2)));  // crossed
    // The joint stands at 0.
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "min_position", 0.5)));
    QVERIFY(b.update(joints(
        "joint_names: 'joint_1' joint_positions: 0.7 joint_application_limits { min_position { values: 0.5 } }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, joint("joint_name: 'joint_1' joint_position: 0.4")));
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "max_position", std::nan(""))));
    const auto view = b.view("arm");
    QCOMPARE(view.kinematic_object_component().joint_system_limits().min_position().values(0), -2.0);
    QCOMPARE(view.kinematic_object_component().joint_application_limits().min_position().values(0), 0.5);
    QCOMPARE(view.kinematic_object_component().joint_application_limits().max_position().values(2), 3.0);
    // Also as components of the entity.
    const auto& entity = view.entities().at(view.kinematic_object_component().joint_entity_ids(0));
    QCOMPARE(entity.kinematics_component().application_limits().fixed_limits().lower(), 0.5);
    QCOMPARE(entity.kinematics_component().raw_value(), 0.7);
  }

  void rates() {
    Cell b;
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "max_velocity", -1)));
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "max_jerk", 0)));
    QVERIFY(
        b.update(joints("joint_system_limits { max_velocity { values: [3, 3, 3] } } joint_application_limits { "
                        "max_velocity { values: [2, 2, 2] } }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_application_limits", "max_velocity", 4)));
    QVERIFY(b.refuses(Code::kInvalidArgument, limits("joint_system_limits", "max_velocity", 1)));
    // Effort is not supported: ignored when sent, zero when read. Empty lists are no change.
    QVERIFY(b.changesNothing(joints("joint_system_limits { max_effort { values: [9, 9, 9] } min_position {} }")));
    const auto view = b.view("arm");
    for (const double e : view.kinematic_object_component().joint_system_limits().max_effort().values())
      QCOMPARE(e, 0.0);
    QCOMPARE(view.kinematic_object_component().joint_system_limits().max_effort().values_size(), 3);
    QVERIFY(b.refuses(Code::kInvalidArgument, joints("joint_system_limits { max_velocity { values: [3, 3] } }")));
  }

  void namedConfigurations() {
    Cell b;
    QVERIFY(b.update(kinematics("named_joint_configurations_to_set { name: 'home' joint_positions: [1, 2, 3] }")));
    QVERIFY(
        b.changesNothing(kinematics("named_joint_configurations_to_set { name: 'home' joint_positions: [1, 2, 3] }")));
    QVERIFY(
        b.update(kinematics("named_joint_configurations_to_set { name: 'home' joint_positions: [0, 0, 0] } "
                            "named_joint_configurations_to_set { name: 'up' joint_positions: [0, 1, 0] }")));
    QCOMPARE(b.view("arm").kinematic_object_component().named_joint_configurations_size(), 2);
    QVERIFY(b.refuses(Code::kNotFound, kinematics("named_joint_configurations_to_remove: 'down'")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("named_joint_configurations_to_set { name: 'x' joint_positions: [0, 1] }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("named_joint_configurations_to_set { joint_positions: [0, 1, 2] }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("named_joint_configurations_to_set { name: 'x' joint_positions: [0, nan, 0] }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("named_joint_configurations_to_set { name: 'x' joint_positions: [0, 99, 0] }")));
    // Removed first, then set: a replacement in one request.
    QVERIFY(
        b.update(kinematics("named_joint_configurations_to_remove: 'up' named_joint_configurations_to_set { name: 'up' "
                            "joint_positions: [0, 2, 0] }")));
    QVERIFY(b.update(kinematics("named_joint_configurations_to_remove: 'home'")));
    QCOMPARE(b.view("arm").kinematic_object_component().named_joint_configurations(0).joint_positions(1), 2.0);
    QVERIFY(b.refuses(Code::kInvalidArgument, "update_kinematic_object_properties { object " + named("part") + " }"));
  }

  void cartesianLimitsAndPayload() {
    Cell b;
    QVERIFY(
        b.update(kinematics("cartesian_limits { min_translational_position: [-1, -1, 0] max_translational_position: "
                            "[1, 1, 2] max_rotational_velocity: 2 }")));
    QCOMPARE(b.view("arm").kinematic_object_component().cartesian_limits().max_translational_position(2), 2.0);
    QVERIFY(b.refuses(Code::kInvalidArgument, kinematics("cartesian_limits { min_translational_position: [1, 1] }")));
    QVERIFY(b.refuses(
        Code::kInvalidArgument,
        kinematics("cartesian_limits { min_translational_jerk: [1, 1, 1] max_translational_jerk: [0, 2, 2] }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, kinematics("cartesian_limits { max_rotational_jerk: nan }")));
    // What allows no standing still the rules of scene objects refuse, too.
    for (const char* rate : {"velocity", "acceleration", "jerk"}) {
      const auto limit = [rate](const char* side, const char* value) {
        return kinematics(fmt::format("cartesian_limits {{ {}_translational_{}: [0, {}, 0] }}", side, rate, value));
      };
      QVERIFY(b.refuses(Code::kInvalidArgument, limit("min", "0.1")));
      QVERIFY(b.refuses(Code::kInvalidArgument, limit("max", "-0.1")));
      QVERIFY(b.update(limit("min", "-0.1")));
      QVERIFY(b.update(limit("max", "0.1")));
    }
    QVERIFY(!b.view("arm").kinematic_object_component().has_mounted_payload());
    QVERIFY(
        b.update(kinematics("mounted_payload { mass_kg: 2 tip_t_cog { position { z: 0.1 } orientation { w: 1.00001 } } "
                            "inertia { rows: 3 cols: 3 values: [1,0,0,0,1,0,0,0,1] } }")));
    const auto view = b.view("arm");
    QCOMPARE(view.kinematic_object_component().mounted_payload().tip_t_cog().orientation().w(), 1.0);
    QVERIFY(b.refuses(Code::kInvalidArgument, kinematics("mounted_payload { mass_kg: -2 }")));
    QVERIFY(b.refuses(Code::kInvalidArgument, kinematics("mounted_payload { mass_kg: 2 tip_t_cog {} }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("mounted_payload { inertia { rows: 2 cols: 2 values: [1,0,0,1] } }")));
    QVERIFY(b.refuses(Code::kInvalidArgument,
                      kinematics("mounted_payload { inertia { rows: 3 cols: 3 values: [1,5,0,0,1,0,0,0,1] } }")));
  }

  void theKinematicsUpdateMovesEntitiesAndNamesSolvers() {
    Cell b;
    QVERIFY(b.update(joints("joint_positions: [0.3, 0.4, 0.5]")));
    QVERIFY(!b.view("arm").kinematic_object_component().are_kinematics_updated());
    const auto change = [](const std::string& entity, const std::string& pose) {
      return kinematics("robot_kinematics_update { robot_entity_updates { entities { entity_name: '" + entity +
                        "' parent_t_entity " + pose + " } } }");
    };
    QVERIFY(b.update(change("joint_2", test::pose(0, 0, 0.25))));
    QVERIFY(test::near(b.object("arm").entityNamed("joint_2")->parent_t_this, Pose::translation(0, 0, 0.25)));
    QVERIFY(b.update(joint("joint_name: 'joint_2' joint_position: 0.9")));
    QVERIFY(test::near(b.object("arm").entityNamed("joint_2")->parent_t_this,
                       Pose::translation(0, 0, 0.25) * Pose::rotation(Vec3::UnitY(), 0.5)));
    QVERIFY(b.update(change("link_2", test::pose(0.01, 0, 0))));
    QVERIFY(b.view("arm").kinematic_object_component().are_kinematics_updated());
    QVERIFY(b.refuses(Code::kNotFound, change("joint_9", test::pose(0, 0, 0))));
    QVERIFY(b.refuses(Code::kInvalidArgument, change("base", test::pose(0, 0, 0))));
    QVERIFY(b.refuses(Code::kInvalidArgument, change("joint_1", "{}")));
    QVERIFY(b.update(kinematics("robot_kinematics_update { ik_solver_key: 'mine' }")));
    const auto view = b.view("arm");
    const auto& solver = view.kinematic_object_component().ik_solvers(0);
    QCOMPARE(solver.kinematic_solver_key(), "mine");
    QCOMPARE(solver.base_entity_id(), view.root_entity_id());
    QCOMPARE(view.entities().at(solver.tip_entity_id()).name(), "link_3");
  }
};

QTEST_GUILESS_MAIN(TestUpdateKinematics)
#include "test_update_kinematics.moc"
