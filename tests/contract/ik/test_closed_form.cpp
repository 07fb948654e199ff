// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/kinematics/joint_tree.h"
#include "tests/contract/ik/arms.h"
#include "tests/support/reference_speed.h"

Q_DECLARE_METATYPE(ww::test::ArmShape)

using namespace ww;
using namespace ww::kinematics;
using ww::test::ArmShape;

namespace {

// 100000 in the full run (CONTRIBUTING.md).
int steps() {
  const int given = qEnvironmentVariableIntValue("WW_STEPS");
  return given > 0 ? given : 400;
}

void addArms() {
  QTest::addColumn<ArmShape>("shape");
  Random random(17);
  for (const ArmShape& shape : test::sixAxisArms()) {
    QTest::newRow(shape.name.c_str()) << shape;
    for (const double size : {1e-10, 1e-4}) {
      const ArmShape rounded = test::roundedArm(shape, size, random);
      QTest::newRow(rounded.name.c_str()) << rounded;
    }
  }
}

bool has(const Postures& found, const Joints6& q, double within) {
  return std::any_of(found.at.begin(), found.at.begin() + found.count,
                     [&](const Joints6& o) { return test::turnDistance(o, q) < within; });
}

std::string textOf(const Joints6& q) {
  return fmt::format("{:.6f} {:.6f} {:.6f} {:.6f} {:.6f} {:.6f}", q[0], q[1], q[2], q[3], q[4], q[5]);
}

}  // namespace

class TestClosedForm : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void screwsAreWhereTheModelHasThem();
  void familiesAreTold();
  void theOwnPostureIsAmongThem_data() { addArms(); }
  void theOwnPostureIsAmongThem();
  void aSearchOverOneAngleFindsNearlyAll();
  void noPostureOfASearchIsMissing_data() { addArms(); }
  void noPostureOfASearchIsMissing();
  void singularPosturesAreReached_data();
  void singularPosturesAreReached();
  void endsOfTwoBranchesAtOnceAreReached();
  void whatIsOutOfReachHasNone();
  void branchesAreDistinctAndKept();
  void realRootsAreAllFound();
  void anglesAreWrapped();
  void speed_data();
  void speed();
};

// Axes have forward kinematics of their own; the model's is the measure.
void TestClosedForm::screwsAreWhereTheModelHasThem() {
  Random random(8);
  const auto vector = [&random] { return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); };
  for (int n = 0; n < 30; ++n) {
    ArmShape shape{"random", {}, vector()};
    for (int i = 0; i < 6; ++i) shape.joints.push_back({vector().normalized(), vector()});
    const world::World world = test::worldOf(shape);
    const JointTree tree = *JointTree::make(world, world.find("arm"));
    const Riding tip = tree.riding(world.frameNamed(world.find("arm"), "tip"));
    const SixAxes arm = test::axesOf(shape);
    for (int k = 0; k < 10; ++k) {
      const Joints6 q = test::randomSix(random);
      std::vector<Pose> poses(6);
      tree.mechanism().forward(JointVector(q), poses);
      const Rigid there = Rigid::of(tree.rootT(tip, JointVector(q)));
      std::array<Screw, 6> moved;
      QVERIFY(apart(arm.tip(q), there) < 1e-12);
      QVERIFY(apart(arm.moved(q, moved), there) < 1e-12);
      for (std::size_t i = 0; i < 6; ++i) {
        const auto [direction, point] = tree.mechanism().axis(i, poses);
        QVERIFY((direction - moved[i].h).norm() < 1e-12);
        QVERIFY((point - moved[i].p).cross(direction).norm() < 1e-12);
      }
    }
  }
}

void TestClosedForm::familiesAreTold() {
  using Family = ClosedForm::Family;
  const auto arms = test::sixAxisArms();
  const auto familyOf = [](const ArmShape& shape) { return ClosedForm::make(test::axesOf(shape))->family(); };
  QVERIFY(familyOf(arms[0]) == Family::kSphericalWrist);
  QVERIFY(familyOf(arms[1]) == Family::kSphericalWrist);
  QVERIFY(familyOf(arms[2]) == Family::kThreeParallel);
  QVERIFY(familyOf(arms[3]) == Family::kMeetingPair);
  QVERIFY(ClosedForm::make(test::axesOf(arms[5]))->isReversed());
  // Nothing meets, nothing is parallel.
  Random random(2);
  const ArmShape odd = test::roundedArm(arms[4], 0.1, random);
  QVERIFY(!ClosedForm::make(test::axesOf(odd)));
  // What was rounded is known to be; so is what only arithmetic has rounded.
  QVERIFY(ClosedForm::make(test::axesOf(test::roundedArm(arms[0], 1e-4, random)))->defect() > 1e-6);
  QVERIFY(ClosedForm::make(test::axesOf(arms[0]))->defect() < 1e-15);
  // Far more than what counts as rounding makes another arm.
  const auto bent = ClosedForm::make(test::axesOf(test::roundedArm(arms[0], 2e-2, random)));
  QVERIFY(!bent);
}

void TestClosedForm::theOwnPostureIsAmongThem() {
  QFETCH(ArmShape, shape);
  const SixAxes arm = test::axesOf(shape);
  const auto form = ClosedForm::make(arm);
  QVERIFY(form.has_value());
  Random random(5);
  int missing = 0;
  double worst = 0.0;
  std::string first;
  const int count = steps();
  for (int n = 0; n < count; ++n) {
    const Joints6 q = test::randomSix(random);
    const Rigid goal = arm.tip(q);
    Postures found;
    form->solve(goal, Joints6::Zero(), found);
    for (int i = 0; i < found.count; ++i) {
      const Joints6& one = found.at[static_cast<std::size_t>(i)];
      worst = std::max(worst, apart(arm.tip(one), goal));
      for (int k = 0; k < i; ++k) QVERIFY(test::turnDistance(found.at[static_cast<std::size_t>(k)], one) > 1e-6);
    }
    // Near a singularity many postures reach the goal within its tolerance.
    if (has(found, q, 1e-5) || (found.count > 0 && test::stiffness(arm, q) < 1e-4)) continue;
    if (missing++ == 0)
      first = fmt::format("{} ({} found, stiffness {:.2g})", textOf(q), found.count, test::stiffness(arm, q));
  }
  QVERIFY2(worst < 1e-9, fmt::format("off by {:.3g}", worst).c_str());
  qInfo("%d of %d missing, off by %.2g", missing, count, worst);
  // Near the ends of branches a rounded arm may have two postures where the arm that it is taken for has none, and a
  // search may step over two that nearly touch.
  const bool searched = form->family() == ClosedForm::Family::kMeetingPair;
  const int allowed = form->defect() > 1e-7 ? count * 2 / 100 : searched ? 1 + count / 2000 : 0;
  QVERIFY2(missing <= allowed, fmt::format("{} of {} missing, the first {}", missing, count, first).c_str());
}

// An arm with its wrist to the side, as of cobots: many of its postures lie close to where a branch ends.
void TestClosedForm::aSearchOverOneAngleFindsNearlyAll() {
  SixAxes arm;
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  arm.axis = {{{z, {0, 0, 0.245}},
               {y, {0, 0, 0.245}},
               {-y, {0, 0, 0.955}},
               {-x, {0, 0, 0.955}},
               {-y, {0.54, -0.15, 0.955}},
               {-x, {0.7, -0.15, 0.955}}}};
  arm.home.p = {0.7, -0.15, 0.955};
  const auto form = ClosedForm::make(arm);
  QVERIFY(form && form->family() == ClosedForm::Family::kMeetingPair);
  Random random(5);
  const int count = 5 * steps();
  int missing = 0;
  for (int n = 0; n < count; ++n) {
    const Joints6 q = test::randomSix(random);
    Postures found;
    form->solve(arm.tip(q), Joints6::Zero(), found);
    if (!has(found, q, 1e-5) && (found.count == 0 || test::stiffness(arm, q) > 1e-4)) ++missing;
  }
  QVERIFY2(missing <= 1 + count / 2000, fmt::format("{} of {}", missing, count).c_str());
}

void TestClosedForm::noPostureOfASearchIsMissing() {
  QFETCH(ArmShape, shape);
  const SixAxes arm = test::axesOf(shape);
  const auto form = ClosedForm::make(arm);
  QVERIFY(form.has_value());
  Random random(6);
  int searched = 0, missing = 0;
  std::string first;
  for (int n = 0; n < std::max(10, steps() / 40); ++n) {
    const Rigid goal = arm.tip(test::randomSix(random));
    Postures found;
    form->solve(goal, Joints6::Zero(), found);
    for (const Joints6& q : test::searchAll(arm, goal, 60, random)) {
      if (test::stiffness(arm, q) < 1e-4) continue;
      ++searched;
      if (has(found, q, 1e-5)) continue;
      if (missing++ == 0) first = textOf(q);
    }
  }
  QVERIFY(searched > 10);
  qInfo("%d of %d missing", missing, searched);
  const int allowed = form->defect() > 1e-7 ? 1 + searched / 100 : searched / 100;
  QVERIFY2(missing <= allowed, fmt::format("{} of {}, the first {}", missing, searched, first).c_str());
}

void TestClosedForm::singularPosturesAreReached_data() {
  QTest::addColumn<int>("arm");
  QTest::addColumn<int>("joint");
  QTest::addColumn<double>("position");
  for (const int arm : {0, 1, 2, 5}) {
    for (int joint = 0; joint < 6; ++joint) {
      for (const double at : {0.0, 1e-9, 1e-6, -M_PI / 2, M_PI})
        QTest::addRow("arm %d joint %d at %g", arm, joint + 1, at) << arm << joint << at;
    }
  }
}

// Stretched elbows and wrists, at them and a little beside: some posture reaches the goal, as exactly as elsewhere.
void TestClosedForm::singularPosturesAreReached() {
  QFETCH(int, arm);
  QFETCH(int, joint);
  QFETCH(double, position);
  const SixAxes axes = test::axesOf(test::sixAxisArms()[static_cast<std::size_t>(arm)]);
  const auto form = ClosedForm::make(axes);
  Random random(8);
  for (int n = 0; n < 10; ++n) {
    Joints6 q = test::randomSix(random);
    q[joint] = position;
    if (n > 6) q[(joint + 1) % 6] = 0.0;
    if (n > 8) q = Joints6::Zero();
    Postures found;
    form->solve(axes.tip(q), q, found);
    QVERIFY2(found.count > 0, textOf(q).c_str());
    for (int i = 0; i < found.count; ++i)
      QVERIFY(apart(axes.tip(found.at[static_cast<std::size_t>(i)]), axes.tip(q)) < 1e-9);
  }
}

// Where rounding of the arm takes away both the root of the first three joints and that of the wrist.
void TestClosedForm::endsOfTwoBranchesAtOnceAreReached() {
  Random random(17);
  ArmShape rounded;
  for (const ArmShape& shape : test::sixAxisArms()) {
    ArmShape slightly = test::roundedArm(shape, 1e-10, random);
    test::roundedArm(shape, 1e-4, random);  // so that the arm is that of the rows above
    if (shape.name == "skew shoulder, slanted wrist") rounded = std::move(slightly);
  }
  const SixAxes arm = test::axesOf(rounded);
  const auto form = ClosedForm::make(arm);
  QVERIFY(form.has_value());
  // Of the 100,000 poses of a full run, those that nothing reached.
  const std::set<int> unreached{34348, 40749, 59262, 75298, 84899};
  Random poses(5);
  for (int n = 0; n <= *unreached.rbegin(); ++n) {
    const Joints6 q = test::randomSix(poses);
    if (!unreached.contains(n)) continue;
    QVERIFY(test::stiffness(arm, q) < 1e-5);
    const Rigid goal = arm.tip(q);
    Postures found;
    form->solve(goal, Joints6::Zero(), found);
    QVERIFY2(found.count > 0, textOf(q).c_str());
    for (int i = 0; i < found.count; ++i) QVERIFY(apart(arm.tip(found.at[static_cast<std::size_t>(i)]), goal) < 1e-9);
  }
}

void TestClosedForm::whatIsOutOfReachHasNone() {
  for (const ArmShape& shape : test::sixAxisArms()) {
    const SixAxes arm = test::axesOf(shape);
    const auto form = ClosedForm::make(arm);
    Rigid goal = arm.tip(Joints6::Constant(0.3));
    goal.p *= 20.0 / goal.p.norm();
    Postures found;
    form->solve(goal, Joints6::Zero(), found);
    QCOMPARE(found.count, 0);
  }
}

// Each of the eight has a name of its own, and keeps it along a way without a singularity.
void TestClosedForm::branchesAreDistinctAndKept() {
  for (const int which : {0, 1, 2}) {
    const SixAxes arm = test::axesOf(test::sixAxisArms()[static_cast<std::size_t>(which)]);
    const auto form = ClosedForm::make(arm);
    QVERIFY(form->hasNames());
    Random random(9);
    int all_eight = 0;
    for (int n = 0; n < 200; ++n) {
      Postures found;
      form->solve(arm.tip(test::randomSix(random)), Joints6::Zero(), found);
      std::vector<std::string> names;
      for (int i = 0; i < found.count; ++i) {
        const IkBranch branch = form->branchOf(found.at[static_cast<std::size_t>(i)]);
        QVERIFY(branch.complete());
        names.push_back(plain(nameOf(branch)));
      }
      std::ranges::sort(names);
      QVERIFY2(std::ranges::adjacent_find(names) == names.end(), names.empty() ? "" : names.front().c_str());
      all_eight += names.size() == 8;
    }
    QVERIFY(all_eight > 20);
  }
  const auto kuka = ClosedForm::make(test::axesOf(test::sixAxisArms()[0]));
  Joints6 reaching;  // forward, the upper arm raised, the fore arm and the hand hanging down
  reaching << 0, -1.2, 1.2, 0, 0.9, 0;
  QCOMPARE(plain(nameOf(kuka->branchOf(reaching))),
           std::string("shoulder right, elbow up, ") +
               (kuka->branchOf(reaching).wrist > 0 ? "wrist not flipped" : "wrist flipped"));
  Joints6 flipped = reaching;
  flipped[3] += M_PI, flipped[4] *= -1.0, flipped[5] += M_PI;
  QVERIFY(kuka->branchOf(flipped).wrist == -kuka->branchOf(reaching).wrist);
  QCOMPARE(plain(nameOf(IkBranch{-1, -1, -1})), std::string("shoulder left, elbow down, wrist flipped"));
}

void TestClosedForm::realRootsAreAllFound() {
  Random random(4);
  for (int n = 0; n < 2000; ++n) {
    std::array<double, 4> given{};
    for (double& r : given) r = random.uniform(-3, 3);
    const int real = n % 3 == 0 ? 4 : n % 3 == 1 ? 2 : 0;
    // Pairs of roots that are not real: x^2 + b x + c.
    std::array<double, 5> p{1, 0, 0, 0, 0};
    const auto times = [&p](double c0, double c1, double c2) {
      std::array<double, 5> out{};
      for (std::size_t i = 0; i < 5; ++i) {
        out[i] += c0 * p[i];
        if (i + 1 < 5) out[i + 1] += c1 * p[i];
        if (i + 2 < 5) out[i + 2] += c2 * p[i];
      }
      p = out;
    };
    for (int i = 0; i < 4; i += 2) {
      const double a = given[static_cast<std::size_t>(i)], b = given[static_cast<std::size_t>(i) + 1];
      if (i < real) times(a * b, -a - b, 1.0);
      else times(a * a + 0.1 + b * b, -2.0 * a, 1.0);
    }
    std::array<double, 4> found{};
    QCOMPARE(realRoots(p, found), real);
    std::sort(given.begin(), given.begin() + real);
    for (std::size_t i = 0; i < static_cast<std::size_t>(real); ++i) QVERIFY(std::abs(found[i] - given[i]) < 1e-5);
  }
  std::array<double, 4> twice{};
  QCOMPARE(realRoots({1, -2, 1, 0, 0}, twice), 1);
  QVERIFY(std::abs(twice[0] - 1.0) < 1e-7);
}

void TestClosedForm::anglesAreWrapped() {
  QCOMPARE(wrapped(M_PI), M_PI);
  QCOMPARE(wrapped(-M_PI), M_PI);
  QCOMPARE(wrapped(-3.0), -3.0);
  for (const double turns : {-100.0, -1.0, 2.0, 100.0}) {
    const double back = wrapped(0.5 + turns * 2.0 * M_PI);
    QVERIFY2(std::abs(back - 0.5) < 1e-12, fmt::format("{}", back).c_str());
  }
  QVERIFY(std::abs(wrapped(1e300)) <= M_PI);
}

void TestClosedForm::speed_data() {
  QTest::addColumn<int>("arm");
  QTest::addColumn<double>("most");
  QTest::newRow("spherical wrist") << 0 << 1650.0;
  QTest::newRow("three parallel") << 2 << 1550.0;
}

// All postures of 100 poses.
void TestClosedForm::speed() {
  QFETCH(int, arm);
  QFETCH(double, most);
  const SixAxes axes = test::axesOf(test::sixAxisArms()[static_cast<std::size_t>(arm)]);
  const auto form = ClosedForm::make(axes);
  Random random(3);
  std::vector<Rigid> goals;
  for (int n = 0; n < 100; ++n) goals.push_back(axes.tip(test::randomSix(random)));
  int found = 0;
  Postures out;
  const Joints6 seed = Joints6::Zero();
  WW_SPEED("all postures of 100 poses", kArithmetic, most, [&] {
    for (const Rigid& goal : goals) {
      form->solve(goal, seed, out);
      found += out.count;
    }
  });
  QVERIFY(found > 0);
}

QTEST_GUILESS_MAIN(TestClosedForm)
#include "test_closed_form.moc"
