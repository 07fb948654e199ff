// SPDX-License-Identifier: Apache-2.0
// Several segments: corners without a stop, and ends that are chosen so that the whole works.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <numbers>

#include "kept_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

// Left, a corner below the middle of the way, right: the lines meet at a right angle.
const Vec3 kFrom(0.5, 0.2, 0.5), kCorner(0.5, 0.0, 0.5), kTo(0.5, 0.0, 0.7);

MotionRequest lines(const FlangeCell& c, const std::vector<Vec3>& places) {
  MotionRequest request = to(c.cell, c.pose(places[1]), MotionType::kLinear, c.reach(c.pose(places[0])));
  for (std::size_t i = 2; i < places.size(); ++i)
    request.segments.push_back({MotionType::kLinear, c.pose(places[i]), nullptr, {}});
  return request;
}

// The slowest of the flange while it is within a distance of a place, m/s, and the nearest it comes to it.
struct Passing {
  double slowest = 1e9, nearest = 1e9;
};
Passing passing(const FlangeCell& c, const Trajectory& t, const Vec3& place, double within) {
  Passing out;
  constexpr double kStep = 0.001;
  for (double time = kStep; time <= t.duration(); time += kStep) {
    const Vec3 before = c.at(t.sample(time - kStep).q).p, now = c.at(t.sample(time).q).p;
    const double distance = (now - place).norm();
    out.nearest = std::min(out.nearest, distance);
    if (distance < within) out.slowest = std::min(out.slowest, (now - before).norm() / kStep);
  }
  return out;
}

bool tells(const Plan& plan, const char* part) {
  return std::ranges::any_of(plan.report.notes,
                             [&](const Diagnostic& note) { return note.message.find(part) != std::string::npos; });
}

const JointVector kFirst = joints({0.6, 0.3, 1.2, 0, 0.6, 0});
const JointVector kSecond = joints({0.0, 0.3, 1.2, 0, 0.6, 0});
const JointVector kThird = joints({0.0, 0.6, 1.2, 0, 0.6, 0});

MotionRequest jointMotions(const FlangeCell& c) {
  MotionRequest request = to(c.cell, kSecond, MotionType::kJoint, kFirst);
  request.segments.push_back({MotionType::kJoint, kThird, nullptr, {}});
  return request;
}

}  // namespace

class TestPlannerRounded : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // At a right angle the curve passes the corner at a sixth of the radius, along the bisector: r / 6 * sqrt(2).
  void aCornerBetweenLinesIsPassedWithoutAStop() {
    const FlangeCell c;
    MotionRequest request = lines(c, {kFrom, kCorner, kTo});
    const auto stopping = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(stopping.ok(), stopping.status().line().c_str());
    QVERIFY(stopping->report.corners.empty());
    constexpr double kRadius = 0.06;
    request.rounding.metres = kRadius;
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 1u);
    QCOMPARE(plan->report.corners[0].after, 0u);
    QVERIFY2(std::abs(plan->report.corners[0].metres - kRadius) < 1e-9,
             fmt::format("{}", plan->report.corners[0].metres).c_str());
    const Passing at = passing(c, plan->trajectory, kCorner, kRadius);
    const double expected = kRadius / 6.0 * std::numbers::sqrt2;
    QVERIFY2(std::abs(at.nearest - expected) < 5e-4, fmt::format("{} {}", at.nearest, expected).c_str());
    QVERIFY2(at.slowest > 0.05, fmt::format("{}", at.slowest).c_str());
    QVERIFY(passing(c, stopping->trajectory, kCorner, kRadius).slowest < 0.01);
    QVERIFY(plan->trajectory.duration() < 0.95 * stopping->trajectory.duration());
    QVERIFY(plan->report.validated);
    // Beyond the radius the tool is on one line or the other, and it does not turn.
    FlangeCell::each(plan->trajectory, [&](const JointVector& q) {
      const Pose now = c.at(q);
      QVERIFY(now.q.angularDistance(kLeaning) < 6e-3);
      if ((now.p - kCorner).norm() < kRadius) return;
      const double off = std::min(std::hypot(now.p.x() - 0.5, now.p.z() - 0.5), std::hypot(now.p.x() - 0.5, now.p.y()));
      QVERIFY2(off < 6e-4, fmt::format("{} m off", off).c_str());
    });
    QVERIFY((c.at(plan->trajectory.states.back().q).p - kTo).norm() < 1e-6);
    const auto again = planMotion(c.cell.world, request, seeded(1));
    QVERIFY(again.ok() && again->trajectory.times == plan->trajectory.times);
  }

  void aRadiusThatDoesNotFitIsHalfOfTheNeighbour() {
    const FlangeCell c;
    MotionRequest request = lines(c, {kFrom, kCorner, kCorner + Vec3(0, 0, 0.04)});
    request.rounding.metres = 0.1;
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 1u);
    QVERIFY2(std::abs(plan->report.corners[0].metres - 0.02) < 1e-9,
             fmt::format("{}", plan->report.corners[0].metres).c_str());
    QVERIFY(tells(*plan, "more does not fit"));
    QVERIFY(passing(c, plan->trajectory, kCorner, 0.01).slowest > 0.01);
  }

  void aCornerBehindATurnOnTheSpotHasTheSizeOfTheMove() {
    const FlangeCell c;
    const Quat turned = kLeaning * Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
    MotionRequest request = to(c.cell, c.pose(kFrom, turned), MotionType::kLinear, c.reach(c.pose(kFrom)));
    request.segments.push_back({MotionType::kLinear, c.pose(kCorner, turned), nullptr, {}});
    request.rounding = {0.06, 0.1, {}};
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 1u);
    const double metres = plan->report.corners[0].metres;
    QVERIFY2(plan->report.corners[0].stops() || metres > 1e-3, fmt::format("{}", metres).c_str());
  }

  void thereAndBackIsAStop() {
    const FlangeCell c;
    MotionRequest request = lines(c, {kFrom, kCorner, kFrom});
    request.rounding.metres = 0.06;
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(std::ranges::all_of(plan->report.corners, &RoundedCorner::stops));
  }

  // Three lines: both corners, and the line between them keeps something of itself.
  void severalCornersInARow() {
    const FlangeCell c;
    MotionRequest request = lines(c, {kFrom, kCorner, kTo, kTo + Vec3(0, 0.15, 0)});
    request.rounding.metres = 0.03;
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 2u);
    QCOMPARE(plan->paths.size(), 3u);
    // The states next to the corners, and the last.
    QCOMPARE(plan->ends.size(), 3u);
    QCOMPARE(plan->ends.back(), plan->trajectory.states.size() - 1);
    for (const std::size_t k : {0u, 1u})
      QVERIFY((c.at(plan->trajectory.states[plan->ends[k]].q).p - (k == 0 ? kCorner : kTo)).norm() < 0.01);
    for (const Vec3& corner : {kCorner, kTo}) {
      const Passing at = passing(c, plan->trajectory, corner, 0.03);
      QVERIFY2(std::abs(at.nearest - 0.03 / 6.0 * std::numbers::sqrt2) < 5e-4, fmt::format("{}", at.nearest).c_str());
      QVERIFY(at.slowest > 0.02);
    }
    // Two of them are turned into each other by the angle alone.
    request.rounding.metres.reset();
    request.rounding.radians = 0.1;
    const auto turned = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(turned.ok(), turned.status().line().c_str());
    QVERIFY(std::ranges::all_of(turned->report.corners, &RoundedCorner::stops));
  }

  // Each corner by itself; what its segment does not say is as the request has it.
  void eachCornerHasItsOwnSize() {
    const FlangeCell c;
    MotionRequest request = lines(c, {kFrom, kCorner, kTo, kTo + Vec3(0, 0.15, 0)});
    request.rounding.metres = 0.03;
    request.segments[1].rounding = Rounding{0.012, {}, {}};
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 2u);
    const std::pair<Vec3, double> wanted[] = {{kCorner, 0.03}, {kTo, 0.012}};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& [corner, radius] = wanted[k];
      QVERIFY2(std::abs(plan->report.corners[k].metres - radius) < 1e-9,
               fmt::format("{}", plan->report.corners[k].metres).c_str());
      const Passing at = passing(c, plan->trajectory, corner, radius);
      QVERIFY2(std::abs(at.nearest - radius / 6.0 * std::numbers::sqrt2) < 5e-4, fmt::format("{}", at.nearest).c_str());
      QVERIFY(at.slowest > 0.01);
    }
    // None there: a stop that nobody has to be told of.
    request.segments[1].rounding = Rounding{};
    const auto stops = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(stops.ok(), stops.status().line().c_str());
    QCOMPARE(stops->report.corners.size(), 1u);
    QVERIFY(passing(c, stops->trajectory, kTo, 0.012).nearest < 1e-4);
  }

  void eachCornerOfJointsHasItsOwnSize() {
    const FlangeCell c;
    MotionRequest request = jointMotions(c);
    request.segments.push_back({MotionType::kJoint, joints({0.3, 0.6, 1.2, 0, 0.6, 0}), nullptr, {}});
    request.segments[0].rounding = Rounding{{}, {}, 0.1};
    request.segments[1].rounding = Rounding{{}, {}, 0.04};
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 2u);
    QVERIFY(std::abs(plan->report.corners[0].joint - 0.1) < 1e-9);
    QVERIFY(std::abs(plan->report.corners[1].joint - 0.04) < 1e-9);
    for (const auto& [corner, size] : {std::pair(kSecond, 0.1), std::pair(kThird, 0.04)}) {
      double nearest = 1e9, slowest = 1e9;
      for (const JointState& s : plan->trajectory.states) {
        nearest = std::min(nearest, (s.q - corner).norm());
        if ((s.q - corner).norm() < size) slowest = std::min(slowest, s.v.norm());
      }
      QVERIFY2(nearest > 0.3 * size / 6.0 * std::numbers::sqrt2 && slowest > 0.02, fmt::format("{}", nearest).c_str());
    }
  }

  // What stands inside of the corner makes it smaller; never a collision. The lines lie across the tool, whose tip is a
  // ball of 3 cm about a place 3 cm behind the flange: an obstacle 4.2 cm from there, where the free curve passes, is
  // met by that, and 1.7 mm away from the lines.
  void whatStandsInsideTheCornerMakesItSmaller() {
    FlangeCell c;
    const Vec3 tool = kLeaning * Vec3::UnitZ(), second = kLeaning * -Vec3::UnitX();
    MotionRequest request = lines(c, {kFrom, kCorner, kCorner + 0.2 * second});
    request.rounding.metres = 0.1;
    const auto free = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(free.ok(), free.status().line().c_str());
    QVERIFY(std::abs(free->report.corners[0].metres - 0.1) < 1e-9);
    QVERIFY(free->report.corners[0].radians == 0.0);  // the tool does not turn, but for rounding
    const Vec3 passed = kCorner + 0.1 / 6.0 * (Vec3::UnitY() + second);
    geometry::Shape ball;
    ball.primitives.push_back({geometry::Sphere{0.0135}, Eigen::Affine3d::Identity()});
    c.cell.addShape("ball", ball, Pose{passed + 0.012 * tool, Quat::Identity()});
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 1u);
    QVERIFY2(plan->report.corners[0].metres <= 0.05 + 1e-9, fmt::format("{}", plan->report.corners[0].metres).c_str());
    QVERIFY(plan->report.min_clearance_m > 0.0);
    QVERIFY(tells(*plan, "not free"));
  }

  // Joint 1 alone, then joint 2 alone: the rounding begins 0.1 rad before, and passes at L / 12 |u2 - u1|, L = 0.2.
  void aCornerBetweenJointMotionsIsPassedWithoutAStop() {
    const FlangeCell c;
    MotionRequest request = jointMotions(c);
    const auto stopping = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(stopping.ok(), stopping.status().line().c_str());
    request.rounding.joint = 0.1;
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QCOMPARE(plan->report.corners.size(), 1u);
    QVERIFY2(std::abs(plan->report.corners[0].joint - 0.1) < 1e-9,
             fmt::format("{}", plan->report.corners[0].joint).c_str());
    double nearest = 1e9;
    bool beside = false;
    FlangeCell::each(plan->trajectory, [&](const JointVector& q) {
      nearest = std::min(nearest, (q - kSecond).norm());
      // Both joints move at once only within 0.1 rad of the corner.
      const bool both = std::abs(q[0] - kSecond[0]) > 1e-6 && std::abs(q[1] - kSecond[1]) > 1e-6;
      if (both && (q - kSecond).cwiseAbs().maxCoeff() > 0.1 + 1e-6) beside = true;
    });
    QVERIFY(!beside);
    const double expected = 0.2 / 12.0 * std::numbers::sqrt2;
    QVERIFY2(std::abs(nearest - expected) < 5e-4, fmt::format("{} {}", nearest, expected).c_str());
    QVERIFY(plan->trajectory.duration() < stopping->trajectory.duration() - 0.01);
    const auto slowest = std::ranges::min(plan->trajectory.states, {}, [&](const JointState& s) {
      return (s.q - kSecond).norm() < 0.1 ? s.v.norm() : 1e9;
    });
    QVERIFY(slowest.v.norm() > 0.05);
    // Half of the shorter one is the most.
    request.rounding.joint = 5.0;
    const auto clamped = planMotion(c.cell.world, request, seeded(1));
    QVERIFY(clamped.ok());
    QVERIFY2(std::abs(clamped->report.corners[0].joint - 0.15) < 1e-9,
             fmt::format("{}", clamped->report.corners[0].joint).c_str());
  }

  void whereTheRobotStopsAllTheSameIsSaid() {
    const FlangeCell c;
    // A linear motion and another.
    MotionRequest request = jointMotions(c);
    request.segments[1] = {MotionType::kLinear, kThird, nullptr, {}};
    request.rounding = {0.05, {}, 0.1};
    const auto mixed = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(mixed.ok(), mixed.status().line().c_str());
    QCOMPARE(mixed->report.corners.size(), 1u);
    QVERIFY(mixed->report.corners[0].stops());
    QVERIFY(tells(*mixed, "the robot stops after segment 1"));
    // Other limits.
    request = jointMotions(c);
    request.rounding.joint = 0.1;
    request.segments[1].limits = c.tree.limits();
    for (world::JointLimits& limit : request.segments[1].limits) limit.velocity = 0.5;
    const auto slower = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(slower.ok(), slower.status().line().c_str());
    QVERIFY(slower->report.corners[0].stops() && tells(*slower, "other limits"));
    // Nothing is said where a stop is what was asked for.
    request = jointMotions(c);
    request.rounding.joint = 0.0;
    const auto asked = planMotion(c.cell.world, request, seeded(1));
    QVERIFY(asked.ok() && asked->report.corners.empty() && !tells(*asked, "stops"));
  }

  // From the posture at hand the second line ends at a limit; from another one it does not, and that is where the
  // first motion goes.
  void endsAreChosenSoThatTheWholeWorks() {
    const FlangeCell c;
    const JointVector ready = joints({0, 0.3, 1.2, 0, -0.3, 0});
    const Pose there = c.at(ready);
    MotionRequest request = to(c.cell, c.pose(there.p, there.q), MotionType::kAny, ready);
    request.segments.push_back({MotionType::kLinear, c.pose(there.p + Vec3(-0.25, 0, 0), there.q), nullptr, {}});
    request.segments[1].limits = c.tree.limits();
    request.segments[1].limits[1].lower = 0.0;
    // By itself the line cannot be followed from there.
    MotionRequest alone = request;
    alone.segments.erase(alone.segments.begin());
    QCOMPARE(planMotion(c.cell.world, alone, seeded(1)).status().code, Code::kOutOfRange);
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY((plan->paths[0].back() - ready).norm() > 0.1);
    QVERIFY(positionDistance(c.at(plan->paths[0].back()), there) < 1e-6);
    QVERIFY((c.at(plan->paths[1].back()).p - there.p - Vec3(-0.25, 0, 0)).norm() < 1e-6);
  }

  void failuresNameTheSegment() {
    const FlangeCell c;
    MotionRequest request = jointMotions(c);
    request.segments.push_back({MotionType::kAny, c.pose(Vec3(3, 0, 0.4)), nullptr, {}});
    Diagnosis why;
    const auto plan = planMotion(c.cell.world, request, seeded(1), &why);
    QCOMPARE(plan.status().code, Code::kOutOfRange);
    QVERIFY2(plan.status().title.starts_with("segment 3 of "), plan.status().title.c_str());
    QCOMPARE(why.segment, 2);
    QCOMPARE(why.kind, Diagnosis::Kind::kGoalUnreachable);
  }
};

QTEST_GUILESS_MAIN(TestPlannerRounded)
#include "test_planner_rounded.moc"
