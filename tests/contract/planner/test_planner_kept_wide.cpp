// SPDX-License-Identifier: Apache-2.0
// Ways that keep a cone and a box at once, of an arm whose joints go around twice: where one is known to be there, one
// is found.
#include <fmt/format.h>
#include <QtTest>

#include "core/kinematics/random.h"
#include "core/planning/path_rule.h"
#include "core/planning/plan.h"
#include "tests/contract/ik/arms.h"

using namespace ww;
using namespace ww::planning;
using kinematics::Random;

namespace {

struct UrCell {
  world::World world = test::worldOf(test::sixAxisArms()[2]);
  ObjectId arm = world.find("arm");
  FrameId tip = world.frameNamed(arm, "tip");
  kinematics::JointTree tree = *kinematics::JointTree::make(world, arm);
  Pose at(const JointVector& q) const { return tree.rootT(tree.riding(tip), q); }
};

const Vec3 kToolAxis = Vec3::UnitY();

// The tool within a cone about where it points at the start, and the tip in a box.
model::Intersection ruleOf(const UrCell& c, const JointVector& start, double half, const Vec3& lower,
                           const Vec3& upper) {
  const Pose t = c.at(start);
  model::PositionBox box{c.tip, world::kRootObject, Vec3::Zero(), Pose::identity()};
  box.lower = t.p + lower;
  box.upper = t.p + upper;
  return {{model::RotationCone{c.tip, world::kRootObject, kToolAxis, t.q * kToolAxis, half}, box}};
}

// Where steps that keep the rule lead to: from there a way goes back.
JointVector wander(const UrCell& c, const PathRule& rule, const JointVector& start, int legs, Random& random) {
  JointVector at = start;
  for (int leg = 0; leg < legs; ++leg) {
    JointVector to(6);
    for (Eigen::Index i = 0; i < 6; ++i) {
      const auto& limit = c.tree.limits()[static_cast<std::size_t>(i)];
      to[i] = random.uniform(limit.lower, limit.upper);
    }
    for (int n = 0; n < 60; ++n) {
      const auto next = rule.step(at, to);
      if (!next) break;
      at = *next;
      if (at == to) break;
    }
  }
  return at;
}

}  // namespace

class TestPlannerKeptWide : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // Wide and narrow ones, and also where the posture that is nearest to the start cannot be had: that is not looked for
  // until most of the time is gone.
  void aWayThatIsThereIsFound() {
    constexpr double kTime = 3.0;  // seconds
    const UrCell c;
    Random random(5);
    const auto between = [&](double least, double most) {
      return std::exp(random.uniform(std::log(least), std::log(most)));
    };
    for (int n = 0; n < 16; ++n) {
      JointVector start(6);
      start << random.uniform(-3, 3), random.uniform(-2.2, -0.8), random.uniform(0.8, 2.2), random.uniform(-2.5, -0.8),
          random.uniform(-2.0, 2.0), random.uniform(-3, 3);
      Vec3 lower, upper;
      for (int i = 0; i < 3; ++i) {
        lower[i] = -between(0.01, 0.8);
        upper[i] = between(0.01, 0.8);
      }
      const auto along = ruleOf(c, start, between(0.02, 1.0), lower, upper);
      const auto rule = PathRule::make(c.tree, along, start, c.tree.limits());
      QVERIFY(rule.ok() && rule->keeps(start));
      const JointVector goal = wander(c, *rule, start, 100, random);
      for (const bool by_pose : {false, true}) {
        MotionRequest request;
        request.robot = c.arm;
        request.start = start;
        Segment& segment = request.segments.emplace_back();
        segment.goal = by_pose ? Goal(model::PoseEquality{c.tip, world::kRootObject, c.at(goal)}) : Goal(goal);
        segment.along = model::Constraint(along);
        PlanOptions options;
        const auto began = Clock::now();
        options.deadline = began + std::chrono::milliseconds(static_cast<int>(1e3 * kTime));
        const auto plan = planMotion(c.world, request, options);
        const double took = std::chrono::duration<double>(Clock::now() - began).count();
        const std::string told = fmt::format("{} {}: {:.2f} s", n, by_pose ? "pose" : "joints", took);
        QVERIFY2(plan.ok(), (told + ", " + plan.status().line()).c_str());
        QVERIFY2(took < 0.4 * kTime, told.c_str());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestPlannerKeptWide)
#include "test_planner_kept_wide.moc"
