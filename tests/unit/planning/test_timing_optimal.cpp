// SPDX-License-Identifier: Apache-2.0
// How good timings are beside plain slow solvers, and that they keep every limit.
#include <fmt/format.h>
#include <QtTest>

#include "cell.h"
#include "core/kinematics/random.h"
#include "core/model/state.h"
#include "core/planning/frame_motion.h"
#include "core/planning/timing.h"
#include "reference_timing.h"

using namespace ww;
using namespace ww::planning;
using kinematics::Random;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

std::vector<JointVector> waypoints(Random& random, Eigen::Index joints, std::size_t count, double scale) {
  std::vector<JointVector> out;
  for (std::size_t k = 0; k < count; ++k) {
    JointVector q(joints);
    for (Eigen::Index i = 0; i < joints; ++i) q[i] = scale * random.uniform(-1.5, 1.5);
    out.push_back(q);
  }
  return out;
}

std::vector<DynamicLimit> limitsOf(Random& random, Eigen::Index joints) {
  std::vector<DynamicLimit> out;
  for (Eigen::Index i = 0; i < joints; ++i) {
    const double a = random.uniform(1, 20);
    out.push_back({random.uniform(0.3, 4), a, a * random.uniform(4, 60)});
  }
  return out;
}

std::vector<DynamicLimit> withoutJerk(std::vector<DynamicLimit> limits) {
  for (auto& limit : limits) limit.jerk = kNone;
  return limits;
}

// As a client would look at it: each millisecond, the jerk by differences of the acceleration.
void keepsLimits(const Trajectory& t, const std::vector<DynamicLimit>& limits) {
  constexpr double kStep = 0.001, kMost = 1.0 + 1e-6;
  for (std::size_t i = 1; i < t.times.size(); ++i)
    QVERIFY(t.times[i] > t.times[i - 1] && t.times[i] - t.times[i - 1] < 0.0251);
  JointState last = t.states.front();
  for (int k = 0; k * kStep <= t.duration(); ++k) {
    const JointState s = t.sample(k * kStep);
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double jerk = k == 0 ? 0.0 : std::abs(s.a[at] - last.a[at]) / kStep;
      QVERIFY2(std::abs(s.v[at]) <= limits[i].velocity * kMost && std::abs(s.a[at]) <= limits[i].acceleration * kMost &&
                   jerk <= limits[i].jerk * kMost + 1e-6,
               fmt::format("joint {} at {}: {} {} {}", i, k * kStep, std::abs(s.v[at]) / limits[i].velocity,
                           std::abs(s.a[at]) / limits[i].acceleration, jerk / limits[i].jerk)
                   .c_str());
    }
    last = s;
  }
  // What states say of themselves is what the cubics do.
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    const JointState s = t.sample(t.times[i] + 1e-12);
    QVERIFY((s.v - t.states[i].v).norm() < 1e-6 && (s.a - t.states[i].a).norm() < 1e-4);
  }
}

double distanceToPath(const PathCurve& path, const JointVector& q) {
  double out = 1e9;
  for (double s = 0; s <= path.length(); s += 5e-4) out = std::min(out, (path.at(s) - q).norm());
  return out;
}

}  // namespace

class TestTimingOptimal : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void withoutJerkItIsWithinAPerCentOfAThousandPoints() {
    Random random(11);
    for (int n = 0; n < 12; ++n) {
      const auto limits = withoutJerk(limitsOf(random, 7));
      const auto path = PathCurve::blended(waypoints(random, 7, 5, 1.0), {}, {});
      const double ours = timeCurve(path, {limits, {}, {}}).duration(), best = test::fastestSeconds(path, limits, 1000);
      qInfo("%.4f s, %+.2f %%", ours, 100.0 * (ours / best - 1.0));
      QVERIFY(ours <= 1.01 * best && ours >= 0.995 * best);
    }
  }

  void withJerkItIsWithinFivePerCentOfASlowSolver() {
    Random random(12);
    for (int n = 0; n < 6; ++n) {
      const auto limits = limitsOf(random, 7);
      const auto path = PathCurve::blended(waypoints(random, 7, 5, 1.0), {}, {});
      const double ours = timeCurve(path, {limits, {}, {}}).duration(), best = test::fastestSmoothSeconds(path, limits);
      qInfo("%.4f s, %+.2f %%", ours, 100.0 * (ours / best - 1.0));
      QVERIFY(ours <= 1.05 * best && ours >= 0.99 * best);
    }
  }

  // The slow solver itself, where the answer is known: 0.5 s and 0.1 s for each ramp, the rest at full speed.
  void theSlowSolverKnowsALine() {
    const auto path = PathCurve::blended({JointVector::Zero(1), JointVector::Constant(1, 3.0)}, {}, {});
    const std::vector<DynamicLimit> limits{{1.0, 2.0, 20.0}};
    const double seconds = test::fastestSmoothSeconds(path, limits);
    QVERIFY2(std::abs(seconds - 3.6) < 0.03, fmt::format("{}", seconds).c_str());
    QVERIFY(std::abs(timeCurve(path, {limits, {}, {}}).duration() - 3.6) < 1e-6);
    QVERIFY(std::abs(test::fastestSeconds(path, withoutJerk(limits), 1000) - 3.5) < 0.01);
    QVERIFY(std::abs(timeCurve(path, {withoutJerk(limits), {}, {}}).duration() - 3.5) < 1e-6);
  }

  void randomPathsKeepTheirLimitsAtAThousandHertz() {
    Random random(13);
    for (int n = 0; n < 40; ++n) {
      const auto joints = static_cast<Eigen::Index>(1 + random.next() % 7);
      auto limits = limitsOf(random, joints);
      if (n % 2 == 1) limits = withoutJerk(limits);
      const auto points = waypoints(random, joints, 2 + random.next() % 6, n % 5 == 0 ? 0.01 : 1.0);
      const auto path = PathCurve::blended(points, {}, {});
      const auto t = timeCurve(path, {limits, {}, {}});
      keepsLimits(t, limits);
      QVERIFY((t.states.front().q - points.front()).norm() == 0.0 && (t.states.back().q - points.back()).norm() == 0.0);
      if (n < 4)
        for (double time = 0; time < t.duration(); time += 0.05) QVERIFY(distanceToPath(path, t.sample(time).q) < 1e-3);
    }
  }

  // As of a straight line in space: many waypoints, and no stop and no jerk at any of them.
  void closeWaypointsAreOneCurve() {
    std::vector<JointVector> points;
    for (int k = 0; k <= 60; ++k) points.push_back(JointVector{{std::sin(0.03 * k), std::cos(0.02 * k), 0.01 * k}});
    const std::vector<DynamicLimit> limits(3, {1.0, 4.0, 80.0});
    const auto path = PathCurve::through(points);
    for (int k = 0; k <= 60; ++k) QVERIFY(distanceToPath(path, points[static_cast<std::size_t>(k)]) < 1e-3);
    const auto t = timeCurve(path, {limits, {}, {}});
    keepsLimits(t, limits);
    QVERIFY2(t.duration() < 1.05 * test::fastestSmoothSeconds(path, limits), fmt::format("{}", t.duration()).c_str());
    for (std::size_t i = 5; i + 5 < t.states.size(); ++i) QVERIFY(t.states[i].v.norm() > 1e-3);
  }

  void cornersAreAsSmallAsAsked() {
    const std::vector<JointVector> points{JointVector::Zero(2), JointVector::Unit(2, 0), JointVector::Ones(2)};
    std::vector<Corner> used;
    const auto path = PathCurve::blended(points, {.deviation = 0.01}, {}, &used);
    QCOMPARE(used.size(), 1u);
    QVERIFY(std::abs(used[0].deviation() - 0.01) < 1e-9);
    QVERIFY(std::abs((path.at(0.5 * path.length()) - points[1]).norm() - 0.01) < 1e-6);
    // What does not fit is made smaller, and the size used is told; what is refused stops.
    used.clear();
    PathCurve::blended({points[0], 0.1 * points[1], 0.1 * points[2]}, {.longest = 5.0}, {}, &used);
    QVERIFY(std::abs(used[0].length - 0.1) < 1e-9);
    used.clear();
    const auto stopping = PathCurve::blended(points, {.longest = 0.0}, {}, &used);
    QVERIFY(used[0].length == 0.0 && stopping.pieces().size() == 2 && stopping.pieces()[1].stops);
    const std::vector<DynamicLimit> limits(2, {1.0, 2.0, 40.0});
    QVERIFY(timeCurve(path, {limits, {}, {}}).duration() < timeCurve(stopping, {limits, {}, {}}).duration() - 0.1);
  }

  void framesMoveAsTheirDifferencesSay() {
    test::Cell cell;
    cell.addArm("arm", 6);
    const auto mechanism = model::Mechanism::ofObject(model::Model::make(cell.world), cell.id("arm")).value();
    const auto node = world::NodeRef(cell.frame("arm", "flange"));
    FrameMotion motion = frameMotion(mechanism, node);
    Random random(3);
    for (int n = 0; n < 20; ++n) {
      const auto v = waypoints(random, 6, 3, 1.0);
      constexpr double kStep = 1e-5;
      const auto at = [&](double t) -> JointVector { return v[0] + t * v[1] + 0.5 * t * t * v[2]; };
      const auto speed = [&](double t) -> JointVector { return v[1] + t * v[2]; };
      const FrameDerivatives d = motion(v[0], v[1], v[2]);
      const FrameDerivatives before = motion(at(-kStep), speed(-kStep), v[2]),
                             after = motion(at(kStep), speed(kStep), v[2]);
      const auto slope = [&](int column) -> Vec3 { return (after.col(column) - before.col(column)) / (2.0 * kStep); };
      QVERIFY((d.col(1) - slope(0)).norm() < 1e-6 && (d.col(3) - slope(2)).norm() < 1e-6);
      model::State state(mechanism.model());
      const auto place = [&](double t) -> Vec3 {
        state.set(mechanism, at(t));
        state.forward();
        return state.rootT(node).p;
      };
      QVERIFY((d.col(0) - (place(kStep) - place(-kStep)) / (2.0 * kStep)).norm() < 1e-6);
    }
  }

  void limitsOfAFrameHold_data() {
    QTest::addColumn<double>("v");
    QTest::addColumn<double>("w");
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("alpha");
    QTest::addColumn<double>("jerk");
    QTest::newRow("speed") << 0.25 << kNone << kNone << kNone << 150.0;
    QTest::newRow("turning") << kNone << 0.5 << kNone << kNone << 150.0;
    QTest::newRow("acceleration") << kNone << kNone << 0.8 << kNone << 150.0;
    QTest::newRow("all") << 0.25 << 0.5 << 0.8 << 2.0 << 150.0;
    QTest::newRow("all, without jerk") << 0.25 << 0.5 << 0.8 << 2.0 << kNone;
    QTest::newRow("speed, of an arm that starts at once") << 0.15 << kNone << kNone << kNone << 1500.0;
    QTest::newRow("turning, of an arm that starts at once") << kNone << 0.4 << kNone << kNone << 1500.0;
  }
  void limitsOfAFrameHold() {
    QFETCH(double, v);
    QFETCH(double, w);
    QFETCH(double, a);
    QFETCH(double, alpha);
    QFETCH(double, jerk);
    test::Cell cell;
    cell.addArm("arm", 6);
    const auto mechanism = model::Mechanism::ofObject(model::Model::make(cell.world), cell.id("arm")).value();
    const std::vector<DynamicLimit> limits(6, {2.0, jerk > 1000.0 ? 20.0 : 6.0, jerk});
    Random random(7);
    const auto path = PathCurve::blended(waypoints(random, 6, 4, 0.8), {}, {});
    const model::FrameLimits frame{v, w, a, alpha};
    FrameMotion motion = frameMotion(mechanism, world::NodeRef(cell.frame("arm", "flange")));
    const auto t = timeCurve(path, {limits, frame, motion});
    const double free = timeCurve(path, {limits, {}, {}}).duration();
    keepsLimits(t, limits);
    double most = 0.0;
    for (double time = 0; time <= t.duration(); time += 0.001) {
      const JointState s = t.sample(time);
      const FrameDerivatives d = motion(s.q, s.v, s.a);
      const double share =
          std::max({d.col(0).norm() / v, d.col(2).norm() / w, d.col(1).norm() / a, d.col(3).norm() / alpha});
      QVERIFY2(share <= 1.0 + 1e-6, fmt::format("{} at {}", share, time).c_str());
      most = std::max(most, share);
    }
    // They cost time, and no more than they must: somewhere one is reached.
    QVERIFY(t.duration() > free && most > 0.93);
  }

  // A motion of days: what is looked at does not grow with it.
  void aSlowFrameIsTimedSoon() {
    test::Cell cell;
    cell.addArm("arm", 6);
    const auto mechanism = model::Mechanism::ofObject(model::Model::make(cell.world), cell.id("arm")).value();
    const std::vector<DynamicLimit> limits(6, {2.0, 6.0, 60.0});
    Random random(7);
    const auto path = PathCurve::blended(waypoints(random, 6, 2, 0.8), {}, {});
    constexpr double kSlow = 3e-6;
    const model::FrameLimits frame{kSlow, kNone, kNone, kNone};
    FrameMotion motion = frameMotion(mechanism, world::NodeRef(cell.frame("arm", "flange")));
    std::size_t looks = 0;
    const auto counted = [&](const JointVector& q, const JointVector& d1, const JointVector& d2) {
      return ++looks < 1'000'000 ? motion(q, d1, d2) : FrameDerivatives(FrameDerivatives::Zero());
    };
    const auto t = timeCurve(path, {limits, frame, counted});
    QVERIFY2(looks < 500'000, fmt::format("{} looks", looks).c_str());
    QVERIFY(t.duration() > 1e5);
    for (double share = 0.0; share <= 1.0; share += 1e-4) {
      const JointState s = t.sample(share * t.duration());
      QVERIFY(motion(s.q, s.v, s.a).col(0).norm() <= kSlow * (1.0 + 1e-4));
    }
  }
};

QTEST_GUILESS_MAIN(TestTimingOptimal)
#include "test_timing_optimal.moc"
