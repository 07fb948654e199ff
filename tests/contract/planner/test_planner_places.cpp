// SPDX-License-Identifier: Apache-2.0
// Where a motion is blocked, and where it comes nearest to something.
#include <fmt/format.h>
#include <QtTest>

#include "arm_check.h"
#include "cell.h"
#include "core/kinematics/tool.h"
#include "core/planning/plan.h"

using namespace ww;
using namespace ww::planning;
using ww::test::Cell;
using ww::test::joints;

namespace {

const JointVector kLeft = joints({1.3, 0.6, 1.3, 0, 0.6, 0});
const JointVector kRight = joints({-1.3, 0.6, 1.3, 0, 0.6, 0});

MotionRequest to(const Cell& cell, Goal goal, MotionType type, const JointVector& start) {
  MotionRequest request;
  request.robot = cell.id("arm");
  request.start = start;
  request.segments.push_back({type, std::move(goal), nullptr, {}});
  return request;
}

PlanOptions within(double seconds) {
  PlanOptions options;
  options.deadline = Clock::now() + std::chrono::milliseconds(static_cast<long>(1000 * seconds));
  return options;
}

Cell postCell() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  return cell;
}

std::optional<collision::Contact> measured(const Cell& cell, const JointVector& q, EntityId a, EntityId b) {
  test::ArmCheck check(cell.world, cell.id("arm"));
  return check.between(q, a, b);
}

}  // namespace

class TestPlannerPlaces : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aBlockedWayIsToldWithTheJointsThere();
  void noWayAroundIsToldWhereTheStraightWayIsBlocked();
  void aRefusedGoalIsToldWithItsJoints();
  void outOfReachIsToldWithTheNearestJoints();
  void thePairThatComesNearestIsTold();
  void whatTouchesIsTold();
  void whatRidesTogetherDoesNotHinder();
  void aGrippersToolIsPlannedFor();

 private:
  void verifyContact(const Cell& cell, const Diagnosis& why) {
    QVERIFY(!why.contacts.empty() && why.joints.size() == 6);
    const auto& told = why.contacts.front();
    const auto there = measured(cell, why.joints, told.a, told.b);
    QVERIFY(there && std::abs(there->distance_m - told.distance_m) < 1e-6 && told.distance_m < 0.0);
    QVERIFY((there->point_a - told.point_a).norm() < 1e-4);
  }
};

void TestPlannerPlaces::aBlockedWayIsToldWithTheJointsThere() {
  const Cell cell = postCell();
  Diagnosis why;
  QVERIFY(!planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), within(20), &why).ok());
  QVERIFY(why.kind == Diagnosis::Kind::kPathCollision && (why.joints - kLeft).norm() > 0.1 &&
          (why.joints - kRight).norm() > 0.1);
  verifyContact(cell, why);
}

// The second and third joint cannot lift the arm over the post.
void TestPlannerPlaces::noWayAroundIsToldWhereTheStraightWayIsBlocked() {
  const Cell cell = postCell();
  MotionRequest request = to(cell, kRight, MotionType::kAny, kLeft);
  auto limits = kinematics::JointTree::make(cell.world, cell.id("arm"))->limits();
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    limits[i].lower = kLeft[static_cast<Eigen::Index>(i)] - 0.02;
    limits[i].upper = kLeft[static_cast<Eigen::Index>(i)] + 0.02;
  }
  request.segments.front().limits = limits;
  Diagnosis why;
  const auto plan = planMotion(cell.world, request, within(6), &why);
  QVERIFY(!plan.ok());
  QVERIFY2(why.kind == Diagnosis::Kind::kNoPath, plan.status().line().c_str());
  QVERIFY((why.joints - kRight).norm() > 0.1);
  verifyContact(cell, why);
}

void TestPlannerPlaces::aRefusedGoalIsToldWithItsJoints() {
  Cell cell = postCell();
  const JointVector goal = joints({0, 0.6, 1.3, 0, 0.6, 0});
  Diagnosis why;
  QVERIFY(!planMotion(cell.world, to(cell, goal, MotionType::kAny, kLeft), within(20), &why).ok());
  QVERIFY(why.kind == Diagnosis::Kind::kGoalCollision);
  QCOMPARE((why.joints - goal).norm(), 0.0);
  verifyContact(cell, why);
}

void TestPlannerPlaces::outOfReachIsToldWithTheNearestJoints() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const FrameId far = cell.addFrame(world::kRootObject, world::kRootEntity, "far", Pose::translation(3, 0, 0.5));
  Diagnosis why;
  QVERIFY(!planMotion(cell.world,
                      to(cell, PoseGoal{*kinematics::toolOf(cell.world, arm), far, {}}, MotionType::kAny, kLeft),
                      within(20), &why)
               .ok());
  QVERIFY(why.kind == Diagnosis::Kind::kGoalUnreachable && why.joints.size() == 6 && why.joints.allFinite());
}

void TestPlannerPlaces::thePairThatComesNearestIsTold() {
  const Cell cell = postCell();
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), within(20));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  const auto& report = plan->report;
  QVERIFY(report.nearest);
  QCOMPARE(report.nearest->distance_m, report.min_clearance_m);
  const auto there =
      measured(cell, plan->trajectory.sample(report.min_clearance_at_s).q, report.nearest->a, report.nearest->b);
  QVERIFY(there && std::abs(there->distance_m - report.min_clearance_m) < 1e-6);
  const double apart = (report.nearest->point_a - report.nearest->point_b).norm();
  QVERIFY2(std::abs(apart - report.min_clearance_m) < 1e-4,
           fmt::format("{} and {}", apart, report.min_clearance_m).c_str());
}

// The tip of a finger stands on the table, and slides along it.
void TestPlannerPlaces::whatTouchesIsTold() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const EntityId last = cell.entity("arm", "link_6");
  const Pose tip = cell.world.rootT(*kinematics::toolOf(cell.world, arm));
  cell.addBox("finger", {0.02, 0.02, 0.02}, Pose::translation(0, 0, 0.3), arm, last);
  const double top = cell.world.rootT(cell.id("arm/finger")).p.z() + 0.01;
  cell.addBox("ceiling", {2, 2, 0.1}, Pose::translation(0, 0, top + 0.05));
  JointVector turned = JointVector::Zero(6);
  turned[0] = 0.8;
  const auto plan = planMotion(cell.world, to(cell, turned, MotionType::kJoint, JointVector::Zero(6)), within(20));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QVERIFY2(std::abs(plan->report.min_clearance_m) < 1e-5,
           fmt::format("{} at {}", plan->report.min_clearance_m, tip.p.z()).c_str());
  QVERIFY(plan->report.nearest);
  const std::string pair =
      cell.world.display(plan->report.nearest->a) + " " + cell.world.display(plan->report.nearest->b);
  QVERIFY2(pair.find("finger") != std::string::npos && pair.find("ceiling") != std::string::npos, pair.c_str());
}

// Parts of a gripper that overlap each other do so wherever the robot stands: said, and no reason to refuse.
void TestPlannerPlaces::whatRidesTogetherDoesNotHinder() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const EntityId last = cell.entity("arm", "link_6");
  cell.addBox("left", {0.05, 0.05, 0.05}, Pose::translation(0, 0, 0.2), arm, last);
  cell.addBox("right", {0.05, 0.05, 0.05}, Pose::translation(0.03, 0, 0.2), arm, last);
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), within(20));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  bool said = false;
  for (const auto& note : plan->report.notes)
    said = said || (note.message.find("left") != std::string::npos && note.message.find("right") != std::string::npos &&
                    note.message.find("overlap") != std::string::npos);
  QVERIFY(said);
  QVERIFY(!plan->report.nearest || plan->report.min_clearance_m > 0.0);
  // What they meet on the way still counts.
  cell.addBox("post", {0.08, 0.08, 1.4}, Pose::translation(0.5, 0, 0.7));
  Diagnosis why;
  QVERIFY(!planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), within(20), &why).ok());
  QVERIFY(why.kind == Diagnosis::Kind::kPathCollision);
}

void TestPlannerPlaces::aGrippersToolIsPlannedFor() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const ObjectId gripper =
      cell.addBox("gripper", {0.04, 0.04, 0.04}, Pose::translation(0, 0, 0.1), arm, cell.entity("arm", "link_6"));
  const FrameId tcp =
      cell.addFrame(gripper, cell.world.object(gripper)->rootEntity(), "TCP_1", Pose::translation(0, 0, 0.05));
  const auto tool = kinematics::toolOf(cell.world, arm);
  QVERIFY(tool && *tool == world::NodeRef(tcp));
  cell.setJoints(arm, kRight);
  const Pose there = cell.world.rootT(tcp);
  cell.setJoints(arm, kLeft);
  const FrameId target = cell.addFrame(world::kRootObject, world::kRootEntity, "target", there);
  const auto plan = planMotion(cell.world, to(cell, PoseGoal{*tool, target, {}}, MotionType::kAny, kLeft), within(20));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  cell.setJoints(arm, plan->trajectory.states.back().q);
  QVERIFY((cell.world.rootT(tcp).p - there.p).norm() < 1e-5);
}

QTEST_GUILESS_MAIN(TestPlannerPlaces)
#include "test_planner_places.moc"
