// SPDX-License-Identifier: Apache-2.0
// The panel of programs: put together, taught and changed by mouse and keys, each as one step of the history.
#include <QComboBox>
#include <QElapsedTimer>
#include <QMimeData>
#include <cmath>

#include "core/session/rule_builders.h"
#include "core/session/step_change.h"
#include "tests/gui/editor/program_test.h"

using namespace ww;
using namespace ww::editor;
using ui::StepDo;

class TestProgramPanel : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void programsAreMadeRenamedCopiedAndDeleted();
  void stepsOfEveryKindAreAdded();
  void aPostureIsTaughtByButtonAndKey();
  void aPostureIsTaughtAsAPoseAndAsAFrame();
  void stepsAreDraggedAndMovedByKey();
  void stepsAreCopiedSwitchedAndDeletedByKey();
  void aStepIsChangedWhereItStands();
  void aStepIsChangedByItsFields();
  void aCornerTellsWhatThePlanRounds();
  void stepsThatAreNotCheckedAreTold();
  void severalStepsAreChangedAtOnce();
  void stepsAreMirrored();
  void theProgramHasARobotAndAStart();
  void otherPanelsGoOn();
  void theChipBelowTheViewTellsOfTheProgram();

 private:
  std::optional<session::ProgramData> data(const char* name) { return session::programData(*world(), name); }
  const session::MoveData& move(std::size_t step) {
    held_ = data("program");
    return std::get<session::MoveData>(held_->steps.at(step).what);
  }
  void addMoves(int count) {
    select(frame("pick"));
    for (int i = 0; i < count; ++i) {
      add(QStringLiteral("Move to what is selected"));
      QTRY_COMPARE(rows().rowCount(), i + 1);
    }
  }
  std::optional<session::ProgramData> held_;
};

void TestProgramPanel::programsAreMadeRenamedCopiedAndDeleted() {
  openSample();
  auto* list = panel().list()->list();
  QCOMPARE(list->count(), 0);
  QVERIFY(panel().verdict().startsWith(QStringLiteral("There is no program yet")));
  const auto before = steps();
  QTest::mouseClick(panel().list()->addButton(), Qt::LeftButton);
  QTRY_COMPARE(list->count(), 1);
  QCOMPARE(list->item(0)->text(), QStringLiteral("program"));
  QCOMPARE(panel().program(), std::string("program"));
  list->setFocus();
  QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
  QTRY_COMPARE(list->count(), 2);
  QTRY_COMPARE(panel().program(), std::string("program_2"));
  QTest::keyClick(list, Qt::Key_F2);
  auto* edit = list->findChild<QLineEdit*>();
  QVERIFY(edit);
  type(edit, "pick_and_place");
  QTRY_VERIFY(data("pick_and_place") && !data("program_2"));
  QTRY_COMPARE(panel().program(), std::string("pick_and_place"));
  QTest::keyClick(list, Qt::Key_Delete);
  QTRY_COMPARE(list->count(), 1);
  QCOMPARE(steps(), before + 4);
  run("edit.undo");
  QTRY_COMPARE(list->count(), 2);
  QVERIFY(data("pick_and_place"));
}

void TestProgramPanel::stepsOfEveryKindAreAdded() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(listed(), QStringList{"Move to root/pick"});
  add(QStringLiteral("Retreat straight from the target before"));
  QTRY_COMPARE(rows().rowCount(), 2);
  QCOMPARE(move(1).kind, program::MotionKind::kLinear);
  QVERIFY(std::abs(move(1).frame_t_tool->p.z() + 0.1) < 1e-12);
  select(object("part_1"));
  add(QStringLiteral("Attach what is selected"));
  QTRY_COMPARE(rows().rowCount(), 3);
  window_->selection().clear();
  add(QStringLiteral("Detach what is held"));
  QTRY_COMPARE(rows().rowCount(), 4);
  add(QStringLiteral("Set a joint of the gripper"));
  QTRY_COMPARE(rows().rowCount(), 5);
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 6);
  add(QStringLiteral("Set a signal"));
  QTRY_COMPARE(rows().rowCount(), 7);
  add(QStringLiteral("Await a signal"));
  QTRY_COMPARE(rows().rowCount(), 8);
  const QStringList now = listed();
  QCOMPARE(now[2], QStringLiteral("Attach part_1"));
  QCOMPARE(now[3], QStringLiteral("Detach part_1"));
  QVERIFY2(now[4].startsWith(QStringLiteral("Set finger_left_joint of ")), qPrintable(now[4]));
  QCOMPARE(now[5], QStringLiteral("Wait 1 s"));
  QCOMPARE(now[6], QStringLiteral("Set signal: on"));
  QCOMPARE(now[7], QStringLiteral("Await signal: on"));
  // Behind what is chosen.
  choose(0);
  for (QAction* entry : panel().addMenu()->actions())
    if (entry->menu()) {
      QVERIFY(!entry->menu()->isEmpty());
      for (QAction* configuration : entry->menu()->actions())
        if (configuration->text() == QStringLiteral("home")) configuration->trigger();
    }
  QTRY_COMPARE(listed().value(1), QStringLiteral("Move to home"));
  QCOMPARE(panel().steps()->chosen(), QList<int>{1});
  run("edit.undo");
  QTRY_COMPARE(rows().rowCount(), 8);
}

void TestProgramPanel::aPostureIsTaughtByButtonAndKey() {
  openSample();
  const JointVector home = world()->object(object("robot"))->jointPositions();
  // Without a program one is made.
  QTest::mouseClick(panel().tools()->teachButton(), Qt::LeftButton, {},
                    QPoint(8, panel().tools()->teachButton()->height() / 2));
  QTRY_COMPARE(listed(), QStringList{"Move to joint positions"});
  QVERIFY((std::get<JointVector>(move(0).target) - home).cwiseAbs().maxCoeff() < 1e-12);
  JointVector other = home;
  other[0] += 0.3;
  QVERIFY(window_->bridge().commit(QStringLiteral("pose"), session::setJoints(object("robot"), other)));
  panel().tools()->kinds()->setCurrentIndex(panel().tools()->kinds()->findText(QStringLiteral("Joint")));
  QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
  QTRY_COMPARE(rows().rowCount(), 2);
  QVERIFY((std::get<JointVector>(move(1).target) - other).cwiseAbs().maxCoeff() < 1e-12);
  QCOMPARE(move(1).kind, program::MotionKind::kJoint);
  const QString label = QString::fromStdString(plain(window_->bridge().session().undoName().label));
  QCOMPARE(label, QStringLiteral("Teach a posture of robot"));
}

void TestProgramPanel::aPostureIsTaughtAsAPoseAndAsAFrame() {
  openSample();
  const ObjectId robot = object("robot"), fixture = object("fixture");
  panel().writer()->teach(ui::TeachAs::kPose);
  QTRY_COMPARE(rows().rowCount(), 1);
  const auto& target = std::get<session::StepNode>(move(0).target);
  QVERIFY(target.node && *target.node == world::NodeRef(robot));
  const auto tool = world()->frameNamed(object("gripper"), "tool_frame");
  const Pose taught = world()->rootT(robot) * *move(0).frame_t_tool;
  QVERIFY(positionDistance(taught, world()->rootT(tool)) < 1e-9 &&
          rotationDistance(taught, world()->rootT(tool)) < 1e-9);
  // On what is selected, with which it moves.
  select(fixture);
  const auto before = steps();
  panel().writer()->teach(ui::TeachAs::kFrame);
  QTRY_COMPARE(rows().rowCount(), 2);
  QCOMPARE(steps(), before + 1);
  const FrameId made = world()->frameNamed(fixture, "taught");
  QVERIFY(made && positionDistance(world()->rootT(made), world()->rootT(tool)) < 1e-9);
  QVERIFY(std::get<session::StepNode>(move(1).target).node == world::NodeRef(made));
  run("edit.undo");
  QTRY_COMPARE(rows().rowCount(), 1);
  QVERIFY(!world()->frameNamed(fixture, "taught"));
}

void TestProgramPanel::stepsAreDraggedAndMovedByKey() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 1);
  add(QStringLiteral("Set a signal"));
  QTRY_COMPARE(rows().rowCount(), 2);
  add(QStringLiteral("Await a signal"));
  QTRY_COMPARE(rows().rowCount(), 3);
  // What a drag of the last row before the first carries.
  const std::unique_ptr<QMimeData> carried(rows().mimeData({rows().index(2, 0), rows().index(2, 1)}));
  QVERIFY(rows().dropMimeData(carried.get(), Qt::MoveAction, 0, 0, {}));
  QTRY_COMPARE(listed(), (QStringList{"Await signal: on", "Wait 1 s", "Set signal: on"}));
  QTRY_COMPARE(panel().steps()->chosen(), QList<int>{0});
  choose(0);
  key(Qt::Key_Down, Qt::AltModifier);
  QTRY_COMPARE(listed(), (QStringList{"Wait 1 s", "Await signal: on", "Set signal: on"}));
  QTRY_COMPARE(panel().steps()->chosen(), QList<int>{1});
  key(Qt::Key_Up, Qt::AltModifier);
  QTRY_COMPARE(listed().front(), QStringLiteral("Await signal: on"));
  QTest::mouseClick(panel().tools()->button(StepDo::kDown), Qt::LeftButton);
  QTRY_COMPARE(listed()[1], QStringLiteral("Await signal: on"));
  run("edit.undo");
  QTRY_COMPARE(listed().front(), QStringLiteral("Await signal: on"));
}

void TestProgramPanel::stepsAreCopiedSwitchedAndDeletedByKey() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  window_->selection().select({object("part_1")});  // which the keys do not mean
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 1);
  choose(0);
  key(Qt::Key_D, Qt::ControlModifier);
  QTRY_COMPARE(rows().rowCount(), 2);
  QTRY_COMPARE(panel().steps()->chosen(), QList<int>{1});
  key(Qt::Key_Space);
  QTRY_VERIFY(data("program")->steps[1].off);
  QTRY_COMPARE(column(Column::kState).value(1), QStringLiteral("off"));
  key(Qt::Key_Space);
  QTRY_VERIFY(!data("program")->steps[1].off);
  // By the box of the row.
  QVERIFY(rows().setData(rows().index(0, Column::kNumber), Qt::Unchecked, Qt::CheckStateRole));
  QTRY_VERIFY(data("program")->steps[0].off);
  choose(0);
  key(Qt::Key_Delete);
  QTRY_COMPARE(rows().rowCount(), 1);
  QVERIFY(world()->object(object("part_1")));
  run("edit.undo");
  QTRY_COMPARE(rows().rowCount(), 2);
}

void TestProgramPanel::aStepIsChangedWhereItStands() {
  openSample();
  addMoves(1);
  choose(0);
  // Its name, by F2 in the list.
  panel().steps()->setCurrentIndex(rows().index(0, Column::kStep));
  key(Qt::Key_F2);
  auto* edit = panel().steps()->findChild<QLineEdit*>();
  QVERIFY(edit);
  type(edit, "reach");
  QTRY_COMPARE(listed(), QStringList{"reach: Move to root/pick"});
  const auto set = [this](int column, const char* text) {
    return rows().setData(rows().index(0, column), QLatin1String(text), Qt::EditRole);
  };
  QVERIFY(set(Column::kBlend, "1 cm"));
  QTRY_VERIFY(std::abs(move(0).blend.metres - 0.01) < 1e-12);
  QTRY_COMPARE(column(Column::kBlend), QStringList{"10 mm"});
  QVERIFY(set(Column::kSpeed, "25 %"));
  QTRY_VERIFY(std::abs(move(0).speed - 0.25) < 1e-12);
  QTRY_COMPARE(column(Column::kSpeed), QStringList{"25 %"});
  QVERIFY(set(Column::kKind, "Linear"));
  QTRY_COMPARE(move(0).kind, program::MotionKind::kLinear);
  // What is no value is refused, with the reason.
  QSignalSpy refused(&rows(), &ui::StepsModel::refused);
  const auto before = steps();
  QVERIFY(!set(Column::kSpeed, "150 %") && !set(Column::kBlend, "wide") && !set(Column::kBlend, "-1"));
  QCOMPARE(refused.count(), 3);
  QVERIFY(refused.front().front().toString().contains(QStringLiteral("100 %")));
  QCOMPARE(steps(), before);
  run("edit.undo");
  QTRY_COMPARE(move(0).kind, program::MotionKind::kAny);
  QVERIFY(std::abs(move(0).speed - 0.25) < 1e-12);
}

void TestProgramPanel::aStepIsChangedByItsFields() {
  openSample();
  addMoves(1);
  choose(0);
  QTRY_VERIFY(editor().target()->isVisible());
  type(editor().offset(2)->edit(), "-100");
  QTRY_VERIFY(move(0).frame_t_tool && std::abs(move(0).frame_t_tool->p.z() + 0.1) < 1e-12);
  QTRY_COMPARE(listed(), QStringList{"Move to root/pick with an offset"});
  type(editor().speed()->edit(), "50");
  QTRY_VERIFY(std::abs(move(0).speed - 0.5) < 1e-12);
  type(editor().corner()->edit(), "20 mm");
  QTRY_VERIFY(std::abs(move(0).blend.metres - 0.02) < 1e-12);
  // Another target takes the offset away.
  const int home = editor().target()->findText(QStringLiteral("home"));
  QVERIFY(home >= 0);
  editor().target()->setFocus();
  editor().target()->setCurrentIndex(home);
  Q_EMIT editor().target()->activated(home);
  QTRY_COMPARE(listed(), QStringList{"Move to home"});
  QVERIFY(!move(0).frame_t_tool && std::abs(move(0).speed - 0.5) < 1e-12);
  QTRY_VERIFY(!editor().offset(2)->isEnabled());
  // Signals, with values of either kind.
  add(QStringLiteral("Set a signal"));
  QTRY_COMPARE(rows().rowCount(), 2);
  QTRY_VERIFY(editor().signal()->isVisible());
  type(editor().signal(), "gripping");
  QTRY_COMPARE(listed()[1], QStringLiteral("Set gripping: on"));
  const int off = editor().value()->findText(QStringLiteral("off"));
  editor().value()->setCurrentIndex(off);
  Q_EMIT editor().value()->activated(off);
  QTRY_COMPARE(listed()[1], QStringLiteral("Set gripping: off"));
  add(QStringLiteral("Wait"));
  QTRY_COMPARE(rows().rowCount(), 3);
  QTRY_VERIFY(editor().seconds()->isVisible());
  type(editor().seconds()->edit(), "2.5");
  QTRY_COMPARE(listed()[2], QStringLiteral("Wait 2.5 s"));
  // A joint of the gripper, in its own unit.
  add(QStringLiteral("Set a joint of the gripper"));
  QTRY_COMPARE(rows().rowCount(), 4);
  QTRY_VERIFY(editor().length()->isVisible() && !editor().angle()->isVisible());
  type(editor().length()->edit(), "22 mm");
  const auto position = [this] { return std::get<session::JointData>(data("program")->steps[3].what).position; };
  QTRY_VERIFY(std::abs(position() - 0.022) < 1e-12);
}

void TestProgramPanel::severalStepsAreChangedAtOnce() {
  openSample();
  addMoves(3);
  choose(0);
  panel().steps()->selectAll();
  QTRY_COMPARE(panel().steps()->chosen().size(), 3);
  const auto before = steps();
  type(editor().speed()->edit(), "30");
  QTRY_COMPARE(column(Column::kSpeed), (QStringList{"30 %", "30 %", "30 %"}));
  QCOMPARE(steps(), before + 1);
  QCOMPARE(panel().steps()->chosen().size(), 3);
  run("edit.undo");
  QTRY_COMPARE(column(Column::kSpeed), (QStringList{"100 %", "100 %", "100 %"}));
}

void TestProgramPanel::stepsAreMirrored() {
  openSample();
  addMoves(1);
  choose(0);
  panel().writer()->mirrorChosen(usecase::MirrorPlane::kSides);
  QTRY_COMPARE(rows().rowCount(), 2);
  QTRY_COMPARE(panel().steps()->chosen(), QList<int>{1});
  const ObjectId robot = object("robot");
  const Pose was = world()->rootT(robot).inverse() * world()->rootT(frame("pick")), now = *move(1).frame_t_tool;
  QVERIFY(std::abs(now.p.x() - was.p.x()) < 1e-9 && std::abs(now.p.y() + was.p.y()) < 1e-9 &&
          std::abs(now.p.z() - was.p.z()) < 1e-9);
  QVERIFY((now.q * Vec3::UnitZ() - was.q * Vec3::UnitZ()).norm() < 1e-9);  // it points down as before
}

void TestProgramPanel::theProgramHasARobotAndAStart() {
  openSample();
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  QTRY_VERIFY(editor().robot()->isVisible());
  QVERIFY(editor().robot()->currentText().startsWith(QStringLiteral("robot")));
  const int start = editor().start()->findText(QStringLiteral("behind_fixture"));
  QVERIFY(start >= 0);
  editor().start()->setCurrentIndex(start);
  Q_EMIT editor().start()->activated(start);
  QTRY_VERIFY(data("program")->start == session::ProgramStart(std::string("behind_fixture")));
  const int robot = editor().robot()->findText(QStringLiteral("robot"));
  QVERIFY(robot >= 0);
  editor().robot()->setCurrentIndex(robot);
  Q_EMIT editor().robot()->activated(robot);
  QTRY_VERIFY(data("program")->robot.node == world::NodeRef(object("robot")));
}

// What the keys of planning and playing mean goes by what is open.
void TestProgramPanel::otherPanelsGoOn() {
  openSample();
  QVERIFY(!window_->actions().whyNot(QStringLiteral("motion.plan")).isEmpty());
  window_->docks().show(QStringLiteral("motion"));
  QTest::qWait(50);
  QVERIFY(!panel().isVisible());
  QVERIFY2(window_->actions().whyNot(QStringLiteral("motion.plan")).isEmpty(),
           qPrintable(window_->actions().whyNot(QStringLiteral("motion.plan"))));
}

// Between two steps that are near each other there is less room than asked for.
// "No plan" beside a program that is planned would be read as said of it.
void TestProgramPanel::theChipBelowTheViewTellsOfTheProgram() {
  openSample();
  ui::Chip* chip = nullptr;
  const auto told = [this](const QString& text) {
    for (const auto* one : window_->findChildren<ui::Chip*>())
      if (one->isVisible() && one->text() == text) return true;
    return false;
  };
  for (auto* one : window_->findChildren<ui::Chip*>())
    if (one->property("about").toString() == QStringLiteral("program")) chip = one;
  QVERIFY(chip);
  QVERIFY(!chip->isVisible());
  QTRY_VERIFY(told(QStringLiteral("No plan")));
  run("program.new");
  QTRY_COMPARE(panel().program(), std::string("program"));
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  QTRY_VERIFY(chip->isVisible());
  QTRY_COMPARE(chip->text(), QStringLiteral("Program not planned"));
  QVERIFY(!told(QStringLiteral("No plan")));
  planIt();
  QTRY_COMPARE(chip->text(), QStringLiteral("Program fresh"));
  QCOMPARE(panel().verdict(), QStringLiteral("The plan is up to date."));
  // While the world goes on changing, and the look at the plan cannot follow, it is not called good. (Where it can, on
  // a computer with nothing else to do, there is nothing to tell.)
  const auto world = window_->bridge().snapshot().world;
  const ObjectId crate = world->aliasNamed("crate");
  const Pose at = world->rootT(crate);
  QElapsedTimer behind;
  for (int i = 0; i < 60; ++i) {
    window_->bridge().commit(QStringLiteral("Move crate"),
                             session::setPose(crate, world::kRootObject, Pose::translation(0, 0, 0.001 * i) * at));
    QTest::qWait(15);
    if (panel().watch().isUpToDate()) behind.invalidate();
    else if (!behind.isValid()) behind.start();
    const bool good = chip->property("kind").toString() == QStringLiteral("good");
    QVERIFY2(!good || !behind.isValid() || behind.elapsed() < 600, qPrintable(chip->text()));
  }
  QTRY_VERIFY2_WITH_TIMEOUT(chip->property("kind").toString() == QStringLiteral("good"), qPrintable(chip->text()),
                            20000);
  // It is told still when another panel is open, and a click goes back to it.
  window_->docks().show(QStringLiteral("joints"));
  QTRY_VERIFY(!panel().isVisible());
  QVERIFY(chip->isVisible());
  QTest::mouseClick(chip, Qt::LeftButton);
  QTRY_VERIFY(panel().isVisible());
}

void TestProgramPanel::aCornerTellsWhatThePlanRounds() {
  openSample();
  addMoves(1);
  ui::StepsModel model;
  ui::StepRow row;
  row.step = data("program")->steps.front();
  auto& asked = std::get<session::MoveData>(row.step.what);
  asked.blend.metres = 0.02;
  const auto shown = [&](std::optional<double> corner) {
    row.corner_m = corner;
    model.setRows({row});
    return model.index(0, Column::kBlend).data().toString();
  };
  QCOMPARE(shown(std::nullopt), QStringLiteral("20 mm"));
  QCOMPARE(shown(0.02), QStringLiteral("20 mm"));
  QCOMPARE(shown(0.0125), QStringLiteral("12.5 mm (20 mm asked)"));
  QCOMPARE(shown(0.0), QStringLiteral("a stop (20 mm asked)"));
  QCOMPARE(model.index(0, Column::kBlend).data(Qt::EditRole).toString(), QStringLiteral("20 mm"));
}

void TestProgramPanel::stepsThatAreNotCheckedAreTold() {
  openSample();
  addMoves(1);
  planIt();
  const auto told = [this] { return panel().cards()->text().contains(QStringLiteral("Not checked for collisions: ")); };
  QVERIFY2(!told(), qPrintable(panel().cards()->text()));
  QVERIFY(window_->bridge().commit(QStringLiteral("off"), session::switchChecking(*world(), false)));
  QTRY_VERIFY2_WITH_TIMEOUT(told(), qPrintable(panel().cards()->text()), 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestProgramPanel>(argc, argv); }
#include "test_program_panel.moc"
