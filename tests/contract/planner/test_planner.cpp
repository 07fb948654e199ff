// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <thread>

#include "arm_check.h"
#include "core/base/failure.h"
#include "core/collision/check.h"
#include "core/planning/motions/motion_kinds.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

// Our own check of a trajectory, from the checker up: nothing of the validator is used.
void verifyTrajectory(const Cell& cell, const Trajectory& t, double velocity, double acceleration) {
  test::ArmCheck check(cell.world, cell.id("arm"));
  JointVector last = t.states.front().q;
  for (double time = 0.0; time <= t.duration(); time += 0.001) {
    const JointState s = t.sample(time);
    QVERIFY2(s.v.cwiseAbs().maxCoeff() <= velocity * (1 + 1e-6), fmt::format("velocity at {}", time).c_str());
    QVERIFY2(s.a.cwiseAbs().maxCoeff() <= acceleration * (1 + 1e-6), fmt::format("acceleration at {}", time).c_str());
    const int parts = std::max(1, static_cast<int>(std::ceil((s.q - last).norm() * 512.0)));
    for (int k = 1; k <= parts; ++k) {
      QVERIFY2(!check.first(last + (s.q - last) * k / parts), fmt::format("collision at {}", time).c_str());
    }
    last = s.q;
  }
}

// Every fifth of a millisecond.
double measuredClearance(const Cell& cell, const Trajectory& t) {
  test::ArmCheck check(cell.world, cell.id("arm"));
  double nearest = 10.0;
  for (double time = 0.0; time <= t.duration(); time += 0.0002) {
    if (const auto contact = check.nearest(t.sample(time).q, nearest)) nearest = contact->distance_m;
  }
  return nearest;
}

}  // namespace

class TestPlanner : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void jointMotionInTheOpenIsStraight();
  void blockedJointMotionNamesPairAndDepth();
  void anyMotionGoesAround();
  void excludingThePairFreesTheJointMotion();
  void poseGoalIsReached();
  void toolFrameOfAttachedObjectIsReached();
  void startInCollisionIsRefused();
  void goalInCollisionIsRefused();
  void jointLimitIsNamedWithExcess();
  void goalOutOfReachSaysHowFar();
  void numbersInMillimetresAreSuspected();
  void everyPostureIsToldOf();
  void allThatIsInTheWayIsToBeMoved();
  void theRobotsOwnPartsAreNotToBeMoved();
  void timeThatRanOutIsSaid();
  void kindsOfMotionAreKnownByName();
  void segmentsFollowEachOther();
  void segmentLimitsAreObeyed();
  void missingLimitsAreAssumedAndNoted();
  void sameSeedSameTrajectory();
  void cancelIsObeyedSoon();
  void deadlineIsObeyed();
  void sevenAxesWork();
  void staleAfterAMoveNotAfterARename();
};

void TestPlanner::jointMotionInTheOpenIsStraight() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto plan = planMotion(cell.world, to(cell, kLeft, MotionType::kJoint, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QCOMPARE(plan->paths.size(), 1u);
  QCOMPARE(plan->paths[0].size(), 2u);
  QVERIFY(plan->report.validated);
  QVERIFY((plan->trajectory.states.back().q - kLeft).norm() < 1e-12);
  QVERIFY(plan->trajectory.states.back().v.norm() == 0.0);
  verifyTrajectory(cell, plan->trajectory, 2.0, 5.0);
  // Rest to rest over 1.3 rad at 2 rad/s, 5 rad/s^2: at least 1.05 s; jerk adds a little.
  QVERIFY(plan->report.cycle_time_s > 1.0 && plan->report.cycle_time_s < 1.25);
}

void TestPlanner::blockedJointMotionNamesPairAndDepth() {
  const Cell cell = postCell();
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), seeded(1), &why);
  QVERIFY(!plan.ok());
  QCOMPARE(plan.status().code, Code::kFailedPrecondition);
  const QString title = QString::fromStdString(plan.status().title);
  QVERIFY2(title.contains("arm:link_") && title.contains("post") && title.contains("overlap by 0."), qPrintable(title));
  QVERIFY(why.kind == Diagnosis::Kind::kPathCollision);
  QVERIFY(!why.contacts.empty() && why.contacts.front().distance_m < -0.01);
  QVERIFY(why.path_fraction > 0.3 && why.path_fraction < 0.7);
}

void TestPlanner::anyMotionGoesAround() {
  const Cell cell = postCell();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), seeded(seed));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->paths[0].size() > 2);
    QVERIFY(plan->report.min_clearance_m > 0.003 && plan->report.min_clearance_m < 0.5);
    QVERIFY(plan->report.seconds < 15.0);
    verifyTrajectory(cell, plan->trajectory, 2.0, 5.0);
    const double nearest = measuredClearance(cell, plan->trajectory);
    QVERIFY2(std::abs(plan->report.min_clearance_m - nearest) < 2e-5,
             fmt::format("{} m told, {} m measured", plan->report.min_clearance_m, nearest).c_str());
    qInfo("seed %d: %.2f s to plan, %.2f s of motion, %zu waypoints, clearance %.3f m", static_cast<int>(seed),
          plan->report.seconds, plan->report.cycle_time_s, plan->paths[0].size(), plan->report.min_clearance_m);
  }
}

void TestPlanner::excludingThePairFreesTheJointMotion() {
  Cell cell = postCell();
  cell.setRules(fmt::format(R"(collision_rules {{ left {{ object {{ by_name {{ object_name: "arm" }} }} }}
      right {{ object {{ by_name {{ object_name: "post" }} }} }} collision_action {{ is_excluded: true }} }})"));
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
}

void TestPlanner::poseGoalIsReached() {
  Cell cell = postCell();
  const Pose goal{{0.35, 0.3, 0.35}, Quat(Eigen::AngleAxisd(M_PI, Vec3::UnitY()))};
  const auto frame = cell.addFrame(world::kRootObject, world::kRootEntity, "pick", goal);
  const auto flange = cell.frame("arm", "flange");
  const auto plan = planMotion(cell.world, to(cell, PoseGoal{flange, frame, {}}, MotionType::kAny, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  const auto tree = kinematics::JointTree::make(cell.world, cell.id("arm"));
  const Pose reached = tree->rootT(tree->riding(flange), plan->trajectory.states.back().q);
  QVERIFY(positionDistance(reached, goal) < 1e-7);
  QVERIFY(rotationDistance(reached, goal) < 1e-7);
}

void TestPlanner::toolFrameOfAttachedObjectIsReached() {
  Cell cell = postCell();
  const auto arm = cell.id("arm");
  cell.addBox("tool", {0.04, 0.04, 0.1}, Pose::translation(0, 0, 0.14), arm, cell.entity("arm", "link_6"));
  const auto tip = cell.addFrame(cell.id("tool"), cell.world.object(cell.id("tool"))->rootEntity(), "tip",
                                 Pose::translation(0, 0, 0.05));
  const Pose goal{{0.3, 0.35, 0.3}, Quat(Eigen::AngleAxisd(M_PI, Vec3::UnitX()))};
  const auto plan =
      planMotion(cell.world, to(cell, PoseGoal{tip, world::kRootObject, goal}, MotionType::kAny, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  const auto tree = kinematics::JointTree::make(cell.world, arm);
  QVERIFY(positionDistance(tree->rootT(tree->riding(tip), plan->trajectory.states.back().q), goal) < 1e-7);
}

void TestPlanner::startInCollisionIsRefused() {
  Cell cell = postCell();
  cell.addBox("block", {0.2, 0.2, 0.2}, Pose::translation(0, 0, 0.45));
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, kLeft, MotionType::kAny, kHome), seeded(1), &why);
  QVERIFY(!plan.ok());
  const QString title = QString::fromStdString(plan.status().title);
  QVERIFY2(title.startsWith("the start is in collision: ") && title.contains("block") && title.contains("overlap by"),
           qPrintable(title));
  QVERIFY(why.kind == Diagnosis::Kind::kStartCollision);
  QVERIFY(why.contacts.front().distance_m < -0.05);
}

void TestPlanner::goalInCollisionIsRefused() {
  Cell cell = postCell();
  const JointVector down = joints({0.0, 1.9, 0.9, 0, 0.2, 0});
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, down, MotionType::kAny, kLeft), seeded(1), &why);
  QVERIFY(!plan.ok());
  QVERIFY2(QString::fromStdString(plan.status().title).startsWith("the goal is in collision: "),
           plan.status().title.c_str());
}

void TestPlanner::jointLimitIsNamedWithExcess() {
  const Cell cell = postCell();
  JointVector beyond = kLeft;
  beyond[1] = 2.35;
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, beyond, MotionType::kAny, kHome), seeded(1), &why);
  QVERIFY(!plan.ok());
  QCOMPARE(plan.status().code, Code::kOutOfRange);
  const QString title = QString::fromStdString(plan.status().title);
  QVERIFY2(title.contains("joint_2") && title.contains("8.594 deg above its limit of "), qPrintable(title));
  QVERIFY(why.kind == Diagnosis::Kind::kGoalLimit && why.joint == 1 && std::abs(why.excess - 0.15) < 1e-9);
}

void TestPlanner::goalOutOfReachSaysHowFar() {
  const Cell cell = postCell();
  const auto flange = cell.frame("arm", "flange");
  // From the shoulder (0, 0, 0.4): 0.4 + 0.2 + 0.2 + 0.05 + 0.08 = 0.93 m to the flange.
  const Pose goal{{0.93 + 0.30, 0.0, 0.4}, Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()))};
  Diagnosis why;
  const auto plan = planMotion(
      cell.world, to(cell, PoseGoal{flange, world::kRootObject, goal}, MotionType::kAny, kHome), seeded(1), &why);
  QVERIFY(!plan.ok());
  const QString title = QString::fromStdString(plan.status().title);
  const QString far = QString::fromStdString(lengthText(why.ik.distance_m)) + " out of reach: ";
  QVERIFY2(title.contains(far) && title.contains("too far along +x"), qPrintable(title));
  QCOMPARE(std::string(plan.status().failure->row->code), std::string("planning.out-of-reach"));
  QVERIFY(std::abs(why.ik.distance_m - 0.30) < 0.005);
  QVERIFY((why.ik.direction - Vec3::UnitX()).norm() < 0.02);
}

void TestPlanner::numbersInMillimetresAreSuspected() {
  const Cell cell = postCell();
  const auto refused = [&](double x) {
    const PoseGoal goal{cell.frame("arm", "flange"), world::kRootObject, Pose::translation(x, 100.0 * x, 0.0)};
    return planMotion(cell.world, to(cell, goal, MotionType::kAny, kHome), seeded(1)).status();
  };
  const Status absurd = refused(4.0);
  QCOMPARE(std::string(absurd.failure->row->code), std::string("planning.in-millimetres"));
  QVERIFY2(
      absurd.hint.find("millimetres") != std::string::npos && absurd.hint.find("'arm' reaches") != std::string::npos,
      absurd.hint.c_str());
  QVERIFY2(refused(0.04).hint.find("millimetres") == std::string::npos, refused(0.04).hint.c_str());
}

// A pose that only collides: what stands in the way of each posture, in one line.
void TestPlanner::everyPostureIsToldOf() {
  Cell cell = postCell();
  cell.addBox("crate", {0.3, 0.3, 0.3}, Pose::translation(0.0, 0.6, 0.4));
  const Pose inside{{0.0, 0.6, 0.4}, Quat(Eigen::AngleAxisd(M_PI / 2, -Vec3::UnitX()))};
  Diagnosis why;
  const auto plan = planMotion(
      cell.world, to(cell, PoseGoal{cell.frame("arm", "flange"), world::kRootObject, inside}, MotionType::kAny, kHome),
      seeded(1), &why);
  QCOMPARE(plan.status().code, Code::kFailedPrecondition);
  QCOMPARE(std::string(plan.status().failure->row->code), std::string("planning.postures-collide"));
  const std::string& title = plan.status().title;
  QVERIFY2(title.find("in every posture found (") != std::string::npos && title.find("crate") != std::string::npos &&
               title.find("; ") != std::string::npos,
           title.c_str());
  QVERIFY2(title.size() < 600, title.c_str());
  QVERIFY2(plan.status().hint.find("move 'crate:body'") != std::string::npos, plan.status().hint.c_str());
}

// Moving one of two things out of the way does not free it.
void TestPlanner::allThatIsInTheWayIsToBeMoved() {
  Cell cell = postCell();
  cell.addBox("crate", {0.3, 0.3, 0.3}, Pose::translation(0.0, 0.6, 0.4));
  cell.addBox("shelf", {0.4, 0.3, 0.2}, Pose::translation(0.0, 0.6, 0.4));
  const Pose inside{{0.0, 0.6, 0.4}, Quat(Eigen::AngleAxisd(M_PI / 2, -Vec3::UnitX()))};
  const PoseGoal goal{cell.frame("arm", "flange"), world::kRootObject, inside};
  const Status refused = planMotion(cell.world, to(cell, goal, MotionType::kAny, kHome), seeded(1)).status();
  QCOMPARE(std::string(refused.failure->row->code), std::string("planning.postures-collide"));
  QVERIFY2(
      refused.hint.find("'crate:body'") != std::string::npos && refused.hint.find("'shelf:body'") != std::string::npos,
      refused.hint.c_str());
}

void TestPlanner::theRobotsOwnPartsAreNotToBeMoved() {
  Cell cell;
  cell.addArm("arm", 6);
  const JointVector folded = joints({0.0, 2.1, 2.6, 0.0, 0.0, 0.0});
  const auto plan = planMotion(cell.world, to(cell, folded, MotionType::kAny, kHome), seeded(1));
  QVERIFY(!plan.ok());
  QCOMPARE(std::string(plan.status().failure->row->code), std::string("planning.goal-collides-own"));
  QVERIFY2(plan.status().hint.find("move") == std::string::npos, plan.status().hint.c_str());
}

void TestPlanner::timeThatRanOutIsSaid() {
  const Cell cell = postCell();
  PlanOptions options = seeded(1);
  options.deadline = Clock::now();
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), options);
  QCOMPARE(plan.status().code, Code::kDeadlineExceeded);
  QCOMPARE(std::string(plan.status().failure->row->code), std::string("planning.no-time-left"));
  QVERIFY2(plan.status().hint.find("allow more time with --timeout") == 0, plan.status().hint.c_str());
}

// Options and boxes offer these; a kind is a row, and no list of them is written again.
void TestPlanner::kindsOfMotionAreKnownByName() {
  QCOMPARE(motionKindNames().size(), motionKinds().size());
  for (const MotionKind& kind : motionKinds()) {
    const std::string name = QByteArray(kind.name).toLower().toStdString();
    QVERIFY2(motionKindNamed(name) == kind.type, kind.name);
    QVERIFY2(std::ranges::count(motionKindNames(), name) == 1, kind.name);
  }
  QVERIFY(!motionKindNamed("spline") && !motionKindNamed(""));
}

void TestPlanner::segmentsFollowEachOther() {
  const Cell cell = postCell();
  auto request = to(cell, kHome, MotionType::kAny, kLeft);
  request.segments.push_back({MotionType::kAny, kRight, nullptr, {}});
  const auto plan = planMotion(cell.world, request, seeded(1));
  QVERIFY2(plan.ok() || plan.status().code == Code::kFailedPrecondition, plan.status().line().c_str());
  if (!plan.ok()) QFAIL(plan.status().line().c_str());
  QCOMPARE(plan->paths.size(), 2u);
  verifyTrajectory(cell, plan->trajectory, 2.0, 5.0);
}

void TestPlanner::segmentLimitsAreObeyed() {
  Cell cell;
  cell.addArm("arm", 6);
  auto request = to(cell, kLeft, MotionType::kJoint, kHome);
  world::JointLimits slow;
  slow.lower = -3;
  slow.upper = 3;
  slow.velocity = 0.3;
  slow.acceleration = 0.7;
  request.segments[0].limits.assign(6, slow);
  const auto plan = planMotion(cell.world, request, seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  verifyTrajectory(cell, plan->trajectory, 0.3, 0.7);
  // No message could say when the states of a motion that takes ages are.
  for (world::JointLimits& one : request.segments[0].limits) one.velocity = 1e-11;
  const auto endless = planMotion(cell.world, request, seeded(1));
  QCOMPARE(endless.status().code, Code::kOutOfRange);
  QVERIFY2(endless.status().line().find("very low") != std::string::npos, endless.status().line().c_str());
}

void TestPlanner::missingLimitsAreAssumedAndNoted() {
  Cell cell;
  cell.addArm("arm", 6, {}, false);
  const auto plan = planMotion(cell.world, to(cell, kLeft, MotionType::kJoint, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  // One for each kind of limit, with all of the joints.
  QCOMPARE(plan->report.notes.size(), 2u);
  for (const Diagnostic& note : plan->report.notes)
    QCOMPARE(std::get<arg::Names>(*note.failure->find("joints")).texts.size(), 6u);
  verifyTrajectory(cell, plan->trajectory, 1.0, 2.0);
}

void TestPlanner::sameSeedSameTrajectory() {
  const Cell cell = postCell();
  const auto request = to(cell, kRight, MotionType::kAny, kLeft);
  const auto a = planMotion(cell.world, request, seeded(7)), b = planMotion(cell.world, request, seeded(7));
  QVERIFY(a.ok() && b.ok());
  QCOMPARE(a->trajectory.times, b->trajectory.times);
  for (std::size_t i = 0; i < a->trajectory.states.size(); ++i) {
    QVERIFY(a->trajectory.states[i].q == b->trajectory.states[i].q);
  }
}

// Walls on both sides of the arm's column, higher than it reaches: the search has no end of its own.
void addCage(Cell& cell) {
  cell.addBox("front", {1.4, 0.02, 3.0}, Pose::translation(0.8, 0, 1.5));
  cell.addBox("back", {1.4, 0.02, 3.0}, Pose::translation(-0.8, 0, 1.5));
  cell.addBox("lid", {0.3, 0.02, 2.0}, Pose::translation(0, 0, 1.6));
}

void TestPlanner::cancelIsObeyedSoon() {
  Cell cell = postCell();
  addCage(cell);
  std::stop_source stop;
  PlanOptions options = seeded(1);
  options.stop = stop.get_token();
  Clock::time_point told;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    told = Clock::now();
    stop.request_stop();
  });
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), options);
  const auto ended = Clock::now();
  other.join();
  QVERIFY(!plan.ok());
  QVERIFY2(plan.status().code == Code::kCancelled, plan.status().line().c_str());
  QVERIFY(ended - told < std::chrono::milliseconds(100));
}

void TestPlanner::deadlineIsObeyed() {
  Cell cell = postCell();
  addCage(cell);
  PlanOptions options = seeded(1);
  const auto began = Clock::now();
  options.deadline = began + std::chrono::milliseconds(200);
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), options);
  QVERIFY(Clock::now() - began < std::chrono::milliseconds(350));
  QVERIFY(!plan.ok());
  QVERIFY2(plan.status().code == Code::kDeadlineExceeded, plan.status().line().c_str());
  QVERIFY2(plan.status().title.find("planning ran out of time after 0.2 s") != std::string::npos,
           plan.status().title.c_str());
  QVERIFY2(plan.status().title.find("a way around was still being looked for") != std::string::npos,
           plan.status().title.c_str());
  // Where there was time for nothing, nothing is known of paths.
  options.deadline = Clock::now() + std::chrono::milliseconds(1);
  const auto hasty = planMotion(cell.world, to(cell, kRight, MotionType::kAny, kLeft), options);
  QCOMPARE(hasty.status().code, Code::kDeadlineExceeded);
  QVERIFY2(hasty.status().title.find("no path") == std::string::npos, hasty.status().title.c_str());
}

void TestPlanner::sevenAxesWork() {
  Cell cell;
  cell.addArm("arm", 7);
  cell.addBox("post", {0.08, 0.08, 0.9}, Pose::translation(0.45, 0, 0.45));
  const auto start = joints({1.2, 0.8, 0, 0.9, 0, 0.4, 0}), goal = joints({-1.2, 0.8, 0, 0.9, 0, 0.4, 0});
  const auto plan = planMotion(cell.world, to(cell, goal, MotionType::kAny, start), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  verifyTrajectory(cell, plan->trajectory, 2.0, 5.0);
}

void TestPlanner::staleAfterAMoveNotAfterARename() {
  const Cell cell = postCell();
  auto plan = planMotion(cell.world, to(cell, kHome, MotionType::kJoint, kLeft), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QVERIFY(!plan->isStale(world::diff(cell.world, cell.world)));
  Cell moved = postCell();
  moved.world = cell.world;
  moved.setJoints(cell.id("arm"), kHome);
  QVERIFY(plan->isStale(world::diff(cell.world, moved.world)));
}

QTEST_GUILESS_MAIN(TestPlanner)
#include "test_planner.moc"
