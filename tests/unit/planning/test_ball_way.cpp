// SPDX-License-Identifier: Apache-2.0
// Ways of a robot among balls: free for the exact checks as well, the same every time, and given up where asked to.
#include <QtTest>

#include "cell.h"
#include "core/kinematics/random.h"
#include "core/kinematics/tool.h"
#include "core/planning/balls/ball_way.h"
#include "core/planning/path_curve.h"
#include "core/planning/plan.h"
#include "core/world/views/references.h"
#include "resources/samples/samples.h"

using namespace ww;
using namespace ww::planning;

namespace {

const JointVector kLeft = test::joints({1.3, 0.6, 1.3, 0, 0.6, 0}), kRight = test::joints({-1.3, 0.6, 1.3, 0, 0.6, 0}),
                  kNearLeft = test::joints({1.0, 0.5, 1.3, 0, 0.6, 0});

// An arm, a floor and a post between left and right.
struct Post {
  Post() {
    robot = cell.addArm("arm", 6);
    cell.addBox("floor", {2, 2, 0.02}, Pose::translation(0, 0, -0.02));
    cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  }
  RobotScene scene() const { return RobotScene::make(collision::Scene::make(cell.world), robot, nullptr).value(); }

  test::Cell cell;
  ObjectId robot;
};

bool freeEverywhere(RobotScene& scene, const Waypoints& path, double spacing = 1.0 / 2048.0) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const auto hit = findCollision(scene, path[i], path[i + 1], spacing, {});
    if (!hit.ok() || *hit) return false;
  }
  return true;
}

}  // namespace

class TestBallWay : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void straightWays() {
    const Post post;
    RobotScene scene = post.scene();
    const auto balls = BallWay::make(scene, scene.tree().limits());
    QVERIFY(balls);
    QCOMPARE(balls->isFree({kLeft, kNearLeft}, {}).value(), true);
    QCOMPARE(balls->isFree({kLeft, kRight}, {}).value(), false);
  }

  // Corners are no straight motions: what is proven of them has no collision anywhere.
  void aCurveIsProvenAsAWhole() {
    const Post post;
    RobotScene scene = post.scene();
    using Kind = collision::MotionVerdict::Kind;
    std::map<Kind, int> seen;
    kinematics::Random random(3);
    for (int n = 0; n < 200; ++n) {
      planning::Corner corner;
      corner.start = corner.u1 = corner.u2 = JointVector::Zero(6);
      for (Eigen::Index j = 0; j < 6; ++j) {
        // Around the post, so that many meet it.
        corner.start[j] = kRight[j] + random.uniform(-0.3, 0.3) + (j == 0 ? random.uniform(0.5, 2.1) : 0.0);
        corner.u1[j] = random.uniform(-1.0, 1.0);
        corner.u2[j] = random.uniform(-1.0, 1.0);
      }
      corner.u1.normalize();
      corner.u2.normalize();
      corner.length = random.uniform(0.05, 0.6);
      const auto at = [&](double t) { return corner.at(corner.length * t); };
      const auto verdict = scene.prove(collision::Course{
          scene.tree().mechanism(), at, corner.length * corner.u1.cwiseAbs().cwiseMax(corner.u2.cwiseAbs())});
      QVERIFY(verdict.ok());
      ++seen[verdict->kind];
      if (verdict->kind == Kind::kCollides) QVERIFY(scene.collides(at(verdict->at)));
      for (int k = 0; k <= 300 && verdict->kind == Kind::kFree; ++k) QVERIFY(!scene.collides(at(k / 300.0)));
    }
    qInfo("%d free, %d collide, %d not proven", seen[Kind::kFree], seen[Kind::kCollides], seen[Kind::kUnproven]);
    QVERIFY(seen[Kind::kFree] > 30 && seen[Kind::kCollides] > 30 && seen[Kind::kUnproven] <= 6);
    // What is no motion is not proven.
    const JointVector far = JointVector::Constant(6, std::numeric_limits<double>::quiet_NaN());
    const auto none = scene.prove(collision::Sweep{scene.tree().mechanism(), kLeft, far});
    QVERIFY(none.ok() && none->kind == Kind::kUnproven);
  }

  void aWayAroundIsFree_data() {
    QTest::addColumn<double>("padding");
    QTest::newRow("near") << 0.0;
    QTest::newRow("a finger off") << 0.012;
  }
  void aWayAroundIsFree() {
    QFETCH(double, padding);
    const Post post;
    RobotScene scene = post.scene();
    scene.setPadding(padding, {kLeft, kRight});
    const auto balls = BallWay::make(scene, scene.tree().limits());
    QVERIFY(balls);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const auto found = balls->around(kLeft, {kRight}, seed, {});
      QVERIFY(found.ok() && *found);
      const Waypoints& path = **found;
      QCOMPARE(path.front(), kLeft);
      QCOMPARE(path.back(), kRight);
      QVERIFY(freeEverywhere(scene, path));
      // Straight it is 2.6.
      QVERIFY2(pathLength(path) < 5.0, qPrintable(QString::number(pathLength(path))));
    }
  }

  void theSameEveryTime() {
    const Post post;
    RobotScene one = post.scene(), other = post.scene();
    const auto first = BallWay::make(one, one.tree().limits()), second = BallWay::make(other, other.tree().limits());
    QVERIFY(first && second);
    // What was asked before does not matter.
    QVERIFY(first->isFree({kLeft, kNearLeft}, {}).ok());
    QVERIFY(first->around(kRight, {kNearLeft}, 3, {}).ok());
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto a = first->around(kLeft, {kRight}, seed, {}), b = second->around(kLeft, {kRight}, seed, {});
      QVERIFY(a.ok() && b.ok() && *a && *b);
      QCOMPARE(**a, **b);
    }
  }

  // The nearest of several goals that is there, not one that is in something.
  void oneOfSeveralGoals() {
    const Post post;
    RobotScene scene = post.scene();
    const auto balls = BallWay::make(scene, scene.tree().limits());
    QVERIFY(balls);
    const JointVector inside = test::joints({0, 0.6, 1.3, 0, 0.6, 0});
    QVERIFY(scene.collides(inside));
    const auto found = balls->around(kLeft, {inside, kRight}, 1, {});
    QVERIFY(found.ok() && *found);
    QCOMPARE((*found)->back(), kRight);
    const auto none = balls->around(kLeft, {inside}, 1, {});
    QVERIFY(none.ok() && !*none);
  }

  // From a hand's breadth of nothing beside the post: balls would be in it.
  void outOfATightPlace() {
    const Post post;
    RobotScene scene = post.scene();
    // The first place on the way to the post where it is too near for balls.
    JointVector tight = kLeft;
    {
      double free = 0.0;
      for (double t = 0.0; t < 1.0 && !scene.collides(JointVector(kLeft + t * (kRight - kLeft))); t += 1e-4) free = t;
      tight = kLeft + free * (kRight - kLeft);
    }
    QVERIFY(!scene.collides(tight));
    const auto balls = BallWay::make(scene, scene.tree().limits());
    QVERIFY(balls);
    const auto found = balls->around(tight, {kRight}, 1, {});
    QVERIFY(found.ok() && *found);
    QCOMPARE((*found)->front(), tight);
    QVERIFY(freeEverywhere(scene, **found, scene.spacing()));
  }

  // The sample cell from `home` to `place`, with its scene prepared: what it costs is told, and bounded from far off.
  void theSampleCell() {
    test::Cell cell;
    const auto world = samples::makeSample("pick_and_place", *cell.store);
    QVERIFY(world.ok());
    MotionRequest request;
    request.robot = world->find("robot");
    request.start = namedConfiguration(*world, request.robot, "home").value();
    const world::NodeRef tool = kinematics::toolOf(*world, request.robot).value();
    Segment segment;
    segment.goal = PoseGoal{tool, world::resolveText(*world, "place").value(), {}};
    segment.tool = tool;
    request.segments.push_back(segment);
    PlanOptions options;
    options.scene = collision::Scene::make(*world);
    QVERIFY(planMotion(*world, request, options).ok());  // covers are made once
    const double began = threadSeconds();
    const auto plan = planMotion(*world, request, options);
    const double spent = threadSeconds() - began;
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.status().message.c_str());
    QVERIFY(plan->report.validated);
    RobotScene scene = RobotScene::make(*options.scene, request.robot, nullptr).value();
    const Waypoints& path = plan->paths.front();
    QVERIFY(pathLength(path) < 1.05 * (path.back() - path.front()).norm());  // three hundredths over the straight one
    scene.setPadding(plan->paddings.front(), {path.front(), path.back()});
    const double made = threadSeconds();
    const auto balls = BallWay::make(scene, scene.tree().limits());
    const double ready = threadSeconds();
    QVERIFY(balls);
    const auto free = balls->isFree({path.front(), path.back()}, {});
    const double straight = threadSeconds();
    const auto way = balls->around(path.front(), {path.back()}, 1, {});
    const double done = threadSeconds();
    QVERIFY(free.ok() && way.ok() && *way);
    QVERIFY(freeEverywhere(scene, **way, scene.spacing()));
    qInfo("plan %.2f ms; balls made in %.2f ms, straight %.2f ms, around %.2f ms", 1e3 * spent, 1e3 * (ready - made),
          1e3 * (straight - ready), 1e3 * (done - straight));
    QVERIFY2(done - made < 0.2, "a way around takes longer than a fifth of a second");
  }

  void cancelled() {
    const Post post;
    RobotScene scene = post.scene();
    const auto balls = BallWay::make(scene, scene.tree().limits());
    QVERIFY(balls);
    std::stop_source stop;
    stop.request_stop();
    Budget budget;
    budget.stop = stop.get_token();
    // So long a search that it is asked: between walls there is no way.
    Post walled;
    walled.cell.addBox("wall", {0.02, 3, 3}, Pose::translation(0.2, 0, 1.6));
    RobotScene shut = walled.scene();
    const auto none = BallWay::make(shut, shut.tree().limits());
    QVERIFY(none);
    const auto found = none->around(kLeft, {kRight}, 1, budget);
    if (!found.ok()) QCOMPARE(found.status().code, Code::kCancelled);
    else QVERIFY(!*found);
  }
};

QTEST_GUILESS_MAIN(TestBallWay)
#include "test_ball_way.moc"
