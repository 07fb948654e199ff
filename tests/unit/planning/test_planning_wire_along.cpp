// SPDX-License-Identifier: Apache-2.0
// Path constraints and rounded corners of requests: each field does something, or is refused by its name.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <chrono>

#include "cell.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/wire.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/unit/planning/post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

constexpr const char* kGoal = "joints: [0.9, 0.8, 1.1, 0, 0.6, 0]";

mp::MotionPlanningRequest motion(const std::string& segments, const std::string& rest = {}) {
  return parse<mp::MotionPlanningRequest>(
      fmt::format("robot_specification {{ {} start_configuration {{ {} }} }} motion_specification {{ {} {} }}", kRobot,
                  kLeft, segments, rest));
}

std::string segment(const std::string& type, const std::string& rest, const char* goal = kGoal) {
  return fmt::format("motion_segments {{ motion_type: {} target {{ joint_position {{ {} }} }} {} }}", type, goal, rest);
}

Cell openCell() {
  Cell cell;
  cell.addArm("arm", 6);
  return cell;
}

}  // namespace

class TestPlanningWireAlong : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // As a trajectory that clients can drive: where it starts, and where it ends.
  void whoStandsAtTheTargetHasAStartAndAnEnd_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("type");
    const QString cone = QString("rotation_cone { moving_frame ") + kFlange + kToRoot +
                         "moving_axis { z: 1 } cone_opening_half_angle: 2.6 }";
    const QString joints = QString("joint_position { %1 }").arg(kLeft);
    for (const char* type : {"LINEAR", "JOINT", "ANY"}) {
      QTest::addRow("cone that holds, %s", type) << cone << type;
      QTest::addRow("the same joints, %s", type) << joints << type;
    }
  }
  void whoStandsAtTheTargetHasAStartAndAnEnd() {
    QFETCH(QString, target);
    QFETCH(QString, type);
    const Cell cell = openCell();
    const auto request =
        motion(QString("motion_segments { motion_type: %1 target { %2 } }").arg(type, target).toStdString());
    const auto out = planTrajectory(cell.world, request, {});
    QVERIFY2(out.ok(), out.status().line().c_str());
    const auto& t = out->discretized();
    QVERIFY2(t.state_size() >= 2, fmt::format("{} states", t.state_size()).c_str());
    QCOMPARE(t.state_size(), t.time_since_start_size());
    QCOMPARE(t.time_since_start(0).nanos(), 0);
    QVERIFY(t.time_since_start().rbegin()->nanos() > 0);
    const auto& last = *t.state().rbegin();
    for (int i = 0; i < 6; ++i) {
      QVERIFY(std::abs(last.position(i) - t.state(0).position(i)) < 1e-9);
      QCOMPARE(last.velocity(i), 0.0);
    }
    QVERIFY(type == "LINEAR" || recheckWire(cell.world, request, *out, {}).ok());
    const auto path = planPath(cell.world, request, {});
    QVERIFY(path.ok() && path->path().waypoints_size() >= 2);
  }

  // Each case of the message, wide enough for the straight way, then so narrow that the start is outside. From 1.3,
  // 0.6, 1.3, 0, 0.6, 0 the tool points 2.5 rad away from straight up.
  void everyKindCounts_data() {
    QTest::addColumn<QString>("wide");
    QTest::addColumn<QString>("narrow");
    const QString nodes = QString("moving_frame ") + kFlange + kToRoot;
    const QString cone = "rotation_cone { " + nodes + "moving_axis { z: 1 } cone_opening_half_angle: %1 }";
    const QString box = "position_bounding_box { " + nodes + "lower_bounds { x: -2 y: -2 z: %1 } }";
    const QString sum =
        "joint_position_sum_limit { joint_ids { joint_ids: [1, 2] } joint_signs: [POSITIVE, POSITIVE] "
        "joint_sum_limit: %1 }";
    const QString at = "point_at { " + nodes + "target_frame_offset { z: -0.5 } tolerance: %1 }";
    const QString all =
        "uniform_geometric_constraint_intersection { constraints { " + cone.arg(3) + " } constraints { " + sum + " } }";
    QTest::newRow("cone") << cone.arg(2.6) << cone.arg(2.4);
    QTest::newRow("box") << box.arg(-1) << box.arg(1.2);
    QTest::newRow("sum") << sum.arg(2.1) << sum.arg(1.8);
    QTest::newRow("point at") << at.arg(5) << at.arg(0.01);
    QTest::newRow("intersection") << all.arg(2.1) << all.arg(1.8);
  }
  void everyKindCounts() {
    QFETCH(QString, wide);
    QFETCH(QString, narrow);
    const Cell cell = openCell();
    const auto along = [](const QString& what) { return fmt::format("path_constraints {{ {} }}", what.toStdString()); };
    for (const char* type : {"ANY", "JOINT", "LINEAR"}) {
      const auto plan = planTrajectory(cell.world, motion(segment(type, along(wide))), {});
      QVERIFY2(plan.ok(), (std::string(type) + ": " + plan.status().line()).c_str());
      mp::MotionPipelineError error;
      const auto none = planTrajectory(cell.world, motion(segment(type, along(narrow))), {}, &error);
      QCOMPARE(none.status().code, Code::kOutOfRange);
      QVERIFY2(none.status().title.find("the start does not keep the path constraint") != std::string::npos,
               none.status().title.c_str());
      const auto& told = error.motion_planning_error(0).ik_error();
      QCOMPARE(told.error_context(), mp::ErrorContext::CONF_VALIDATION);
      // What is not kept, and not the target.
      QString kept = narrow;
      kept.replace("uniform_geometric_constraint_intersection", "constraint_intersection");
      QCOMPARE(told.constraint().SerializeAsString(),
               parse<mp::GeometricConstraint>(kept.toStdString()).SerializeAsString());
    }
  }

  void timeThatRanOutIsNoTargetOutOfReach() {
    const Cell cell = postCell();
    PlanOptions late;
    late.deadline = Clock::now() - std::chrono::seconds(1);
    mp::MotionPipelineError error;
    QVERIFY(!planTrajectory(cell.world, motion(segment("ANY", "", kRight)), late, &error).ok());
    QCOMPARE(error.motion_planning_error_size(), 1);
    QVERIFY(!error.motion_planning_error(0).has_ik_error());
  }

  void whatIsWrongNamesItsField_data() {
    QTest::addColumn<QString>("along");
    QTest::addColumn<QString>("part");
    const QString nodes = QString("moving_frame ") + kFlange + kToRoot;
    QTest::newRow("nothing") << ""
                             << "motion_segments[0].path_constraints is not set";
    QTest::newRow("no frame") << "rotation_cone { moving_axis { z: 1 } }"
                              << "path_constraints.rotation_cone.moving_frame";
    QTest::newRow("no axis") << "rotation_cone { " + nodes + "}"
                             << "moving_axis has no direction";
    QTest::newRow("signs") << "joint_position_sum_limit { joint_signs: POSITIVE }"
                           << "joint_signs: 6 values are needed";
    QTest::newRow("empty") << "uniform_geometric_constraint_intersection { }"
                           << "holds no constraint";
    QTest::newRow("nothing in it") << "uniform_geometric_constraint_intersection { constraints { } }"
                                   << "uniform_geometric_constraint_intersection.constraints[0] is not set";
  }
  void whatIsWrongNamesItsField() {
    QFETCH(QString, along);
    QFETCH(QString, part);
    const Cell cell = openCell();
    const auto out = planTrajectory(
        cell.world, motion(segment("ANY", fmt::format("path_constraints {{ {} }}", along.toStdString()))), {});
    QCOMPARE(out.status().code, Code::kInvalidArgument);
    QVERIFY2(QString::fromStdString(out.status().title).contains(part), out.status().title.c_str());
  }

  void blendingParametersAreRead() {
    const Cell cell = openCell();
    const auto asked = [&](const std::string& curve) {
      return toMotionRequest(cell.world, motion(segment("ANY", ""), fmt::format("curve_parameters {{ {} }}", curve)));
    };
    QVERIFY(!asked("")->rounding.any());
    QCOMPARE(asked("joint_blending { desired_tightness_rad: 0.2 }")->rounding.joint, std::optional(0.2));
    const auto both =
        asked("cartesian_blending { translation_corner_rounding: 0.03 rotational_corner_rounding: 0.1 }")->rounding;
    QCOMPARE(both.metres, std::optional(0.03));
    QCOMPARE(both.radians, std::optional(0.1));
    QVERIFY(!both.joint);
    for (const char* wrong :
         {"cartesian_blending { translation_corner_rounding: -0.1 }",
          "cartesian_blending { rotational_corner_rounding: nan }", "joint_blending { desired_tightness_rad: inf }"}) {
      const Status status = asked(wrong).status();
      QCOMPARE(status.code, Code::kInvalidArgument);
      const std::string inner = std::string(wrong).substr(std::string(wrong).find('{') + 2);
      QVERIFY2(status.title.find(inner.substr(0, inner.find(':'))) != std::string::npos, status.title.c_str());
    }
  }

  // A goal outside the limits comes with the limits that held.
  void limitsComeWithTheFailure() {
    const Cell cell = openCell();
    mp::MotionPipelineError error;
    const auto out = planTrajectory(
        cell.world, motion(segment("JOINT", "joint_limits { max_position { values: [3, 0.7, 2.6, 3, 2, 6] } }")), {},
        &error);
    QCOMPARE(out.status().code, Code::kOutOfRange);
    const auto& limits = error.motion_planning_error(0).joint_limit_error().joint_limits();
    QCOMPARE(limits.max_position().values_size(), 6);
    QCOMPARE(limits.max_position().values(1), 0.7);
    QCOMPARE(limits.max_velocity().values(0), 2.0);
  }

  // Through the corner the robot does not stop, and the path has its waypoint all the same.
  void aCornerIsRoundedAsAsked() {
    const Cell cell = openCell();
    constexpr const char* kBehind = "joints: [0.9, 0.8, 0.7, 0, 0.6, 0]";
    const std::string two = segment("JOINT", "") + segment("JOINT", "", kBehind);
    const auto slowest = [](const Trajectory& t) {
      double least = 1e9;
      for (std::size_t i = 1; i + 1 < t.times.size(); ++i) {
        const bool ends = t.times[i] < 0.2 || t.times[i] > t.duration() - 0.2;
        if (!ends) least = std::min(least, t.states[i].v.norm());
      }
      return least;
    };
    WireReply stopping, rounded;
    QVERIFY(planTrajectory(cell.world, motion(two), {}, nullptr, &stopping).ok());
    const auto request = motion(two, "curve_parameters { joint_blending { desired_tightness_rad: 0.1 } }");
    const auto out = planTrajectory(cell.world, request, {}, nullptr, &rounded);
    QVERIFY2(out.ok(), out.status().line().c_str());
    QVERIFY(slowest(stopping.plan.trajectory) < 1e-6);
    QVERIFY(slowest(rounded.plan.trajectory) > 0.1);
    QCOMPARE(rounded.plan.report.corners.size(), 1u);
    // The same request gives the same bytes.
    QCOMPARE(planTrajectory(cell.world, request, {})->SerializeAsString(), out->SerializeAsString());
    const auto path = planPath(cell.world, request, {});
    QVERIFY(path.ok());
    QCOMPARE(path->path().waypoints_size(), 3);
    QCOMPARE(path->path().waypoints(1).joints(2), 1.1);
  }

  // A start and goals that are beyond their limits by a rounding, those of the robot and those of the segment.
  void whatIsRoundedIsOnItsLimit() {
    const Cell cell = openCell();
    const double most = kinematics::JointTree::make(cell.world, cell.id("arm"))->limits()[0].upper;
    const auto plan = [&](double from, double to, const std::string& rest = {}) {
      const auto request = parse<mp::MotionPlanningRequest>(fmt::format(
          "robot_specification {{ {} start_configuration {{ joints: [{:.9f}, 0.6, 1.3, 0, 0.6, 0] }} }} "
          "motion_specification {{ motion_segments {{ motion_type: JOINT target {{ joint_position {{ joints: "
          "[{:.9f}, 0.6, 1.3, 0, 0.6, 0] }} }} {} }} }}",
          kRobot, from, to, rest));
      return planTrajectory(cell.world, request, {});
    };
    const auto to = plan(1.0, most + 5e-7);
    QVERIFY2(to.ok(), to.status().line().c_str());
    QCOMPARE(to->discretized().state().rbegin()->position(0), most);
    const auto from = plan(most + 5e-7, 1.0);
    QVERIFY2(from.ok(), from.status().line().c_str());
    const auto narrower = plan(0.5, 1.0 + 5e-7, "joint_limits { max_position { values: [1, 2, 2, 2, 2, 2] } }");
    QVERIFY2(narrower.ok(), narrower.status().line().c_str());
    QVERIFY(!plan(1.0, most + 1e-4).ok());
  }
};

QTEST_GUILESS_MAIN(TestPlanningWireAlong)
#include "test_planning_wire_along.moc"
