// SPDX-License-Identifier: Apache-2.0
// Arms in which no axes meet: eight descents side by side find a posture of nearly every pose, the same on every
// processor, and the one that the start leads to before any other.
#include <QtTest>

#include "core/kinematics/ik/lane_descent.h"
#include "core/kinematics/ik/solvers.h"
#include "tests/contract/ik/arms.h"

using namespace ww;
using namespace ww::kinematics;

namespace {

ww::test::ArmShape oddArm(int joints, Random& random) {
  ww::test::ArmShape out{"odd", {}, {0.05, 0.02, 0.1}};
  for (int i = 0; i < joints; ++i) {
    const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const Vec3 at(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(0.05, 0.3));
    out.joints.push_back({axis.normalized(), at, -2.9, 2.9});
  }
  return out;
}

struct Odd {
  world::World world;
  JointTree tree;
  Riding tip;

  Odd(int joints, Random& random) : Odd(ww::test::worldOf(oddArm(joints, random))) {}
  explicit Odd(world::World w)
      : world(std::move(w)), tree(*JointTree::make(world, world.find("arm"))), tip(tree.riding(tipOf(world))) {}
  static world::NodeRef tipOf(const world::World& world) {
    std::optional<FrameId> out;
    world.forEachFrame([&](const world::Frame& frame) { out = frame.id; });
    return *out;
  }
  JointVector draw(Random& random) const {
    JointVector q(static_cast<Eigen::Index>(tree.size()));
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = random.uniform(-2.9, 2.9);
    return q;
  }
};

IkRequest requestOf(const Odd& odd, const Pose& root_t_goal, const JointVector& start) {
  IkRequest out;
  out.tip = odd.tip;
  out.root_t_goal = root_t_goal;
  out.start = start;
  return out;
}

LaneDescent::Positions positionsOf(const LaneArm& arm, const JointVector& q) {
  LaneDescent::Positions out{};
  for (std::size_t j = 0; j < arm.joints; ++j) out[j] = q[static_cast<Eigen::Index>(arm.joint[j])];
  return out;
}

}  // namespace

class TestIkLanes : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void nearlyAllPosesAreReached_data();
  void nearlyAllPosesAreReached();
  void theStartLeadsToItsOwnPosture();
  void allProcessorsAgree();
};

void TestIkLanes::nearlyAllPosesAreReached_data() {
  QTest::addColumn<int>("joints");
  QTest::addColumn<int>("missed");
  QTest::newRow("five") << 5 << 3;
  QTest::newRow("six") << 6 << 1;
  QTest::newRow("seven") << 7 << 0;
  QTest::newRow("nine") << 9 << 0;
}

void TestIkLanes::nearlyAllPosesAreReached() {
  QFETCH(int, joints);
  QFETCH(int, missed);
  Random random(static_cast<std::uint64_t>(joints));
  int open = 0;
  for (int arm = 0; arm < 4; ++arm) {
    const Odd odd(joints, random);
    for (int k = 0; k < 100; ++k) {
      const Pose goal = odd.tree.rootT(odd.tip, odd.draw(random));
      IkRequest request = requestOf(odd, goal, odd.draw(random));
      request.diagnose = false;
      const auto found = solveNumeric(odd.tree, request);
      QVERIFY(found.ok());
      if (found->solutions.empty()) {
        ++open;
        continue;
      }
      const JointVector& q = found->solutions.front();
      const Pose reached = odd.tree.rootT(odd.tip, q);
      QVERIFY(positionDistance(reached, request.root_t_goal) < 1e-8);
      QVERIFY(rotationDistance(reached, request.root_t_goal) < 1e-8);
      QVERIFY(q.cwiseAbs().maxCoeff() <= 2.9);
      QVERIFY(solveNumeric(odd.tree, request)->solutions.front() == q);  // the same again
    }
  }
  QVERIFY2(open <= missed, qPrintable(QString::number(open)));
}

// A tool that is dragged: a small step leads to the posture beside, whatever others there are.
void TestIkLanes::theStartLeadsToItsOwnPosture() {
  Random random(11);
  const Odd odd(6, random);
  int near = 0;
  constexpr int kTries = 100;
  for (int k = 0; k < kTries; ++k) {
    const JointVector own = 0.8 * odd.draw(random);
    JointVector start = own;
    for (Eigen::Index i = 0; i < start.size(); ++i) start[i] += random.uniform(-0.02, 0.02);
    const IkRequest request = requestOf(odd, odd.tree.rootT(odd.tip, own), start);
    const auto found = solveNumeric(odd.tree, request);
    QVERIFY(found.ok() && !found->solutions.empty());
    if (jointDistance(found->solutions.front(), own) < 0.2) ++near;
  }
  QVERIFY2(near >= 98, qPrintable(QString::number(near)));  // the others stand near a singularity
}

void TestIkLanes::allProcessorsAgree() {
  Random random(5);
  const Odd odd(7, random);
  const auto arm = LaneArm::make(odd.tree, odd.tip);
  QVERIFY(arm && arm->count == 7 && arm->joints == 7);
  LaneDescent::Positions lower, upper;
  lower.fill(-2.9), upper.fill(2.9);
  const Rigid goal = arm->toArm(odd.tree.rootT(odd.tip, odd.draw(random)));
  LaneDescent own(*arm, goal, 0.3, lower, upper), plain = own;
  for (int lane = 0; lane < LaneDescent::kLanes; ++lane) {
    const LaneDescent::Positions start = positionsOf(*arm, odd.draw(random));
    own.put(lane, start), plain.put(lane, start);
  }
  for (int step = 0; step < 30; ++step) {
    own.advance(), plain.advancePlain();
    for (int lane = 0; lane < LaneDescent::kLanes; ++lane) {
      QVERIFY(own.at(lane) == plain.at(lane));
      QVERIFY(own.state(lane) == plain.state(lane));
    }
  }
}

QTEST_APPLESS_MAIN(TestIkLanes)
#include "test_ik_lanes.moc"
