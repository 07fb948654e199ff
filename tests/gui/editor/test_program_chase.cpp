// SPDX-License-Identifier: Apache-2.0
// A target of a program is dragged in the view, and its plan follows; ghosts and films of programs.
#include <QDir>
#include <QSignalSpy>

#include "app/editor/film_desk.h"
#include "app/editor/program_chase.h"
#include "app/editor/timeline_desk.h"
#include "tests/gui/editor/program_test.h"

using namespace ww;
using namespace ww::editor;
using ui::scene::Handle;

class TestProgramChase : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void thePlanFollowsATargetThatIsDragged();
  void aDragThatIsGivenUpLeavesThePlan();
  void ghostsStandAlongTheProgram();
  void framesOfAProgramAreSaved();

 private:
  const ProgramChase& chase() { return window_->programs().chase(); }
  // Two moves to a frame, planned; the frame is selected, with the tool that moves it.
  void planned(bool moves = true) {
    openSample();
    ui::ViewProbe(view()).setReducedMotion(true);
    window_->viewHost().setSnap(false);
    select(frame("place"));
    add(QStringLiteral("Move to what is selected"));
    QTRY_COMPARE(rows().rowCount(), 1);
    type(editor().offset(2)->edit(), "-150");
    add(QStringLiteral("Straight to what is selected"));
    QTRY_COMPARE(rows().rowCount(), 2);
    type(editor().offset(2)->edit(), "-80");
    planIt();
    QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().verdict()));
    if (!moves) return;
    select(frame("place"));
    run("tool.move");
    QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(Handle::kMoveX));
  }
  QPoint pressX() {
    const auto at = ui::ViewProbe(view()).handlePosition(Handle::kMoveX);
    if (!at) return {-1, -1};
    QTest::mouseMove(surface(), at->toPoint());
    QTest::mousePress(surface(), Qt::LeftButton, {}, at->toPoint());
    return at->toPoint();
  }
};

void TestProgramChase::thePlanFollowsATargetThatIsDragged() {
  planned();
  const Vec3 before = world()->rootT(frame("place")).p;
  const auto revisions = steps();
  const QPoint from = pressX();
  QVERIFY(from.x() > 0);
  for (int i = 1; i <= 5; ++i) {
    QTest::mouseMove(surface(), from + QPoint(-3 * i, i));
    QTest::qWait(20);
  }
  // On its way there is only the one of before, and it is told to be old.
  QTRY_VERIFY(chase().isOn());
  QVERIFY(!chase().found());
  // Held where it is, a way there is found; nothing has changed in the world.
  QTRY_VERIFY_WITH_TIMEOUT(chase().found().has_value(), 30000);
  const Vec3 shown = window_->poseLayer().rootT(*world(), frame("place")).p;
  QVERIFY((shown - before).norm() > 1e-3);
  const Vec3 end = chase().found()->back().points.back();
  QVERIFY2((end - shown).norm() < 0.0801, "the way ends 80 mm before where the target is shown");
  QCOMPARE(steps(), revisions);
  // The newest wins.
  QTest::mouseMove(surface(), from + QPoint(-25, 8));
  QTRY_VERIFY(!chase().found());
  QTRY_VERIFY_WITH_TIMEOUT(chase().found().has_value(), 30000);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, from + QPoint(-25, 8));
  // Let go, it is planned to without being asked.
  QTRY_VERIFY((world()->rootT(frame("place")).p - before).norm() > 1e-3);
  QVERIFY(!chase().isOn());
  QTRY_VERIFY_WITH_TIMEOUT(steps() == revisions + 2, 60000);
  QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate() && state() == usecase::PlanState::kFresh, 60000);
}

void TestProgramChase::aDragThatIsGivenUpLeavesThePlan() {
  planned();
  const auto revisions = steps();
  const QPoint from = pressX();
  QVERIFY(from.x() > 0);
  QTest::mouseMove(surface(), from + QPoint(-20, 6));
  QTRY_VERIFY(chase().isOn());
  QTest::keyClick(surface(), Qt::Key_Escape);
  QTRY_VERIFY(!chase().isOn());
  QTest::mouseRelease(surface(), Qt::LeftButton);
  QTest::qWait(400);
  QCOMPARE(steps(), revisions);
  QVERIFY(state() == usecase::PlanState::kFresh && !panel().planning().isPlanning());
}

void TestProgramChase::ghostsStandAlongTheProgram() {
  planned(false);
  QCOMPARE(view().marks().onionCount(), std::size_t{0});
  run("motion.onion");
  QTRY_COMPARE(view().marks().onionCount(), std::size_t{5});
  // Where the panel is not seen, there is nothing to be seen of it.
  window_->docks().show(QStringLiteral("motion"));
  QTRY_COMPARE(view().marks().onionCount(), std::size_t{0});
  showPanel();
  QTRY_COMPARE(view().marks().onionCount(), std::size_t{5});
  run("motion.onion");
  QTRY_COMPARE(view().marks().onionCount(), std::size_t{0});
}

void TestProgramChase::framesOfAProgramAreSaved() {
  planned(false);
  window_->actions().refresh();
  QVERIFY(action("motion.frames")->isEnabled());
  panel().clock()->setRange(ui::TimeRange{0.0, 0.2});
  TimelineDesk& desk = window_->timeline();
  const FilmStrip strip = desk.strip();
  QCOMPARE(strip.name, QStringLiteral("program"));
  QCOMPARE(strip.moments.size(), std::size_t{6});  // each 40 ms
  QSignalSpy saved(&desk.films(), &FilmDesk::saved);
  desk.films().save(FilmDesk::Kind::kFrames, folder_.filePath(QStringLiteral("program.png")), strip);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
  QCOMPARE(QDir(folder_.path()).entryList({QStringLiteral("program_*.png")}).size(), 6);
  QVERIFY(!panel().isPreviewing());
}

int main(int argc, char** argv) { return runWindowTest<TestProgramChase>(argc, argv); }
#include "test_program_chase.moc"
