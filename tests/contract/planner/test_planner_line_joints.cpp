// SPDX-License-Identifier: Apache-2.0
// Straight lines of arms whose joints are more, or fewer, than a pose takes.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>

#include "core/kinematics/joint_tree.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

struct AnyArm {
  explicit AnyArm(int joints) : arm(cell.addArm("arm", joints)) {}
  Cell cell;
  ObjectId arm;
  FrameId flange = cell.frame("arm", "flange");
  kinematics::JointTree tree = *kinematics::JointTree::make(cell.world, arm);

  Pose at(const JointVector& q) const { return tree.rootT(tree.riding(flange), q); }
};

// Our own measure: metres off the straight way, and the farthest from the even turn in radians.
std::pair<double, double> offLine(const AnyArm& c, const Trajectory& t) {
  const Pose from = c.at(t.states.front().q), to = c.at(t.states.back().q);
  const Vec3 way = to.p - from.p;
  double metres = 0.0, radians = 0.0;
  for (double time = 0.0; time <= t.duration(); time += 0.002) {
    const Pose now = c.at(t.sample(time).q);
    const double share = way.dot(now.p - from.p) / way.squaredNorm();
    metres = std::max(metres, (now.p - from.p - share * way).norm());
    radians = std::max(radians, now.q.angularDistance(from.q.slerp(std::clamp(share, 0.0, 1.0), to.q)));
  }
  return {metres, radians};
}

bool saysTurnsFreely(const Plan& plan) {
  return std::ranges::any_of(plan.report.notes,
                             [](const Diagnostic& note) { return note.code.ends_with("line-turns-freely"); });
}

const JointVector kSeven = joints({0.1, 0.6, 0.1, 1.2, 0.2, 0.5, 0});
const JointVector kSevenNear = joints({0.25, 0.75, -0.15, 1.0, 0.4, 0.7, 0.3});
const JointVector kFive = joints({0.2, 0.3, 1.2, 0.6, 0});

}  // namespace

class TestPlannerLineJoints : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // What the line leaves free is led to where the goal has it.
  void spareJointsEndWhereTheGoalHasThem_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("joint positions") << 0;
    QTest::newRow("ranges") << 1;
    QTest::newRow("some joints") << 2;
    QTest::newRow("place and a joint") << 3;
  }
  void spareJointsEndWhereTheGoalHasThem() {
    QFETCH(int, kind);
    const AnyArm c(7);
    const JointVector room = JointVector::Constant(7, 0.02);
    const Goal goals[] = {
        kSevenNear, model::JointRanges{kSevenNear - room, kSevenNear + room},
        model::SomeJointPositions{{2, 4}, joints({kSevenNear[2], kSevenNear[4]})},
        model::Intersection{{model::PositionEquality{c.flange, world::kRootObject, Vec3::Zero(), c.at(kSevenNear).p},
                             model::SomeJointPositions{{2}, joints({kSevenNear[2]})}}}};
    const auto plan = planMotion(
        c.cell.world, to(c.cell, goals[static_cast<std::size_t>(kind)], MotionType::kLinear, kSeven), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    const JointVector& end = plan->trajectory.states.back().q;
    if (kind == 0) QVERIFY((end - kSevenNear).norm() < 1e-9);
    if (kind == 1) QVERIFY((end - kSevenNear).cwiseAbs().maxCoeff() < 0.02 + 1e-6);
    if (kind >= 2) QVERIFY(std::abs(end[2] - kSevenNear[2]) < 1e-6);
    const auto [metres, radians] = offLine(c, plan->trajectory);
    QVERIFY2(metres < 5e-4 && radians < 8e-3, fmt::format("{} m, {} rad off", metres, radians).c_str());
    QVERIFY(!saysTurnsFreely(*plan));
  }

  // The line alone ends where a sum of joints is beyond what has to hold all along; spare joints led to another
  // solution of the same pose keep it.
  void spareJointsKeepAPathConstraint() {
    const AnyArm c(7);
    const Goal goal = PoseGoal{c.flange, world::kRootObject, c.at(kSevenNear)};
    const auto alone = planMotion(c.cell.world, to(c.cell, goal, MotionType::kLinear, kSeven), seeded(1));
    QVERIFY2(alone.ok(), alone.status().line().c_str());
    const JointVector& end = alone->trajectory.states.back().q;
    int tried = 0;
    for (Eigen::Index i = 0; i < 7; ++i) {
      JointVector signs = JointVector::Zero(7);
      signs[i] = 1.0;
      const double limit = std::max(std::abs(kSeven[i]), std::abs(kSevenNear[i])) + 0.02;
      if (std::abs(end[i]) < limit + 0.01) continue;
      ++tried;
      auto request = to(c.cell, goal, MotionType::kLinear, kSeven);
      request.segments[0].along = model::JointSum{signs, limit};
      const auto plan = planMotion(c.cell.world, request, seeded(1));
      QVERIFY2(plan.ok(), plan.status().line().c_str());
      QVERIFY(rotationDistance(c.at(plan->trajectory.states.back().q), c.at(kSevenNear)) < 1e-6);
      for (double time = 0.0; time <= plan->trajectory.duration(); time += 0.002)
        QVERIFY(std::abs(plan->trajectory.sample(time).q[i]) < limit + 1e-3);
      const auto [metres, radians] = offLine(c, plan->trajectory);
      QVERIFY2(metres < 5e-4 && radians < 8e-3, fmt::format("{} m, {} rad off", metres, radians).c_str());
    }
    QVERIFY(tried > 0);
  }

  // Five joints lead the flange straight, and turn it as they can: said in a note, and looked at by the judge.
  void tooFewJointsGoStraightAllTheSame_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("place") << 0;
    QTest::newRow("pose") << 1;
    QTest::newRow("joint positions") << 2;
  }
  void tooFewJointsGoStraightAllTheSame() {
    QFETCH(int, kind);
    const AnyArm c(5);
    const JointVector there = joints({0.7, 0.5, 1.0, 0.8, 0.4});
    const Goal goals[] = {model::PositionEquality{c.flange, world::kRootObject, Vec3::Zero(), c.at(there).p},
                          PoseGoal{c.flange, world::kRootObject, c.at(there)}, there};
    MotionRequest request = to(c.cell, goals[static_cast<std::size_t>(kind)], MotionType::kLinear, kFive);
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->report.validated);
    const JointVector& end = plan->trajectory.states.back().q;
    QVERIFY((c.at(end).p - c.at(there).p).norm() < 1e-6);
    if (kind > 0) QVERIFY(rotationDistance(c.at(end), c.at(there)) < 1e-6);
    const auto [metres, radians] = offLine(c, plan->trajectory);
    QVERIFY2(metres < 5e-4, fmt::format("{} m off", metres).c_str());
    QVERIFY2(radians > 8e-3, "it could have turned evenly");
    QVERIFY(saysTurnsFreely(*plan));
    // An earlier path is taken as it is.
    request.segments[0].given = plan->paths[0];
    const auto again = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(again.ok(), again.status().line().c_str());
    QVERIFY(saysTurnsFreely(*again));
  }

  // In the plane of the arm five joints can do all that is asked: then they do it.
  void fewJointsTurnEvenlyWhereTheyCan() {
    const AnyArm c(5);
    const JointVector there = joints({0.2, 0.6, 0.9, 0.4, 0.5});
    const auto plan = planMotion(
        c.cell.world, to(c.cell, PoseGoal{c.flange, world::kRootObject, c.at(there)}, MotionType::kLinear, kFive),
        seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    const auto [metres, radians] = offLine(c, plan->trajectory);
    if (!saysTurnsFreely(*plan)) QVERIFY2(radians < 8e-3, fmt::format("{} rad off", radians).c_str());
    QVERIFY2(metres < 5e-4, fmt::format("{} m off", metres).c_str());
    const Pose up{c.at(kFive).p + Vec3(0, 0, 0.1), c.at(kFive).q};
    const auto lift = planMotion(
        c.cell.world, to(c.cell, PoseGoal{c.flange, world::kRootObject, up}, MotionType::kLinear, kFive), seeded(1));
    QVERIFY2(lift.ok(), lift.status().line().c_str());
    QVERIFY(!saysTurnsFreely(*lift));
    QVERIFY(offLine(c, lift->trajectory).second < 8e-3);
  }
};

QTEST_GUILESS_MAIN(TestPlannerLineJoints)
#include "test_planner_line_joints.moc"
