// SPDX-License-Identifier: Apache-2.0
// A robot in the user's hand: dragged by its tool, taken to another posture, jogged and typed.
#include <QLineF>
#include <QTabWidget>
#include <algorithm>
#include <cmath>

#include "tests/gui/editor/motion_test.h"
#include "tests/support/folders.h"
#include "ui/panels/jog_panel.h"

using namespace ww;
using namespace ww::editor;
using ui::scene::Handle;

namespace {

// In the plane x-z, its flange at (0.682, 0, 0.497).
const JointVector kBent = test::joints({0.0, 0.6, 1.3, 0.0, 0.6, 0.0});

}  // namespace

class TestHand : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void aDragStopsAtAWallAndSaysWhich();
  void aTypedNumberIsGoneToAndIsOneStep();
  void escGivesItUp();
  void keysChooseAPosture();
  void keysChooseAPostureWhereverTheyGo();
  void whatStoppedADragIsForgotten();
  void aGhostIsClicked();
  void buttonsAndKeysJog();
  void aTypedPoseIsGoneToOrRefusedWithTheReason();
  void posturesAreOfTheRobotChosen();
  void anImportedRobotFollows_data();
  void anImportedRobotFollows();

 private:
  void openWall();
  void take();
  ui::Hand& hand() { return window_->hand(); }
  QWindow* surface() { return view().surface(); }
  std::size_t steps() { return window_->bridge().session().history().position; }
  Vec3 tool() { return hand().rootTTool()->p; }
  QPointF pixelOf(const Vec3& p) {
    const auto at = view().viewTransform().project(p);
    return at ? QPointF(at->x(), at->y()) : QPointF(-1, -1);
  }
  QString said() { return hand().report() ? hand().report()->text : QString(); }
  // Presses the arrow along X; where.
  QPointF pressX() {
    const auto at = ui::ViewProbe(view()).handlePosition(Handle::kMoveX);
    if (!at) return {-1, -1};
    QTest::mouseMove(surface(), at->toPoint());
    QTest::mousePress(surface(), Qt::LeftButton, {}, at->toPoint());
    return *at;
  }
  void type(const QString& text) {
    for (const QChar c : text) QTest::keyClick(surface(), c.toLatin1());
  }
  bool labelHas(const QString& text) {
    const auto& labels = ui::ViewProbe(view()).labels();
    return std::ranges::any_of(labels, [&](const auto& label) { return label.text.contains(text); });
  }
  ui::JogPanel* openJog() {
    window_->docks().show(QStringLiteral("joints"));
    auto* panel = window_->findChild<ui::JogPanel*>();
    for (auto* tabs : window_->findChildren<QTabWidget*>())
      if (tabs->isAncestorOf(panel)) tabs->setCurrentWidget(panel);
    QTest::qWait(50);
    return panel;
  }
};

// The arm before a wall whose face stands 0.146 m before its outermost point.
void TestHand::openWall() {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  (void)cell.addBox("wall", {0.02, 2, 2}, Pose::translation(0.85, 0, 0.8));
  cell.setJoints(arm, kBent);
  open(cell, {session::setNamedConfiguration(arm, "home", kBent)}, QStringLiteral("home"));
}

void TestHand::take() {
  ui::ViewProbe(view()).setReducedMotion(true);
  window_->viewHost().setSnap(false);
  window_->selection().select({arm()});
  run("tool.hand");
  QVERIFY(window_->tool() == ui::Tool::kHand);
  QTRY_VERIFY(hand().choice() && hand().choice()->robot == arm());
  // From the side, so that the arrow along X can be had.
  ui::CameraState camera = view().camera();
  camera.target = Vec3(0.3, 0, 0.5);
  camera.eye = Vec3(0.5, -3.2, 1.2);
  view().setCamera(camera);
  QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(Handle::kMoveX));
}

void TestHand::aDragStopsAtAWallAndSaysWhich() {
  openWall();
  take();
  const Vec3 start = tool();
  const std::size_t before = steps();
  const QPointF way = pixelOf(start + Vec3(0.16, 0, 0)) - pixelOf(start);
  const QPointF from = pressX();
  QVERIFY(from.x() > 0);
  for (int i = 1; i <= 8; ++i) {
    QTest::mouseMove(surface(), (from + way * i / 8.0).toPoint());
    QTest::qWait(20);
  }
  QTRY_VERIFY2_WITH_TIMEOUT(said().contains(QStringLiteral("wall")), qPrintable(said()), 10000);
  QVERIFY(hand().report()->step.stop == usecase::HandStop::kContact);
  QTRY_VERIFY(labelHas(QStringLiteral("wall")));
  // The robot is shown before the wall, and the world has not changed.
  QVERIFY(tool().x() > start.x() + 0.12 && tool().x() < start.x() + 0.147);
  QCOMPARE(steps(), before);
  const Vec3 shown = tool();
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, (from + way).toPoint());
  QTRY_VERIFY(!hand().isBusy());
  QCOMPARE(steps(), before + 1);
  QVERIFY(window_->poseLayer().empty());
  QVERIFY2((tool() - shown).norm() < 2e-3, "it jumped when it was let go");
  run("edit.undo");
  QVERIFY((standing() - kBent).cwiseAbs().maxCoeff() < 1e-12);
  // When it need not stop it goes on.
  hand().setKeepClear(false);
  QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(Handle::kMoveX));
  (void)pressX();
  type(QStringLiteral("160"));
  QTest::keyClick(surface(), Qt::Key_Return);
  QTRY_VERIFY(!hand().isBusy());
  QTRY_VERIFY2(std::abs(tool().x() - start.x() - 0.16) < 1e-6, qPrintable(said()));
}

void TestHand::aTypedNumberIsGoneToAndIsOneStep() {
  openWall();
  take();
  const Vec3 start = tool();
  const std::size_t before = steps();
  (void)pressX();
  type(QStringLiteral("-2*30"));
  QTRY_VERIFY(std::abs(tool().x() - start.x() + 0.06) < 1e-6);
  QTest::keyClick(surface(), Qt::Key_Return);
  QTRY_COMPARE(steps(), before + 1);
  QVERIFY((tool() - start - Vec3(-0.06, 0, 0)).norm() < 1e-6);
  QVERIFY(said().isEmpty());
  QTest::mouseRelease(surface(), Qt::LeftButton);
}

void TestHand::escGivesItUp() {
  openWall();
  take();
  const std::size_t before = steps();
  const QPointF from = pressX();
  QTest::mouseMove(surface(), (from + QPointF(-40, 0)).toPoint());
  QTRY_VERIFY(!window_->poseLayer().empty());
  QTest::keyClick(surface(), Qt::Key_Escape);
  QVERIFY(window_->poseLayer().empty() && !hand().isBusy());
  QTest::mouseRelease(surface(), Qt::LeftButton);
  QTest::qWait(200);
  QVERIFY(window_->poseLayer().empty());
  QCOMPARE(steps(), before);
  QVERIFY(standing() == kBent);
}

void TestHand::keysChooseAPosture() {
  openWall();
  take();
  QTRY_COMPARE_WITH_TIMEOUT(hand().postures().size(), std::size_t{8}, 10000);
  const auto postures = hand().postures();
  const Vec3 eye = view().camera().eye, place = tool();
  std::size_t free = 8, limited = 8;
  for (std::size_t i = 0; i < postures.size(); ++i) {
    if (!postures[i].is_current && postures[i].isFree()) free = i;
    if (postures[i].joint >= 0) limited = i;
  }
  QVERIFY(free < 8 && limited < 8);
  const auto press = [this](std::size_t i) {
    QTest::keyClick(surface(), static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
  };
  press(free);
  QTRY_VERIFY((standing() - postures[free].q).cwiseAbs().maxCoeff() < 1e-9);
  QVERIFY((tool() - place).norm() < 1e-7);
  QVERIFY((view().camera().eye - eye).norm() < 1e-12);
  run("edit.undo");
  QVERIFY(standing() == kBent);
  // Beyond a limit it is refused, and says which joint.
  press(limited);
  QTRY_VERIFY2(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("beyond its limit")),
               qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QVERIFY(standing() == kBent);
  // The chips say the same.
  auto* bar = window_->findChild<HandBar*>();
  QVERIFY(bar && bar->isVisible());
  QTRY_VERIFY(bar->chip(free)->isVisible());
  QVERIFY(bar->chip(limited)->toolTip().contains(QStringLiteral("joint_")));
  // The table of shortcuts tells of the keys.
  const auto& rows = window_->actions().rows();
  const auto row = std::ranges::find(rows, QStringLiteral("tool.hand"), &ui::ActionRow::id);
  QVERIFY(row != rows.end() && row->tip.contains(QStringLiteral("1 to 8")));
  // With another tool the keys are the view's again.
  run("tool.select");
  QVERIFY(!bar->isVisible());
  QTest::keyClick(surface(), Qt::Key_7);
  QTRY_VERIFY((view().camera().eye - eye).norm() > 0.1);
  QVERIFY(standing() == kBent);
}

void TestHand::keysChooseAPostureWhereverTheyGo() {
  openWall();
  take();
  QTRY_COMPARE_WITH_TIMEOUT(hand().postures().size(), std::size_t{8}, 10000);
  const auto postures = hand().postures();
  const auto free = std::ranges::find_if(postures, [](const auto& p) { return !p.is_current && p.isFree(); });
  QVERIFY(free != postures.end());
  const auto number = static_cast<int>(free - postures.begin());
  const Vec3 eye = view().camera().eye;
  // In the tree, where the robot was chosen.
  auto* tree = window_->docks().scene().tree();
  const auto goTo = [this](QWidget* widget) {
    if (!window_->isActiveWindow()) window_->activateWindow();
    widget->setFocus();
    return widget->hasFocus();
  };
  QTRY_VERIFY(goTo(tree));
  QTest::keyClick(tree, static_cast<Qt::Key>(Qt::Key_1 + number));
  QTRY_VERIFY((standing() - free->q).cwiseAbs().maxCoeff() < 1e-9);
  QVERIFY((view().camera().eye - eye).norm() < 1e-12);
  run("edit.undo");
  QVERIFY(standing() == kBent);
  // Where text is typed they are digits.
  auto* edit = window_->findChild<QLineEdit*>();
  for (auto* each : window_->findChildren<QLineEdit*>())
    if (each->isVisible() && each->isEnabled()) edit = each;
  QTRY_VERIFY(goTo(edit));
  edit->clear();
  QTest::keyClick(edit, static_cast<Qt::Key>(Qt::Key_1 + number));
  QCOMPARE(edit->text(), QString::number(number + 1));
  edit->clear();
  QTest::qWait(100);
  QVERIFY(standing() == kBent);
  // With another tool they are the view's.
  run("tool.select");
  QTRY_VERIFY(goTo(tree));
  QTest::keyClick(tree, Qt::Key_7);
  QTRY_VERIFY((view().camera().eye - eye).norm() > 0.1);
  QVERIFY(standing() == kBent);
}

void TestHand::whatStoppedADragIsForgotten() {
  openWall();
  take();
  auto* bar = window_->findChild<HandBar*>();
  QVERIFY(bar);
  const auto drag = [&] {
    QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(Handle::kMoveX));
    (void)pressX();
    type(QStringLiteral("300"));
    QTest::keyClick(surface(), Qt::Key_Return);
    QTRY_VERIFY(!hand().isBusy());
    QTest::mouseRelease(surface(), Qt::LeftButton);
    QVERIFY2(bar->said().contains(QStringLiteral("wall")), qPrintable(bar->said()));
  };
  drag();
  // Elsewhere it is no longer true.
  QTest::qWait(200);
  QVERIFY(bar->said().contains(QStringLiteral("wall")));
  run("edit.undo");
  QTRY_COMPARE(bar->said(), QString());
  // Nor is it told for ever, or when the tool comes back.
  drag();
  run("tool.select");
  run("tool.hand");
  QTRY_COMPARE(bar->said(), QString());
  run("edit.undo");
  drag();
  QTRY_COMPARE_WITH_TIMEOUT(bar->said(), QString(), 10000);
}

void TestHand::aGhostIsClicked() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const ObjectId robot = world()->find("robot");
  window_->selection().select({robot});
  run("tool.hand");
  ui::ViewProbe(view()).setReducedMotion(true);
  run("view.fit-selection");
  hand().setKeepClear(false);
  QTRY_VERIFY_WITH_TIMEOUT(hand().postures().size() > 1, 20000);
  const ui::ViewProbe probe(view());
  std::optional<std::size_t> chosen;
  QPoint at;
  // Beside handles and view cube.
  const QPointF middle = pixelOf(tool());
  const auto isFar = [&](const QPointF& p) {
    return QLineF(p, middle).length() > 130.0 && (p.x() < view().width() - 160 || p.y() > 160);
  };
  const auto look = [&] {
    for (int y = 10; y < view().height() && !chosen; y += 7)
      for (int x = 10; x < view().width() && !chosen; x += 7)
        if (const auto index = isFar(QPointF(x, y)) ? probe.postureAt(QPointF(x, y)) : std::nullopt) {
          chosen = index;
          at = QPoint(x, y);
        }
    return chosen.has_value();
  };
  QTRY_VERIFY_WITH_TIMEOUT(look(), 20000);
  const auto posture = hand().postures()[*chosen];
  QTest::mouseMove(surface(), at);
  QTest::mouseClick(surface(), Qt::LeftButton, {}, at);
  const auto isRefused = [&] {
    return noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("cannot be taken"));
  };
  const auto isTaken = [&] {
    return (world()->object(robot)->jointPositions() - posture.q).cwiseAbs().maxCoeff() < 1e-9;
  };
  QTRY_VERIFY_WITH_TIMEOUT(posture.joint >= 0 ? isRefused() : isTaken(), 20000);
  QVERIFY(window_->selection().contains(robot));
}

void TestHand::buttonsAndKeysJog() {
  openWall();
  window_->selection().select({arm()});
  auto* panel = openJog();
  QVERIFY(panel && panel->isVisible());
  const Vec3 start = tool();
  const std::size_t before = steps();
  QTest::mouseClick(panel->button(2, true), Qt::LeftButton);
  QTRY_VERIFY((tool() - start - Vec3(0, 0, 0.01)).norm() < 1e-6);
  QTRY_VERIFY(!hand().isBusy());
  QTest::keyClick(panel->button(2, true), Qt::Key_Left);
  QTRY_VERIFY((tool() - start - Vec3(-0.01, 0, 0.01)).norm() < 1e-6);
  QCOMPARE(steps(), before + 1);  // steps that follow each other are one
  run("edit.undo");
  QVERIFY(standing() == kBent);
  // Along the tool's own axis, held.
  panel->frames()->setCurrentIndex(panel->frames()->findText(QStringLiteral("Tool")));
  const Vec3 own = hand().rootTTool()->q * Vec3::UnitZ();
  QTest::mousePress(panel->button(2, false), Qt::LeftButton);
  QTRY_VERIFY((tool() - start).dot(own) < -0.025);
  QTest::mouseRelease(panel->button(2, false), Qt::LeftButton);
  QTRY_VERIFY(!hand().isBusy());
  QVERIFY((tool() - start).cross(own).norm() < 1e-5);
  // Turned where it stands.
  const Pose placed = *hand().rootTTool();
  QTest::mouseClick(panel->button(4, true), Qt::LeftButton);
  QTRY_VERIFY(std::abs(rotationDistance(*hand().rootTTool(), placed) - 5.0 * M_PI / 180.0) < 1e-6);
  QVERIFY((tool() - placed.p).norm() < 1e-6);
}

void TestHand::aTypedPoseIsGoneToOrRefusedWithTheReason() {
  openWall();
  window_->selection().select({arm()});
  auto* panel = openJog();
  QVERIFY(panel);
  const auto type = [&](int axis, const QString& text) {
    auto* edit = panel->field(axis)->edit();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  };
  QTRY_VERIFY(std::abs(panel->field(0)->value() - tool().x()) < 1e-9);
  const Vec3 start = tool();
  type(1, QStringLiteral("100 mm"));
  QTRY_VERIFY((tool() - Vec3(start.x(), 0.1, start.z())).norm() < 1e-6);
  const JointVector here = standing();
  type(0, QStringLiteral("5 m"));
  QTRY_VERIFY2_WITH_TIMEOUT(panel->said().contains(QStringLiteral("out of reach")), qPrintable(panel->said()), 10000);
  QVERIFY(standing() == here);
  type(0, QStringLiteral("842 mm"));
  QTRY_VERIFY2_WITH_TIMEOUT(panel->said().contains(QStringLiteral("wall")), qPrintable(panel->said()), 10000);
  QVERIFY(standing() == here);
  // While the tool is on its way, too; and what is refused is not for other axes.
  QTest::mouseClick(panel->button(2, false), Qt::LeftButton);
  QVERIFY(hand().isBusy());
  type(1, QStringLiteral("50 mm"));
  QTRY_VERIFY((tool() - Vec3(start.x(), 0.05, start.z() - 0.01)).norm() < 1e-6);
  type(0, QStringLiteral("12x"));
  panel->frames()->setCurrentIndex(panel->frames()->findText(QStringLiteral("Tool")));
  QVERIFY(!panel->field(0)->hasError() && !panel->field(0)->isTyped());
}

void TestHand::posturesAreOfTheRobotChosen() {
  test::Cell cell;
  const ObjectId first = cell.addArm("arm", 6), other = cell.addArm("other", 6, Pose::translation(0, 3, 0));
  for (const ObjectId id : {first, other}) cell.setJoints(id, id == first ? kBent : kLeft);
  open(cell, {session::setNamedConfiguration(first, "home", kBent)}, QStringLiteral("home"));
  take();
  bool are_others = false;
  const QObject here;
  connect(&hand(), &ui::Hand::posturesChanged, &here, [&] {
    if (!hand().choice()) return;
    const JointVector q = world()->object(hand().choice()->robot)->jointPositions();
    for (const auto& p : hand().postures()) are_others = are_others || (p.is_current && (p.q - q).norm() > 1e-6);
  });
  for (int ms = 56; ms < 120 && !are_others; ms += 4) {
    window_->selection().select({arm()});
    QTest::qWait(ms);
    window_->selection().select({other});
    QTRY_VERIFY(!hand().postures().empty());
  }
  QVERIFY(!are_others);
}

void TestHand::anImportedRobotFollows_data() {
  QTest::addColumn<QString>("file");
  const QString base = QStringLiteral("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/");
  QTest::newRow("KUKA KR10") << base + QStringLiteral("kuka/kuka_kr10_support/urdf/kr10r900_2.urdf");
  QTest::newRow("iiwa") << QStringLiteral("corpus/urdf/tesseract/support/urdf/lbr_iiwa_14_r820.urdf");
}

void TestHand::anImportedRobotFollows() {
  QFETCH(QString, file);
  const QString path = test::sharedPath(file);
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
  JointVector q = world()->object(robot)->jointPositions();
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = 0.3 + 0.1 * static_cast<double>(i);
  QVERIFY(window_->bridge().commit(QStringLiteral("pose"), session::setJoints(robot, q)));
  window_->selection().select({robot});
  run("tool.hand");
  QTRY_VERIFY(hand().choice());
  hand().setKeepClear(false);
  const Pose start = *hand().rootTTool();
  QVERIFY(hand().begin());
  Pose wanted = start;
  wanted.p += Vec3(-0.03, 0.02, -0.03);
  hand().want(wanted);
  hand().finish();
  QTRY_VERIFY_WITH_TIMEOUT(!hand().isBusy(), 20000);
  QVERIFY2((tool() - wanted.p).norm() < 1e-5, qPrintable(said()));
  run("edit.undo");
  QVERIFY((world()->object(robot)->jointPositions() - q).cwiseAbs().maxCoeff() < 1e-12);
}

int main(int argc, char** argv) { return runWindowTest<TestHand>(argc, argv); }
#include "test_hand.moc"
