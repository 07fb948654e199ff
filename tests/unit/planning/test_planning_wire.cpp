// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/text_format.h>
#include <QtTest>
#include <algorithm>

#include "cell.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/wire.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/unit/planning/post_cell.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

mp::MotionPlanningRequest motion(const std::string& segment, const std::string& rest = {}) {
  return parse<mp::MotionPlanningRequest>(
      fmt::format("robot_specification {{ {} start_configuration {{ {} }} }} motion_specification {{ motion_segments "
                  "{{ {} }} }} {}",
                  kRobot, kLeft, segment, rest));
}

}  // namespace

class TestPlanningWire : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void trajectoryIsCubicAndComplete();
  void blockedMotionHasDetails();
  void segmentSettingsReplaceTheWorlds();
  void jointLimitsOfASegment();
  void cartesianLimitsOfASegment();
  void cartesianLimitsHoldForEveryTargetThatMovesAFrame();
  void aStraightLineKeepsTheLimitsOfTheRobot();
  void theLimitsOfTheRobotHoldEitherWay();
  void unsupportedFieldsAreNamed_data();
  void unsupportedFieldsAreNamed();
  void everyKindOfTargetIsPlannedAndSolved_data();
  void everyKindOfTargetIsPlannedAndSolved();
  void aBrokenLineHasDetails();
  void wrongTargetsNameTheirField_data();
  void wrongTargetsNameTheirField();
  void aWrongPathConstraintNamesItsField();
  void aJointThatIsNamedTwiceCountsTwice();
  void pathHasWaypoints();
  void unknownRobotIsNotFound();
  void spacingOverrideIsObeyed();
};

void TestPlanningWire::trajectoryIsCubicAndComplete() {
  const Cell cell = postCell();
  const auto out = planTrajectory(cell.world, motion(fmt::format("target {{ joint_position {{ {} }} }}", kRight)), {});
  QVERIFY2(out.ok(), out.status().line().c_str());
  const auto& t = out->discretized();
  QCOMPARE(t.interpolation_type(), intrinsic_proto::icon::INTERPOLATION_TYPE_CUBIC_POLYNOMIAL);
  QCOMPARE(t.state_size(), t.time_since_start_size());
  QCOMPARE(t.state(0).position_size(), 6);
  QCOMPARE(t.state(0).acceleration_size(), 6);
  QCOMPARE(t.state(t.state_size() - 1).position(0), -1.3);
  QCOMPARE(t.time_since_start(0).nanos(), 0);
}

void TestPlanningWire::blockedMotionHasDetails() {
  const Cell cell = postCell();
  mp::MotionPipelineError error;
  const auto out = planTrajectory(
      cell.world, motion(fmt::format("motion_type: JOINT target {{ joint_position {{ {} }} }}", kRight)), {}, &error);
  QVERIFY(!out.ok());
  QCOMPARE(error.motion_planning_error_size(), 1);
  const auto& collision = error.motion_planning_error(0).collision_error();
  QCOMPARE(collision.error_context(), mp::ErrorContext::STATE_IN_COLLISION);
  QVERIFY(collision.collision_debug(0).left_entity().find("link_") != std::string::npos);
  QVERIFY(collision.collision_debug(0).right_entities().find("post") != std::string::npos);
}

void TestPlanningWire::segmentSettingsReplaceTheWorlds() {
  const Cell cell = postCell();
  const auto out = planTrajectory(cell.world,
                                  motion(fmt::format("motion_type: JOINT target {{ joint_position {{ {} }} }} "
                                                     "collision_settings {{ disable_collision_checking: true }}",
                                                     kRight)),
                                  {});
  QVERIFY2(out.ok(), out.status().line().c_str());
}

void TestPlanningWire::jointLimitsOfASegment() {
  const Cell cell = postCell();
  const std::string target = fmt::format(
      "motion_type: JOINT target {{ joint_position {{ {} }} }} collision_settings {{ disable_collision_checking: true "
      "}} ",
      kRight);
  const auto slow =
      planTrajectory(cell.world, motion(target + "joint_limits { max_velocity { values: [0.2, 1, 1, 1, 1, 1] } }"), {});
  QVERIFY2(slow.ok(), slow.status().line().c_str());
  const auto& last = *slow->discretized().time_since_start().rbegin();
  QVERIFY(last.seconds() >= 13);
  const auto fast =
      planTrajectory(cell.world, motion(target + "joint_limits { max_velocity { values: [9, 1, 1, 1, 1, 1] } }"), {});
  QCOMPARE(fast.status().code, Code::kInvalidArgument);
  const auto few = planTrajectory(cell.world, motion(target + "joint_limits { max_velocity { values: [1] } }"), {});
  QCOMPARE(few.status().code, Code::kInvalidArgument);
}

void TestPlanningWire::unsupportedFieldsAreNamed_data() {
  QTest::addColumn<QString>("segment");
  QTest::addColumn<QString>("rest");
  QTest::addColumn<QString>("field");
  const QString target = QString("target { joint_position { %1 } } ").arg(kRight);
  QTest::newRow("path constraint") << target + "path_constraints { rotation_cone {} }"
                                   << ""
                                   << "path_constraints";
  QTest::newRow("cone") << "target { rotation_cone {} }"
                        << ""
                        << "target.rotation_cone";
  QTest::newRow("point at") << "target { point_at {} }"
                            << ""
                            << "target.point_at";
  QTest::newRow("none") << ""
                        << ""
                        << "target is not set";
  QTest::newRow("cartesian limits") << target + "cartesian_limits {}"
                                    << ""
                                    << "cartesian_limits";
  QTest::newRow("swept volume") << target << "compute_swept_volume: true"
                                << "compute_swept_volume";
  QTest::newRow("lock") << target << "motion_planner_config { lock_motion_configuration {} }"
                        << "lock_motion_configuration";
  QTest::newRow("blending")
      << target << "motion_specification { curve_parameters { joint_blending { desired_tightness_rad: -1 } } }"
      << "curve_parameters";
  QTest::newRow("joints") << "target { joint_position { joints: [1, 2] } }"
                          << ""
                          << "target.joint_position";
}

void TestPlanningWire::unsupportedFieldsAreNamed() {
  QFETCH(QString, segment);
  QFETCH(QString, rest);
  QFETCH(QString, field);
  const Cell cell = postCell();
  auto request = motion(segment.toStdString());
  mp::MotionPlanningRequest more;
  QVERIFY(google::protobuf::TextFormat::ParseFromString(rest.toStdString(), &more));
  request.MergeFrom(more);
  const auto out = planTrajectory(cell.world, request, {});
  QCOMPARE(out.status().code, Code::kInvalidArgument);
  QVERIFY2(QString::fromStdString(out.status().title).contains(field), out.status().title.c_str());
}

// Each case of the message; that a plan ends where it should is for the judge to see.
void TestPlanningWire::everyKindOfTargetIsPlannedAndSolved_data() {
  QTest::addColumn<QString>("target");
  const QString moving = QString("moving_frame ") + kFlange, itself = moving + "target_frame " + kFlange;
  const QString nodes = moving + kToRoot;
  const auto row = [](const char* name, const QString& text) { QTest::newRow(name) << text; };
  const QString back = "{ position { z: -0.05 } orientation { w: 1 } } ", turn = "{ z: 0.0998334 w: 0.9950042 } ";
  const QString place = "position_equality { " + nodes + "target_frame_offset { x: 0.2 y: 0.6 z: 0.55 } }";
  const QString cone = "rotation_cone { " + nodes + "moving_axis { z: 1 } target_axis { z: -2 } ";
  row("joints", "joint_position { joints: [1.2, 0.6, 1.3, 0, 0.6, 0] }");
  row("pose", "cartesian_pose { " + itself + "target_frame_offset " + back + "}");
  row("relative pose", "relative_cartesian_pose { " + moving + "relative_pose " + back + "}");
  row("relative in a frame", "relative_cartesian_pose { " + moving + "relative_pose " + back + kInRoot + "}");
  row("relative position", "relative_position_equality { " + moving + "relative_position { x: 0.02 z: -0.05 } }");
  row("relative rotation", "relative_rotation_equality { " + moving + "relative_rotation " + turn + "}");
  row("position", place);
  row("position from itself", "position_equality { " + itself + "target_frame_offset { z: -0.05 } }");
  row("rotation", "rotation_equality { " + itself + "rotation_offset " + turn + "}");
  row("cone", cone + "cone_opening_half_angle: 0.2 }");
  row("point at", "point_at { " + nodes + "target_frame_offset { x: 0.2 y: 0.8 } tolerance: 0.001 max_distance: 0.7 }");
  row("box", "position_bounding_box { " + nodes + "lower_bounds { x: -inf y: 0.4 z: 0.5 } }");
  row("limits, the lower those of the world", "joint_position_limits { upper_limits: [1.2, 0.6, 1.3, 1, 1, 1] }");
  row("sum", "joint_position_sum_limit { joint_ids { joint_ids: 1 } joint_signs: POSITIVE joint_sum_limit: 0.5 }");
  row("both", "constraint_intersection { constraints { " + place + " } constraints { " + cone +
                  "cone_opening_half_angle: 0.9 } } }");
}

void TestPlanningWire::everyKindOfTargetIsPlannedAndSolved() {
  QFETCH(QString, target);
  Cell cell;
  cell.addArm("arm", 6);
  for (const char* type : {"ANY", "LINEAR", "JOINT"}) {
    const auto plan = planTrajectory(
        cell.world, motion(fmt::format("motion_type: {} target {{ {} }}", type, target.toStdString())), {});
    QVERIFY2(plan.ok(), (std::string(type) + ": " + plan.status().line()).c_str());
  }
  const std::string text =
      fmt::format("{} starting_joints {{ {} }} target {{ {} }}", kRobot, kLeft, target.toStdString());
  const auto ik = computeIk(cell.world, parse<mp::IkRequest>(text), {});
  QVERIFY2(ik.ok(), ik.status().line().c_str());
  QVERIFY(ik->solutions_size() >= 1);
  QCOMPARE(ik->ik_debug_information().ik_solutions(0).validation_result().constraint_validatity_check(),
           mp::JointConfigurationValidationResult::VALID);
}

void TestPlanningWire::aBrokenLineHasDetails() {
  Cell cell;
  cell.addArm("arm", 6);
  mp::MotionPipelineError error;
  const auto out = planTrajectory(
      cell.world, motion("motion_type: LINEAR target { joint_position { joints: [1.3, 0.6, 1.3, 3, -0.6, -3] } }"), {},
      &error);
  QCOMPARE(out.status().code, Code::kOutOfRange);
  const auto& line = error.motion_planning_error(0).linear_cartesian_path_planning_error();
  QCOMPARE(line.error_context(), mp::ErrorContext::LINEAR_CARTESIAN_PATH_PLANNER_ERROR);
  QCOMPARE(line.final_joint_positions().joints_size(), 6);
  // What inverse kinematics cannot reach is in the details with the constraint.
  const std::string far =
      std::string("position_equality { moving_frame ") + kFlange + kToRoot + "target_frame_offset { x: 3 } }";
  QVERIFY(!planTrajectory(cell.world, motion("target { " + far + " }"), {}, &error).ok());
  QCOMPARE(error.motion_planning_error(0).ik_error().constraint().position_equality().target_frame_offset().x(), 3.0);
  // No number says how far away 1e300 metres are, alone or beside what could be reached.
  const std::string lost =
      std::string("position_equality { moving_frame ") + kFlange + kToRoot + "target_frame_offset { x: 1e300 } }";
  for (const std::string& target :
       {lost, "constraint_intersection { constraints { " + lost + " } constraints { " + far + " } }"}) {
    const auto told = planTrajectory(cell.world, motion("target { " + target + " }"), {}, &error);
    QCOMPARE(told.status().code, Code::kOutOfRange);
    QVERIFY2(told.status().title.find("too far away") != std::string::npos, told.status().title.c_str());
  }
}

void TestPlanningWire::wrongTargetsNameTheirField_data() {
  QTest::addColumn<QString>("target");
  QTest::addColumn<QString>("part");
  const QString nodes = QString("moving_frame ") + kFlange + kToRoot;
  const auto row = [](const char* name, const QString& text, const QString& part) {
    QTest::newRow(name) << text << part;
  };
  row("no frame", QString("position_equality { ") + kToRoot + "}", "target.position_equality.moving_frame");
  row("no axis", "rotation_cone { " + nodes + "}", "moving_axis has no direction");
  row("tolerance", "point_at { " + nodes + "tolerance: 1e-9 }", "tolerance must be at least");
  row("no number", "position_equality { " + nodes + "target_frame_offset { x: nan } }", "target_frame_offset");
  row("rotation", "rotation_equality { " + nodes + "rotation_offset { w: 3 } }", "rotation_offset");
  const QString unset = "pose has no orientation", itself = QString("moving_frame ") + kFlange;
  row("no rotation", "rotation_equality { " + nodes + "rotation_offset { } }", "rotation_offset: " + unset);
  row("no turn", "relative_rotation_equality { " + itself + " relative_rotation { } }", "relative_rotation: " + unset);
  row("no relative pose", "relative_cartesian_pose { " + itself + " relative_pose { } }", "relative_pose: " + unset);
  row("signs", "joint_position_sum_limit { joint_signs: POSITIVE }", "joint_signs: 6 values are needed");
  row("joint", "joint_position_sum_limit { joint_ids { joint_ids: 9 } joint_signs: POSITIVE }", "there is no joint 9");
  row("group", R"(joint_position_limits { object_id { by_name { object_name: "post" } } })", "'post' is not the robot");
  row("empty", "constraint_intersection { }", "holds no constraint");
  row("nothing", "constraint_intersection { constraints { } }", "constraints[0] is not set");
}

void TestPlanningWire::wrongTargetsNameTheirField() {
  QFETCH(QString, target);
  QFETCH(QString, part);
  const Cell cell = postCell();
  const auto plan = planTrajectory(cell.world, motion(fmt::format("target {{ {} }}", target.toStdString())), {});
  const auto ik =
      computeIk(cell.world, parse<mp::IkRequest>(fmt::format("{} target {{ {} }}", kRobot, target.toStdString())), {});
  for (const Status& status : {plan.status(), ik.status()}) {
    QCOMPARE(status.code, Code::kInvalidArgument);
    QVERIFY2(QString::fromStdString(status.title).contains(part), status.title.c_str());
  }
  QVERIFY2(plan.status().title.find("motion_specification.motion_segments[0].target.") != std::string::npos,
           plan.status().title.c_str());
}

void TestPlanningWire::aWrongPathConstraintNamesItsField() {
  const Cell cell = postCell();
  const std::string along =
      std::string("path_constraints { point_at { moving_frame ") + kFlange + kToRoot + "tolerance: 1e-9 } }";
  const auto plan =
      planTrajectory(cell.world, motion(fmt::format("target {{ joint_position {{ {} }} }} {}", kRight, along)), {});
  QCOMPARE(plan.status().code, Code::kInvalidArgument);
  QVERIFY2(plan.status().title.find("motion_segments[0].path_constraints") != std::string::npos,
           plan.status().title.c_str());
}

void TestPlanningWire::aJointThatIsNamedTwiceCountsTwice() {
  Cell cell;
  cell.addArm("arm", 6);
  const std::string target =
      "target { joint_position_sum_limit { joint_ids { joint_ids: [0, 0] } joint_signs: [POSITIVE, POSITIVE] "
      "joint_sum_limit: 0.5 } }";
  const auto ik = computeIk(
      cell.world, parse<mp::IkRequest>(fmt::format("{} starting_joints {{ {} }} {}", kRobot, kLeft, target)), {});
  QVERIFY2(ik.ok(), ik.status().line().c_str());
  QVERIFY(ik->solutions_size() >= 1);
  for (const auto& solution : ik->solutions()) QVERIFY(std::abs(2.0 * solution.joints(0)) < 0.5 + 1e-6);
}

void TestPlanningWire::pathHasWaypoints() {
  const Cell cell = postCell();
  const auto out = planPath(cell.world, motion(fmt::format("target {{ joint_position {{ {} }} }}", kRight)), {});
  QVERIFY2(out.ok(), out.status().line().c_str());
  QVERIFY(out->path().waypoints_size() > 2);
  QCOMPARE(out->path().waypoints(0).joints(0), 1.3);
}

namespace {

// By the differences of its places, m/s.
double fastest(const Cell& cell, const model::Trajectory& trajectory) {
  const auto tree = kinematics::JointTree::make(cell.world, cell.id("arm"));
  const auto riding = tree->riding(cell.frame("arm", "flange"));
  double most = 0.0;
  for (double time = 0.001; time <= trajectory.duration(); time += 0.001) {
    const Vec3 way =
        tree->rootT(riding, trajectory.sample(time).q).p - tree->rootT(riding, trajectory.sample(time - 0.001).q).p;
    most = std::max(most, way.norm() / 0.001);
  }
  return most;
}

}  // namespace

// Where the segment says none of its own; a motion of another kind has none then.
void TestPlanningWire::aStraightLineKeepsTheLimitsOfTheRobot() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto limits = parse<worldwright::v1::Edits>(
      R"(edits { world_update { update_kinematic_object_properties { object { by_name { object_name: "arm" } }
         cartesian_limits { max_translational_velocity: [0.05, 0.05, 0.05] } } } })");
  const auto limited = world::apply(cell.world, limits, *cell.store);
  QVERIFY2(limited.ok(), limited.status().line().c_str());
  cell.world = *limited;
  const std::string up = std::string("target { relative_position_equality { moving_frame ") + kFlange +
                         "relative_position { z: 0.08 }" + kInRoot + "} } ";
  const auto speed = [&](const std::string& segment) {
    WireReply reply;
    const auto out = planTrajectory(cell.world, motion(segment), {}, nullptr, &reply);
    return out.ok() ? fastest(cell, reply.plan.trajectory) : -1.0;
  };
  const double line = speed("motion_type: LINEAR " + up), own = speed(
                                                              "motion_type: LINEAR cartesian_limits { max_"
                                                              "translational_velocity: 0.1 } " +
                                                              up);
  QVERIFY2(line > 0.045 && line <= 0.05 * (1.0 + 1e-6), fmt::format("{}", line).c_str());
  QVERIFY2(own > 0.09 && own <= 0.1 * (1.0 + 1e-6), fmt::format("{}", own).c_str());
  QVERIFY(speed(up) > 0.1);
}

// Those of the way back as well; what none keeps is told.
void TestPlanningWire::theLimitsOfTheRobotHoldEitherWay() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto limits = parse<worldwright::v1::Edits>(
      R"(edits { world_update { update_kinematic_object_properties { object { by_name { object_name: "arm" } }
         cartesian_limits { min_translational_velocity: [-0.05, -0.1, -0.1] max_translational_jerk: [9, 9, 9]
                            max_translational_velocity: [0.5, 0.5, 0.5] } } } })");
  const auto limited = world::apply(cell.world, limits, *cell.store);
  QVERIFY2(limited.ok(), limited.status().line().c_str());
  cell.world = *limited;
  WireReply reply;
  const auto out = planTrajectory(cell.world,
                                  motion(std::string("motion_type: LINEAR target { relative_position_equality { "
                                                     "moving_frame ") +
                                         kFlange + "relative_position { z: 0.08 }" + kInRoot + "} } "),
                                  {}, nullptr, &reply);
  QVERIFY2(out.ok(), out.status().line().c_str());
  QVERIFY(fastest(cell, reply.plan.trajectory) <= 0.05 * (1.0 + 1e-6));
  QVERIFY(std::ranges::any_of(reply.plan.report.notes, [](const Diagnostic& note) {
    return note.message.find("max_translational_jerk has no effect") != std::string::npos;
  }));
}

// The frame that the target moves keeps them.
void TestPlanningWire::cartesianLimitsOfASegment() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto segment = [](const char* limits) { return motion(fmt::format("{} {}", ikTarget(0.4, 0.2), limits)); };
  WireReply free, slow;
  QVERIFY(planTrajectory(cell.world, segment(""), {}, nullptr, &free).ok());
  const auto out =
      planTrajectory(cell.world, segment("cartesian_limits { max_translational_velocity: 0.1 }"), {}, nullptr, &slow);
  QVERIFY2(out.ok(), out.status().line().c_str());
  const auto& trajectory = slow.plan.trajectory;
  const double most = fastest(cell, trajectory);
  QVERIFY2(most <= 0.1 * (1.0 + 1e-6) && most > 0.09, fmt::format("{}", most).c_str());
  QVERIFY(trajectory.duration() > 1.2 * free.plan.trajectory.duration());
  for (const char* wrong : {"cartesian_limits { max_translational_velocity: 0 }",
                            "cartesian_limits { max_rotational_acceleration: nan }"}) {
    const auto refused = planTrajectory(cell.world, segment(wrong), {});
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
    QVERIFY2(refused.status().title.find("must be positive") != std::string::npos, refused.status().title.c_str());
  }
}

// Whatever kind of target it is that names the frame; of several the first.
void TestPlanningWire::cartesianLimitsHoldForEveryTargetThatMovesAFrame() {
  Cell cell;
  cell.addArm("arm", 6);
  const std::string moving = std::string("moving_frame ") + kFlange;
  const std::string by = "relative_position_equality { " + moving + "relative_position { x: 0.1 z: 0.08 } }";
  const std::string cone =
      "rotation_cone { " + moving + kToRoot + "moving_axis { x: 1 } cone_opening_half_angle: 0.3 }";
  // The frame that moves may be named as the target.
  const std::string swapped = std::string("position_equality { moving_frame { id: \"root\" } moving_frame_offset ") +
                              "{ x: 0.4 y: 0.4 z: 0.55 } target_frame " + kFlange + "}";
  for (const std::string& target :
       {by, cone, swapped, "constraint_intersection { constraints { " + by + " } constraints { " + cone + " } }"}) {
    for (const char* type : {"ANY", "JOINT"}) {
      WireReply reply;
      const auto out = planTrajectory(
          cell.world,
          motion(fmt::format("motion_type: {} target {{ {} }} cartesian_limits {{ max_translational_velocity: 0.05 }}",
                             type, target)),
          {}, nullptr, &reply);
      QVERIFY2(out.ok(), out.status().line().c_str());
      const double most = fastest(cell, reply.plan.trajectory);
      QVERIFY2(most <= 0.05 * (1.0 + 1e-6) && most > 0.04, fmt::format("{} {}: {}", type, target, most).c_str());
    }
  }
  const auto refused = planTrajectory(
      cell.world, motion("target { joint_position_limits { } } cartesian_limits { max_translational_velocity: 0.05 }"),
      {});
  QVERIFY2(refused.status().title.find("names no moving frame") != std::string::npos, refused.status().title.c_str());
}

void TestPlanningWire::unknownRobotIsNotFound() {
  const Cell cell = postCell();
  auto request = motion(fmt::format("target {{ joint_position {{ {} }} }}", kRight));
  request.mutable_robot_specification()
      ->mutable_robot_reference()
      ->mutable_object_id()
      ->mutable_by_name()
      ->set_object_name("nobody");
  QCOMPARE(planTrajectory(cell.world, request, {}).status().code, Code::kNotFound);
  request.mutable_robot_specification()->clear_robot_reference();
  QCOMPARE(planTrajectory(cell.world, request, {}).status().code, Code::kInvalidArgument);
}

void TestPlanningWire::spacingOverrideIsObeyed() {
  const Cell cell = postCell();
  const std::string segment = fmt::format("motion_type: JOINT target {{ joint_position {{ {} }} }}", kLeft);
  const auto asked = [&](double spacing) {
    return toMotionRequest(
        cell.world,
        motion(segment, fmt::format("motion_planner_config {{ collision_check_spacing_override: {} }}", spacing)));
  };
  QCOMPARE(toMotionRequest(cell.world, motion(segment))->spacing, std::nullopt);
  QCOMPARE(asked(0.001)->spacing, std::optional(0.001));
  QCOMPARE(asked(0.01)->spacing, std::optional(0.01));
  QCOMPARE(asked(0.02).status().code, Code::kInvalidArgument);
  QCOMPARE(asked(0.0).status().code, Code::kInvalidArgument);
}

QTEST_GUILESS_MAIN(TestPlanningWire)
#include "test_planning_wire.moc"
