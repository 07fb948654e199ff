// SPDX-License-Identifier: Apache-2.0
// What the panel of programs keeps in sight: the moment that the clock tells, the bars of steps that hold, what helps,
// the program's own fields, and the language that its robot speaks.
#include <QComboBox>

#include "core/session/edit_builders.h"
#include "core/session/program_builders.h"
#include "core/session/step_change.h"
#include "tests/gui/editor/program_test.h"
#include "ui/panels/timeline/report_page.h"

using namespace ww;
using namespace ww::editor;

class TestProgramShown : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void theClockAndTheViewAgreeAfterAnEdit();
  void aRobotThatIsMovedEndsThePreview();
  void stepsThatStillHoldKeepTheirBars();
  void whatHelpsStandsAboveThePostures();
  void theProgramsFieldsAreAClickAway();
  void theToolThatIsFoundIsNamed();
  void theReportTellsWhatComesNearest();
  void theExportBeginsWithTheMakersLanguage();
  void whatIsTypedIsOfItsStep();
  void whatIsTypedForTheProgramIsItsOwn();
  void oneNumberOfSeveralStepsIsChanged();

 private:
  void threeMoves();
  void plannedWay();
  session::StepData step(std::size_t number) { return session::programData(*world(), "program")->steps.at(number); }
  session::MoveData move(std::size_t number) { return std::get<session::MoveData>(step(number).what); }
  // Without Return.
  void begin(QLineEdit* edit, const char* text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QLatin1String(text));
  }
  void press(ui::StepDo what) { QTest::mouseClick(panel().tools()->button(what), Qt::LeftButton); }
  Pose shown(const char* name) { return window_->poseLayer().rootT(*world(), object(name)); }
  JointVector robotShown() {
    const auto& joints = window_->poseLayer().joints();
    const auto at = joints.find(object("robot"));
    return at == joints.end() ? world()->peek(object("robot"))->jointPositions() : at->second;
  }
  // As the gizmo does it: shown while it is dragged, an edit when it is let go.
  void drag(const char* name, const Vec3& by) {
    const ObjectId id = object(name);
    Pose pose = world()->rootT(id);
    pose.p += by;
    window_->poseLayer().setRootTObject(id, pose);
    QTest::qWait(20);
    window_->poseLayer().clear();
    QVERIFY(window_->bridge().commit(QStringLiteral("drag"), session::setPose(id, world::kRootObject, pose)));
    QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate(), 60000);
    QTest::qWait(50);
  }
  void wait() {
    QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate(), 60000);
    QTest::qWait(50);
  }
};

void TestProgramShown::threeMoves() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  for (int i = 0; i < 3; ++i) {
    select(frame(i == 2 ? "place" : "pick"));
    add(QStringLiteral("Move to what is selected"));
    QTRY_COMPARE(rows().rowCount(), i + 1);
    type(editor().offset(2)->edit(), i == 1 ? "-120" : "-200");
    QTRY_VERIFY(listed()[i].contains(QStringLiteral("offset")));
  }
}

void TestProgramShown::plannedWay() {
  threeMoves();
  planIt();
  QCOMPARE(state(), usecase::PlanState::kFresh);
}

void TestProgramShown::theClockAndTheViewAgreeAfterAnEdit() {
  plannedWay();
  const double seconds = 0.4 * panel().clock()->duration();
  panel().scrub(seconds);
  const JointVector there = robotShown();
  QVERIFY((there - world()->peek(object("robot"))->jointPositions()).norm() > 0.1);
  drag("crate", Vec3(0, 0.05, 0));
  QVERIFY(panel().isPreviewing());
  QCOMPARE(panel().clock()->seconds(), seconds);
  QVERIFY((robotShown() - there).norm() < 1e-9);
  // What was dragged is where it was put, and Undo brings it back, with the robot where it is shown.
  QVERIFY(positionDistance(shown("crate"), world()->rootT(object("crate"))) < 1e-9);
  run("edit.undo");
  wait();
  QCOMPARE(panel().clock()->seconds(), seconds);
  QVERIFY((robotShown() - there).norm() < 1e-9);
}

void TestProgramShown::aRobotThatIsMovedEndsThePreview() {
  plannedWay();
  panel().scrub(0.4 * panel().clock()->duration());
  JointVector now = world()->peek(object("robot"))->jointPositions();
  now[0] += 0.2;
  QVERIFY(window_->bridge().commit(QStringLiteral("jog"), session::setJoints(object("robot"), now)));
  wait();
  QVERIFY(!panel().isPreviewing());
  QCOMPARE(panel().clock()->seconds(), 0.0);
  QVERIFY((robotShown() - now).norm() < 1e-12);
}

void TestProgramShown::stepsThatStillHoldKeepTheirBars() {
  plannedWay();
  QCOMPARE(panel().strip()->marks().size(), std::size_t{3});
  const double ends = panel().strip()->marks().back().ends;
  choose(0);
  type(editor().speed()->edit(), "50");
  QTRY_COMPARE(column(Column::kSpeed).front(), QStringLiteral("50 %"));
  wait();
  const QStringList states = column(Column::kState);
  QCOMPARE(states, (QStringList{"no longer holds", "still holds", "still holds"}));
  QCOMPARE(panel().strip()->marks().size(), std::size_t{2});
  QCOMPARE(panel().strip()->marks().back().step, 2);
  QCOMPARE(panel().strip()->marks().back().ends, ends);
}

void TestProgramShown::whatHelpsStandsAboveThePostures() {
  openSample();
  const Pose deep{Vec3(0.6, -0.15, 0.70), Pose::rotation(Vec3::UnitX(), M_PI).q};
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"),
                                   session::createFrame(world::kRootObject, world::kRootEntity, "deep", deep)));
  select(frame("deep"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  planIt();
  QTRY_VERIFY(panel().cards()->remedy(0) && panel().cards()->candidate(0));
  QTest::qWait(50);
  const auto top = [this](QPushButton* button) { return button->mapTo(panel().cards(), QPoint()).y(); };
  QPushButton* last = panel().cards()->remedy(0);
  for (int i = 1; panel().cards()->remedy(i); ++i) last = panel().cards()->remedy(i);
  QVERIFY(top(last) < top(panel().cards()->candidate(0)));
}

void TestProgramShown::theProgramsFieldsAreAClickAway() {
  plannedWay();
  choose(1);
  QTRY_VERIFY(editor().target()->isVisible() && !editor().robot()->isVisible());
  QVERIFY(editor().toProgram()->isVisible());
  QTest::mouseClick(editor().toProgram(), Qt::LeftButton);
  QTRY_VERIFY(editor().robot()->isVisible() && !editor().target()->isVisible());
  QVERIFY(!editor().toProgram()->isVisible());
  QCOMPARE(editor().name()->text(), QStringLiteral("program"));
  type(editor().name(), "cycle");
  QTRY_COMPARE(panel().program(), std::string("cycle"));
  QCOMPARE(rows().rowCount(), 3);
  // A name that cannot be gives way to the old one.
  type(editor().name(), "no name");
  QTRY_COMPARE(editor().name()->text(), QStringLiteral("cycle"));
  // A click on the program in its list is another way.
  choose(1);
  QTRY_VERIFY(editor().target()->isVisible());
  auto* list = panel().list()->list();
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
  QTRY_VERIFY(editor().robot()->isVisible());
}

void TestProgramShown::theToolThatIsFoundIsNamed() {
  openSample();
  run("program.new");
  QTRY_VERIFY(editor().tool()->isVisible());
  QCOMPARE(editor().tool()->currentText(), QStringLiteral("As found: tool_frame"));
  // Without the gripper that of the robot is.
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObject(object("gripper"), true)));
  QTRY_COMPARE(editor().tool()->currentText(), QStringLiteral("As found: flange"));
}

void TestProgramShown::theReportTellsWhatComesNearest() {
  plannedWay();
  for (QAction* action : panel().clock()->menu()->actions())
    if (action->text().remove(QLatin1Char('&')) == QLatin1String("Report...")) action->trigger();
  auto* page = window_->findChild<ui::ReportPage*>();
  QVERIFY(page);
  const auto text = [page] { return page->report().toText(); };
  QTRY_VERIFY2(text().contains(QStringLiteral("Least clearance")), qPrintable(text()));
  const auto program = panel().watch().known()->playback->program();
  const auto* step = program::nearestStep(program);
  QVERIFY(step && step->nearest);
  const QString wanted = QStringLiteral(" at %1 s in step %2, Move to root/")
                             .arg(QLocale().toString(step->begins + step->nearest->seconds, 'f', 3),
                                  QString::fromStdString(program::placeText(step->place)));
  QVERIFY2(text().contains(wanted), qPrintable(text()));
  QVERIFY2(text().contains(QString::fromStdString(world()->display(step->nearest->a))), qPrintable(text()));
  QVERIFY2(text().contains(QStringLiteral("Step 2, Move to root/pick: from ")), qPrintable(text()));
}

void TestProgramShown::theExportBeginsWithTheMakersLanguage() {
  plannedWay();
  const auto dialect = [this] {
    run("program.export");
    auto* dialog = window_->findChild<ProgramExportDialog*>();
    const QString out = dialog ? QString::fromStdString(dialog->dialect()) : QString();
    if (dialog) dialog->reject();
    QTest::qWait(50);
    return out;
  };
  QCOMPARE(dialect(), QStringLiteral("urscript"));
  QVERIFY(
      window_->bridge().commit(QStringLiteral("name"), session::renameObject(object("robot"), "kuka_kr10r900", true)));
  wait();
  QCOMPARE(dialect(), QStringLiteral("krl"));
}

// Tools take no keys: what is typed is entered before they do anything.
void TestProgramShown::whatIsTypedIsOfItsStep() {
  threeMoves();
  choose(1);
  begin(editor().speed()->edit(), "20");
  press(ui::StepDo::kDuplicate);
  QTRY_COMPARE(rows().rowCount(), 4);
  QTRY_COMPARE(column(Column::kSpeed), (QStringList{"100 %", "20 %", "20 %", "100 %"}));
  choose(3);
  begin(editor().speed()->edit(), "30");
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 5);
  QTRY_COMPARE(column(Column::kSpeed).at(3), QStringLiteral("30 %"));
  choose(1);
  begin(editor().name(), "pick");
  press(ui::StepDo::kDown);
  QTRY_COMPARE(step(2).name, std::string("pick"));
  begin(editor().name(), "gone");
  press(ui::StepDo::kRemove);
  QTRY_COMPARE(rows().rowCount(), 4);
  panel().steps()->setFocus();
  QTest::qWait(50);
  QCOMPARE(panel().program(), std::string("program"));
  // What cannot be stays for its own step alone.
  choose(0);
  type(editor().speed()->edit(), "300");
  QVERIFY(editor().speed()->hasError());
  choose(1);
  QTRY_VERIFY(!editor().speed()->hasError());
  QVERIFY(!editor().speed()->isTyped());
}

void TestProgramShown::whatIsTypedForTheProgramIsItsOwn() {
  threeMoves();
  panel().steps()->choose({});
  QTRY_VERIFY(editor().robot()->isVisible());
  begin(editor().name(), "cycle");
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(panel().program(), std::string("cycle"));
  QTRY_COMPARE(rows().rowCount(), 4);
  QCOMPARE(session::programNames(*world()), std::vector<std::string>{"cycle"});
  choose(0);
  begin(editor().name(), "first");
  QTest::mouseClick(editor().toProgram(), Qt::LeftButton);
  QTRY_VERIFY(editor().robot()->isVisible());
  QCOMPARE(editor().name()->text(), QStringLiteral("cycle"));
  QCOMPARE(session::programData(*world(), "cycle")->steps.front().name, std::string("first"));
}

void TestProgramShown::oneNumberOfSeveralStepsIsChanged() {
  threeMoves();
  session::StepChange change;
  change.blend = program::Blend{0.02, 0.0, 0.1};
  const std::size_t second = 1;
  QVERIFY(window_->bridge().commit(QStringLiteral("corner"),
                                   session::changeSteps(*world(), "program", {&second, 1}, change)));
  QTest::qWait(50);
  panel().steps()->selectAll();
  QTRY_COMPARE(panel().steps()->chosen().size(), 3);
  QVERIFY(editor().offset(2)->isMixed() && editor().corner()->isMixed());
  QVERIFY(!editor().offset(0)->isMixed() && !editor().speed()->isMixed());
  type(editor().offset(0)->edit(), "30");
  type(editor().corner()->edit(), "10");
  constexpr double kHeights[] = {-0.2, -0.12, -0.2};  // metres
  for (std::size_t i = 0; i < 3; ++i) {
    QTRY_COMPARE(move(i).blend.metres, 0.01);
    QCOMPARE(move(i).blend.joint_radians, i == second ? 0.1 : 0.0);
    QVERIFY((move(i).frame_t_tool->p - Vec3(0.03, 0.0, kHeights[i])).norm() < 1e-12);
  }
  QTRY_VERIFY(!editor().corner()->isMixed() && editor().offset(2)->isMixed());
}

int main(int argc, char** argv) { return runWindowTest<TestProgramShown>(argc, argv); }
#include "test_program_shown.moc"
