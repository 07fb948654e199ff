// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>

#include "core/kinematics/random.h"
#include "core/planning/path_search.h"
#include "core/planning/timing.h"

using namespace ww;
using namespace ww::planning;
using kinematics::Random;

namespace {

// Limits on a fine grid, and that neither position nor velocity jumps.
void verify(const Trajectory& t, const std::vector<DynamicLimit>& limits) {
  JointState last = t.states.front();
  for (int k = 0; k * 0.0005 <= t.duration(); ++k) {
    const JointState s = t.sample(k * 0.0005);
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      QVERIFY2(std::abs(s.v[at]) <= limits[i].velocity * (1 + 1e-6),
               fmt::format("velocity {} at {}", s.v[at], k * 0.0005).c_str());
      QVERIFY2(std::abs(s.a[at]) <= limits[i].acceleration * (1 + 1e-6),
               fmt::format("acceleration {} at {}", s.a[at], k * 0.0005).c_str());
      QVERIFY2(std::abs(s.a[at] - last.a[at]) <= limits[i].jerk * 0.0005 * 1.001 + 1e-4,
               fmt::format("jerk at {}", k * 0.0005).c_str());
      QVERIFY(std::abs(s.q[at] - last.q[at]) <= limits[i].velocity * 0.0006);
    }
    last = s;
  }
  QVERIFY(t.states.back().v.norm() == 0.0 && t.states.front().v.norm() == 0.0);
  for (std::size_t i = 1; i < t.times.size(); ++i)
    QVERIFY(t.times[i] > t.times[i - 1] && t.times[i] - t.times[i - 1] < 0.0251);
}

}  // namespace

class TestPlanningTiming : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void endlessMotionsAreTheirEndsAlone();
  void onePointIsNoMotion();
  void restToRestTakesTheKnownTime();
  void randomPathsKeepTheirLimits();
  void refusedCornersAreStops();
  void turningBackStops();
  void cornersStayNearTheirWaypoints();
  void verySlowMotionsStaySmall();
  void aBudgetOfWorkDoesNotCountWaiting();
};

// A machine that does something else meanwhile takes nothing away from a plan that nobody set a limit.
void TestPlanningTiming::aBudgetOfWorkDoesNotCountWaiting() {
  const auto work = [](double seconds) {
    for (const double began = threadSeconds(); threadSeconds() - began < seconds;) continue;
  };
  Budget budget;
  budget.work = 0.05;
  QTest::qSleep(120);
  QVERIFY(budget.check().ok());
  const Budget third = budget.share(1.0 / 3.0);
  work(0.03);
  QVERIFY(budget.check().ok());
  QTest::qSleep(20);
  QVERIFY(!third.check().ok());
  work(0.03);
  QCOMPARE(budget.check().code, Code::kDeadlineExceeded);
  Budget late;
  late.deadline = Clock::now() - std::chrono::milliseconds(1);
  QCOMPARE(late.check().code, Code::kDeadlineExceeded);
}

// A limit may have been set in the wrong unit; the motion then takes days, not the memory.
void TestPlanningTiming::verySlowMotionsStaySmall() {
  for (const double velocity : {1e-4, 2e-6}) {
    const std::vector<DynamicLimit> limits(2, {velocity, 1.0, 20.0});
    const auto t = timePath({JointVector::Zero(2), JointVector{{0.4, -0.2}}, JointVector{{0.8, 0.3}}}, limits, {});
    QVERIFY(t.duration() > 0.8 / velocity && t.states.size() < 70000);
    for (int k = 0; k <= 1000; ++k)
      QVERIFY(t.sample(t.duration() * k / 1000).v.cwiseAbs().maxCoeff() <= velocity * (1 + 1e-6));
    QVERIFY((t.states.back().q - JointVector{{0.8, 0.3}}).norm() < 1e-12);
  }
}

// Nor are years timed: who asks is told about how long it would take.
void TestPlanningTiming::endlessMotionsAreTheirEndsAlone() {
  const std::vector<DynamicLimit> limits(2, {1.0, 1e-20, 20.0});
  const auto t = timePath({JointVector::Zero(2), JointVector{{0.4, -0.2}}}, limits, {});
  QCOMPARE(t.states.size(), std::size_t{2});
  QVERIFY(t.duration() > 1e10);
}

void TestPlanningTiming::onePointIsNoMotion() {
  const auto t = timePath({JointVector::Zero(3)}, std::vector<DynamicLimit>(3), {});
  QCOMPARE(t.duration(), 0.0);
  QCOMPARE(t.states.size(), 1u);
}

void TestPlanningTiming::restToRestTakesTheKnownTime() {
  JointVector a = JointVector::Zero(1), b = JointVector::Constant(1, 3.0);
  // v 1, a 2, j 20: ramps of 0.5 + 0.1 s at half speed each, the rest at 1: 3 + 0.6 s.
  const std::vector<DynamicLimit> limits{{1.0, 2.0, 20.0}};
  const auto t = timePath({a, b}, limits, {});
  QVERIFY2(std::abs(t.duration() - 3.6) < 0.005, fmt::format("{}", t.duration()).c_str());
  verify(t, limits);
}

void TestPlanningTiming::randomPathsKeepTheirLimits() {
  Random random(5);
  for (int n = 0; n < 30; ++n) {
    const auto dimension = static_cast<Eigen::Index>(1 + random.next() % 7);
    std::vector<DynamicLimit> limits;
    for (Eigen::Index i = 0; i < dimension; ++i) {
      const double a = random.uniform(0.5, 20);
      limits.push_back({random.uniform(0.2, 5), a, a * random.uniform(3, 60)});
    }
    std::vector<JointVector> points;
    const std::size_t count = 2 + random.next() % 6;
    for (std::size_t k = 0; k < count; ++k) {
      JointVector q(dimension);
      for (Eigen::Index i = 0; i < dimension; ++i) q[i] = random.uniform(-2, 2) * (n % 5 == 0 ? 0.01 : 1.0);
      points.push_back(q);
    }
    const auto t = timePath(points, limits, {});
    verify(t, limits);
    QVERIFY((t.states.front().q - points.front()).norm() == 0.0);
    QVERIFY((t.states.back().q - points.back()).norm() == 0.0);
  }
}

std::vector<JointVector> corner() { return {JointVector::Zero(2), JointVector::Unit(2, 0), JointVector::Ones(2)}; }

void TestPlanningTiming::refusedCornersAreStops() {
  const std::vector<DynamicLimit> limits(2);
  const auto through = timePath(corner(), limits, {});
  const auto stopping = timePath(corner(), limits, [](const Corner&) { return false; });
  QVERIFY(stopping.duration() > through.duration() + 0.1);
  bool stopped = false;
  for (const auto& s : stopping.states) stopped = stopped || (s.v.norm() < 1e-6 && (s.q - corner()[1]).norm() < 1e-6);
  QVERIFY(stopped);
  verify(stopping, limits);
}

void TestPlanningTiming::turningBackStops() {
  auto points = corner();
  points[2] = points[0];
  const std::vector<DynamicLimit> limits(2);
  const auto t = timePath(points, limits, {});
  verify(t, limits);
  double farthest = 0.0;
  for (const auto& s : t.states) farthest = std::max(farthest, s.q[0]);
  QVERIFY(std::abs(farthest - 1.0) < 1e-6);
}

void TestPlanningTiming::cornersStayNearTheirWaypoints() {
  const auto t = timePath(corner(), std::vector<DynamicLimit>(2), {});
  double nearest = 1e9;
  for (double time = 0; time < t.duration(); time += 0.001)
    nearest = std::min(nearest, (t.sample(time).q - corner()[1]).norm());
  QVERIFY(nearest > 0.01 && nearest < 0.1);
}

QTEST_GUILESS_MAIN(TestPlanningTiming)
#include "test_planning_timing.moc"
