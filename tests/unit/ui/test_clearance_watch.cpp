// SPDX-License-Identifier: Apache-2.0
// Clearances as the window asks for them: of what is selected as it is shown, and along a planned motion.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "cell.h"
#include "core/session/edit_builders.h"
#include "ui/bridge/clearance_watch.h"
#include "ui/bridge/path_clearance.h"

using namespace ww;
using namespace ww::ui;
using ww::test::Cell;

namespace {

// A part between two posts, 0.4 m from one and 0.3 m from the other.
struct Row : Cell {
  Row() {
    left = addBox("left", {0.1, 0.1, 0.1}, Pose::translation(-0.5, 0, 0));
    part = addBox("part", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0));
    right = addBox("right", {0.1, 0.1, 0.1}, Pose::translation(0.4, 0, 0));
  }
  ObjectId left, part, right;
};

// What a window has, with a watch.
struct Desk {
  explicit Desk(const Cell& cell)
      : bridge(std::make_shared<session::WorldSession>(cell.world, cell.store)),
        watch(bridge, selection, layer, layer.scenes()) {}
  double distance() const {
    return watch.clearance() && watch.clearance()->nearest ? watch.clearance()->nearest->distance_m : -1.0;
  }
  SessionBridge bridge;
  Selection selection;
  PoseLayer layer;
  ClearanceWatch watch;
};

bool isAbout(double a, double b) { return std::abs(a - b) < 1e-6; }

MotionPlan turnOf(ObjectId robot, double seconds) {
  const JointVector still = JointVector::Zero(6);
  MotionPlan plan;
  plan.target.robot = robot;
  plan.trajectory.times = {0.0, seconds};
  plan.trajectory.states = {{test::joints({1.3, 0.6, 1.3, 0, 0.6, 0}), still, still},
                            {test::joints({-1.3, 0.6, 1.3, 0, 0.6, 0}), still, still}};
  return plan;
}

}  // namespace

class TestClearanceWatch : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void whatIsSelectedIsMeasuredAsShown();
  void aDragIsFollowedByFewQuestions();
  void nothingIsAskedWhileOff();
  void whatHangsOnAnObjectBelongsToIt();
  void withoutGeometryNothingIsTold();
  void ofVeryMuchNothingIsTold();
  void marginsGetShells();
  void aPathIsToldAsAWhole();
  void anotherPathEndsTheFirst();
  void nearnessIsBetweenSamples();
};

void TestClearanceWatch::whatIsSelectedIsMeasuredAsShown() {
  const Row row;
  Desk d(row);
  d.watch.setWanted(true, false);
  d.selection.select({row.part});
  QTRY_VERIFY(isAbout(d.distance(), 0.3));
  QVERIFY(d.watch.clearance()->nearest->point_a.x() < d.watch.clearance()->nearest->point_b.x());
  d.layer.setRootTObject(row.part, Pose::translation(-0.3, 0, 0));
  QTRY_VERIFY(isAbout(d.distance(), 0.1));
  d.layer.setRootTObject(row.part, Pose::translation(0.35, 0, 0));
  QTRY_VERIFY(isAbout(d.distance(), -0.05));
  d.layer.clear();
  QTRY_VERIFY(isAbout(d.distance(), 0.3));
  QVERIFY(d.bridge.commit(QStringLiteral("move"),
                          session::setPose(row.right, world::kRootObject, Pose::translation(0.2, 0, 0))));
  QTRY_VERIFY(isAbout(d.distance(), 0.1));
  // Of something else there is nothing to tell until it has been looked at.
  d.selection.select({row.left});
  QVERIFY(!d.watch.clearance());
  QTRY_VERIFY(isAbout(d.distance(), 0.4));
  d.selection.clear();
  QVERIFY(!d.watch.clearance());
}

void TestClearanceWatch::aDragIsFollowedByFewQuestions() {
  const Row row;
  Desk d(row);
  d.watch.setWanted(true, false);
  d.selection.select({row.part});
  QTRY_VERIFY(isAbout(d.distance(), 0.3));
  QSignalSpy told(&d.watch, &ClearanceWatch::changed);
  // As fast as a mouse tells it: 1000 steps in about a quarter of a second.
  QElapsedTimer clock;
  clock.start();
  int steps = 0;
  for (; clock.elapsed() < 250; ++steps) {
    d.layer.setRootTObject(row.part, Pose::translation(0.0001 * (steps % 1000), 0, 0));
    QCoreApplication::processEvents();
  }
  d.layer.setRootTObject(row.part, Pose::translation(-0.2, 0, 0));
  QTRY_VERIFY(isAbout(d.distance(), 0.2));
  QVERIFY2(
      told.count() <= static_cast<int>(clock.elapsed() / 30) + 2 && told.count() >= 2,
      qPrintable(QStringLiteral("%1 answers to %2 steps in %3 ms").arg(told.count()).arg(steps).arg(clock.elapsed())));
}

void TestClearanceWatch::nothingIsAskedWhileOff() {
  const Row row;
  Desk d(row);
  QSignalSpy told(&d.watch, &ClearanceWatch::changed);
  d.selection.select({row.part});
  d.layer.setRootTObject(row.part, Pose::translation(-0.3, 0, 0));
  QTest::qWait(150);
  QVERIFY(!d.watch.clearance() && !d.watch.shells());
  d.watch.setWanted(true, false);
  QTRY_VERIFY(isAbout(d.distance(), 0.1));
  d.watch.setWanted(false, false);
  QVERIFY(!d.watch.clearance());
}

void TestClearanceWatch::whatHangsOnAnObjectBelongsToIt() {
  Row row;
  const ObjectId child = row.addBox("child", {0.1, 0.1, 0.1}, Pose::translation(0.15, 0, 0), row.part,
                                    row.world.object(row.part)->rootEntity());
  const auto bodies = bodiesOf(row.world, {row.part, child});
  QCOMPARE(bodies.size(), std::size_t{2});
  QVERIFY(bodiesOf(row.world, {world::kRootObject, ObjectId{999999}}).empty());
  Desk d(row);
  d.watch.setWanted(true, false);
  d.selection.select({row.part});
  QTRY_VERIFY(isAbout(d.distance(), 0.15));  // of the child to the right post
}

void TestClearanceWatch::withoutGeometryNothingIsTold() {
  Row row;
  const FrameId frame = row.addFrame(row.part, row.world.object(row.part)->rootEntity(), "tip", Pose());
  Desk d(row);
  d.watch.setWanted(true, false);
  d.selection.select({frame});
  QTRY_VERIFY(d.watch.clearance());
  QVERIFY(!d.watch.clearance()->has_bodies && !d.watch.clearance()->nearest);
}

void TestClearanceWatch::ofVeryMuchNothingIsTold() {
  Cell many;
  std::vector<world::NodeRef> all;
  for (int i = 0; i < 900; ++i)
    all.emplace_back(many.addBox("box_" + std::to_string(i), {0.1, 0.1, 0.1}, Pose::translation(0.3 * i, 0, 0)));
  const auto world = std::make_shared<const world::World>(many.world);
  ClearanceCheck check;
  QVERIFY(!check.of(world, {}, all).is_told);
  all.resize(700);
  const auto few = check.of(world, {}, all);
  QVERIFY(few.is_told && few.nearest && isAbout(few.nearest->distance_m, 0.2));
  // So much moves that no check could follow it.
  model::Overrides shown;
  for (int i = 0; i < 899; ++i) shown.objects[many.id("box_" + std::to_string(i))] = Pose::translation(0.3 * i, 1, 0);
  QVERIFY(!check.of(world, shown, {all.front()}).is_told);
}

void TestClearanceWatch::marginsGetShells() {
  Row row;
  Desk none(row);
  none.watch.setWanted(false, true);
  none.selection.select({row.part});
  QTRY_VERIFY(none.watch.shells());
  QVERIFY2(none.watch.shells()->empty(), "there is no margin");
  row.setRules(
      "collision_rules { left { object { by_name { object_name: \"part\" } } } "
      "collision_action { margin { hard_margin: 0.05 } } }");
  Desk d(row);
  d.watch.setWanted(false, true);
  d.selection.select({row.part});
  QTRY_VERIFY(d.watch.shells() && d.watch.shells()->size() == 1);
  const MarginShell& shell = d.watch.shells()->front();
  QVERIFY(isAbout(shell.margin_m, 0.05));
  QVERIFY((shell.shape->bounds.max - Vec3::Constant(0.1)).norm() < 1e-5);
  QVERIFY2(!d.watch.clearance(), "nobody asked for it");
}

void TestClearanceWatch::aPathIsToldAsAWhole() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  const auto world = std::make_shared<const world::World>(cell.world);
  PathClearance path(std::make_shared<WorldScenes>());
  QSignalSpy told(&path, &PathClearance::changed);
  path.set(world, turnOf(arm, 2.0));
  QVERIFY(path.samples().empty());
  QTRY_VERIFY_WITH_TIMEOUT(path.isDone(), 20000);
  QCOMPARE(path.samples().front().seconds, 0.0);
  QCOMPARE(path.samples().back().seconds, 2.0);
  QVERIFY(path.samples().size() > 100 && told.count() >= 1);
  QVERIFY2(std::ranges::min(path.samples(), {}, &usecase::ClearanceSample::metres).metres < 0.0, "through the post");
  path.clear();
  QVERIFY(path.samples().empty() && !path.isDone());
  // What was not checked has no figures.
  MotionPlan unchecked = turnOf(arm, 2.0);
  unchecked.checked = false;
  path.set(world, unchecked);
  QTest::qWait(200);
  QVERIFY(path.samples().empty());
}

void TestClearanceWatch::anotherPathEndsTheFirst() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  const auto world = std::make_shared<const world::World>(cell.world);
  PathClearance path(std::make_shared<WorldScenes>());
  bool mixed = false;
  connect(&path, &PathClearance::changed, this, [&] {
    mixed = mixed || (!path.samples().empty() && path.samples().back().seconds > path.duration() + 1e-9);
  });
  for (int i = 0; i < 20; ++i) {
    path.set(world, turnOf(arm, 20.0 - i));
    QTest::qWait(5);
  }
  QTRY_VERIFY_WITH_TIMEOUT(path.isDone(), 20000);
  QCOMPARE(path.samples().back().seconds, 1.0);
  QVERIFY(!mixed);
  // None in the place of one that is at work.
  path.set(world, turnOf(arm, 3.0));
  path.clear();
  QTest::qWait(300);
  QVERIFY(path.samples().empty());
}

void TestClearanceWatch::nearnessIsBetweenSamples() {
  std::vector<usecase::ClearanceSample> samples(3);
  const auto put = [&samples](std::size_t index, double seconds, double metres) {
    samples[index].seconds = seconds;
    samples[index].metres = metres;
  };
  put(0, 0.0, 0.5);
  put(1, 1.0, 0.004);
  put(2, 2.0, 0.03);
  const auto near = nearness(samples, 2.0, 0.005, 5);
  QCOMPARE(near.size(), std::size_t{5});
  QCOMPARE(near[0], 0.0f);
  QCOMPARE(near[2], 1.0f);
  QVERIFY2(near[3] > 0.5f && near[3] < 1.0f, qPrintable(QString::number(near[3])));
  QVERIFY(near[4] > 0.3f && near[4] < near[3]);
  QVERIFY(nearness({}, 2.0, 0.005, 5).empty() && nearness(samples, 0.0, 0.005, 5).empty());
}

QTEST_MAIN(TestClearanceWatch)
#include "test_clearance_watch.moc"
