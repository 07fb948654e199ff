// SPDX-License-Identifier: Apache-2.0
// A target of the Motion panel is dragged in the view, and its plan follows.
#include "tests/gui/editor/motion_test.h"

using namespace ww;
using namespace ww::editor;
using ui::scene::Handle;

class TestTargetChase : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void thePlanFollowsATargetThatIsDragged();
  void aDragThatIsGivenUpLeavesThePlan();
  void theClockTellsNoMomentThatIsNotSeen();

 private:
  void planned();
  QWindow* surface() { return view().surface(); }
  QPoint pressX() {
    const auto at = ui::ViewProbe(view()).handlePosition(Handle::kMoveX);
    if (!at) return {-1, -1};
    QTest::mouseMove(surface(), at->toPoint());
    QTest::mousePress(surface(), Qt::LeftButton, {}, at->toPoint());
    return at->toPoint();
  }
  FrameId place() { return world()->frameNamed(world::kRootObject, "place"); }
};

// To a frame, which is selected, with the tool that moves it.
void TestTargetChase::planned() {
  openCell(false);
  ui::ViewProbe(view()).setReducedMotion(true);
  window_->viewHost().setSnap(false);
  window_->selection().select({place()});
  int row = -1;
  for (int i = 0; i < motion().targetBox()->count(); ++i)
    if (motion().targetBox()->itemText(i).contains(QStringLiteral("place"))) row = i;
  QVERIFY(row >= 0);
  motion().targetBox()->setCurrentIndex(row);
  run("motion.plan");
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
  window_->selection().select({place()});
  run("tool.move");
  QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(Handle::kMoveX));
}

void TestTargetChase::thePlanFollowsATargetThatIsDragged() {
  planned();
  const Vec3 before = world()->rootT(place()).p;
  const JointVector end = motion().currentPlan()->trajectory.states.back().q;
  const QPoint from = pressX();
  QVERIFY(from.x() > 0);
  for (int i = 1; i <= 6; ++i) {
    QTest::mouseMove(surface(), from + QPoint(-4 * i, 2 * i));
    QTest::qWait(20);
  }
  QTRY_VERIFY(!window_->poseLayer().empty());
  // Held where it is, a way there is found; nothing has changed in the world.
  QTRY_VERIFY2_WITH_TIMEOUT(chip() == QStringLiteral("Plan follows"), qPrintable(chip()), 20000);
  QVERIFY(world()->rootT(place()).p == before);
  // On its way again the last one is of elsewhere.
  QTest::mouseMove(surface(), from + QPoint(-30, 15));
  QTRY_COMPARE(chip(), QStringLiteral("Plan: moving..."));
  QTRY_VERIFY2_WITH_TIMEOUT(chip() == QStringLiteral("Plan follows"), qPrintable(chip()), 20000);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, from + QPoint(-30, 15));
  // Let go, it is planned to without being asked.
  QTRY_VERIFY((world()->rootT(place()).p - before).norm() > 1e-3);
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
  QVERIFY(motion().currentPlan()->world == world());
  QVERIFY((motion().currentPlan()->trajectory.states.back().q - end).norm() > 1e-4);
}

void TestTargetChase::aDragThatIsGivenUpLeavesThePlan() {
  planned();
  const auto revision = motion().currentPlan()->revision;
  const QPoint from = pressX();
  QVERIFY(from.x() > 0);
  QTest::mouseMove(surface(), from + QPoint(-25, 10));
  QTRY_VERIFY(!window_->poseLayer().empty());
  QTest::keyClick(surface(), Qt::Key_Escape);
  QTRY_VERIFY(window_->poseLayer().empty());
  QTest::mouseRelease(surface(), Qt::LeftButton);
  QTest::qWait(400);
  QVERIFY(motion().state() == State::kFresh);
  QCOMPARE(motion().currentPlan()->revision, revision);
  // What else is moved makes it stale, and nobody plans.
  QVERIFY(window_->bridge().commit(QStringLiteral("posture"), session::setJoints(arm(), kRight)));
  QTRY_VERIFY(motion().state() == State::kStale);
  QTest::qWait(400);
  QVERIFY(motion().state() == State::kStale);
}

// After something else was moved, or let go again, the view shows the world: so does the clock.
void TestTargetChase::theClockTellsNoMomentThatIsNotSeen() {
  planned();
  const auto shownJoints = [this] {
    const auto& shown = window_->poseLayer().joints();
    return shown.contains(arm()) ? shown.at(arm()) : standing();
  };
  const auto scrubbed = [&] {
    motion().scrub(0.4 * motion().currentPlan()->duration());
    QVERIFY((shownJoints() - standing()).norm() > 0.1);
    QVERIFY(motion().seconds() > 0.0);
  };
  const Pose pose = Pose::translation(-1, -1, 1);
  QVERIFY(window_->bridge().commit(
      QStringLiteral("frame"),
      session::createFrame(world::kRootObject, world::kRootEntity, "aside", Pose::translation(-1, -1, 0.5))));
  const FrameId aside = world()->frameNamed(world::kRootObject, "aside");
  for (const bool commits : {false, true}) {
    scrubbed();
    window_->poseLayer().setRootTFrame(aside, pose);
    QTest::qWait(20);
    QVERIFY(motion().seconds() > 0.0);
    window_->poseLayer().clear();
    if (commits)
      QVERIFY(window_->bridge().commit(QStringLiteral("drag"), session::setPose(aside, world::kRootObject, pose)));
    QTRY_COMPARE(motion().seconds(), 0.0);
    QVERIFY(window_->poseLayer().empty());
    QVERIFY((shownJoints() - standing()).norm() < 1e-12);
  }
  // It is played and scrubbed as before.
  scrubbed();
}

int main(int argc, char** argv) { return runWindowTest<TestTargetChase>(argc, argv); }
#include "test_target_chase.moc"
