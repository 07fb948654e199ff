// SPDX-License-Identifier: Apache-2.0
// Joints behind the tool's link, such as fingers: nobody asks them to move on the way.
#include <QtTest>

#include "core/planning/idle_joints.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

const JointVector kFromLeft = joints({1.3, 0.6, 0, 1.3, 0, 0.6, 0.4}),
                  kToRight = joints({-1.3, 0.6, 0, 1.3, 0, 0.6, 0.4});

// An arm beside a post; its tool is on the link before the last two, if any is named.
Cell armWithFingers(bool tool) {
  Cell cell;
  cell.addArm("arm", 7);
  cell.addBox("post", {0.08, 0.08, 0.9}, Pose::translation(0.5, 0, 0.45));
  if (tool) cell.addFrame(cell.id("arm"), cell.entity("arm", "link_5"), "tcp", {});
  return cell;
}

}  // namespace

class TestPlannerIdle : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fingersKeepStillOnAWayAround();
  void whatIsAskedToMoveMoves();
  void wristsAreNoFingers();
};

void TestPlannerIdle::fingersKeepStillOnAWayAround() {
  const Cell cell = armWithFingers(true);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto plan = planMotion(cell.world, to(cell, kToRight, MotionType::kAny, kFromLeft), seeded(seed));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->paths[0].size() > 2);
    for (const JointVector& q : plan->paths[0]) {
      QCOMPARE(q[5], kFromLeft[5]);
      QCOMPARE(q[6], kFromLeft[6]);
    }
    for (double t = 0.0; t < plan->trajectory.duration(); t += 0.01)
      QVERIFY(std::abs(plan->trajectory.sample(t).q[6] - kFromLeft[6]) < 1e-9);
  }
}

void TestPlannerIdle::whatIsAskedToMoveMoves() {
  const Cell cell = armWithFingers(true);
  JointVector goal = kToRight;
  goal[6] = -0.4;
  const auto plan = planMotion(cell.world, to(cell, goal, MotionType::kAny, kFromLeft), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QCOMPARE(plan->paths[0].back()[6], -0.4);
  QCOMPARE(plan->paths[0].back()[5], kFromLeft[5]);
  for (const JointVector& q : plan->paths[0]) QCOMPARE(q[5], kFromLeft[5]);
}

// They carry the tool: to keep them would be to give up ways.
void TestPlannerIdle::wristsAreNoFingers() {
  for (const bool tool : {false, true}) {
    const Cell cell = armWithFingers(tool);
    const auto scene = RobotScene::make(collision::Scene::make(cell.world), cell.id("arm"), nullptr);
    QVERIFY(scene.ok());
    const auto limits = limitsOfSearch(*scene, scene->tree().limits(), kFromLeft, {kToRight});
    for (std::size_t j = 0; j < 7; ++j) QCOMPARE(limits[j].lower == limits[j].upper, tool && j > 4);
  }
}

QTEST_GUILESS_MAIN(TestPlannerIdle)
#include "test_planner_idle.moc"
