// SPDX-License-Identifier: Apache-2.0
// Targets of all kinds with every kind of motion, and straight lines of a node.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>

#include "arm_check.h"
#include "core/kinematics/tool.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

struct OpenCell {
  Cell cell;
  ObjectId arm = cell.addArm("arm", 6);
  FrameId flange = cell.frame("arm", "flange");
  FrameId pick = cell.addFrame(world::kRootObject, world::kRootEntity, "pick",
                               Pose{{0.55, 0.2, 0.6}, Quat(Eigen::AngleAxisd(2.2, Vec3::UnitY()))});
  kinematics::JointTree tree = *kinematics::JointTree::make(cell.world, arm);

  Pose at(const JointVector& q) const { return tree.rootT(tree.riding(flange), q); }
};

// Our own measure: the distance from the straight way, and of the turn from the even one at the same share of it.
void verifyLine(const OpenCell& c, const Plan& plan) {
  const Trajectory& t = plan.trajectory;
  const Pose from = c.at(t.states.front().q), to = c.at(t.states.back().q);
  const Vec3 way = to.p - from.p;
  double last = -1e-4;
  for (double time = 0.0; time <= t.duration(); time += 0.002) {
    const Pose now = c.at(t.sample(time).q);
    const double share = std::clamp(way.dot(now.p - from.p) / way.squaredNorm(), 0.0, 1.0);
    const double off = (now.p - from.p - share * way).norm();
    QVERIFY2(off < 5e-4, fmt::format("{} m off at {} s", off, time).c_str());
    const double turned = now.q.angularDistance(from.q.slerp(share, to.q));
    QVERIFY2(turned < 8e-3, fmt::format("{} rad off at {} s", turned, time).c_str());
    QVERIFY2(share > last - 1e-4, "it goes back");
    last = share;
  }
}

const JointVector kReady = joints({0, 0.3, 1.2, 0, -0.3, 0});

}  // namespace

class TestPlannerLinear : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aLineIsStraightAndTurnsEvenly() {
    const OpenCell c;
    const Pose from = c.at(kHome);
    const Pose goal{from.p + Vec3(-0.05, 0.15, -0.2), Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ())) * from.q};
    const auto plan = planMotion(
        c.cell.world, to(c.cell, PoseGoal{c.flange, world::kRootObject, goal}, MotionType::kLinear, kHome), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->paths[0].size() > 2);
    QVERIFY(plan->report.validated);
    QVERIFY(positionDistance(c.at(plan->paths[0].back()), goal) < 1e-7);
    QVERIFY(rotationDistance(c.at(plan->paths[0].back()), goal) < 1e-7);
    verifyLine(c, *plan);
    // The straight joint motion is not straight for the tool.
    const auto joint =
        planMotion(c.cell.world, to(c.cell, plan->paths[0].back(), MotionType::kJoint, kHome), seeded(1));
    QVERIFY(joint.ok());
    const Pose middle = c.at(joint->trajectory.sample(0.5 * joint->trajectory.duration()).q);
    QVERIFY((middle.p - 0.5 * (from.p + goal.p)).norm() > 0.005);
  }

  // It takes as many states as one of a second, and no more memory; what would take ages is refused.
  void aLineThatTakesDaysIsALineLikeAnyOther() {
    const OpenCell c;
    Pose goal = c.at(kHome);
    goal.p += Vec3(-0.05, 0.15, -0.2);
    auto request = to(c.cell, PoseGoal{c.flange, world::kRootObject, goal}, MotionType::kLinear, kHome);
    for (const double limit : {1.0, 1e-10, 1e-14, 1e-20, 1e-100, 1e-300}) {
      world::JointLimits slow;
      slow.lower = -3;
      slow.upper = 3;
      slow.velocity = 1.0;
      slow.acceleration = limit;
      request.segments[0].limits.assign(6, slow);
      const auto plan = planMotion(c.cell.world, request, seeded(1));
      if (limit < 1e-13) {
        QCOMPARE(plan.status().code, Code::kOutOfRange);
        continue;
      }
      QVERIFY2(plan.ok(), fmt::format("{}: {}", limit, plan.status().line()).c_str());
      QVERIFY2(plan->trajectory.states.size() < 80'000, fmt::format("{}", plan->trajectory.states.size()).c_str());
      QVERIFY(limit >= 1.0 || plan->trajectory.duration() > 1e4);
    }
    // The same of the speed of the flange itself.
    request.segments[0].limits.clear();
    request.segments[0].frame.linear_acceleration = 1e-100;
    QVERIFY(!planMotion(c.cell.world, request, seeded(1)).ok());
  }

  // Half a turn is as short either way: rounding must not decide, and where a limit is in the way the other is taken.
  void halfATurnGoesEitherWay() {
    const OpenCell c;
    for (const Quat& half : {Quat(0, 0, 0, 1), Quat(0, 0, 0, -1), Quat(0, 1e-9, -1e-9, 1).normalized()}) {
      for (double last = -2.5; last < 2.6; last += 0.5) {
        const JointVector start = joints({0.1, 0.3, 1.2, 0.2, -0.3, last});
        const Pose goal{Vec3(0, 0, -0.02), half};
        const auto plan = planMotion(
            c.cell.world, to(c.cell, PoseGoal{c.flange, c.flange, goal}, MotionType::kLinear, start), seeded(1));
        QVERIFY2(plan.ok(), fmt::format("from {}: {}", last, plan.status().line()).c_str());
        QVERIFY(rotationDistance(c.at(plan->paths[0].back()), c.at(start) * goal) < 1e-7);
        // The last joint does nearly all of it, by half a turn and no more.
        QVERIFY(std::abs(std::abs(plan->trajectory.states.back().q[5] - last) - M_PI) < 0.3);
        // It is found again when the plan is looked at later: an earlier path is taken as it is.
        auto again = to(c.cell, PoseGoal{c.flange, c.flange, goal}, MotionType::kLinear, start);
        again.segments[0].given = plan->paths[0];
        const auto kept = planMotion(c.cell.world, again, seeded(1));
        QVERIFY2(kept.ok(), kept.status().line().c_str());
      }
    }
  }

  // The moving frame as its own target: up by its own axis, from where it is.
  void relativeMotionsStartWhereTheRobotIs_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("any") << static_cast<int>(MotionType::kAny);
    QTest::newRow("linear") << static_cast<int>(MotionType::kLinear);
    QTest::newRow("joint") << static_cast<int>(MotionType::kJoint);
  }
  void relativeMotionsStartWhereTheRobotIs() {
    QFETCH(int, type);
    const OpenCell c;
    const Pose back = Pose::translation(0, 0, -0.1);
    auto request = to(c.cell, PoseGoal{c.flange, c.flange, back}, static_cast<MotionType>(type), kHome);
    // The second starts where the first ends.
    request.segments.push_back(request.segments.front());
    request.segments.back().goal = model::RelativePosition{c.flange, Vec3::Zero(), {0, 0.1, 0}, world::kRootObject};
    const auto plan = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    const Pose first = c.at(plan->paths[0].back()), second = c.at(plan->paths[1].back());
    QVERIFY(positionDistance(first, c.at(kHome) * back) < 1e-7);
    QVERIFY(rotationDistance(first, c.at(kHome)) < 1e-7);
    QVERIFY((second.p - first.p - Vec3(0, 0.1, 0)).norm() < 1e-7);
  }

  // A position alone: a line does not turn the tool when it need not.
  void aLineToAPositionKeepsTheOrientation() {
    const OpenCell c;
    const Vec3 place = c.at(kHome).p + Vec3(0, 0.12, -0.1);
    const auto plan = planMotion(c.cell.world,
                                 to(c.cell, model::PositionEquality{c.flange, world::kRootObject, Vec3::Zero(), place},
                                    MotionType::kLinear, kHome),
                                 seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY((c.at(plan->paths[0].back()).p - place).norm() < 1e-7);
    QVERIFY(rotationDistance(c.at(plan->paths[0].back()), c.at(kHome)) < 1e-6);
    verifyLine(c, *plan);
  }

  void aLineToJointPositionsTakesTheTool() {
    const OpenCell c;
    const JointVector goal = kHome + joints({0.2, 0.1, -0.2, 0.1, 0.1, 0.3});
    const auto plan = planMotion(c.cell.world, to(c.cell, goal, MotionType::kLinear, kHome), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->paths[0].back() == goal);
    verifyLine(c, *plan);
    // The same pose with the elbow elsewhere is not at the end of any line from here.
    Diagnosis why;
    const auto other = planMotion(
        c.cell.world, to(c.cell, joints({0, 1.5, -1.2, 0, 1.8, 0}), MotionType::kLinear, kHome), seeded(1), &why);
    QCOMPARE(other.status().code, Code::kOutOfRange);
    QVERIFY2(other.status().title.find("another posture") != std::string::npos, other.status().title.c_str());
    QVERIFY(other.status().title.find("joint_3") != std::string::npos);
    QCOMPARE(why.kind, Diagnosis::Kind::kLineBroken);
  }

  void aBlockedLineNamesPairAndPlace() {
    OpenCell c;
    c.cell.addBox("wall", {0.3, 0.02, 1.1}, Pose::translation(0.55, 0, 0.55));
    const JointVector from = kHome - joints({0.4, 0, 0, 0, 0, 0}), there = kHome + joints({0.4, 0, 0, 0, 0, 0});
    Diagnosis why;
    const auto plan = planMotion(
        c.cell.world, to(c.cell, PoseGoal{c.flange, world::kRootObject, c.at(there)}, MotionType::kLinear, from),
        seeded(1), &why);
    QCOMPARE(plan.status().code, Code::kFailedPrecondition);
    QVERIFY2(plan.status().title.find("the straight line is blocked") != std::string::npos,
             plan.status().title.c_str());
    QVERIFY(plan.status().title.find("wall") != std::string::npos);
    QCOMPARE(why.kind, Diagnosis::Kind::kPathCollision);
    QVERIFY2(why.path_fraction > 0.3 && why.path_fraction < 0.5, fmt::format("{}", why.path_fraction).c_str());
    QVERIFY(!why.contacts.empty());
  }

  // The goal is reached with the elbow below, but no line leads there from above; it does from below.
  void aLineThatEndsAtALimitSaysWhichAndWhatHelps() {
    const OpenCell c;
    auto request = to(c.cell, model::RelativePosition{c.flange, Vec3::Zero(), {-0.25, 0, 0}, world::kRootObject},
                      MotionType::kLinear, kReady);
    request.segments[0].goal =
        PoseGoal{c.flange, world::kRootObject, {c.at(kReady).p + Vec3(-0.25, 0, 0), c.at(kReady).q}};
    request.segments[0].limits = c.tree.limits();
    request.segments[0].limits[1].lower = 0.0;
    Diagnosis why;
    const auto plan = planMotion(c.cell.world, request, seeded(1), &why);
    QCOMPARE(plan.status().code, Code::kOutOfRange);
    const std::string& title = plan.status().title;
    QVERIFY2(title.find("% of the way, where 'joint_2' reaches its limit") != std::string::npos, title.c_str());
    QVERIFY2(title.find("can be followed from the joint positions") != std::string::npos, title.c_str());
    QCOMPARE(why.kind, Diagnosis::Kind::kLineBroken);
    QCOMPARE(why.joint, 1);
    QVERIFY(why.path_fraction > 0.1 && why.path_fraction < 0.9);
    // Without the limit it goes.
    request.segments[0].limits.clear();
    QVERIFY(planMotion(c.cell.world, request, seeded(1)).ok());
  }

  void sameSeedSameLine() {
    const OpenCell c;
    const auto request =
        to(c.cell, PoseGoal{c.flange, c.flange, Pose::translation(0.1, 0.05, 0)}, MotionType::kLinear, kHome);
    const auto one = planMotion(c.cell.world, request, seeded(1)), two = planMotion(c.cell.world, request, seeded(1));
    QVERIFY2(one.ok(), one.status().line().c_str());
    QVERIFY(one->paths == two->paths);
    QVERIFY(one->trajectory.times == two->trajectory.times);
  }

  // Each is satisfied at the end, by our own measure, whatever the motion.
  void targetsOfAllKindsAreReached_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("type");
    for (int kind = 0; kind < 11; ++kind)
      for (const MotionType type : {MotionType::kAny, MotionType::kJoint, MotionType::kLinear})
        QTest::addRow("kind %d, motion %d", kind, static_cast<int>(type)) << kind << static_cast<int>(type);
  }
  void targetsOfAllKindsAreReached() {
    QFETCH(int, kind);
    QFETCH(int, type);
    const OpenCell c;
    const Vec3 down = -Vec3::UnitZ(), place(0.5, 0.2, 0.5);
    const world::NodeRef root = world::kRootObject;
    const JointVector lower = kHome + JointVector::Constant(6, 0.1);
    JointVector signs = JointVector::Zero(6);
    signs[1] = signs[2] = 1.0;
    const std::vector<Goal> goals{
        model::PositionEquality{c.flange, root, Vec3(0, 0, 0.1), place},
        model::RotationEquality{c.flange, c.pick, Quat::Identity()},
        model::RotationCone{c.flange, root, Vec3::UnitZ(), down, 0.1},
        model::RotationBall{c.flange, c.pick, Quat::Identity(), 0.2},
        model::PointAt{c.flange, c.pick, Vec3::Zero(), Vec3::UnitZ(), Vec3::Zero(), 1e-3, 0.2, 0.25},
        model::PositionBox{c.flange, root, Vec3::Zero(), Pose::identity(), place, place + Vec3(0.1, 0.1, 0.1)},
        model::PositionEllipsoid{c.flange, root, Vec3::Zero(), {place, Quat::Identity()}, Vec3(0.05, 0.1, 0.02)},
        model::JointRanges{lower, lower + JointVector::Constant(6, 0.1)},
        model::JointSum{signs, 0.5},
        model::SomeJointPositions{{0, 4}, Eigen::Vector2d(0.3, 0.9)},
        model::Intersection{{model::PositionEquality{c.flange, root, Vec3::Zero(), place},
                             model::RotationCone{c.flange, root, Vec3::UnitZ(), down, 0.2}}}};
    const auto plan =
        planMotion(c.cell.world,
                   to(c.cell, goals[static_cast<std::size_t>(kind)], static_cast<MotionType>(type), kHome), seeded(1));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    const JointVector& q = plan->paths[0].back();
    const Pose there = c.at(q);
    const Vec3 axis = there.q * Vec3::UnitZ();
    const double cone = std::acos(std::clamp(axis.dot(down), -1.0, 1.0));
    const Pose pick = c.cell.world.rootT(c.pick);
    const Vec3 way = pick.p - there.p;
    constexpr double kSlack = 1e-6;
    switch (kind) {
      case 0: QVERIFY((there * Vec3(0, 0, 0.1) - place).norm() < kSlack); break;
      case 1: QVERIFY(there.q.angularDistance(pick.q) < kSlack); break;
      case 2: QVERIFY(cone < 0.1 + kSlack); break;
      case 3: QVERIFY(there.q.angularDistance(pick.q) < 0.2 + kSlack); break;
      case 4:
        QVERIFY(way.norm() > 0.2 - kSlack && way.norm() < 0.25 + kSlack);
        QVERIFY((way - way.dot(axis) * axis).norm() < 1e-3 + kSlack && way.dot(axis) > 0.0);
        break;
      case 5:
        QVERIFY(((there.p - place).array() > -kSlack).all() && ((there.p - place).array() < 0.1 + kSlack).all());
        break;
      case 6: QVERIFY((there.p - place).cwiseQuotient(Vec3(0.05, 0.1, 0.02)).norm() < 1.0 + 1e-4); break;
      case 7: QVERIFY(((q - lower).array() > -kSlack).all() && ((q - lower).array() < 0.1 + kSlack).all()); break;
      case 8: QVERIFY(std::abs(q[1] + q[2]) < 0.5 + kSlack); break;
      case 9: QVERIFY(std::abs(q[0] - 0.3) < kSlack && std::abs(q[4] - 0.9) < kSlack); break;
      default: QVERIFY((there.p - place).norm() < kSlack && cone < 0.2 + kSlack);
    }
    if (static_cast<MotionType>(type) == MotionType::kLinear && (there.p - c.at(kHome).p).norm() > 0.01)
      verifyLine(c, *plan);
  }

  void whatCannotBeSatisfiedIsSaid() {
    const OpenCell c;
    const world::NodeRef root = world::kRootObject;
    Diagnosis why;
    const auto status = [&](const Goal& goal) {
      return planMotion(c.cell.world, to(c.cell, goal, MotionType::kAny, kHome), seeded(1), &why).status();
    };
    const auto far = status(model::PositionEquality{c.flange, root, Vec3::Zero(), {2.0, 0, 0.4}});
    QCOMPARE(far.code, Code::kOutOfRange);
    QVERIFY2(far.title.find("is missed by 1.07 m at best") != std::string::npos, far.title.c_str());
    QCOMPARE(why.kind, Diagnosis::Kind::kGoalUnreachable);
    const auto both =
        status(model::Intersection{{model::RotationCone{c.flange, root, Vec3::UnitZ(), Vec3::UnitZ(), 0.1},
                                    model::RotationCone{c.flange, root, Vec3::UnitZ(), -Vec3::UnitZ(), 0.1}}});
    QVERIFY2(both.title.find("each of the 2 constraints can hold by itself, but not all together") != std::string::npos,
             both.title.c_str());
    const auto limit = status(model::SomeJointPositions{{2}, JointVector::Constant(1, 3.0)});
    QVERIFY2(
        limit.title.find("joint_3") != std::string::npos && limit.title.find("above its limit") != std::string::npos,
        limit.title.c_str());
  }
};

QTEST_GUILESS_MAIN(TestPlannerLinear)
#include "test_planner_linear.moc"
