// SPDX-License-Identifier: Apache-2.0
// What holds along a whole motion, by our own formulas at every time of the trajectory.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <functional>

#include "kept_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

const world::NodeRef kRoot = world::kRootObject;
const Vec3 kAlong = kLeaning * Vec3::UnitZ();

double tiltOf(const FlangeCell& c, const JointVector& q) {
  const Vec3 axis = c.at(q).q * Vec3::UnitZ();
  return std::atan2(axis.cross(kAlong).norm(), axis.dot(kAlong));
}

// A constraint, what it is missed by (metres or radians), and what may be missing.
struct Kept {
  Goal along;
  std::function<double(const JointVector&)> missing;
  double allowed = 2e-6;
};

Kept keptOf(const FlangeCell& c, int kind) {
  const auto cone = [&](double half, double allowed) {
    return Kept{model::RotationCone{c.flange, kRoot, Vec3::UnitZ(), kAlong, half},
                [&c, half](const JointVector& q) { return tiltOf(c, q) - half; }, allowed};
  };
  const auto box = [&](Eigen::Index axis, double lower, double upper, double allowed) {
    model::PositionBox out{c.flange, kRoot, Vec3::Zero(), Pose::identity()};
    out.lower[axis] = lower;
    out.upper[axis] = upper;
    return Kept{out,
                [&c, axis, lower, upper](const JointVector& q) {
                  const double x = c.at(q).p[axis];
                  return std::max(lower - x, x - upper);
                },
                allowed};
  };
  if (kind == 0) return cone(0.0, 5e-3);
  if (kind == 1) return cone(0.2, 2e-6);
  if (kind == 2) return box(0, 0.0, 0.42, 2e-6);
  if (kind == 3) return box(2, 0.45, 0.45, 5e-4);
  const Vec3 seen(0.9, 0.0, -0.1);
  if (kind == 4)
    return {model::PointAt{c.flange, kRoot, Vec3::Zero(), Vec3::UnitZ(), seen, 0.01}, [&c, seen](const JointVector& q) {
              const Pose t = c.at(q);
              const Vec3 way = seen - t.p, axis = t.q * Vec3::UnitZ();
              return way.dot(axis) < 0.0 ? way.norm() : way.cross(axis).norm() - 0.01;
            }};
  if (kind == 5) {
    JointVector signs = JointVector::Zero(6);
    signs[1] = signs[2] = 1.0;
    return {model::JointSum{signs, 2.6}, [](const JointVector& q) { return std::abs(q[1] + q[2]) - 2.6; }};
  }
  const Kept a = keptOf(c, 1), b = keptOf(c, 2);
  return {model::Intersection{{a.along, b.along}},
          [a, b](const JointVector& q) { return std::max(a.missing(q), b.missing(q)); }};
}

MotionRequest kept(const FlangeCell& c, const Goal& goal, MotionType type, const JointVector& start,
                   const Goal& along) {
  MotionRequest request = to(c.cell, goal, type, start);
  request.segments[0].along = along;
  return request;
}

double mostMissing(const Kept& what, const Trajectory& t) {
  double most = -1.0;
  FlangeCell::each(t, [&](const JointVector& q) { most = std::max(most, what.missing(q)); });
  return most;
}

}  // namespace

class TestPlannerKept : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // The base turns by so little that the planner looks at the ends alone, and the flange comes out of the box by 15 µm
  // between them: that is not the end of it.
  void whatIsMissedBetweenLooksIsFound() {
    const FlangeCell c;
    JointVector from(6), goal(6);
    from << -0.007, 0.8, 1.1, 0.0, 0.6, 0.0;
    goal = from;
    goal[0] = 0.007;
    model::PositionBox box{c.flange, kRoot, Vec3::Zero(), Pose::identity()};
    box.lower.setConstant(-2.0);
    box.upper.setConstant(2.0);
    box.upper.x() = c.at(from).p.x() + 1e-7;
    const Kept what{box, [&](const JointVector& q) { return c.at(q).p.x() - box.upper.x(); }};
    QVERIFY(what.missing(0.5 * (from + goal)) > 5e-6);
    const auto plan = planMotion(c.cell.world, kept(c, goal, MotionType::kAny, from, what.along), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(mostMissing(what, plan->trajectory) < what.allowed);
    QVERIFY((plan->trajectory.states.back().q - goal).cwiseAbs().maxCoeff() < 1e-9);
  }

  void anyKeepsIt_data() {
    QTest::addColumn<int>("kind");
    for (const char* name : {"exact cone", "cone", "box", "plane", "point at", "sum", "cone and box"}) {
      static int kind = 0;
      QTest::newRow(name) << kind++;
    }
  }
  void anyKeepsIt() {
    QFETCH(int, kind);
    const FlangeCell c;
    const Kept what = keptOf(c, kind);
    // Of the ray the orientation is left to it.
    const auto goalAt = [&](const Vec3& place) {
      return kind == 4 ? Goal(model::PositionEquality{c.flange, kRoot, Vec3::Zero(), place}) : c.pose(place);
    };
    const JointVector start = c.reach(model::Intersection{{goalAt(kLeftPlace), what.along}});
    QVERIFY(start.size() == 6);
    const Goal goal = goalAt(kRightPlace);
    const auto plan = planMotion(c.cell.world, kept(c, goal, MotionType::kAny, start, what.along), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY((c.at(plan->paths[0].back()).p - kRightPlace).norm() < 1e-6);
    const double missing = mostMissing(what, plan->trajectory);
    QVERIFY2(missing <= what.allowed, fmt::format("missed by {}", missing).c_str());
    QVERIFY(plan->report.validated);
  }

  // The straight joint motion, which is what comes without the constraint, tilts the tool by more than 0.3 rad.
  void withoutItTheToolTilts() {
    const FlangeCell c;
    const JointVector start = c.reach(c.pose(kLeftPlace));
    const auto plan = planMotion(c.cell.world, to(c.cell, c.pose(kRightPlace), MotionType::kAny, start), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(mostMissing(keptOf(c, 0), plan->trajectory) > 0.3);
  }

  void anyKeepsItAroundObstacles() {
    FlangeCell c;
    c.cell.addBox("post", {0.06, 0.06, 0.5}, Pose::translation(0.45, 0, 0.25));
    const Kept what = keptOf(c, 1);
    const JointVector start = c.reach(c.pose(kLeftPlace));
    QVERIFY(start.size() == 6);
    const MotionRequest request = kept(c, c.pose(kRightPlace), MotionType::kAny, start, what.along);
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    const double missing = mostMissing(what, plan->trajectory);
    QVERIFY2(missing <= what.allowed, fmt::format("missed by {}", missing).c_str());
    QVERIFY(plan->report.min_clearance_m > 0.0);
    // Request and seed decide it.
    const auto again = planMotion(c.cell.world, request, seeded(1));
    QVERIFY(again.ok());
    QVERIFY(again->trajectory.times == plan->trajectory.times && again->paths == plan->paths);
  }

  void aStraightJointMotionThatLeavesItSaysWhereAndByHowMuch() {
    const FlangeCell c;
    const Kept what = keptOf(c, 1);
    const JointVector start = c.reach(c.pose(kLeftPlace));
    const MotionRequest request = kept(c, c.pose(kRightPlace), MotionType::kJoint, start, what.along);
    Diagnosis why;
    const auto plan = planMotion(c.cell.world, request, seeded(1), &why);
    QCOMPARE(plan.status().code, Code::kOutOfRange);
    const std::string& title = plan.status().title;
    QVERIFY2(title.find("the straight joint motion leaves the path constraint") != std::string::npos, title.c_str());
    QCOMPARE(why.kind, Diagnosis::Kind::kNotKept);
    // Where it first does, and by how much at worst: by looking at the same motion without it.
    const auto free = planMotion(c.cell.world, to(c.cell, c.pose(kRightPlace), MotionType::kJoint, start), seeded(1));
    QVERIFY(free.ok());
    const JointVector end = free->paths[0].back();
    double first = 1.0, worst = 0.0;
    for (double t = 0.0; t <= 1.0; t += 1e-4) {
      const double missing = what.missing(start + t * (end - start));
      if (missing > 0.0) first = std::min(first, t);
      worst = std::max(worst, missing);
    }
    QVERIFY2(std::abs(why.path_fraction - first) < 0.02, fmt::format("{} {}", why.path_fraction, first).c_str());
    QVERIFY2(std::abs(why.miss.radians - worst) < 2e-3, fmt::format("{} {}", why.miss.radians, worst).c_str());
    // The same with room enough goes.
    auto wide = request;
    wide.segments[0].along = model::RotationCone{c.flange, kRoot, Vec3::UnitZ(), kAlong, worst + 0.01 + 0.2};
    QVERIFY(planMotion(c.cell.world, wide, seeded(1)).ok());
  }

  // A line that does not turn keeps the axis by itself; the sum of two joints it does not.
  void aLineIsCheckedAgainstIt() {
    const FlangeCell c;
    const JointVector start = c.reach(c.pose(kLeftPlace));
    const Kept what = keptOf(c, 0);
    const auto good =
        planMotion(c.cell.world, kept(c, c.pose(kRightPlace), MotionType::kLinear, start, what.along), seeded(1));
    QVERIFY2(good.ok(), good.status().line().c_str());
    QVERIFY(mostMissing(what, good->trajectory) < 5e-3);
    JointVector signs = JointVector::Zero(6);
    signs[1] = signs[2] = 1.0;
    const double at_ends = std::abs(start[1] + start[2]);
    Diagnosis why;
    const auto bad = planMotion(
        c.cell.world, kept(c, c.pose(kRightPlace), MotionType::kLinear, start, model::JointSum{signs, at_ends + 0.02}),
        seeded(1), &why);
    QCOMPARE(bad.status().code, Code::kOutOfRange);
    QVERIFY2(bad.status().title.find("the straight line leaves the path constraint") != std::string::npos,
             bad.status().title.c_str());
    QCOMPARE(why.kind, Diagnosis::Kind::kNotKept);
    QVERIFY(why.path_fraction > 0.0 && why.path_fraction < 0.5);
  }

  // A place is looked for where the sum of two joints is small enough, too: that may turn the wrist round, where no
  // line leads from the start, though the line to the nearest keeps the sum.
  void aLineEndsWhereItLeads() {
    const FlangeCell c;
    const JointVector start = joints({-0.155742, -0.355712, 0.698423, -0.470866, -0.638259, 0.605177});
    JointVector signs = JointVector::Zero(6);
    signs[1] = 1.0;
    signs[2] = -1.0;
    model::RelativePosition by;
    by.moving = c.flange;
    by.by = Vec3(0.096543, -0.042888, -0.020029);
    const auto alone = planMotion(c.cell.world, to(c.cell, by, MotionType::kLinear, start), seeded(1));
    QVERIFY(alone.ok());
    const auto sum = [&](const Trajectory& t) {
      double most = 0.0;
      FlangeCell::each(t, [&](const JointVector& q) { most = std::max(most, std::abs(q[1] - q[2])); });
      return most;
    };
    const double limit = sum(alone->trajectory) + 0.01;
    const auto plan =
        planMotion(c.cell.world, kept(c, by, MotionType::kLinear, start, model::JointSum{signs, limit}), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(sum(plan->trajectory) <= limit + 1e-6);
    const Pose moved = c.at(start).inverse() * c.at(plan->trajectory.states.back().q);
    QVERIFY((moved.p - by.by).norm() < 1e-6);
  }

  void endsThatDoNotKeepItAreRefused() {
    const FlangeCell c;
    const JointVector start = c.reach(c.pose(kLeftPlace));
    model::PositionBox box{c.flange, kRoot, Vec3::Zero(), Pose::identity()};
    const auto refused = [&](Goal goal) {
      Diagnosis why;
      const Status status =
          planMotion(c.cell.world, kept(c, goal, MotionType::kAny, start, box), seeded(1), &why).status();
      return std::pair(status, why);
    };
    // From y = 0.4 on, where 0.3 is the most.
    box.upper.y() = 0.3;
    const auto [off, why] = refused(c.pose(kRightPlace));
    QVERIFY2(off.title.find("the start does not keep the path constraint") != std::string::npos, off.title.c_str());
    QVERIFY2(std::abs(why.miss.metres - 0.1) < 1e-6, fmt::format("{}", why.miss.metres).c_str());
    QCOMPARE(why.kind, Diagnosis::Kind::kNotKept);
    box.upper.y() = 1.0;
    box.lower.y() = 0.0;
    const auto [far, why_far] = refused(c.pose(kRightPlace));
    QVERIFY2(far.title.find("does not keep the path constraint") != std::string::npos, far.title.c_str());
    QVERIFY2(std::abs(why_far.miss.metres - 0.4) < 1e-6, fmt::format("{}", why_far.miss.metres).c_str());
    const JointVector there = c.reach(c.pose(kRightPlace));
    const auto [joints, why_joints] = refused(there);
    QVERIFY2(joints.title.find("the goal does not keep the path constraint") != std::string::npos,
             joints.title.c_str());
    QCOMPARE(joints.code, Code::kOutOfRange);
  }

  void aConstraintThatMakesNoSenseIsNamed() {
    const FlangeCell c;
    const JointVector start = c.reach(c.pose(kLeftPlace));
    const auto status = planMotion(c.cell.world,
                                   kept(c, c.pose(kRightPlace), MotionType::kAny, start,
                                        model::RotationCone{c.flange, kRoot, Vec3::Zero(), kAlong, 0.1}),
                                   seeded(1))
                            .status();
    QCOMPARE(status.code, Code::kInvalidArgument);
    QVERIFY2(status.title.find("the path constraint") != std::string::npos &&
                 status.title.find("moving_axis has no direction") != std::string::npos,
             status.title.c_str());
  }
};

QTEST_GUILESS_MAIN(TestPlannerKept)
#include "test_planner_kept.moc"
