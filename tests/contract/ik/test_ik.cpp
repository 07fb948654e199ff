// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>

#include "cell.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/random.h"
#include "tests/support/reference_speed.h"

using namespace ww;
using namespace ww::kinematics;
using ww::test::Cell;
using ww::test::joints;

namespace {

JointVector randomJoints(const JointTree& tree, Random& random) {
  JointVector q(static_cast<Eigen::Index>(tree.size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto& limit = tree.limits()[static_cast<std::size_t>(i)];
    q[i] = random.uniform(limit.lower, limit.upper);
  }
  return q;
}

bool withinLimits(const JointTree& tree, const JointVector& q) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const double v = q[static_cast<Eigen::Index>(i)];
    if (v < tree.limits()[i].lower || v > tree.limits()[i].upper) return false;
  }
  return true;
}

struct Arm {
  Cell cell;
  JointTree tree;
  Riding flange;
  explicit Arm(int joint_count) : Arm(joint_count, Cell()) {}
  Arm(int joint_count, Cell c)
      : cell(std::move(c)), tree(make(cell, joint_count)), flange(tree.riding(cell.frame("arm", "flange"))) {}
  static JointTree make(Cell& cell, int joint_count) {
    cell.addArm("arm", joint_count, Pose{{0.1, -0.2, 0.3}, Quat(Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()))});
    return *JointTree::make(cell.world, cell.id("arm"));
  }
};

}  // namespace

class TestIk : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void forwardAgreesWithTheWorld();
  void jacobianAgreesWithDifferences();
  void solvesRandomReachablePoses_data();
  void solvesRandomReachablePoses();
  void severalSolutionsAreDistinctAndSorted();
  void sameSeedSameSolutions();
  void sameBranchStaysNear();
  void refusedSolutionsAreReturnedApart();
  void outOfReachIsMeasured_data();
  void outOfReachIsMeasured();
  void limitIsNamed();
  void limitsOfOtherPosturesAreTold();
  void orientationIsNamed();
  void aJointThatFollowsMovesWithItsLeader();
  void turnsOfALeaderAreThoseOfWhatFollows();
  void everySolverKeepsItsWord_data();
  void everySolverKeepsItsWord();
  void theLastSolverCoversAll();
};

void TestIk::forwardAgreesWithTheWorld() {
  Arm arm(6);
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    const JointVector q = randomJoints(arm.tree, random);
    Cell moved = arm.cell;
    moved.setJoints(arm.cell.id("arm"), q);
    const Pose direct = moved.world.rootT(arm.cell.frame("arm", "flange"));
    const Pose tree = arm.tree.rootT(arm.flange, q);
    QVERIFY(positionDistance(direct, tree) < 1e-12);
    QVERIFY(rotationDistance(direct, tree) < 1e-7);
  }
}

void TestIk::jacobianAgreesWithDifferences() {
  Arm arm(7);
  Random random(4);
  for (int n = 0; n < 20; ++n) {
    const JointVector q = randomJoints(arm.tree, random);
    const Jacobian j = arm.tree.jacobian(arm.flange, q);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      JointVector plus = q, minus = q;
      plus[i] += 1e-6;
      minus[i] -= 1e-6;
      const Pose a = arm.tree.rootT(arm.flange, minus), b = arm.tree.rootT(arm.flange, plus);
      QVERIFY(((b.p - a.p) / 2e-6 - j.col(i).head<3>()).norm() < 1e-6);
      const Eigen::AngleAxisd turn(b.q * a.q.conjugate());
      QVERIFY((turn.angle() * turn.axis() / 2e-6 - j.col(i).tail<3>()).norm() < 1e-5);
    }
  }
}

void TestIk::solvesRandomReachablePoses_data() {
  QTest::addColumn<int>("joint_count");
  QTest::addColumn<double>("most");
  QTest::newRow("six") << 6 << 3950.0;
  QTest::newRow("seven") << 7 << 3900.0;
}

void TestIk::solvesRandomReachablePoses() {
  QFETCH(int, joint_count);
  QFETCH(double, most);
  Arm arm(joint_count);
  Random random(11);
  constexpr int kCount = 1000;
  int solved = 0;
  std::vector<IkRequest> requests;
  for (int n = 0; n < kCount; ++n) {
    IkRequest request;
    request.tip = arm.flange;
    request.root_t_goal = arm.tree.rootT(arm.flange, randomJoints(arm.tree, random));
    request.start = JointVector::Zero(joint_count);
    request.seed = static_cast<std::uint64_t>(n);
    request.diagnose = false;
    const auto result = solveIk(arm.tree, request);
    requests.push_back(std::move(request));
    QVERIFY(result.ok());
    if (result->solutions.empty()) continue;
    ++solved;
    const JointVector& q = result->solutions.front();
    QVERIFY(withinLimits(arm.tree, q));
    const Pose reached = arm.tree.rootT(arm.flange, q);
    QVERIFY(positionDistance(reached, requests.back().root_t_goal) < 1e-8);
    QVERIFY(rotationDistance(reached, requests.back().root_t_goal) < 1e-7);
  }
  QVERIFY(solved >= kCount * 99 / 100);
  std::size_t found = 0;
  WW_SPEED("inverse kinematics of 100 reachable poses", kArithmetic, most, [&] {
    for (std::size_t i = 0; i < 100; ++i) found += solveIk(arm.tree, requests[i])->solutions.size();
  });
  QVERIFY(found > 0);
}

void TestIk::severalSolutionsAreDistinctAndSorted() {
  Arm arm(6);
  const JointVector at = joints({0.4, 0.5, 1.0, 0.6, 0.8, 0.2});
  IkRequest request;
  request.tip = arm.flange;
  request.root_t_goal = arm.tree.rootT(arm.flange, at);
  request.start = at;
  request.max_solutions = 8;
  const auto result = solveIk(arm.tree, request);
  QVERIFY(result.ok());
  QVERIFY2(result->solutions.size() >= 4, fmt::format("{} solutions", result->solutions.size()).c_str());
  QVERIFY(jointDistance(result->solutions.front(), at) < 1e-6);
  for (std::size_t i = 1; i < result->solutions.size(); ++i) {
    QVERIFY((result->solutions[i] - at).norm() >= (result->solutions[i - 1] - at).norm());
    for (std::size_t k = 0; k < i; ++k) QVERIFY(jointDistance(result->solutions[i], result->solutions[k]) > 1e-3);
  }
}

void TestIk::sameSeedSameSolutions() {
  Arm arm(7);
  IkRequest request;
  request.tip = arm.flange;
  request.root_t_goal = arm.tree.rootT(arm.flange, joints({0.3, 0.7, -0.4, 1.0, 0.5, -0.6, 0.2}));
  request.start = JointVector::Zero(7);
  request.max_solutions = 5;
  const auto a = solveIk(arm.tree, request), b = solveIk(arm.tree, request);
  QVERIFY(a.ok() && b.ok() && a->solutions.size() == b->solutions.size() && !a->solutions.empty());
  for (std::size_t i = 0; i < a->solutions.size(); ++i) QVERIFY(a->solutions[i] == b->solutions[i]);
}

void TestIk::sameBranchStaysNear() {
  Arm arm(6);
  const JointVector start = joints({0.4, 0.5, 1.0, 0.6, 0.8, 0.2});
  JointVector near = start;
  near += joints({0.1, -0.1, 0.15, 0.1, 0.1, -0.2});
  IkRequest request;
  request.tip = arm.flange;
  request.root_t_goal = arm.tree.rootT(arm.flange, near);
  request.start = start;
  request.ensure_same_branch = true;
  const auto result = solveIk(arm.tree, request);
  QVERIFY(result.ok());
  QCOMPARE(result->solutions.size(), 1u);
  QVERIFY(jointDistance(result->solutions.front(), near) < 1e-5);
}

void TestIk::refusedSolutionsAreReturnedApart() {
  Arm arm(6);
  IkRequest request;
  request.tip = arm.flange;
  request.start = joints({0.4, 0.5, 1.0, 0.6, 0.8, 0.2});
  request.root_t_goal = arm.tree.rootT(arm.flange, request.start);
  request.max_restarts = 20;
  request.accept = [](const JointVector&) { return false; };
  const auto result = solveIk(arm.tree, request);
  QVERIFY(result.ok());
  QVERIFY(result->solutions.empty() && !result->refused.empty());
  QVERIFY(result->why.reason == IkDiagnosis::Reason::kRefused);
}

void TestIk::outOfReachIsMeasured_data() {
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("y");
  QTest::addColumn<double>("z");
  QTest::newRow("x") << 1.0 << 0.0 << 0.0;
  QTest::newRow("up and aside") << 0.6 << -0.6 << 0.5;
  QTest::newRow("up") << 0.0 << 0.0 << 1.0;
}

void TestIk::outOfReachIsMeasured() {
  QFETCH(double, x);
  QFETCH(double, y);
  QFETCH(double, z);
  Cell cell;
  cell.addArm("arm", 6);
  const auto tree = JointTree::make(cell.world, cell.id("arm"));
  IkRequest request;
  request.tip = tree->riding(cell.frame("arm", "flange"));
  request.start = JointVector::Zero(6);
  const Vec3 direction = Vec3(x, y, z).normalized();
  request.root_t_goal.p = Vec3(0, 0, 0.4) + (0.93 + 0.30) * direction;  // shoulder, stretched arm, and 0.30 m more
  request.root_t_goal.q = Quat::FromTwoVectors(Vec3::UnitZ(), direction);
  const auto result = solveIk(*tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  QVERIFY2(result->why.reason == IkDiagnosis::Reason::kOutOfReach, result->why.text().c_str());
  QVERIFY2(std::abs(result->why.distance_m - 0.30) < 0.002, result->why.text().c_str());
  QVERIFY((result->why.direction - direction).norm() < 0.02);
  const std::string told = lengthText(result->why.distance_m) + " out of reach: ";
  QVERIFY2(result->why.text().find(told) != std::string::npos, result->why.text().c_str());
  const Failure& failure = *result->why.reasons.front().failure;
  QVERIFY(std::get<arg::Length>(*failure.find("distance")).m == result->why.distance_m);
}

void TestIk::limitIsNamed() {
  Arm arm(6);
  JointVector beyond = joints({0.4, 0.5, 1.0, 0.6, 0.8, 0.2});
  IkRequest request;
  request.tip = arm.flange;
  request.start = beyond;
  request.root_t_goal = arm.tree.rootT(arm.flange, beyond);
  request.limits = arm.tree.limits();
  for (auto& limit : request.limits) limit.lower = -0.05, limit.upper = 1.5;
  request.limits[2].upper = 0.9;
  request.max_restarts = 30;
  const auto result = solveIk(arm.tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  QVERIFY2(result->why.reason == IkDiagnosis::Reason::kJointLimit, result->why.text().c_str());
  QVERIFY2(result->why.text().find("joint_3") != std::string::npos, result->why.text().c_str());
  QVERIFY(std::abs(result->why.excess - 0.1) < 1e-6);
}

// The elbow bends either way, and either way too far.
void TestIk::limitsOfOtherPosturesAreTold() {
  Arm arm(6);
  IkRequest request;
  request.tip = arm.flange;
  request.start = joints({0.4, 0.5, 1.0, 0.6, 0.8, 0.2});
  request.root_t_goal = arm.tree.rootT(arm.flange, request.start);
  request.limits = arm.tree.limits();
  request.limits[2].lower = -0.5, request.limits[2].upper = 0.5;
  const auto result = solveIk(arm.tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  const auto& reasons = result->why.reasons;
  QVERIFY2(reasons.size() >= 2 && reasons.size() <= 3, result->why.text().c_str());
  for (std::size_t i = 1; i < reasons.size(); ++i)
    QVERIFY2(reasons[i].title.starts_with("in another posture 'joint_"), reasons[i].title.c_str());
  QVERIFY2(result->why.text().find("above its limit") != std::string::npos &&
               result->why.text().find("below its limit") != std::string::npos,
           result->why.text().c_str());
}

void TestIk::orientationIsNamed() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto tree = JointTree::make(cell.world, cell.id("arm"));
  IkRequest request;
  request.tip = tree->riding(cell.frame("arm", "flange"));
  request.start = JointVector::Zero(6);
  // As far as the arm goes, but looking back.
  request.root_t_goal.p = Vec3(0.90, 0, 0.4);
  request.root_t_goal.q = Quat::FromTwoVectors(Vec3::UnitZ(), -Vec3::UnitX());
  const auto result = solveIk(*tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  QVERIFY2(result->why.reason == IkDiagnosis::Reason::kOrientation, result->why.text().c_str());
  QVERIFY2(result->why.angle_rad > 0.5, result->why.text().c_str());
}

// Six positions for seven movers: the fourth goes back twice as far as the second goes forth.
void TestIk::aJointThatFollowsMovesWithItsLeader() {
  Cell cell;
  cell.follow(cell.addArm("arm", 7), {{"joint_4", "joint_2", -1.5, 0.3}});
  const auto tree = JointTree::make(cell.world, cell.id("arm"));
  QVERIFY(tree.ok());
  QCOMPARE(tree->size(), 6u);
  QCOMPARE(tree->movers().size(), 7u);
  QVERIFY(std::ranges::find(tree->names(), "joint_4") == tree->names().end());
  const Riding flange = tree->riding(cell.frame("arm", "flange"));
  Random random(5);
  for (int n = 0; n < 20; ++n) {
    const JointVector q = randomJoints(*tree, random);
    const Jacobian j = tree->jacobian(flange, q);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      JointVector plus = q, minus = q;
      plus[i] += 1e-6;
      minus[i] -= 1e-6;
      const Pose a = tree->rootT(flange, minus), b = tree->rootT(flange, plus);
      QVERIFY(((b.p - a.p) / 2e-6 - j.col(i).head<3>()).norm() < 1e-6);
    }
    IkRequest request;
    request.tip = flange;
    request.root_t_goal = tree->rootT(flange, q);
    request.start = JointVector::Zero(6);
    const auto result = solveIk(*tree, request);
    QVERIFY(result.ok() && !result->solutions.empty());
    QVERIFY(positionDistance(tree->rootT(flange, result->solutions.front()), request.root_t_goal) < 1e-8);
  }
}

// A turn of the leader is half a turn of what follows it: taken off only by twos, and by none of what follows by an odd
// share.
void TestIk::turnsOfALeaderAreThoseOfWhatFollows() {
  for (const double share : {0.5, 1.0 / 3.1, 2.0}) {
    Cell cell;
    const ObjectId arm = cell.addArm("arm", 7);
    cell.follow(arm, {{"joint_5", "joint_3", share, 0.1}});
    const auto tree = JointTree::make(cell.world, arm);
    QVERIFY(tree.ok());
    IkRequest request;
    request.tip = tree->riding(cell.frame("arm", "flange"));
    request.limits = tree->limits();
    for (world::JointLimits& limit : request.limits) limit.lower = -14.0, limit.upper = 14.0;
    request.max_solutions = 4;
    Random random(5);
    const auto anywhere = [&] {
      JointVector q(6);
      for (double& one : q) one = random.uniform(-9.0, 9.0);
      return q;
    };
    for (int n = 0; n < 12; ++n) {
      request.root_t_goal = tree->rootT(request.tip, anywhere());
      request.start = anywhere();
      const auto result = solveIk(*tree, request);
      QVERIFY(result.ok() && !result->solutions.empty());
      for (const JointVector& q : result->solutions) {
        const Pose there = tree->rootT(request.tip, q);
        QVERIFY2(
            positionDistance(there, request.root_t_goal) < 1e-7 && rotationDistance(there, request.root_t_goal) < 1e-7,
            fmt::format("{} m off, what follows goes {} as far", positionDistance(there, request.root_t_goal), share)
                .c_str());
      }
    }
  }
}

void TestIk::everySolverKeepsItsWord_data() {
  QTest::addColumn<int>("row");
  for (int i = 0; i < static_cast<int>(ikSolvers().size()); ++i)
    QTest::newRow(ikSolvers()[static_cast<std::size_t>(i)].name) << i;
}

// What solveIk() promises, of each solver by itself, for the arms that it covers.
void TestIk::everySolverKeepsItsWord() {
  QFETCH(int, row);
  const IkSolver& solver = ikSolvers()[static_cast<std::size_t>(row)];
  int solved = 0, asked = 0;
  for (const int joint_count : {6, 7}) {
    Arm arm(joint_count);
    Random random(21);
    for (int n = 0; n < 60; ++n) {
      IkRequest request;
      request.tip = arm.flange;
      request.root_t_goal = arm.tree.rootT(arm.flange, randomJoints(arm.tree, random));
      request.start = randomJoints(arm.tree, random);
      request.max_solutions = 4;
      request.diagnose = false;
      if (n % 2 == 1)
        for (int i = 0; i < joint_count; ++i) request.weights.push_back(i == 0 ? 10.0 : 1.0 / i);
      // The solver of tasks is given the pose as one.
      if (!solver.covers(arm.tree, request))
        request.task = constraints::makeTask(arm.tree.mechanism(),
                                             constraints::PoseEquality{arm.cell.frame("arm", "flange"),
                                                                       world::kRootObject, request.root_t_goal})
                           .value();
      if (!solver.covers(arm.tree, request)) continue;
      ++asked;
      const auto found = solver.solve(arm.tree, request), again = solver.solve(arm.tree, request);
      QVERIFY2(found.ok(), found.status().line().c_str());
      QVERIFY(found->solutions == again->solutions);
      solved += !found->solutions.empty();
      double last = 0.0;
      for (const JointVector& q : found->solutions) {
        const Pose there = arm.tree.rootT(arm.flange, q);
        QVERIFY(positionDistance(there, request.root_t_goal) < 1e-8);
        QVERIFY(rotationDistance(there, request.root_t_goal) < 1e-7);
        QVERIFY(withinLimits(arm.tree, q));
        JointVector way = q - request.start;
        for (std::size_t i = 0; i < request.weights.size(); ++i)
          way[static_cast<Eigen::Index>(i)] *= request.weights[i];
        const double distance = way.norm();
        QVERIFY(distance >= last - 1e-9);
        last = distance;
      }
      request.accept = [](const JointVector&) { return false; };
      const auto refused = solver.solve(arm.tree, request);
      QVERIFY(refused.ok() && refused->solutions.empty());
      QCOMPARE(refused->refused.empty(), found->solutions.empty());
    }
  }
  QVERIFY2(asked > 0 && solved >= asked * 98 / 100, fmt::format("{} of {}", solved, asked).c_str());
}

void TestIk::theLastSolverCoversAll() {
  Arm arm(6);
  QVERIFY(ikSolvers().back().covers(arm.tree, IkRequest{}));
}

QTEST_GUILESS_MAIN(TestIk)
#include "test_ik.moc"
