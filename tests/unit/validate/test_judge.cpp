// SPDX-License-Identifier: Apache-2.0
// The judge of trajectories, on trajectories made by hand: nothing of the planner takes part.
#include <fmt/format.h>
#include <QtTest>

#include "core/collision/body.h"
#include "core/collision/check.h"
#include "core/collision/shapes/body_shape.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "judge_cell.h"

using namespace ww;
using namespace ww::validate;
using namespace ww::test;

class TestJudge : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSoundTrajectoryIsSound() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const auto verdict = judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QVERIFY2(verdict->problem.ok(), verdict->problem.line().c_str());
    // 1.5 * 2.6 rad / 4 s of 2 rad/s.
    QVERIFY2(std::abs(verdict->worst_limit_ratio - 0.4875) < 1e-3,
             fmt::format("{}", verdict->worst_limit_ratio).c_str());
    QVERIFY(verdict->configurations > 2.6 * 512);
  }

  // As of recordings, whose clock runs before anything moves; and before the clock's zero.
  void aTrajectoryMayBeginAtAnyTime() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    for (const double begin : {0.5, 1000.0, -1.0}) {
      model::Trajectory moved = cubic(kLeft, kRight, 4.0);
      for (double& time : moved.times) time += begin;
      QVERIFY(moved.sample(begin - 1.0).q == kLeft && moved.sample(begin + 0.5).q != kLeft);
      const auto verdict = judge.judge(moved, model::motionLimits(judge.mechanism()));
      QVERIFY(verdict.ok());
      QVERIFY2(verdict->problem.ok(), verdict->problem.line().c_str());
    }
  }

  // Told by which state, and what stands there.
  void timesThatAreNoneAreRefused_data() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kEver = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::addColumn<QString>("said");
    QTest::newRow("first") << kNan << 4.0 << "state 1 of the trajectory is at no time: nan s";
    QTest::newRow("last") << 0.0 << kNan << "state 2 of the trajectory is at no time: nan s";
    QTest::newRow("never ends") << 0.0 << kEver << "state 2 of the trajectory is at no time: inf s";
    QTest::newRow("backwards") << 4.0 << 3.5 << "state 2 of the trajectory is not later than the one before, at 3.5 s";
    QTest::newRow("stands") << 4.0 << 4.0 << "state 2 of the trajectory is not later than the one before, at 4 s";
  }
  void timesThatAreNoneAreRefused() {
    QFETCH(double, first);
    QFETCH(double, second);
    QFETCH(QString, said);
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    model::Trajectory trajectory = cubic(kLeft, kRight, 4.0);
    trajectory.times = {first, second};
    const auto verdict = judge.judge(trajectory, model::motionLimits(judge.mechanism()));
    const Status problem = verdict.ok() ? verdict->problem : verdict.status();
    QVERIFY2(problem.line().find(said.toStdString()) != std::string::npos, problem.line().c_str());
  }

  void whatExceedsALimitIsNamed_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("part");
    QTest::newRow("velocity") << 1.9 << "'joint_1' exceeds its velocity limit at ";
    QTest::newRow("acceleration") << 1.75 << "'joint_1' exceeds its acceleration limit at ";
  }
  void whatExceedsALimitIsNamed() {
    QFETCH(double, seconds);
    QFETCH(QString, part);
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const auto verdict = judge.judge(cubic(kLeft, kRight, seconds), model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->problem.code, Code::kOutOfRange);
    const QString title = QString::fromStdString(verdict->problem.title);
    QVERIFY2(title.contains(part), verdict->problem.title.c_str());
    const auto said = QRegularExpression(QStringLiteral(": ([0-9.]+) % of it$")).match(title);
    QVERIFY2(said.hasMatch() && said.captured(1).toDouble() > 100.0, verdict->problem.title.c_str());
    QCOMPARE(verdict->configurations, 0u);
  }

  // Joint 1 alone, about the vertical axis through the origin: the flange goes in a circle, faster than the joint by
  // its distance from the axis, and turns as the joint does.
  void limitsOfAFrameAreJudged_data() {
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("part");
    QTest::newRow("speed") << 0 << "moves faster than its limit at ";
    QTest::newRow("turning") << 1 << "turns faster than its limit at ";
    QTest::newRow("acceleration") << 2 << "exceeds its limit of linear acceleration at ";
    QTest::newRow("angular acceleration") << 3 << "exceeds its limit of angular acceleration at ";
  }
  void limitsOfAFrameAreJudged() {
    QFETCH(int, limit);
    QFETCH(QString, part);
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const world::NodeRef flange(cell.frame("arm", "flange"));
    const double seconds = 4.0, way = 2.6, fastest = 1.5 * way / seconds, quickest = 6.0 * way / (seconds * seconds);
    const model::Mechanism& arm = judge.mechanism();
    model::State state(arm.model());
    state.set(arm, kLeft);
    state.forward();
    const Vec3 p = state.rootT(flange).p;
    const double radius = std::hypot(p.x(), p.y());
    // At the ends the joint alone counts, in the middle the way round.
    const double most_linear = radius * std::max(quickest, fastest * fastest);
    const double expected[] = {radius * fastest, fastest, most_linear, quickest};
    for (const double share : {0.999, 1.001}) {
      auto limits = model::motionLimits(arm);
      limits.moving = flange;
      double* const all[] = {&limits.frame.linear_velocity, &limits.frame.angular_velocity,
                             &limits.frame.linear_acceleration, &limits.frame.angular_acceleration};
      *all[limit] = share * expected[limit];
      const auto verdict = judge.judge(cubic(kLeft, kRight, seconds), limits);
      QVERIFY(verdict.ok());
      if (share > 1.0) {
        QVERIFY2(verdict->problem.ok(), verdict->problem.line().c_str());
        QVERIFY(std::abs(verdict->worst_limit_ratio - 1.0 / share) < 2e-3);
        continue;
      }
      QCOMPARE(verdict->problem.code, Code::kOutOfRange);
      const QString title = QString::fromStdString(verdict->problem.title);
      QVERIFY2(title.contains(part) && title.contains("flange"), qPrintable(title));
      // Of no frame there are none.
      limits.moving.reset();
      QVERIFY(judge.judge(cubic(kLeft, kRight, seconds), limits)->problem.ok());
    }
  }

  // Joint 1 goes from 1.3 to -1.3: within 1.2 of 0 it is not at its ends.
  void whatHasToHoldIsJudgedAllAlong() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    JointVector signs = JointVector::Zero(6);
    signs[0] = 1.0;
    const auto verdict = [&](double limit, double radians) {
      JudgeOptions options;
      options.held = {{model::JointSum{signs, limit}, 1e-6, radians}};
      return judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), options).value();
    };
    QVERIFY(verdict(1.3, 1e-6).problem.ok());
    QVERIFY(verdict(1.2, 0.11).problem.ok());
    const Verdict bad = verdict(1.2, 0.09);
    QCOMPARE(bad.problem.code, Code::kOutOfRange);
    QVERIFY2(bad.problem.title.find("the path constraint is missed by") != std::string::npos,
             bad.problem.title.c_str());
    QCOMPARE(bad.at_s, 0.0);
    QCOMPARE(bad.joints, kLeft);
    // What is relative starts from where it is told: the base link of the arm does not move, the flange does.
    const world::NodeRef flange(cell.frame("arm", "flange"));
    JudgeOptions options;
    options.held = {{model::RelativePosition{flange, Vec3::Zero(), Vec3::Zero(), {}}, 3.0, 1.0}};
    QVERIFY(judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), options)->problem.ok());
    options.held[0].metres = 0.1;
    QVERIFY(judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), options)->at_s > 0.1);
    options.start = kRight;
    QCOMPARE(judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), options)->at_s, 0.0);
  }

  void timesHaveToRise() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    model::Trajectory t = cubic(kLeft, kRight, 4.0);
    t.times.push_back(4.0);
    t.states.push_back(t.states.back());
    const auto verdict = judge.judge(t, model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->problem.code, Code::kOutOfRange);
    QVERIFY2(verdict->problem.title.find("not later than the one before") != std::string::npos,
             verdict->problem.title.c_str());
  }

  // Shorter than a millisecond, or just not seen by looks a millisecond apart.
  void jumpsAreTooFast_data() {
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("length");
    QTest::addColumn<double>("way");
    QTest::addColumn<QString>("part");
    const QString fast = QStringLiteral("'joint_1' exceeds its velocity limit at ");
    QTest::newRow("one piece") << 0.0 << 0.001 << 0.5 << fast;
    QTest::newRow("half a millisecond") << 0.0 << 0.0005 << 0.5 << fast;
    QTest::newRow("a nanosecond") << 0.0 << 1e-9 << 0.5 << fast;
    QTest::newRow("between two looks") << 0.9993 << 0.0005 << 0.005 << fast;
    QTest::newRow("little more") << 0.9995 << 0.0011 << 0.01 << fast;
    QTest::newRow("hardly moves") << 0.0 << 0.001 << 1e-7 << QString();
    QTest::newRow("rounding") << 0.9995 << 1e-9 << 1e-12 << QString();
  }
  void jumpsAreTooFast() {
    QFETCH(double, begin);
    QFETCH(double, length);
    QFETCH(double, way);
    QFETCH(QString, part);
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const JointVector to = kLeft + joints({way, 0, 0, 0, 0, 0});
    model::Trajectory jump = cubic(kLeft, to, length);
    for (double& time : jump.times) time += begin;
    for (model::JointState& state : jump.states) state.a.setZero();
    if (begin > 0.0) {
      jump.times.insert(jump.times.begin(), 0.0);
      jump.states.insert(jump.states.begin(), jump.states.front());
    }
    const auto verdict = judge.judge(jump, model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->problem.ok(), part.isEmpty());
    QVERIFY2(verdict->problem.title.find(part.toStdString()) != std::string::npos, verdict->problem.title.c_str());
  }

  void positionsBetweenStatesCount() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    auto limits = model::motionLimits(judge.mechanism());
    limits.position[0].lower = -0.1;
    limits.position[0].upper = 0.1;
    // Out and back: both ends are within.
    model::Trajectory t = cubic(JointVector::Zero(6), JointVector::Zero(6), 2.0);
    t.states[0].v[0] = 0.5;
    t.states[1].v[0] = -0.5;
    const auto verdict = judge.judge(t, limits);
    QVERIFY(verdict.ok());
    const std::string& said = verdict->problem.title;
    QVERIFY2(said.find("'joint_1' exceeds its position limit at ") + 1 && said.find(" deg") + 1, said.c_str());
    QVERIFY(verdict->at_s > 0.1 && verdict->at_s < 1.0);
  }

  // Links stand in several things: told is what they are deepest in, and how deep that is.
  void theDeepestIsTold() {
    Cell cell;
    cell.addArm("arm", 6);
    cell.addBox("block", {0.6, 0.6, 0.6}, Pose::translation(0.1, 0, 0.9));
    cell.addBox("brim", {0.6, 0.6, 0.04}, Pose::translation(0.1, 0, 0.4));
    Judge judge = judgeOf(cell);
    const JointVector rest = judge.mechanism().restPositions();
    const auto verdict = judge.judge(cubic(rest, rest, 1.0), model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok() && verdict->contact);
    double deepest = 0.0;
    for (const collision::Contact& contact : collision::checkWorld(cell.world))
      deepest = std::min(deepest, contact.distance_m);
    QVERIFY2(deepest < -0.05, fmt::format("{}", deepest).c_str());
    QVERIFY2(std::abs(verdict->contact->distance_m - deepest) < 1e-6,
             fmt::format("{}, and not {}", verdict->contact->distance_m, deepest).c_str());
    QVERIFY2(verdict->problem.title.find(collision::describe(cell.world, *verdict->contact)) != std::string::npos,
             verdict->problem.title.c_str());
  }

  void collisionsAreFoundAndPlaced() {
    const Cell cell = postCell();
    Judge judge = judgeOf(cell);
    const auto verdict = judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->problem.code, Code::kFailedPrecondition);
    QVERIFY2(verdict->problem.title.find("post") != std::string::npos, verdict->problem.title.c_str());
    QVERIFY(verdict->contact && verdict->at_s > 1.0 && verdict->at_s < 2.0);
    QVERIFY(verdict->joints[0] > 0.0 && verdict->joints[0] < 0.5);
    // So coarse that it looks at the ends alone.
    const auto coarse = judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), {100.0});
    QVERIFY(coarse.ok() && coarse->problem.ok());
    QCOMPARE(coarse->configurations, 2u);
  }

  // Sphere covers answer for the planner: one that is wrong must not pass its judge, too.
  void aWrongCoverDeceivesNoJudge() {
    const Cell cell = postCell();
    const auto scene = collision::Scene::make(cell.world, std::make_shared<collision::ShapeCache>());
    const collision::Body* post = scene.body(cell.world.peek(cell.id("post"))->entities.front()->id);
    QVERIFY(post != nullptr);
    // Spheres around a place a hundred metres away, where the post is not.
    const geometry::Primitive ball = geometry::Sphere{0.01};
    const Eigen::Affine3d body_t_ball(Eigen::Translation3d(0, 0, 100));
    const_cast<collision::BodyShape&>(*post->shape).cover = std::make_shared<const collision::LazyCover>(
        [=] { return collision::coverOf(collision::ConvexShape(ball, body_t_ball), ball, body_t_ball); });
    Judge judge = Judge::make(scene, cell.id("arm")).value();
    const auto verdict = judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()));
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->problem.code, Code::kFailedPrecondition);
    QVERIFY2(verdict->problem.title.find("post") != std::string::npos, verdict->problem.title.c_str());
    // The quick question is deceived: so the judge did not ask it.
    std::vector<EntityId> movers;
    for (const model::BodyIndex i : judge.mechanism().moved()) movers.push_back(scene.model().body(i).entity);
    collision::CheckOptions exact;
    exact.exact = true;
    collision::Checker quick(scene, movers), measured(scene, movers, exact);
    model::State state(scene.model());
    state.set(judge.mechanism(), verdict->joints);
    state.forward();
    QVERIFY(!quick.collides(state));
    QVERIFY(measured.collides(state));
    QVERIFY(measured.first(state));
  }

  // Nothing that a motion could help: kept and told apart from the verdict.
  void whatOverlapsAllAlongIsKept() {
    Cell cell = openCell();
    Judge free = judgeOf(cell);
    QVERIFY(free.anywhere().empty());
    cell.addBox("crate", {0.1, 0.1, 0.1}, Pose::translation(0.09, 0, 0.1));  // 0.02 m into the base
    Judge judge = judgeOf(cell);
    QCOMPARE(judge.anywhere().size(), 1u);
    QVERIFY2(std::abs(judge.anywhere()[0].distance_m + 0.02) < 1e-6,
             fmt::format("{}", judge.anywhere()[0].distance_m).c_str());
    const auto verdict = judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()));
    QVERIFY2(verdict.ok() && verdict->problem.ok(), verdict->problem.line().c_str());
  }

  // The straight joint motion is not one of the tool.
  void aLineThatIsNotKeptIsNamed() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const FrameId flange = cell.frame("arm", "flange");
    const auto at = [&](const JointVector& q) {
      std::vector<Pose> rows(judge.mechanism().moved().size());
      judge.mechanism().forward(q, rows);
      const auto seat = judge.mechanism().seat(flange);
      return rows[static_cast<std::size_t>(seat.row)] * seat.row_t_node;
    };
    const JointVector from = joints({0, 0.3, 1.2, 0, 0.6, 0}), to = joints({0.2, 0.3, 1.2, 0, 0.6, 0});
    JudgeOptions options;
    options.line = StraightLine{flange, at(from), at(to)};
    const auto limits = model::motionLimits(judge.mechanism());
    const auto off = judge.judge(cubic(from, to, 2.0), limits, options);
    QVERIFY(off.ok());
    QCOMPARE(off->problem.code, Code::kOutOfRange);
    QVERIFY2(off->problem.title.find("off its straight line at") != std::string::npos, off->problem.title.c_str());
    QVERIFY(off->at_s > 0.0 && off->at_s < 2.0);
    // The arc is 0.629 * (1 - cos 0.1) = 3.1 mm beside the chord in its middle.
    const Lack lack = lackOf(judge.mechanism(), *options.line, joints({0.1, 0.3, 1.2, 0, 0.6, 0}));
    QVERIFY2(std::abs(lack.metres - 0.00314) < 2e-5, fmt::format("{}", lack.metres).c_str());
    options.line->metres = 0.01;
    const auto kept = judge.judge(cubic(from, to, 2.0), limits, options);
    QVERIFY2(kept.ok() && kept->problem.ok(), kept->problem.line().c_str());
  }

  void aGoalThatIsMissedIsNamed() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const FrameId flange = cell.frame("arm", "flange");
    const JointVector from = joints({0, 0.3, 1.2, 0, 0.6, 0}), to = joints({0.2, 0.3, 1.2, 0, 0.6, 0});
    const auto verdict = [&](const model::Constraint& goal) {
      JudgeOptions options;
      options.goal = &goal;
      return judge.judge(cubic(from, to, 2.0), model::motionLimits(judge.mechanism()), options).value().problem;
    };
    QVERIFY(verdict(to).ok());
    QVERIFY(verdict(from).title.find("away from its target") != std::string::npos);
    const Quat turn(Eigen::AngleAxisd(0.2, Vec3::UnitZ()));
    QVERIFY(verdict(model::RelativeRotation{flange, turn, world::kRootObject}).ok());
    QVERIFY(!verdict(model::RelativeRotation{flange, turn, std::nullopt}).ok());
    QVERIFY(verdict(model::JointSum{JointVector::Ones(6), 2.31}).ok());
    QVERIFY(!verdict(model::JointSum{JointVector::Ones(6), 2.29}).ok());
    QVERIFY(!verdict(model::Intersection{{to, model::JointSum{JointVector::Ones(6), 2.29}}}).ok());
  }

  void settingsOfARequestHold() {
    const Cell cell = postCell();
    intrinsic_proto::world::CollisionSettings settings;
    settings.set_disable_collision_checking(true);
    auto judge = Judge::make(collision::Scene::make(cell.world), cell.id("arm"), &settings);
    const auto verdict = judge->judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge->mechanism()));
    QVERIFY(verdict.ok() && verdict->problem.ok());
    settings.add_collision_rules()->add_left()->mutable_object()->mutable_by_name()->set_object_name("nobody");
    QCOMPARE(Judge::make(collision::Scene::make(cell.world), cell.id("arm"), &settings).status().code, Code::kNotFound);
  }

  void clearanceIsTheSmallestDistance() {
    // The arm's own links are 0.11 m apart all the way: the wall has to be nearer.
    Cell cell;
    Result<validate::Clearance> found = fail(Code::kNotFound, "nothing is near");
    for (double x = 1.5; !found.ok() || found->least_m > 0.1; x -= 0.05) {
      QVERIFY(x > 0.2);
      cell = openCell();
      cell.addBox("wall", {0.02, 2, 2}, Pose::translation(x, 0, 1));
      Judge judge = judgeOf(cell);
      found = judge.clearance(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()).position);
    }
    QVERIFY(found->nearest);
    // It comes nearest straight ahead, half way.
    QVERIFY2(std::abs(found->at_s - 2.0) < 0.05, fmt::format("{} m at {} s: {} and {}", found->least_m, found->at_s,
                                                             cell.world.display(world::NodeRef(found->nearest->a)),
                                                             cell.world.display(world::NodeRef(found->nearest->b)))
                                                     .c_str());
    QVERIFY(found->least_m > 0.0 && found->least_m < 0.5);
    QVERIFY2(std::abs(found->least_joint_margin - 1.3) < 1e-9, fmt::format("{}", found->least_joint_margin).c_str());
  }

  void itStopsWhenTold() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    int asked = 0;
    const auto stop = [&asked] { return ++asked > 5 ? fail(Code::kCancelled, "enough") : okStatus(); };
    const auto verdict =
        judge.judge(cubic(kLeft, kRight, 4.0), model::motionLimits(judge.mechanism()), {1.0 / 512, stop});
    QCOMPARE(verdict.status().code, Code::kCancelled);
    QCOMPARE(asked, 6);
    QCOMPARE(judge.clearance(cubic(kLeft, kRight, 4.0), {}, stop).status().code, Code::kCancelled);
  }

  // While limits are looked at, too, which takes a while of a long motion.
  void itStopsAmidLimits() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    int asked = 0;
    const auto stop = [&asked] { return ++asked == 3 ? fail(Code::kCancelled, "enough") : okStatus(); };
    auto limits = model::motionLimits(judge.mechanism());
    limits.dynamic[0].velocity = 0.035;  // 0.039 in the middle
    const auto verdict = judge.judge(cubic(kLeft, kRight, 100.0), limits, {1.0 / 512, stop});
    QCOMPARE(verdict.status().code, Code::kCancelled);
    QCOMPARE(asked, 3);
  }

  void whatIsNoTrajectoryOfTheRobotIsRefused() {
    const Cell cell = openCell();
    Judge judge = judgeOf(cell);
    const auto limits = model::motionLimits(judge.mechanism());
    QCOMPARE(judge.judge({}, limits).status().code, Code::kInvalidArgument);
    const JointVector five = JointVector::Zero(5);
    QCOMPARE(judge.judge(cubic(five, five, 1.0), limits).status().code, Code::kInvalidArgument);
    QCOMPARE(Judge::make(collision::Scene::make(cell.world), ObjectId{999}).status().code, Code::kNotFound);
  }
};

QTEST_GUILESS_MAIN(TestJudge)
#include "test_judge.moc"
