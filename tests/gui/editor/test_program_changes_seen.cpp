// SPDX-License-Identifier: Apache-2.0
// What the panel of programs shows of a plan whose steps have changed, and of what a step has besides.
#include <QComboBox>
#include <QScrollArea>
#include <QWheelEvent>

#include "core/session/program_builders.h"
#include "core/session/program_data.h"
#include "tests/gui/editor/program_test.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/panels/timeline/report_page.h"
#include "ui/widgets/wrap_label.h"
#include "worldwright/v1/file.pb.h"

using namespace ww;
using namespace ww::editor;
using ui::StepDo;

class TestProgramChangesSeen : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void theWheelPassesOverTheFields();
  void whatComesBeforeAChangeHolds();
  void aProgramHasCurvesAndAReport();
  void whatAStepHasBesidesIsShown();
  void stepsAreReadInANarrowPanel();
  void whatHelpsIsReadWhole();
  void stepsAreLockedByKeyAndMenu();

 private:
  void plannedWay();
  // As a mouse gives it: who ignores it hands it on to what is around.
  void turnWheel(QWidget& over, int by) {
    const QPoint at = over.rect().center();
    QWheelEvent wheel(QPointF(at), QPointF(over.mapToGlobal(at)), QPoint(), QPoint(0, by), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&over, &wheel);
  }
};

// A way of three steps and a wait, planned.
void TestProgramChangesSeen::plannedWay() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  type(editor().offset(2)->edit(), "-200");
  QTRY_VERIFY(listed().front().contains(QStringLiteral("offset")));
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 2);
  add(QStringLiteral("Straight to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 3);
  type(editor().offset(2)->edit(), "-120");
  QTRY_VERIFY(listed()[2].contains(QStringLiteral("offset")));
  add(QStringLiteral("Set a signal"));
  QTRY_COMPARE(rows().rowCount(), 4);
  planIt();
  QCOMPARE(state(), usecase::PlanState::kFresh);
}

void TestProgramChangesSeen::theWheelPassesOverTheFields() {
  openSample();
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  choose(0);
  QTRY_VERIFY(editor().target()->isVisible());
  const auto before = steps();
  for (QComboBox* box : {editor().target(), editor().kind()}) {
    const QString chosen = box->currentText();
    for (const int by : {-120, 120, 120, -120}) turnWheel(*box, by);
    QCOMPARE(box->currentText(), chosen);
  }
  turnWheel(*editor().offset(0)->edit(), -120);
  turnWheel(*editor().speed()->edit(), -120);
  QTest::qWait(50);
  QCOMPARE(steps(), before);
  QCOMPARE(listed(), QStringList{"Move to root/pick"});
}

void TestProgramChangesSeen::whatComesBeforeAChangeHolds() {
  plannedWay();
  const QStringList ends = column(Column::kEnds);
  QVERIFY(!ends.contains(QString()));
  const auto shown = [this] {
    QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate(), 60000);
    QTest::qWait(30);
  };
  // A step more behind the second.
  choose(1);
  key(Qt::Key_D, Qt::ControlModifier);
  QTRY_COMPARE(rows().rowCount(), 5);
  shown();
  QCOMPARE(column(Column::kEnds), (QStringList{ends[0], ends[1], QString(), QString(), QString()}));
  QStringList states = column(Column::kState);
  QCOMPARE(states.mid(0, 2), (QStringList{"still holds", "still holds"}));
  QCOMPARE(states.mid(2), (QStringList{"no longer holds", "no longer holds", "no longer holds"}));
  QVERIFY2(panel().verdict().contains(QStringLiteral("from step 3 on")), qPrintable(panel().verdict()));
  for (const auto& mark : panel().strip()->marks()) QVERIFY(mark.step < 2);
  // Taken back all is as it was planned.
  run("edit.undo");
  QTRY_COMPARE(rows().rowCount(), 4);
  shown();
  QCOMPARE(column(Column::kEnds), ends);
  QCOMPARE(column(Column::kState), (QStringList{"planned", "planned", "planned", "planned"}));
  QCOMPARE(panel().strip()->marks().size(), std::size_t{4});
  // In another order.
  choose(2);
  key(Qt::Key_Down, Qt::AltModifier);
  QTRY_VERIFY(listed()[3].startsWith(QStringLiteral("Straight")));
  shown();
  QCOMPARE(column(Column::kEnds), (QStringList{ends[0], ends[1], QString(), QString()}));
  states = column(Column::kState);
  QCOMPARE(states, (QStringList{"still holds", "still holds", "no longer holds", "no longer holds"}));
}

void TestProgramChangesSeen::aProgramHasCurvesAndAReport() {
  plannedWay();
  auto* menu = panel().clock()->menu();
  const auto entry = [menu](const char* text) -> QAction* {
    for (QAction* action : menu->actions())
      if (action->text().remove(QLatin1Char('&')) == QLatin1String(text)) return action;
    return nullptr;
  };
  QVERIFY(entry("Curves") && entry("Report..."));
  QVERIFY(!panel().clock()->plots()->isVisible());
  entry("Curves")->trigger();
  QTRY_VERIFY(panel().clock()->plots()->isVisible());
  entry("Report...")->trigger();
  auto* page = window_->findChild<ui::ReportPage*>();
  QVERIFY(page && page->isVisible());
  const auto text = [page] { return page->report().toText(); };
  QTRY_VERIFY2(text().contains(QStringLiteral("Cycle time")), qPrintable(text()));
  const double seconds = panel().watch().known()->playback->duration();
  QVERIFY2(text().contains(QStringLiteral("Cycle time\t%1 s").arg(QLocale().toString(seconds, 'f', 3))),
           qPrintable(text()));
  QVERIFY2(text().contains(QStringLiteral("Program program, robot")), qPrintable(text()));
  QVERIFY2(text().contains(QStringLiteral(" in step ")) && text().contains(QStringLiteral("Step 4, Set signal")),
           qPrintable(text()));
  // It waits for a second: that is a stop on the way.
  QVERIFY2(!text().contains(QStringLiteral("Limits not kept\t1")), qPrintable(text()));
  // What the menu Motion has is the same while the program is seen.
  page->hide();
  run("motion.report");
  QTRY_VERIFY(page->isVisible());
  run("motion.curves");
  QTRY_VERIFY(!panel().clock()->plots()->isVisible());
  QVERIFY(panel().isVisible());
}

void TestProgramChangesSeen::whatAStepHasBesidesIsShown() {
  openSample();
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  choose(0);
  QTRY_VERIFY(editor().target()->isVisible());
  QVERIFY(!editor().besides()->isVisible());
  auto program = world()->data().record->programs(0);
  auto& move = *program.mutable_steps(0)->mutable_move();
  const Quat turn = Pose::rotation(Vec3::UnitZ(), M_PI / 2).q;
  move.mutable_frame_t_tool()->mutable_orientation()->set_z(turn.z());
  move.mutable_frame_t_tool()->mutable_orientation()->set_w(turn.w());
  QVERIFY(window_->bridge().commit(QStringLiteral("step"), session::setProgram(program)));
  QTRY_VERIFY(editor().besides()->isVisible());
  const QString text = editor().besides()->text();
  QVERIFY2(text.contains(QLatin1String("turned in the target by 90")), qPrintable(text));
  // A change of something else leaves it.
  type(editor().speed()->edit(), "50");
  QTRY_COMPARE(column(Column::kSpeed), QStringList{"50 %"});
  QCOMPARE(editor().besides()->text(), text);
}

void TestProgramChangesSeen::stepsAreReadInANarrowPanel() {
  openSample();
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  window_->resize(1600, 900);
  auto* steps = panel().steps();
  QTRY_VERIFY(!steps->isColumnHidden(Column::kEnds));
  QTest::qWait(50);
  const auto state = [this] { return rows().index(0, Column::kState); };
  const int words = steps->columnWidth(Column::kState);
  window_->resize(1000, 700);
  QTRY_VERIFY2(steps->columnWidth(Column::kStep) >= 120,
               qPrintable(QString::number(steps->columnWidth(Column::kStep))));
  QVERIFY(steps->isColumnHidden(Column::kEnds) && !steps->isColumnHidden(Column::kState));
  QVERIFY(state().data(Qt::ToolTipRole).toString().contains(state().data().toString()));
  // The programs stand in a row, with all of their keys.
  auto* programs = panel().list()->list();
  panel().list()->add();
  QTRY_COMPARE(programs->count(), 2);
  const QRect first = programs->visualItemRect(programs->item(0)), second = programs->visualItemRect(programs->item(1));
  QVERIFY(first.top() == second.top() && second.left() >= first.right());
  QVERIFY(programs->viewport()->rect().contains(first));
  programs->setFocus();
  QTest::keyClick(programs, Qt::Key_Left);
  QTRY_COMPARE(rows().rowCount(), 1);
  QVERIFY(programs->mapTo(&panel(), QPoint()).y() < steps->mapTo(&panel(), QPoint()).y());
  // And in a column again where there is room.
  window_->resize(1600, 900);
  QTRY_VERIFY(!steps->isColumnHidden(Column::kEnds));
  QTRY_COMPARE(steps->columnWidth(Column::kState), words);
  QTRY_VERIFY(programs->mapTo(&panel(), programs->rect().topRight()).x() < steps->mapTo(&panel(), QPoint()).x());
  QVERIFY(programs->visualItemRect(programs->item(1)).top() > programs->visualItemRect(programs->item(0)).top());
}

void TestProgramChangesSeen::whatHelpsIsReadWhole() {
  openSample();
  const Pose far{Vec3(1.35, 0.0, 0.9), Pose::rotation(Vec3::UnitX(), M_PI).q};
  QVERIFY(window_->bridge().commit(
      QStringLiteral("frame"),
      session::createFrame(world::kRootObject, world::kRootEntity, "far_behind_the_fixture_on_the_left", far)));
  select(frame("far_behind_the_fixture_on_the_left"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  planIt();
  QTRY_VERIFY(panel().cards()->isVisible() && panel().cards()->remedy(0));
  QTest::qWait(100);
  int seen = 0;
  for (auto* button : panel().cards()->findChildren<ui::WrapButton*>()) {
    if (!button->isVisible()) continue;
    ++seen;
    QString shown = button->shownText();
    const int lines = static_cast<int>(shown.count(QLatin1Char('\n'))) + 1;
    QCOMPARE(shown.replace(QLatin1Char('\n'), QLatin1Char(' ')).simplified(), button->text().simplified());
    QVERIFY2(button->height() >= lines * button->fontMetrics().height(), qPrintable(button->text()));
    for (const QString& line : button->shownText().split(QLatin1Char('\n')))
      QVERIFY2(button->fontMetrics().horizontalAdvance(line) <= button->width(), qPrintable(line));
  }
  QVERIFY(seen > 1);
}

void TestProgramChangesSeen::stepsAreLockedByKeyAndMenu() {
  openSample();
  select(frame("pick"));
  for (int i = 1; i <= 2; ++i) {
    add(QStringLiteral("Move to what is selected"));
    QTRY_COMPARE(rows().rowCount(), i);
  }
  const auto isLocked = [this](std::size_t step) {
    return session::programData(*world(), "program")->steps[step].locked;
  };
  choose(1);
  type(editor().offset(2)->edit(), "-120");
  QTRY_VERIFY(listed()[1].contains(QStringLiteral("offset")));
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 3);
  const auto sign = [this](int row) {
    return !rows().index(row, Column::kNumber).data(Qt::DecorationRole).value<QIcon>().isNull();
  };
  // Without a plan there is no motion to lock: that is said.
  choose(0);
  key(Qt::Key_L, Qt::ControlModifier);
  QTest::qWait(50);
  QVERIFY(!isLocked(0) && !sign(0));
  planIt();
  QCOMPARE(state(), usecase::PlanState::kFresh);
  choose(1);
  key(Qt::Key_L, Qt::ControlModifier);
  QTRY_VERIFY(isLocked(1));
  QTRY_VERIFY(sign(1));
  QVERIFY(!sign(0));
  QVERIFY(rows().index(1, Column::kStep).data(Qt::ToolTipRole).toString().contains("Locked: its motion is kept"));
  QCOMPARE(rows().index(1, Column::kNumber).data(Qt::AccessibleTextRole).toString(), QStringLiteral("2, locked"));
  QTRY_COMPARE(state(), usecase::PlanState::kFresh);
  run("edit.undo");
  QTRY_VERIFY(!isLocked(1) && !sign(1));
  // By the menu, and planned anew with it.
  run("program.lock");
  QTRY_VERIFY(isLocked(1));
  planIt();
  QCOMPARE(state(), usecase::PlanState::kFresh);
  QVERIFY(panel().watch().known()->playback->program().steps[1].was_locked);
  QTest::mouseClick(panel().tools()->button(StepDo::kLock), Qt::LeftButton);
  QTRY_VERIFY(!isLocked(1));
  // What moves nothing has no lock.
  choose(2);
  QVERIFY(!panel().tools()->button(StepDo::kLock)->isEnabled());
}

int main(int argc, char** argv) { return runWindowTest<TestProgramChangesSeen>(argc, argv); }
#include "test_program_changes_seen.moc"
