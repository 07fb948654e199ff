// SPDX-License-Identifier: Apache-2.0
// A simulation for a window: nobody waits for it, moments are kept, and one goes on from them.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/simulation/preview.h"
#include "core/simulation/pull.h"
#include "tests/unit/simulation/checks.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

class TestSimulationPreview : public QObject {
  Q_OBJECT

 private:
  using Clock = std::chrono::steady_clock;
  std::unique_ptr<Preview> preview(const PhysicsCell& cell, std::size_t room = Preview::kRoom,
                                   SimulationOptions options = {}) {
    auto out = std::make_unique<Preview>([&cell, options] { return cell.simulate(options); }, room);
    const bool made = QTest::qWaitFor([&] { return out->status().state == PreviewState::kPaused; }, 20000);
    return made ? std::move(out) : nullptr;
  }
  static bool sameBits(const Moment& a, const Moment& b) {
    return std::ranges::equal(a.flying, b.flying, [](const FlyingMoment& x, const FlyingMoment& y) {
      return x.root_t_object == y.root_t_object && x.twist.linear == y.twist.linear &&
             x.twist.angular == y.twist.angular;
    });
  }
  static double heightOf(const Moment& moment) { return moment.flying.at(0).root_t_object.p.z(); }

 private Q_SLOTS:
  // The state of a simulation says what a view has to show, and can be put back: the way on is the same within what
  // a new engine forgets.
  void oneGoesOnFromAMoment() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 2));
    const ObjectId pendulum = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(2, 0, 2));
    cell.setJoints(pendulum, JointVector::Constant(1, 1.0));
    SimulationOptions options;
    options.plan.hold_joints = false;
    const auto s = cell.simulate(options);
    WW_DONE(s->step(200));
    const Moment there = Moments::of(*s);
    QCOMPARE(there.step, std::uint64_t{200});
    QCOMPARE(there.flying.size(), std::size_t{1});
    QCOMPARE(there.joints.size(), std::size_t{1});
    WW_NEAR(there.flying[0].twist.linear.z(), -9.81 * 0.2, 1e-6);
    QVERIFY(there.joints[0].velocities[0] < -0.5);
    QCOMPARE(there.shown().objects.at(cell.id("crate")).p.z(), heightOf(there));
    QCOMPARE(there.shown().joints.at(pendulum)[0], there.joints[0].positions[0]);
    WW_DONE(s->step(100));
    const Moment later = Moments::of(*s);
    WW_DONE(s->step(700));
    QVERIFY(heightOf(Moments::of(*s)) < 0.2);
    WW_DONE(Moments::restore(*s, there));
    QCOMPARE(s->steps(), std::uint64_t{200});
    WW_NEAR(s->time(), 0.2, 1e-12);
    WW_DONE(s->step(100));
    const Moment again = Moments::of(*s);
    WW_NEAR(heightOf(again), heightOf(later), 1e-9);
    WW_NEAR(again.joints[0].positions[0], later.joints[0].positions[0], 1e-5);
    // Of another world: nothing is changed.
    PhysicsCell other;
    other.addSolid("only", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto small = other.simulate();
    WW_DONE(small->step(5));
    WW_FAILED(Moments::restore(*small, there), "simulation.no-such-model");
    QCOMPARE(small->steps(), std::uint64_t{5});
  }

  void itPlaysAndKeepsMoments() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 1));
    const std::string before = world::contentHash(cell.w);
    const auto p = preview(cell);
    QVERIFY(p);
    QCOMPARE(p->status().now->step, std::uint64_t{0});
    p->play();
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->time > 0.7, 20000);
    const PreviewStatus playing = p->status();
    QCOMPARE(playing.state, PreviewState::kPlaying);
    QVERIFY2(playing.factor > 0.0 && playing.factor < 1.3, qPrintable(QString::number(playing.factor)));
    QVERIFY(playing.now->step_s > 0.0);
    p->pause();
    QTRY_COMPARE(p->status().state, PreviewState::kPaused);
    const PreviewStatus paused = p->status();
    QCOMPARE(paused.factor, 0.0);
    WW_NEAR(heightOf(*paused.now), 0.05, 2e-3);
    QVERIFY(!paused.now->contacts.empty());
    // Back to where it was in the air.
    std::size_t number = paused.first;
    while (number < paused.end && heightOf(*p->moment(number)) > 0.6) ++number;
    const MomentPtr there = p->moment(number);
    QVERIFY(there->time > 0.1 && there->time < 0.5);
    p->goOnFrom(there);
    QTRY_COMPARE(p->status().now->step, there->step);
    QCOMPARE(p->status().end, number + 1);
    p->step(10);
    QTRY_COMPARE(p->status().now->step, there->step + 10);
    QVERIFY(heightOf(*p->status().now) < heightOf(*there));
    p->reset();
    QTRY_COMPARE(p->status().now->step, std::uint64_t{0});
    QCOMPARE(heightOf(*p->status().now), 1.0);
    QCOMPARE(p->status().end, std::size_t{1});
    QCOMPARE(world::contentHash(cell.w), before);
  }

  // Nothing else was asked: the future is the one that it was, to the last bit, with what was under way.
  void whatFollowsIsWhatFollowed() {
    PhysicsCell cell;
    for (int i = 0; i < 8; ++i)
      cell.addSolid("crate" + std::to_string(i), kCube, 1.0,
                    turned(0.3 * i, Vec3(0.02 * i, -0.01 * i, 0.2 + 0.15 * i)));
    const auto p = preview(cell);
    QVERIFY(p);
    p->step(100);
    p->ask([](Simulation& s) { (void)s.applyBodyWrench(push("crate0::body", Vec3(60, 5, 0), 0.6)); });
    p->step(400);
    p->step(700);
    QTRY_COMPARE_WITH_TIMEOUT(p->status().end, std::size_t{4}, 20000);
    const MomentPtr last = p->status().now;
    QCOMPARE(last->step, std::uint64_t{1200});
    QVERIFY(last->flying[0].root_t_object.p.x() > 0.1);
    p->goOnFrom(p->moment(2));
    p->step(700);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->step == 1200 && p->status().now != last, 20000);
    QVERIFY(!p->status().is_rough);
    QVERIFY2(sameBits(*p->status().now, *last), "another future");
    // From before the push: it is not asked for again.
    p->goOnFrom(p->moment(1));
    p->step(1100);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->step == 1200 && p->status().end == 3, 20000);
    QVERIFY(!sameBits(*p->status().now, *last));
  }

  // What would take too long to be done again is gone on from as it stands there, and that is told.
  void aLongWayIsGoneOnFromRoughly() {
    PhysicsCell cell;
    for (int i = 0; i < 4; ++i)
      cell.addSolid("crate" + std::to_string(i), kCube, 1.0, turned(0.3 * i, Vec3(0.02 * i, 0, 0.2 + 0.15 * i)));
    const auto p = preview(cell);
    QVERIFY(p);
    p->step(300);
    p->step(10);
    QTRY_COMPARE(p->status().end, std::size_t{3});
    auto far = std::make_shared<Moment>(*p->moment(1));
    far->made = 1'000'000'000'000;
    p->goOnFrom(far);
    QTRY_VERIFY(p->status().is_rough);
    QCOMPARE(p->status().state, PreviewState::kPaused);
    WW_DONE(p->status().paused_because);
    QCOMPARE(p->status().now->step, std::uint64_t{300});
    // From a moment after that its future is its own again.
    p->step(100);
    p->step(500);
    QTRY_COMPARE(p->status().now->step, std::uint64_t{900});
    const MomentPtr last = p->status().now;
    p->goOnFrom(p->moment(p->status().end - 2));
    p->step(500);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->step == 900 && p->status().now != last, 20000);
    QVERIFY(!p->status().is_rough && sameBits(*p->status().now, *last));
    p->goOnFrom(far);
    QTRY_VERIFY(p->status().is_rough);
    p->reset();
    QTRY_VERIFY(!p->status().is_rough);
  }

  // Nobody holds what was pulled then.
  void whatWasPulledIsLetGo() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto p = preview(cell);
    QVERIFY(p);
    const EntityId link = cell.entity("crate", "body");
    p->ask([link](Simulation& s) { static_cast<void>(Pulls::begin(s, link, Vec3::Zero(), Vec3(0, 0, 3))); });
    p->step(100);
    p->step(100);
    QTRY_COMPARE(p->status().now->step, std::uint64_t{200});
    QVERIFY(p->status().now->pull);
    p->goOnFrom(p->moment(1));
    p->step(100);
    QTRY_VERIFY(p->status().now->step == 200 && !p->status().now->pull);
    QVERIFY(!p->status().is_rough);
  }

  void speedIsAFactorOnTheClock() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.05));
    const auto p = preview(cell);
    QVERIFY(p);
    p->setSpeed(0.1);
    const auto began = Clock::now();
    p->play();
    QTest::qWait(1000);
    const double slow = p->status().now->time;
    const double wall = std::chrono::duration<double>(Clock::now() - began).count();
    QVERIFY2(slow > 0.0 && slow < 0.1 * wall + 0.02, qPrintable(QString::number(slow)));
    p->setSpeed(0.0);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->time > slow + 10.0, 20000);
  }

  // What has no more room is forgotten from the beginning, and a step is what one pays for.
  void theRoomIsKept() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto p = preview(cell, 2000);
    QVERIFY(p);
    for (int i = 0; i < 50; ++i) p->step(1);
    QTRY_COMPARE(p->status().now->step, std::uint64_t{50});
    const PreviewStatus s = p->status();
    QVERIFY(s.first > 10 && s.end - s.first < 20);
    QCOMPARE(p->moment(0)->step, p->moment(s.first)->step);
    QCOMPARE(p->moment(s.end + 5)->step, std::uint64_t{50});
  }

  // A window asks and goes on: also while a step takes long, and while the simulation is being made.
  void nobodyWaits() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 1));
    Preview p([&cell] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      return cell.simulate();
    });
    const auto began = Clock::now();
    p.play();
    p.ask([](Simulation&) { std::this_thread::sleep_for(std::chrono::milliseconds(300)); });
    p.pause();
    QVERIFY(Clock::now() - began < std::chrono::milliseconds(250));
    QCOMPARE(p.status().state, PreviewState::kMaking);
    QVERIFY(!p.status().now && !p.moment(0));
    QTRY_VERIFY(p.status().now);
    const auto ends = Clock::now();
    p.end();
    QVERIFY(Clock::now() - ends < std::chrono::milliseconds(250));
    QTRY_COMPARE(p.status().state, PreviewState::kEnded);
  }

  // They are seen while they are made, and end at once with what is asked next.
  void manyStepsAreSeenAndCut() {
    PhysicsCell cell;
    for (int i = 0; i < 200; ++i)
      cell.addSolid("crate" + std::to_string(i), kCube, 1.0,
                    turned(0.3 * i, Vec3(0.15 * (i % 6), 0.15 * (i / 6 % 6), 0.2 + 0.15 * (i / 36))));
    const auto p = preview(cell);
    QVERIFY(p);
    p->step(1'000'000);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->step > 10, 20000);
    QCOMPARE(p->status().state, PreviewState::kPaused);
    QCOMPARE(p->status().end, std::size_t{1});  // none of them is one that was asked for
    p->pause();
    QTRY_COMPARE_WITH_TIMEOUT(p->status().end, std::size_t{3}, 2000);
    const std::uint64_t there = p->status().now->step;
    QVERIFY(there > 10 && there < 1'000'000);
    QTest::qWait(200);
    QCOMPARE(p->status().now->step, there);
    p->step(1'000'000);
    QTRY_VERIFY_WITH_TIMEOUT(p->status().now->step > there + 10, 20000);
    p->reset();
    QTRY_COMPARE_WITH_TIMEOUT(p->status().now->step, std::uint64_t{0}, 2000);
    p->step(5);
    QTRY_COMPARE_WITH_TIMEOUT(p->status().now->step, std::uint64_t{5}, 20000);
    // Two of them in a row do not cut each other.
    p->step(5);
    p->step(5);
    QTRY_COMPARE_WITH_TIMEOUT(p->status().now->step, std::uint64_t{15}, 20000);
  }

  void whatBlowsUpPausesAndSaysWhy() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1e-3, Pose::translation(0, 0, 1));
    const auto p = preview(cell);
    QVERIFY(p);
    p->ask([](Simulation& s) { (void)s.applyBodyWrench(push("crate::body", Vec3(0, 0, 1e9), -1.0)); });
    p->play();
    QTRY_VERIFY(!p->status().paused_because.ok());
    QCOMPARE(p->status().state, PreviewState::kPaused);
    WW_FAILED(p->status().paused_because, "simulation.blew-up");
  }
};

QTEST_GUILESS_MAIN(TestSimulationPreview)
#include "test_simulation_preview.moc"
