// SPDX-License-Identifier: Apache-2.0
// Near goals of arms whose postures have no names: what the joints reach without passing a singular place is found.
#include <fmt/format.h>
#include <Eigen/LU>
#include <QtTest>
#include <algorithm>
#include <functional>

#include "cell.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/offset_wrist.h"
#include "core/kinematics/random.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "tests/contract/ik/arms.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::kinematics;
using ww::test::Cell;

namespace {

constexpr double kNear = 0.12;  // radians: as far as a joint goes

struct OneArm {
  std::string name;
  world::World world;
  JointTree tree;
  Riding tip;
  OneArm(std::string called, world::World w, const char* frame)
      : name(std::move(called)),
        world(std::move(w)),
        tree(*JointTree::make(world, world.find("arm"))),
        tip(tree.riding(world.frameNamed(world.find("arm"), frame))) {}
};

OneArm follower(const char* joint, const char* leader, double times) {
  Cell cell;
  cell.follow(cell.addArm("arm", 7), {{joint, leader, times, 0.1}});
  return {fmt::format("{} {} times {}", joint, times, leader), cell.world, "flange"};
}

// Axes and places by nobody's.
OneArm general(std::uint64_t seed) {
  Random random(seed);
  const auto some = [&](double size) {
    return Vec3(random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size));
  };
  test::ArmShape shape{"general", {}, Vec3(0.05, 0.02, 0.1)};
  for (int i = 0; i < 6; ++i)
    shape.joints.push_back({(some(1.0) + Vec3(0, 0, 0.2)).normalized(), some(0.15) + Vec3(0, 0, 0.12 * i)});
  return {fmt::format("general {}", seed), test::worldOf(shape), "tip"};
}

std::vector<OneArm> arms() {
  std::vector<OneArm> out;
  out.push_back(follower("joint_4", "joint_2", -1.5));
  out.push_back(follower("joint_3", "joint_2", -1.0));
  out.push_back(follower("joint_5", "joint_3", 0.5));
  for (const std::uint64_t seed : {1, 2, 3, 4}) out.push_back(general(seed));
  Random random(9);
  const auto made = test::sixAxisArms();
  out.push_back({"rounded", test::worldOf(test::roundedArm(made[0], 0.01, random)), "tip"});
  return out;
}

// From a ceiling.
world::World hanging(const world::World& world) {
  geometry::GeometryStore store;
  const Pose root_t_arm{Vec3(0, 0, 2), Quat(0, 1, 0, 0)};
  auto made = world::apply(world, *session::setPose(world.find("arm"), world::kRootObject, root_t_arm), store);
  WW_CHECK(made.ok());
  return *made;
}

double determinant(const OneArm& arm, const JointVector& q) {
  return Eigen::Matrix<double, 6, 6>(arm.tree.jacobian(arm.tip, q)).determinant();
}

// No singular place between them.
bool isOneBranch(const OneArm& arm, const JointVector& a, const JointVector& b) {
  const bool side = determinant(arm, a) > 0.0;
  for (int i = 1; i <= 100; ++i)
    if ((determinant(arm, a + 0.01 * i * (b - a)) > 0.0) != side) return false;
  return true;
}

struct Question {
  JointVector start, near;
};
std::vector<Question> questions(const OneArm& arm, int count) {
  Random random(31);
  std::vector<Question> out;
  while (static_cast<int>(out.size()) < count) {
    Question q{JointVector(6), JointVector(6)};
    for (Eigen::Index i = 0; i < 6; ++i) {
      const auto& limit = arm.tree.limits()[static_cast<std::size_t>(i)];
      q.start[i] = random.uniform(std::max(limit.lower, -3.0) + kNear, std::min(limit.upper, 3.0) - kNear);
      q.near[i] = q.start[i] + random.uniform(-kNear, kNear);
    }
    if (isOneBranch(arm, q.start, q.near)) out.push_back(std::move(q));
  }
  return out;
}

IkRequest request(const OneArm& arm, const Question& q) {
  IkRequest out;
  out.tip = arm.tip;
  out.root_t_goal = arm.tree.rootT(arm.tip, q.near);
  out.start = q.start;
  return out;
}

}  // namespace

class TestIkBranches : public QObject {
  Q_OBJECT

  // Each near goal has a solution no farther than the one that it was made of.
  static void nearGoalsAreReached(const std::function<void(IkRequest&)>& ask, int most_far = 0) {
    for (const OneArm& arm : arms()) {
      const auto all = questions(arm, 300);
      int refused = 0, far = 0, elsewhere = 0;
      for (const Question& q : all) {
        IkRequest asked = request(arm, q);
        ask(asked);
        const auto found = solveIk(arm.tree, asked);
        QVERIFY2(found.ok(), found.status().line().c_str());
        if (found->solutions.empty()) {
          ++refused;
          continue;
        }
        const JointVector& first = found->solutions.front();
        QVERIFY(positionDistance(arm.tree.rootT(arm.tip, first), asked.root_t_goal) < 1e-8);
        far += (first - q.start).norm() > (q.near - q.start).norm() + 1e-6;
        elsewhere += (asked.ensure_same_branch || asked.prefer_same_branch) && !isOneBranch(arm, q.start, first);
      }
      qInfo("%s: %d refused, %d far, %d on other branches of %zu", arm.name.c_str(), refused, far, elsewhere,
            all.size());
      QVERIFY2(refused == 0 && far <= most_far && elsewhere == 0, arm.name.c_str());
    }
  }

 private Q_SLOTS:
  void offsetWristsAreNamedByTheirArm();
  void namesAreThoseOfTheArmHoweverItIsMounted();
  void allTurnsAreThereWhereTheBranchComesFirst();
  void aSingularStartIsOfBothBranches_data();
  void aSingularStartIsOfBothBranches();
  void whereTheBranchIsToBeKept() {
    nearGoalsAreReached([](IkRequest& r) { r.ensure_same_branch = true; });
  }
  void whereItComesFirst() {
    nearGoalsAreReached([](IkRequest& r) { r.prefer_same_branch = true; });
  }
  // The nearest comes first, whatever the branch: but for a few, as others are not looked for then.
  void whereNothingIsSaid() {
    nearGoalsAreReached([](IkRequest&) {}, 8);
  }
};

// Upright with the forearm before it, leaning back, with its upper arm level and the forearm up; and as the branches of
// arms that have them.
void TestIkBranches::offsetWristsAreNamedByTheirArm() {
  const auto shapes = test::sixAxisArms();
  const OneArm offset("offset", test::worldOf(shapes[3]), "tip");
  const auto at = [&](double q1, double q2, double q3) {
    JointVector q = JointVector::Zero(6);
    q[0] = q1, q[1] = q2, q[2] = q3, q[4] = 0.7;
    return offsetWristNames(offset.tree, offset.tip, q).value_or(IkBranch());
  };
  const double half = 1.5707963267948966;
  QVERIFY(at(0, 0, 0) == (IkBranch{1, 1, 0}));
  QVERIFY(at(2.0, 0, 0) == (IkBranch{1, 1, 0}));
  QVERIFY(at(0, half, 2 * half) == (IkBranch{1, -1, 0}));
  QVERIFY(at(0, -1.2, 0).shoulder == -1);
  const OneArm spherical("spherical", test::worldOf(shapes[0]), "tip");
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Joints6 q = test::randomSix(random);
    const auto form = ClosedForm::make(test::axesOf(shapes[0]));
    const IkBranch branch = form->branchOf(q);
    const auto named = offsetWristNames(spherical.tree, spherical.tip, JointVector(q));
    QVERIFY(named && named->shoulder == branch.shoulder && named->elbow == branch.elbow);
  }
  const OneArm skew("skew", test::worldOf(shapes[4]), "tip");
  QVERIFY(!offsetWristNames(skew.tree, skew.tip, JointVector::Zero(6)));
}

void TestIkBranches::namesAreThoseOfTheArmHoweverItIsMounted() {
  const auto shapes = test::sixAxisArms();
  JointVector q(6);
  q << 0.4, -1.2, 1.6, -0.6, 0.7, 0.3;
  const auto branchOf = [&q](const world::World& world) {
    const OneArm arm("arm", world, "tip");
    IkRequest asked = request(arm, {q, q});
    asked.ensure_same_branch = true;
    const auto found = solveIk(arm.tree, asked);
    return found.ok() && !found->branches.empty() ? found->branches.front() : IkBranch();
  };
  for (const std::size_t which : {0u, 2u}) {
    const world::World standing = test::worldOf(shapes[which]);
    QVERIFY(branchOf(standing).complete());
    QVERIFY(branchOf(hanging(standing)) == branchOf(standing));
  }
  const world::World standing = test::worldOf(shapes[3]);
  const OneArm on_floor("floor", standing, "tip"), on_ceiling("ceiling", hanging(standing), "tip");
  const auto floor = offsetWristNames(on_floor.tree, on_floor.tip, q);
  const auto ceiling = offsetWristNames(on_ceiling.tree, on_ceiling.tip, q);
  QVERIFY(floor && ceiling && *floor == *ceiling);
}

// As many as without, each once.
void TestIkBranches::allTurnsAreThereWhereTheBranchComesFirst() {
  const OneArm arm("spherical", test::worldOf(test::sixAxisArms()[0]), "tip");
  JointVector q(6);
  q << 0.4, -1.2, 1.6, -0.6, 0.7, 0.3;
  IkRequest asked = request(arm, {q, q});
  asked.turns = true;
  asked.max_solutions = 1000;
  const auto all = solveIk(arm.tree, asked);
  asked.prefer_same_branch = true;
  const auto preferred = solveIk(arm.tree, asked);
  QVERIFY(all.ok() && preferred.ok() && all->solutions.size() > 8);
  QCOMPARE(preferred->solutions.size(), all->solutions.size());
  for (const JointVector& one : all->solutions)
    QCOMPARE(std::ranges::count_if(preferred->solutions, [&](const JointVector& o) { return (o - one).norm() < 1e-6; }),
             std::ptrdiff_t{1});
}

void TestIkBranches::aSingularStartIsOfBothBranches_data() {
  QTest::addColumn<std::vector<double>>("start");
  QTest::addColumn<double>("off");
  QTest::newRow("all zero") << std::vector<double>(6, 0.0) << 0.0;
  const std::vector<double> wrist{0.4, -1.2, 1.6, -0.6, 0.0, 0.3};
  QTest::newRow("wrist, where it is") << wrist << 0.0;
  QTest::newRow("wrist, to one side") << wrist << 0.005;
  QTest::newRow("wrist, to the other") << wrist << -0.005;
  QTest::newRow("elbow") << std::vector<double>{0.4, -1.2, 0.0, -0.6, 0.7, 0.3} << 0.0;
}

// Nothing is nearer than what is reached from there, whichever side of the singular place it is on.
void TestIkBranches::aSingularStartIsOfBothBranches() {
  QFETCH(std::vector<double>, start);
  QFETCH(double, off);
  const OneArm arm("three parallel", test::worldOf(test::sixAxisArms()[2]), "tip");
  IkRequest plain;
  plain.tip = arm.tip;
  plain.start = Eigen::Map<const JointVector>(start.data(), 6);
  plain.root_t_goal = arm.tree.rootT(arm.tip, plain.start);
  plain.root_t_goal.p.y() += off;
  plain.max_solutions = 16;
  const auto all = solveIk(arm.tree, plain);
  QVERIFY(all.ok() && !all->solutions.empty());
  const double nearest = (all->solutions.front() - plain.start).norm();
  IkRequest ensured = plain, preferred = plain;
  ensured.ensure_same_branch = true;
  preferred.prefer_same_branch = true;
  for (const IkRequest& asked : {ensured, preferred}) {
    const auto found = solveIk(arm.tree, asked);
    QVERIFY2(found.ok(), found.status().line().c_str());
    QVERIFY(!found->solutions.empty());
    const double first = (found->solutions.front() - plain.start).norm();
    QVERIFY2(first <= nearest + 1e-6, fmt::format("{} instead of {}", first, nearest).c_str());
    // What the elbow's edge leaves may be for another solver.
    if (asked.prefer_same_branch && start[2] != 0.0) QCOMPARE(found->solutions.size(), all->solutions.size());
  }
}

QTEST_GUILESS_MAIN(TestIkBranches)
#include "test_ik_branches.moc"
