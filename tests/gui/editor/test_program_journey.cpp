// SPDX-License-Identifier: Apache-2.0
// A pick and place of eight steps by mouse and keys: taught, planned, played, made stale, planned anew, exported; what
// a step that cannot be planned says and offers; an imported robot.
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/editor/axis_counts.h"
#include "core/session/rule_builders.h"
#include "core/session/step_change.h"
#include "tests/gui/editor/program_test.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::editor;

class TestProgramJourney : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void eightStepsFromTheFirstClickToTheExport();
  void aTargetIsChosenInTheView();
  void aFailureTellsAndHelps();
  void planningIsCancelled();
  void anImportedRobotHasAProgram();

 private:
  void lookAtPart();
  QPoint pixelOf(const Vec3& p) {
    const auto at = view().viewTransform().project(p);
    return at ? QPoint(qRound(at->x()), qRound(at->y())) : QPoint(-1, -1);
  }
  // The middle of its upper side.
  Vec3 topOf(const char* name) {
    const Bounds box = world()->boundsOf(*world()->peek(object(name)));
    return {box.center().x() + 0.014, box.center().y() + 0.014, box.max.z()};  // beside the bore
  }
  void teachPickAndPlace();
  void setOffset(const char* metres) { type(editor().offset(2)->edit(), metres); }
  void play();
  void makeStale();
  void exportIn(const char* dialect, const QString& path,
                const std::function<void(ProgramExportDialog&)>& prepare = {});
  void exportReversed();
  QByteArray textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  Pose poseOf(const char* name) { return window_->poseLayer().rootT(*world(), object(name)); }
};

// From the side that nothing stands on.
void TestProgramJourney::lookAtPart() {
  ui::ViewProbe(view()).setReducedMotion(true);
  ui::CameraState camera = view().camera();
  camera.target = topOf("part_1");
  camera.eye = camera.target + Vec3(0.5, -0.55, 0.6);
  view().setCamera(camera);
  QTRY_VERIFY(ui::ViewProbe(view()).isComplete());
  QTest::qWait(100);
}

void TestProgramJourney::teachPickAndPlace() {
  lookAtPart();
  run("tool.target");
  QVERIFY(window_->programs().bar().isVisible() && panel().isVisible());
  QTest::qWait(150);
  const QPoint at = pixelOf(topOf("part_1"));
  const auto under = view().dropPointAt(at);
  QVERIFY2(under && world()->owner(under->entity) && world()->owner(under->entity)->object == object("part_1"),
           "something hides the part");
  const auto before = steps();
  QTest::mouseMove(surface(), at);
  QTest::mouseClick(surface(), Qt::LeftButton, {}, at);
  // A frame on the part, a way to before it, and straight on: one step of the history.
  QTRY_COMPARE(rows().rowCount(), 2);
  QCOMPARE(steps(), before + 1);
  const FrameId target = world()->frameNamed(object("part_1"), "target");
  QVERIFY(target);
  const double off = (world()->rootT(target).q * Vec3::UnitZ() + Vec3::UnitZ()).norm();
  QVERIFY2(off < 1e-6, qPrintable(QStringLiteral("it does not point into the part: %1").arg(off)));
  QVERIFY(std::abs(world()->rootT(target).p.z() - topOf("part_1").z()) < 1e-6);
  run("tool.select");
  select(object("part_1"));
  add(QStringLiteral("Attach what is selected"));
  QTRY_COMPARE(rows().rowCount(), 3);
  add(QStringLiteral("Retreat straight from the target before"));
  QTRY_COMPARE(rows().rowCount(), 4);
  // By joints over home, around whose corner the robot does not stop.
  QTest::mouseClick(panel().tools()->teachButton(), Qt::LeftButton, {},
                    QPoint(8, panel().tools()->teachButton()->height() / 2));
  QTRY_COMPARE(rows().rowCount(), 5);
  type(editor().name(), "over_home");
  QTRY_VERIFY(listed()[4].startsWith(QStringLiteral("over_home")));
  select(frame("place"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 6);
  setOffset("-200");
  add(QStringLiteral("Straight to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 7);
  setOffset("-80");
  window_->selection().clear();
  add(QStringLiteral("Detach what is held"));
  QTRY_COMPARE(rows().rowCount(), 8);
  QTRY_VERIFY(listed()[5].contains(QStringLiteral("with an offset")) &&
              listed()[6].contains(QStringLiteral("with an offset")));
  // The corner at home.
  const std::size_t corner = 4;
  session::StepChange blend;
  blend.blend = program::Blend{0.0, 0.0, 0.1};
  QVERIFY(window_->bridge().commit(QStringLiteral("corner"),
                                   session::changeSteps(*world(), panel().program(), {&corner, 1}, blend)));
  QTest::qWait(50);
}

void TestProgramJourney::play() {
  const auto& steps = panel().watch().known()->playback->program().steps;
  QCOMPARE(steps.size(), std::size_t{8});
  const Pose lying = world()->rootT(object("part_1"));
  run("motion.play");
  QTRY_VERIFY(panel().isPlaying());
  QTRY_VERIFY(!window_->poseLayer().empty());
  run("motion.play");
  QVERIFY(!panel().isPlaying());
  // What is held rides along; the world stays as it is.
  panel().scrub(steps[3].ends);
  QVERIFY(poseOf("part_1").p.z() > lying.p.z() + 0.08);
  panel().scrub(steps[6].ends);
  const Pose there = poseOf("part_1");
  QVERIFY(positionDistance(there, lying) > 0.3);
  QVERIFY(positionDistance(world()->rootT(object("part_1")), lying) < 1e-12);
  // A click on the marks of the steps goes there.
  auto* strip = panel().strip();
  QVERIFY(strip->isVisible() && strip->marks().size() == 8);
  const double middle = 0.5 * (steps[0].begins + steps[0].ends);
  QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(qRound(strip->xOf(middle)), strip->height() / 2));
  QTRY_VERIFY(std::abs(panel().clock()->seconds() - middle) < 0.1);
  QVERIFY(positionDistance(poseOf("part_1"), lying) < 1e-9);
  run("motion.stop");
  QVERIFY(window_->poseLayer().empty());
}

void TestProgramJourney::makeStale() {
  Pose pose = world()->rootT(object("part_1"));
  pose.p.y() += 0.004;
  QVERIFY(
      window_->bridge().commit(QStringLiteral("move"), session::setPose(object("part_1"), world::kRootObject, pose)));
  QTRY_VERIFY2_WITH_TIMEOUT(state() == usecase::PlanState::kStale && panel().watch().isUpToDate(),
                            qPrintable(panel().verdict()), 60000);
  QTRY_VERIFY2(panel().verdict().contains(QRegularExpression(QStringLiteral("part_1 moved 4(\\.0+)? mm"))),
               qPrintable(panel().verdict()));
  QTRY_VERIFY2(panel().verdict().contains(QStringLiteral("no longer hold")), qPrintable(panel().verdict()));
  const QStringList states = column(Column::kState);
  QVERIFY2(states[1] == QStringLiteral("no longer holds"), qPrintable(states.join(QLatin1Char('|'))));
  QVERIFY2(states.contains(QStringLiteral("still holds")), qPrintable(states.join(QLatin1Char('|'))));
  QVERIFY(panel().cards()->count() > 0 && panel().cards()->text().contains(QStringLiteral("Step 2")));
  QVERIFY(!panel().whyNotExport().isEmpty());
}

void TestProgramJourney::exportIn(const char* dialect, const QString& path,
                                  const std::function<void(ProgramExportDialog&)>& prepare) {
  run("program.export");
  auto* dialog = window_->findChild<ProgramExportDialog*>();
  QVERIFY(dialog && dialog->isVisible());
  dialog->dialects()->setCurrentIndex(dialog->dialects()->findData(QLatin1String(dialect)));
  dialog->pathEdit()->selectAll();
  QTest::keyClicks(dialog->pathEdit(), path);
  if (prepare) prepare(*dialog);
  QTest::mouseClick(dialog->exportButton(), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(QFileInfo::exists(path), qPrintable(noticeTexts().join(QLatin1Char('|'))), 60000);
}

// A controller that counts the first joint the other way, from 90 degrees: the dialog is told once, and remembers it.
void TestProgramJourney::exportReversed() {
  exportIn("urscript", folder_.filePath(QStringLiteral("reversed.script")), [](ProgramExportDialog& dialog) {
    QTest::mouseClick(dialog.axes()->head(), Qt::LeftButton);
    dialog.axes()->sign(0)->setCurrentIndex(1);
    QTest::mouseClick(dialog.axes()->zero(0)->edit(), Qt::LeftButton);
    QTRY_VERIFY(dialog.axes()->zero(0)->edit()->hasFocus());
    dialog.axes()->zero(0)->edit()->selectAll();
    QTest::keyClicks(dialog.axes()->zero(0)->edit(), QStringLiteral("90"));
    dialog.exportButton()->setFocus();  // as a click on it does
    QTRY_COMPARE(dialog.choices().axes.begin()->second.zero, M_PI / 2);
    if (qEnvironmentVariableIsSet("WW_SHOT_AXES")) dialog.grab().save(qEnvironmentVariable("WW_SHOT_AXES"));
  });
  exportIn("urscript", folder_.filePath(QStringLiteral("again.script")), [](ProgramExportDialog& dialog) {
    const auto axes = dialog.choices().axes;
    QCOMPARE(axes.size(), std::size_t{1});
    const usecase::AxisCount& count = axes.begin()->second;
    QCOMPARE(count.sign, -1.0);
    QCOMPARE(count.zero, M_PI / 2);
    QCOMPARE(count.of_previous, 0.0);
  });
  if (QTest::currentTestFailed()) return;
  const auto firstJoint = [this](const char* name) {
    static const QRegularExpression kJoints(QStringLiteral("movej\\(\\[(-?[0-9.e-]+),"));
    const auto found = kJoints.match(QString::fromUtf8(textOf(folder_.filePath(QLatin1String(name)))));
    return found.hasMatch() ? found.captured(1).toDouble() : qQNaN();
  };
  const double as_modelled = firstJoint("program.script");
  for (const char* name : {"reversed.script", "again.script"})
    QVERIFY2(std::abs(firstJoint(name) - (M_PI / 2 - as_modelled)) < 1e-5, name);
}

void TestProgramJourney::eightStepsFromTheFirstClickToTheExport() {
  openSample();
  teachPickAndPlace();
  if (QTest::currentTestFailed()) return;
  planIt();
  QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text() + panel().verdict()));
  for (const QString& its : column(Column::kState)) QCOMPARE(its, QStringLiteral("planned"));
  QVERIFY(!column(Column::kEnds).last().isEmpty());
  // The time that it takes is there before it is played.
  for (const QLabel* label : panel().findChildren<QLabel*>())
    if (label->accessibleName() == QLatin1String("Time"))
      QVERIFY2(label->text().startsWith(QLatin1String("0.00 / ")) && !label->text().contains(QLatin1String("/ 0.00")),
               qPrintable(label->text()));
  const auto planned = steps();
  QCOMPARE(QString::fromStdString(plain(window_->bridge().session().undoName().label)),
           QStringLiteral("Plan the program program"));
  play();
  if (QTest::currentTestFailed()) return;
  makeStale();
  if (QTest::currentTestFailed()) return;
  planIt();
  QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text()));
  QVERIFY(steps() > planned);
  exportIn("json", folder_.filePath(QStringLiteral("program.json")));
  exportIn("urscript", folder_.filePath(QStringLiteral("program.script")));
  if (QTest::currentTestFailed()) return;
  exportReversed();
  if (QTest::currentTestFailed()) return;
  const QByteArray json = textOf(folder_.filePath(QStringLiteral("program.json")));
  QVERIFY(json.contains("\"kind\": \"linear\"") && json.contains("attach part_1") && json.contains("over_home"));
  const QByteArray script = textOf(folder_.filePath(QStringLiteral("program.script")));
  QVERIFY2(script.startsWith("def program():") && script.count("movel(") == 3, script.constData());
  if (qEnvironmentVariableIsSet("WW_SHOT")) window_->grab().save(qEnvironmentVariable("WW_SHOT"));
  // All of it is taken back step by step.
  while (window_->bridge().session().canUndo() && rows().rowCount() > 0) {
    window_->bridge().undo();
    QTest::qWait(20);
  }
  QTRY_COMPARE(rows().rowCount(), 0);
}

void TestProgramJourney::aTargetIsChosenInTheView() {
  openSample();
  for (const char* name : {"pick", "place"}) {
    select(frame(name));
    const int count = rows().rowCount();
    add(QStringLiteral("Move to what is selected"));
    QTRY_COMPARE(rows().rowCount(), count + 1);
    setOffset("-150");
  }
  window_->selection().clear();
  choose(1);
  ui::ViewProbe(view()).setReducedMotion(true);
  ui::CameraState camera = view().camera();
  camera.target = Vec3(0.45, 0.3, 0.8);
  camera.eye = Vec3(1.6, -0.9, 2.2);
  view().setCamera(camera);
  const Pose before = world()->rootT(frame("pick")) * Pose::translation(0, 0, -0.15);
  QTRY_VERIFY_WITH_TIMEOUT(panel().watch().isUpToDate() && panel().watch().known()->route.size() == 2, 60000);
  const ui::ViewProbe probe(view());
  QTRY_VERIFY(probe.routeAt(pixelOf(before.p)) == std::optional<std::size_t>(0));
  QTest::mouseMove(surface(), pixelOf(before.p));
  QTest::mouseClick(surface(), Qt::LeftButton, {}, pixelOf(before.p));
  QTRY_COMPARE(panel().steps()->chosen(), QList<int>{0});
  // Its frame can be moved then, and the step with it.
  QVERIFY(window_->selection().contains(frame("pick")));
  // Folded away, the panel leaves the view to others.
  window_->docks().fold(QStringLiteral("program"));
  QTRY_VERIFY(!probe.routeAt(pixelOf(before.p)));
}

void TestProgramJourney::aFailureTellsAndHelps() {
  openSample();
  // Too far away by some decimetres.
  const Pose far{Vec3(1.35, 0.0, 0.9), Pose::rotation(Vec3::UnitX(), M_PI).q};
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"),
                                   session::createFrame(world::kRootObject, world::kRootEntity, "far", far)));
  select(frame("far"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  planIt();
  const auto* failed = panel().planning().failureOf(panel().program());
  QVERIFY(failed);
  QTRY_COMPARE(column(Column::kState), QStringList{"failed"});
  QVERIFY2(panel().cards()->isVisible() && panel().cards()->text().contains(QStringLiteral("out of reach")),
           qPrintable(panel().cards()->text()));
  // A click shows the robot as near to the target as it comes.
  QVERIFY(panel().cards()->where());
  const JointVector standing = world()->object(object("robot"))->jointPositions();
  QTest::mouseClick(panel().cards()->where(), Qt::LeftButton);
  const auto& shown = window_->poseLayer().joints();
  QVERIFY(shown.contains(object("robot")) && (shown.at(object("robot")) - standing).norm() > 0.05);
  QVERIFY(world()->object(object("robot"))->jointPositions() == standing);
  // One of the remedies moves the target; it was tried, and is one step of the history.
  const auto& remedies = failed->story.remedies;
  const auto moves = std::ranges::find(remedies, usecase::RemedyKind::kMoveTarget, &usecase::Remedy::kind);
  QVERIFY2(moves != remedies.end() && moves->is_tried, qPrintable(panel().cards()->text()));
  const auto before = steps();
  QTest::mouseClick(panel().cards()->remedy(static_cast<int>(moves - remedies.begin())), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!panel().planning().isPlanning() && panel().watch().isUpToDate(), 120000);
  QTRY_VERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text()));
  QCOMPARE(steps(), before + 2);  // the target, and the plan
  QVERIFY(window_->poseLayer().empty());
}

void TestProgramJourney::planningIsCancelled() {
  openSample();
  select(frame("place"));
  for (int i = 1; i <= 6; ++i) {
    select(frame(i % 2 ? "place" : "pick"));
    add(QStringLiteral("Move to what is selected"));
    QTRY_COMPARE(rows().rowCount(), i);
    setOffset("-150");
  }
  const auto before = steps();
  QTest::mouseClick(panel().tools()->planButton(), Qt::LeftButton);
  QVERIFY(panel().planning().isPlanning());
  QTRY_VERIFY(panel().tools()->cancelButton()->isVisible() || !panel().planning().isPlanning());
  panel().planning().cancel();
  QTRY_VERIFY_WITH_TIMEOUT(!panel().planning().isPlanning(), 20000);
  QTRY_VERIFY(panel().tools()->planButton()->isVisible());
  // Either it was too late, or nothing was kept.
  QVERIFY(steps() <= before + 1);
  QVERIFY(!panel().planning().failureOf(panel().program()));
}

void TestProgramJourney::anImportedRobotHasAProgram() {
  const QString path = test::sharedPath(QStringLiteral(
      "corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/kuka_kr10_support/urdf/kr10r900_2.urdf"));
  if (path.isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set, or lacks this robot");
  window_->openFiles({path});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  ObjectId robot;
  const auto imported = [&] {
    world()->forEachObject([&](const world::Object& o) {
      if (!robot && o.isKinematic()) robot = o.id;
    });
    return bool(robot) && !wizard();
  };
  QTRY_VERIFY_WITH_TIMEOUT(imported(), 20000);
  // Neighbouring links of its meshes overlap, and no rule says that they may.
  QVERIFY(window_->bridge().commit(QStringLiteral("checks"), session::switchChecking(*world(), false)));
  showPanel();
  JointVector q = world()->object(robot)->jointPositions();
  const auto stand = [&](double by) {
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = by + (i == 1 ? -1.2 : i == 2 ? 1.2 : 0.0);
    QVERIFY(window_->bridge().commit(QStringLiteral("pose"), session::setJoints(robot, q)));
  };
  stand(0.1);
  panel().writer()->teach();
  QTRY_COMPARE(rows().rowCount(), 1);
  stand(0.4);
  panel().writer()->teach(ui::TeachAs::kPose);
  QTRY_COMPARE(rows().rowCount(), 2);
  add(QStringLiteral("Retreat straight from the target before"));
  QTRY_COMPARE(rows().rowCount(), 3);
  stand(0.2);
  planIt();
  QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text() + panel().verdict()));
  const QString file = folder_.filePath(QStringLiteral("program.src"));
  exportIn("krl", file);
  if (QTest::currentTestFailed()) return;
  QVERIFY2(textOf(file).contains("DEF program(") && textOf(file).contains("LIN "), textOf(file).constData());
}

int main(int argc, char** argv) { return runWindowTest<TestProgramJourney>(argc, argv); }
#include "test_program_journey.moc"
