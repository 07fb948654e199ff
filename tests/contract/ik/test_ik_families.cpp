// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/failures.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/ik/turns.h"
#include "tests/contract/ik/arms.h"

Q_DECLARE_METATYPE(ww::test::ArmShape)

using namespace ww;
using namespace ww::kinematics;
using ww::test::ArmShape;

namespace {

// 100000 in the full run (CONTRIBUTING.md).
int steps() {
  const int given = qEnvironmentVariableIntValue("WW_STEPS");
  return given > 0 ? given : 300;
}

struct WorldArm {
  world::World world;
  JointTree tree;
  Riding tip;
  explicit WorldArm(const ArmShape& shape)
      : world(test::worldOf(shape)),
        tree(*JointTree::make(world, world.find("arm"))),
        tip(tree.riding(world.frameNamed(world.find("arm"), "tip"))) {}

  IkRequest request(const JointVector& posture, const JointVector& start) const {
    IkRequest r;
    r.tip = tip;
    r.root_t_goal = tree.rootT(tip, posture);
    r.start = start;
    r.diagnose = false;
    return r;
  }
  JointVector random(Random& numbers) const {
    JointVector q(static_cast<Eigen::Index>(tree.size()));
    for (std::size_t i = 0; i < tree.size(); ++i)
      q[static_cast<Eigen::Index>(i)] = numbers.uniform(tree.limits()[i].lower, tree.limits()[i].upper);
    return q;
  }
  bool reaches(const JointVector& q, const Pose& goal) const {
    const Pose there = tree.rootT(tip, q);
    return positionDistance(there, goal) < 1e-9 && apart(Rigid::of(there), Rigid::of(goal)) < 2e-9;
  }
  bool allows(const JointVector& q) const {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const double v = q[static_cast<Eigen::Index>(i)];
      if (v < tree.limits()[i].lower || v > tree.limits()[i].upper) return false;
    }
    return true;
  }
  const IkSolver& solver(const IkRequest& r) const {
    return *std::ranges::find_if(ikSolvers(), [&](const IkSolver& s) { return s.covers(tree, r); });
  }
};

// What all answers keep to.
std::string fault(const WorldArm& arm, const IkRequest& r, const IkResult& found, std::size_t sorted_from = 0) {
  double last = 0.0;
  for (std::size_t i = 0; i < found.solutions.size(); ++i) {
    const JointVector& q = found.solutions[i];
    if (!arm.reaches(q, r.root_t_goal)) return fmt::format("{} does not reach the goal", i);
    if (!arm.allows(q)) return fmt::format("{} is beyond a limit", i);
    for (std::size_t k = 0; k < i; ++k)
      if (jointDistance(found.solutions[k], q) < 1e-6) return fmt::format("{} is {} again", i, k);
    if (i < sorted_from) continue;
    const double distance = squareFromStart(r, q);
    if (distance < last) return fmt::format("{} is nearer than the one before", i);
    last = distance;
  }
  return {};
}

JointVector six(std::initializer_list<double> values) {
  JointVector q(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

#define WW_VERIFY_SOUND(...)                          \
  do {                                                \
    const std::string ww_fault_ = fault(__VA_ARGS__); \
    QVERIFY2(ww_fault_.empty(), ww_fault_.c_str());   \
  } while (false)

}  // namespace

class TestIkFamilies : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void sixAxesHaveAllPostures_data();
  void sixAxesHaveAllPostures();
  void allTurnsOfAnArmAreGivenByDistance();
  void turnsOfSearchedPosturesAreGiven();
  void postureComeBeforeTheirTurns();
  void turnsOneByOneAreThoseSorted();
  void aJointWithoutLimitsTurnsTheShorterWay();
  void sevenAxesAreSolvedWithinLimits_data();
  void sevenAxesAreSolvedWithinLimits();
  void theFamilyGivesManyPostures();
  void sameBranchOnly();
  void sameBranchFirst();
  void weightsDecideWhatIsNear();
  void wrongWeightsAreRefused();
  void limitsAreKeptBeyondAFullTurn();
};

void TestIkFamilies::sixAxesHaveAllPostures_data() {
  QTest::addColumn<ArmShape>("shape");
  Random random(31);
  for (const ArmShape& shape : test::sixAxisArms()) {
    QTest::newRow(shape.name.c_str()) << shape;
    const ArmShape rounded = test::roundedArm(shape, 1e-4, random);
    QTest::newRow(rounded.name.c_str()) << rounded;
  }
}

void TestIkFamilies::sixAxesHaveAllPostures() {
  QFETCH(ArmShape, shape);
  const WorldArm arm(shape);
  Random random(7);
  int missing = 0;
  const int count = std::max(20, steps() / 10);
  for (int n = 0; n < count; ++n) {
    const JointVector q = arm.random(random);
    IkRequest r = arm.request(q, JointVector::Zero(6));
    r.max_solutions = Postures::kMost;
    QCOMPARE(std::string(arm.solver(r).name), std::string("closed form"));
    const auto found = solveIk(arm.tree, r);
    QVERIFY2(found.ok(), found.status().line().c_str());
    WW_VERIFY_SOUND(arm, r, *found);
    const auto near = [&](const JointVector& o) { return test::turnDistance(o, q) < 1e-5; };
    missing += std::ranges::none_of(found->solutions, near) ? 1 : 0;
    QVERIFY(found->branches.empty() || found->branches.size() == found->solutions.size());
  }
  QVERIFY2(missing <= 1, fmt::format("{} of {}", missing, count).c_str());
}

// Eight postures, each joint a turn this way or that: 8 * 2^6.
void TestIkFamilies::allTurnsOfAnArmAreGivenByDistance() {
  const WorldArm arm(test::sixAxisArms()[2]);
  IkRequest r = arm.request(six({0.4, -1.2, 1.1, -0.9, -1.3, 0.6}), six({0.3, -1.0, 1.0, -1.0, -1.0, 0.5}));
  r.turns = true;
  r.max_solutions = 1000;
  const auto found = solveIk(arm.tree, r);
  QVERIFY(found.ok());
  QCOMPARE(found->solutions.size(), 512u);
  WW_VERIFY_SOUND(arm, r, *found);
  r.turns = false;
  const auto plain = solveIk(arm.tree, r);
  QCOMPARE(plain->solutions.size(), 8u);
  QVERIFY(plain->solutions.front() == found->solutions.front());
}

// Of what is searched for and not worked out as well.
void TestIkFamilies::turnsOfSearchedPosturesAreGiven() {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const WorldArm arm(test::sixAxisArms()[2]);
  IkRequest r = arm.request(six({0.4, -1.2, 1.1, -0.9, -1.3, 0.6}), six({0.3, -1.0, 1.0, -1.0, -1.0, 0.5}));
  r.max_solutions = 1000;
  r.max_restarts = 20;
  const auto plain = solveNumeric(arm.tree, r);
  r.turns = true;
  const auto found = solveNumeric(arm.tree, r);
  QVERIFY(plain.ok() && found.ok() && !plain->solutions.empty());
  QCOMPARE(found->solutions.size(), 64 * plain->solutions.size());
  WW_VERIFY_SOUND(arm, r, *found);
  JointVector turned = plain->solutions.front();
  turned[4] += turned[4] < 0.0 ? kTurn : -kTurn;
  QVERIFY(std::ranges::any_of(found->solutions, [&](const JointVector& q) { return jointDistance(q, turned) < 1e-9; }));
}

void TestIkFamilies::postureComeBeforeTheirTurns() {
  const WorldArm arm(test::sixAxisArms()[2]);
  IkRequest r = arm.request(six({0.4, -1.2, 1.1, -0.9, -1.3, 0.6}), six({0.3, -1.0, 1.0, -1.0, -1.0, 0.5}));
  r.turns = true;
  r.max_solutions = 10;
  const auto found = solveIk(arm.tree, r);
  QVERIFY(found.ok());
  QCOMPARE(found->solutions.size(), 10u);
  QVERIFY(std::ranges::is_sorted(found->solutions, {}, [&](const JointVector& q) { return squareFromStart(r, q); }));
  std::vector<Joints6> postures;
  for (const JointVector& q : found->solutions) {
    const auto same = [&q](const Joints6& o) { return test::turnDistance(o, q) < 1e-6; };
    if (std::ranges::none_of(postures, same)) postures.push_back(q);
  }
  QCOMPARE(postures.size(), 8u);
}

void TestIkFamilies::turnsOneByOneAreThoseSorted() {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    std::array<Turns::Joint, 6> joints;
    for (Turns::Joint& j : joints)
      j = {random.uniform(-3, 3), random.uniform(0.1, 3), -random.uniform(1, 2) * kTurn, random.uniform(1, 2) * kTurn,
           true};
    Turns turns{std::span<const Turns::Joint>(joints)};
    for (std::uint32_t k = 0; k < 8; ++k) {
      const Joints6 q = test::randomSix(random);
      turns.add({q.data(), 6}, k);
    }
    std::vector<Turns::One> all, near;
    turns.all(all);
    turns.nearest(near);
    QCOMPARE(all.size(), turns.total());
    QVERIFY(all.size() >= 8 * 64);
    for (const Turns::One& expected : all) {
      Turns::One one;
      QVERIFY(turns.next(one));
      QVERIFY(std::abs(one.square - expected.square) < 1e-9);
      double square = 0.0;
      for (std::size_t i = 0; i < 6; ++i) {
        const double at = turns.position(one, i);
        QVERIFY(at >= joints[i].lower && at <= joints[i].upper);
        square += std::pow(joints[i].weight * (at - joints[i].start), 2);
      }
      QVERIFY(std::abs(square - one.square) < 1e-9);
    }
    Turns::One none;
    QVERIFY(!turns.next(none));
    QVERIFY(near.front().square == all.front().square);
  }
}

void TestIkFamilies::aJointWithoutLimitsTurnsTheShorterWay() {
  const double far = std::numeric_limits<double>::infinity();
  const std::array<Turns::Joint, 2> joints{Turns::Joint{20.0, 1.0, -far, far, true}, {0.0, 1.0, 1.0, far, true}};
  Turns turns{std::span<const Turns::Joint>(joints)};
  const std::array<double, 2> posture{0.1, 0.5};
  QVERIFY(turns.add(posture, 0));
  Turns::One one;
  QVERIFY(turns.next(one));
  QVERIFY(std::abs(turns.position(one, 0) - (0.1 + 6.0 * std::numbers::pi)) < 1e-9);
  QVERIFY(std::abs(turns.position(one, 1) - (0.5 + 2.0 * std::numbers::pi)) < 1e-9);
  QVERIFY(!turns.next(one));
}

void TestIkFamilies::sevenAxesAreSolvedWithinLimits_data() {
  QTest::addColumn<ArmShape>("shape");
  Random random(32);
  for (const ArmShape& shape : test::sevenAxisArms()) {
    QTest::newRow(shape.name.c_str()) << shape;
    const ArmShape rounded = test::roundedArm(shape, 1e-4, random);
    QTest::newRow(rounded.name.c_str()) << rounded;
  }
}

void TestIkFamilies::sevenAxesAreSolvedWithinLimits() {
  QFETCH(ArmShape, shape);
  const WorldArm arm(shape);
  Random random(8);
  int solved = 0, by_search = 0;
  for (int n = 0; n < steps(); ++n) {
    IkRequest r = arm.request(arm.random(random), arm.random(random));
    r.seed = static_cast<std::uint64_t>(n);
    QCOMPARE(std::string(arm.solver(r).name), std::string("family"));
    const auto found = solveIk(arm.tree, r);
    QVERIFY(found.ok());
    for (const JointVector& q : found->solutions) {
      QVERIFY(arm.allows(q));
      const Pose there = arm.tree.rootT(arm.tip, q);
      QVERIFY(positionDistance(there, r.root_t_goal) < 1e-8 && rotationDistance(there, r.root_t_goal) < 1e-7);
    }
    solved += found->solutions.empty() ? 0 : 1;
    by_search += found->restarts > 0 ? 1 : 0;
  }
  QVERIFY2(solved >= steps() * 0.9995, fmt::format("{} of {}", solved, steps()).c_str());
  QVERIFY2(by_search <= steps() / 50, fmt::format("{} of {} by search", by_search, steps()).c_str());
}

void TestIkFamilies::theFamilyGivesManyPostures() {
  const WorldArm arm(test::sevenAxisArms()[1]);
  const JointVector at = six({0.3, 0.7, -0.4, 1.0, 0.5, -0.6, 0.2});
  IkRequest r = arm.request(at, at);
  r.max_solutions = 40;
  const auto found = solveIk(arm.tree, r);
  QVERIFY(found.ok());
  QCOMPARE(found->solutions.size(), 40u);
  WW_VERIFY_SOUND(arm, r, *found);
  QVERIFY(jointDistance(found->solutions.front(), at) < 1e-6);
}

void TestIkFamilies::sameBranchOnly() {
  const WorldArm arm(test::sixAxisArms()[0]);
  const JointVector start = six({0.4, -1.0, 1.0, 0.6, 0.8, 0.2});
  JointVector near = start;
  near += six({0.1, -0.1, 0.15, 0.1, 0.1, -0.2});
  IkRequest r = arm.request(near, start);
  r.max_solutions = 16;
  const auto all = solveIk(arm.tree, r);
  QVERIFY(all.ok() && all->solutions.size() > 2 && all->branches.size() == all->solutions.size());
  r.ensure_same_branch = true;
  const auto same = solveIk(arm.tree, r);
  QVERIFY(same.ok());
  QCOMPARE(same->solutions.size(), 1u);
  QVERIFY(jointDistance(same->solutions.front(), near) < 1e-6);
  // With the wrist's other posture as start, that one.
  r.start[3] += std::numbers::pi, r.start[4] *= -1.0, r.start[5] -= std::numbers::pi;
  const auto flipped = solveIk(arm.tree, r);
  QVERIFY(flipped.ok());
  QCOMPARE(flipped->solutions.size(), 1u);
  QVERIFY(flipped->branches.front().wrist == -same->branches.front().wrist);
  QVERIFY(flipped->branches.front().elbow == same->branches.front().elbow);
}

// The nearest is another branch: joint 6 of the start has gone half a turn, which a flipped wrist does, too.
void TestIkFamilies::sameBranchFirst() {
  const WorldArm arm(test::sixAxisArms()[0]);
  const JointVector goal = six({0.4, -1.0, 1.0, 0.0, 0.2, 0.0});
  JointVector start = goal;
  start[3] += 2.5, start[5] += 2.5;
  IkRequest r = arm.request(goal, start);
  r.max_solutions = 16;
  const auto plain = solveIk(arm.tree, r);
  QVERIFY(plain.ok() && !plain->solutions.empty());
  const double own_wrist = start[4];
  QVERIFY(plain->solutions.front()[4] * own_wrist < 0.0);
  r.prefer_same_branch = true;
  const auto preferred = solveIk(arm.tree, r);
  QVERIFY(preferred.ok());
  QVERIFY(preferred->solutions.front()[4] * own_wrist > 0.0);
  QCOMPARE(preferred->solutions.size(), plain->solutions.size());
  WW_VERIFY_SOUND(arm, r, *preferred, 1);
  // Where that one is refused, the others come by distance.
  r.accept = [&](const JointVector& q) { return q[4] * own_wrist < 0.0; };
  const auto others = solveIk(arm.tree, r);
  QVERIFY(others.ok() && !others->solutions.empty() && !others->refused.empty());
}

void TestIkFamilies::weightsDecideWhatIsNear() {
  const WorldArm arm(test::sixAxisArms()[2]);
  Random random(12);
  int changed = 0;
  for (int n = 0; n < 30; ++n) {
    IkRequest r = arm.request(arm.random(random), arm.random(random));
    r.max_solutions = 16;
    const auto plain = solveIk(arm.tree, r);
    r.weights = {10.0, 1.0, 1.0, 0.1, 0.1, 0.0};
    const auto weighted = solveIk(arm.tree, r);
    QVERIFY(plain.ok() && weighted.ok());
    QCOMPARE(weighted->solutions.size(), plain->solutions.size());
    WW_VERIFY_SOUND(arm, r, *weighted);
    changed += plain->solutions.empty() || plain->solutions.front() == weighted->solutions.front() ? 0 : 1;
  }
  QVERIFY(changed > 0);
}

void TestIkFamilies::wrongWeightsAreRefused() {
  const WorldArm arm(test::sixAxisArms()[0]);
  IkRequest r = arm.request(JointVector::Constant(6, 0.3), JointVector::Zero(6));
  for (const std::vector<double>& wrong : {std::vector<double>{1.0}, std::vector<double>{1, 1, 1, 1, 1, -1.0},
                                           std::vector<double>{1, 1, 1, 1, 1, std::nan("")}}) {
    r.weights = wrong;
    const auto found = solveIk(arm.tree, r);
    QVERIFY(!found.ok() && found.status().failure->row == &failures::kWrongWeights);
  }
}

// A range that begins more than a turn away from zero.
void TestIkFamilies::limitsAreKeptBeyondAFullTurn() {
  const WorldArm arm(test::sixAxisArms()[0]);
  IkRequest r = arm.request(six({0.4, -1.0, 1.0, 0.6, 0.8, 0.2}), JointVector::Zero(6));
  r.limits = arm.tree.limits();
  r.limits[5] = arm.tree.limits()[5];
  r.limits[5].lower = 7.0, r.limits[5].upper = 13.0;
  r.start[5] = 20.0;  // outside
  r.max_solutions = 16;
  const auto found = solveIk(arm.tree, r);
  QVERIFY(found.ok() && !found->solutions.empty());
  for (const JointVector& q : found->solutions) {
    QVERIFY(q[5] >= 7.0 && q[5] <= 13.0);
    QVERIFY(arm.reaches(q, r.root_t_goal));
  }
}

QTEST_GUILESS_MAIN(TestIkFamilies)
#include "test_ik_families.moc"
