// SPDX-License-Identifier: Apache-2.0
// What the Motion panel says of a motion, and what the view shows of it: its tool, its name, where it is
// blocked, what it comes near to; and the robot moved along it.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "core/kinematics/joint_tree.h"
#include "tests/gui/editor/motion_test.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestMotionCard : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void aWorldWithoutRobotSaysSo();
  void theKeysStayWithThePlanButton();
  void aPlanThatWasNotCheckedSaysWhy();
  void theToolIsFoundAndSaid();
  void anotherToolIsChosenForThisRobot();
  void aGripperIsNotPlannedForInThePlaceOfItsRobot();
  void anImportedRobotIsPlannedForAtOnce_data();
  void anImportedRobotIsPlannedForAtOnce();
  void theGhostStandsWhereTheWayIsBlocked();
  void whatIsInTheWayIsBroughtIntoView();
  void aPlanThatTouchesIsAWarning();
  void theClearanceToWarnBelowIsKept();
  void theMomentThatIsTooNearIsShown();
  void aMotionThatStartsNearIsMarkedWhenAsked();
  void theCardNamesItsMotion();
  void anotherTargetIsNotPlannedYet();
  void theRobotIsMovedAndTheNextMotionStartsThere();
  void theRobotIsMovedToTheMomentShown();

 private:
  QImage picture() {
    QImage image;
    view().grabImage([&image](const QImage& grabbed) { image = grabbed; });
    [&] { QTRY_VERIFY_WITH_TIMEOUT(!image.isNull(), 20000); }();
    return image;
  }
};

void TestMotionCard::aWorldWithoutRobotSaysSo() {
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("The world has no robot.")),
           qPrintable(motion().reportText()));
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(motion().reportText().contains(QStringLiteral("press Plan")), 60000);
}

// What is typed next must not go into the field beside it.
void TestMotionCard::theKeysStayWithThePlanButton() {
  openCell();
  window_->docks().show(QStringLiteral("motion"));
  choose(motion().targetBox(), QStringLiteral("right"));
  auto* plan = motion().findChild<QPushButton*>(QStringLiteral("primary"));
  QTRY_VERIFY(plan && plan->isEnabled());
  const auto active = [this] {
    if (!window_->isActiveWindow()) window_->activateWindow();
    return window_->isActiveWindow();
  };
  QVERIFY(QTest::qWaitFor(active, 20000));
  QTest::mouseClick(plan, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(motion().state() == State::kFresh, 60000);
  const auto* focus = QApplication::focusWidget();
  QVERIFY2(plan->isVisible() && plan->hasFocus(),
           qPrintable(focus ? focus->objectName() + QLatin1Char(' ') + focus->accessibleName() : QString()));
}

void TestMotionCard::aPlanThatWasNotCheckedSaysWhy() {
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated");
  const QString file = folder_.filePath(QStringLiteral("unchecked.wright"));
  const auto robot = test::runCli(
      {"import",
       test::sharedPath(QStringLiteral("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/"
                                       "kuka_kr10_support/urdf/kr10r900_2.urdf")),
       "--into", file, "--name", "robot", "--collision", "none"});
  WW_COMPARE_EXIT(robot, 0);
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
  Pose place = Pose::translation(0.5, 0.2, 0.5);
  place.q = Quat(0, 1, 0, 0);
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"),
                                   session::createFrame(world::kRootObject, world::kRootEntity, "high", place)));
  QTRY_VERIFY(motion().targetBox()->findText(QStringLiteral("high")) >= 0);
  planTo(QStringLiteral("high"), 0, State::kFresh);
  QCOMPARE(chip(), QStringLiteral("Plan not checked"));
  QVERIFY2(motion().reportText().contains(QStringLiteral("Not checked for collisions: there are no two things with "
                                                         "collision geometry that could move against each other.")),
           qPrintable(motion().reportText()));
}

void TestMotionCard::theToolIsFoundAndSaid() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("gripper/tool_frame"));
  QVERIFY2(motion().reportText().contains(QStringLiteral("Tool: gripper/tool_frame (")),
           qPrintable(motion().reportText()));
  planTo(QStringLiteral("pick"), 0, State::kFresh);
  QVERIFY2(motion().reportText().contains(QStringLiteral("Tool: gripper/tool_frame (")),
           qPrintable(motion().reportText()));
  // Without its gripper the robot has another.
  const ObjectId gripper = world()->childNamed(world::kRootObject, "gripper")
                               ? world()->childNamed(world::kRootObject, "gripper")
                               : world()->find("gripper");
  QVERIFY(gripper && window_->bridge().commit(QStringLiteral("away"), session::deleteObject(gripper, true)));
  QTRY_VERIFY(motion().choice()->toolBox()->currentText().startsWith(QStringLiteral("robot")));
}

void TestMotionCard::anotherToolIsChosenForThisRobot() {
  openCell();
  QCOMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("arm/flange"));
  // Beside the flange; told in the robot's base, as such edits are.
  const Pose arm_t_probe = world()->aTB(arm(), world()->frameNamed(arm(), "flange")) * Pose::translation(0, 0, -0.01);
  const auto edits =
      session::createFrame(arm(), world()->object(arm())->entityNamed("link_6")->id, "probe", arm_t_probe);
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"), edits));
  QTRY_VERIFY(motion().choice()->toolBox()->findText(QStringLiteral("arm/probe")) >= 0);
  QCOMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("arm/flange"));  // its name says nothing
  choose(motion().choice()->toolBox(), QStringLiteral("arm/probe"));
  planTo(QStringLiteral("place"), 0, State::kFresh);
  QVERIFY2(motion().reportText().contains(QStringLiteral("Tool: arm/probe (")), qPrintable(motion().reportText()));
  // It is the probe that ends at the frame.
  QVERIFY(motion().currentPlan()->target.tool == world::NodeRef(world()->frameNamed(arm(), "probe")));
  link(QStringLiteral("Move the robot here"))->click();
  QTRY_VERIFY(positionDistance(world()->rootT(world()->frameNamed(arm(), "probe")),
                               world()->rootT(world()->frameNamed(world::kRootObject, "place"))) < 1e-4);
  run("edit.undo");
  QTRY_COMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("arm/probe"));  // kept
}

void TestMotionCard::aGripperIsNotPlannedForInThePlaceOfItsRobot() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE(motion().robotBox()->currentText(), QStringLiteral("robot"));
  const ObjectId gripper = world()->find("gripper") ? world()->find("gripper") : world()->find("robot/gripper");
  QVERIFY(gripper);
  window_->selection().select({gripper});
  QCOMPARE(motion().robotBox()->currentText(), QStringLiteral("robot"));
}

void TestMotionCard::anImportedRobotIsPlannedForAtOnce_data() {
  QTest::addColumn<QString>("urdf");
  QTest::newRow("KUKA KR10") << "kuka/kuka_kr10_support/urdf/kr10r900_2.urdf";
  QTest::newRow("FANUC CRX10") << "fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf";
}

// As in a file of ROS-Industrial, with a gripper of another file on its flange.
void TestMotionCard::anImportedRobotIsPlannedForAtOnce() {
  QFETCH(QString, urdf);
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated");
  const QString base =
      test::sharedPath(QStringLiteral("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated")) +
      QLatin1Char('/');
  const QString file = folder_.filePath(
      QStringLiteral("%1.wright").arg(QString::fromLatin1(QTest::currentDataTag()).remove(QLatin1Char(' '))));
  const auto robot = test::runCli({"import", base + urdf, "--into", file, "--name", "robot"});
  WW_COMPARE_EXIT(robot, 0);
  const auto hand = test::runCli(
      {"import", base + QStringLiteral("robotiq/robotiq_2f_85_gripper_visualization/urdf/robotiq_arg2f_85_model.urdf"),
       "--into", file, "--name", "gripper", "--parent", "robot/tool0"});
  WW_COMPARE_EXIT(hand, 0);
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot") && world()->objectCount() > 2, 60000);
  Pose place = Pose::translation(0.45, 0.1, 0.5);
  place.q = Quat(0, 0, 1, 0);
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"),
                                   session::createFrame(world::kRootObject, world::kRootEntity, "pick", place)));
  QTRY_VERIFY(motion().targetBox()->findText(QStringLiteral("pick")) >= 0);
  QTRY_COMPARE(motion().robotBox()->currentText(), QStringLiteral("robot"));
  QCOMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("robot:tool0"));
  planTo(QStringLiteral("pick"), 0, State::kFresh);
  const ObjectId gripper = world()->childNamed(world()->find("robot"), "gripper");
  QVERIFY(gripper && window_->bridge().commit(QStringLiteral("tool"),
                                              session::createFrame(gripper, world()->object(gripper)->rootEntity(),
                                                                   "TCP_1", Pose::translation(0, 0, 0.15))));
  QTRY_VERIFY2(motion().choice()->toolBox()->currentText().endsWith(QStringLiteral("gripper/TCP_1")),
               qPrintable(motion().choice()->toolBox()->currentText()));
  // The fingers go with one joint and are not checked against each other; what is cut into the robot's foot is said.
  const QString left_out = QStringLiteral("wherever the robot stands: that does not hinder the motion");
  const auto said = [&] {
    QString text = motion().reportText();
    for (const auto* label : motion().findChildren<QLabel*>())
      if (label->text() == motion().reportText()) text += label->toolTip();
    return text;
  };
  planTo(QStringLiteral("pick"), 0, State::kFresh);
  QVERIFY2(!said().contains(left_out), qPrintable(said()));
  QVERIFY(window_->bridge().commit(QStringLiteral("plinth"),
                                   session::createPrimitive(world::kRootObject, world()->root().rootEntity(), "plinth",
                                                            geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, Pose())));
  planTo(QStringLiteral("pick"), 0, State::kFresh);
  QVERIFY2(said().contains(left_out), qPrintable(said()));
}

void TestMotionCard::theGhostStandsWhereTheWayIsBlocked() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const ObjectId robot = world()->find("robot");
  // Only where the links would be is looked at: nothing else is between them and the eye there.
  const auto links = [&](const JointVector& q) {
    std::vector<Vec3> points;
    const auto tree = kinematics::JointTree::make(*world(), robot);
    for (const Pose& pose : tree->moverPoses(q)) points.push_back(pose.p);
    return points;
  };
  window_->viewHost().setStandardView(ui::StandardView::kTop);
  window_->viewHost().fitAll();
  const auto changed = [&](const QImage& a, const QImage& b, const std::vector<Vec3>& points) {
    int count = 0;
    const auto v = view().viewTransform();
    for (const Vec3& p : points) {
      const auto at = v.project(p);
      const QPoint pixel =
          at ? QPoint(qRound(at->x() * a.width() / v.width()), qRound(at->y() * a.height() / v.height()))
             : QPoint(-1, -1);
      if (a.rect().contains(pixel) && a.pixel(pixel) != b.pixel(pixel)) ++count;
    }
    return count;
  };
  const auto still = [&] {
    const auto before = view().viewTransform().project(Vec3::Zero());
    QTest::qWait(300);
    return before && (*view().viewTransform().project(Vec3::Zero()) - *before).norm() < 1e-9;
  };
  QTRY_VERIFY_WITH_TIMEOUT(still(), 20000);
  const QImage without = picture();
  planTo(QStringLiteral("behind_fixture"), 1, State::kFailed);
  const auto& failure = *motion().failure();
  QVERIFY(failure.joints && (*failure.joints - world()->object(robot)->jointPositions()).cwiseAbs().maxCoeff() > 0.1);
  const QImage with = picture();
  QTRY_VERIFY2_WITH_TIMEOUT(changed(without, picture(), links(*failure.joints)) >= 3,
                            qPrintable(QString::number(changed(without, with, links(*failure.joints)))), 20000);
  if (qEnvironmentVariableIsSet("WW_SHOT")) window_->grab().save(qEnvironmentVariable("WW_SHOT"));
}

void TestMotionCard::whatIsInTheWayIsBroughtIntoView() {
  openCell();
  planTo(QStringLiteral("right"), 1, State::kFailed);
  auto* show = link(QStringLiteral("Show what is involved"));
  QVERIFY(show && show->isVisible());
  ui::CameraState away = view().camera();
  away.target += Vec3(4, 4, 0);
  view().setCamera(away);
  const Vec3 point = motion().failure()->points_in_root.front();
  QTest::mouseClick(show, Qt::LeftButton);
  QCOMPARE(window_->selection().nodes().size(), std::size_t{2});
  const auto isInTheMiddle = [&] {
    const auto v = view().viewTransform();
    const auto at = v.project(point);
    return at && std::abs(at->x() / v.width() - 0.5) < 0.2 && std::abs(at->y() / v.height() - 0.5) < 0.2;
  };
  QTRY_VERIFY_WITH_TIMEOUT(isInTheMiddle(), 20000);
}

// A finger below a ceiling, along which it slides when the first joint turns.
void TestMotionCard::aPlanThatTouchesIsAWarning() {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  cell.addBox("finger", {0.02, 0.02, 0.02}, Pose::translation(0, 0, 0.3), arm, cell.entity("arm", "link_6"));
  const double top = cell.world.rootT(cell.id("arm/finger")).p.z() + 0.01;
  cell.addBox("ceiling", {2, 2, 0.1}, Pose::translation(0, 0, top + 0.05));
  JointVector turned = JointVector::Zero(6);
  turned[0] = 0.8;
  open(cell, {session::setNamedConfiguration(arm, "turned", turned)}, QStringLiteral("turned"));
  planTo(QStringLiteral("turned"), 1, State::kFresh);
  QVERIFY(motion().isClose());
  const QString told = motion().reportText();
  QVERIFY2(told.contains(QStringLiteral("Plan touches: ")) && told.contains(QStringLiteral("finger")) &&
               told.contains(QStringLiteral("ceiling")) && told.contains(QStringLiteral("0 mm at ")),
           qPrintable(told));
  QCOMPARE(chip(), QStringLiteral("Plan touches"));
  // Off.
  motion().warnBelow()->type(QStringLiteral("0"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  QTRY_COMPARE(chip(), QStringLiteral("Plan fresh"));
}

void TestMotionCard::theClearanceToWarnBelowIsKept() {
  openCell();
  QCOMPARE(motion().warnBelow()->value(), 0.005);
  planTo(QStringLiteral("right"), 0, State::kFresh);
  motion().warnBelow()->type(QStringLiteral("0.1 mm"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  QCOMPARE(chip(), QStringLiteral("Plan fresh"));
  motion().warnBelow()->type(QStringLiteral("800"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  QCOMPARE(chip(), QStringLiteral("Plan comes near"));
  QVERIFY2(motion().reportText().contains(QStringLiteral("Plan comes near: arm:link_")),
           qPrintable(motion().reportText()));
  openCell();
  QCOMPARE(motion().warnBelow()->value(), 0.8);
  motion().warnBelow()->type(QStringLiteral("-3"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  QVERIFY(motion().warnBelow()->hasError());
}

void TestMotionCard::theMomentThatIsTooNearIsShown() {
  openCell();
  motion().warnBelow()->type(QStringLiteral("800"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  planTo(QStringLiteral("right"), 0, State::kFresh);
  auto* show = link(QStringLiteral("Show *"));
  for (auto* button : motion().findChildren<QPushButton*>())
    if (button->isVisible() && button->text().startsWith(QStringLiteral("Show "))) show = button;
  QVERIFY(show && show->isVisible());
  ui::CameraState away = view().camera();
  away.target += Vec3(4, 4, 0);
  view().setCamera(away);
  QTest::mouseClick(show, Qt::LeftButton);
  const auto& plan = *motion().currentPlan();
  QCOMPARE(motion().seconds(), plan.min_clearance_at_s);
  QCOMPARE(window_->selection().nodes().size(), std::size_t{2});
  const auto isInView = [&] {
    const auto v = view().viewTransform();
    const auto at = v.project(plan.nearest->point_a);
    return at && at->x() > 0 && at->y() > 0 && at->x() < v.width() && at->y() < v.height();
  };
  QTRY_VERIFY_WITH_TIMEOUT(isInView(), 20000);
}

// The start is shown after planning because every motion is shown from its start.
void TestMotionCard::aMotionThatStartsNearIsMarkedWhenAsked() {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  cell.setJoints(arm, kLeft);
  const Vec3 at = cell.world.rootT(cell.frame("arm", "flange")).p;
  const Vec3 outward = Vec3(at.x(), at.y(), 0).normalized();
  cell.addBox("wall", {0.15, 0.15, 0.3},
              Pose::translation(at.x() + 0.2 * outward.x(), at.y() + 0.2 * outward.y(), at.z()));
  JointVector away = kLeft;
  away[0] -= 1.5;
  open(cell, {session::setNamedConfiguration(arm, "away", away)}, QStringLiteral("away"));
  motion().warnBelow()->type(QStringLiteral("800"));
  QTest::keyClick(motion().warnBelow()->edit(), Qt::Key_Return);
  const auto red = [this] {
    const QImage image = picture();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        count += c.red() > c.green() + 40 && c.red() > c.blue() + 40;
      }
    return count;
  };
  planTo(QStringLiteral("away"), 1, State::kFresh);
  QCOMPARE(motion().currentPlan()->min_clearance_at_s, 0.0);
  QCOMPARE(motion().seconds(), 0.0);
  QVERIFY(motion().isClose());
  QTest::qWait(300);
  const int planned = red();
  auto* show = motion().findChild<QPushButton*>();
  for (auto* button : motion().findChildren<QPushButton*>())
    if (button->isVisible() && button->text().startsWith(QStringLiteral("Show "))) show = button;
  QTest::mouseClick(show, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(red() > planned + 150, 20000);
  // The start again, for another reason.
  motion().scrub(0.0);
  QTRY_VERIFY_WITH_TIMEOUT(red() < planned + 75, 20000);
}

void TestMotionCard::theCardNamesItsMotion() {
  openCell();
  planTo(QStringLiteral("right"), 0, State::kFresh);
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("arm: left \u2192 right, ")),
           qPrintable(motion().reportText()));
  planTo(QStringLiteral("right"), 1, State::kFailed);
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("arm: left \u2192 right\n")),
           qPrintable(motion().reportText()));
  // Where it starts is named by the frame that the tool stands at, too.
  QVERIFY(window_->bridge().commit(QStringLiteral("forget"), session::removeNamedConfiguration(arm(), "right")));
  QVERIFY(window_->bridge().commit(QStringLiteral("move"), session::setJoints(arm(), kRight)));
  planTo(QStringLiteral("left"), 0, State::kFresh);
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("arm: place \u2192 left, ")),
           qPrintable(motion().reportText()));
}

void TestMotionCard::anotherTargetIsNotPlannedYet() {
  openCell();
  planTo(QStringLiteral("place"), 0, State::kFresh);
  const QString told = motion().reportText();
  QVERIFY2(chip() == QStringLiteral("Plan fresh"), qPrintable(told));
  choose(motion().targetBox(), QStringLiteral("right"));
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("No motion to right is planned.")) &&
               motion().reportText().contains(QStringLiteral("left \u2192 place")),
           qPrintable(motion().reportText()));
  QVERIFY2(chip() != QStringLiteral("Plan fresh"), qPrintable(chip()));
  choose(motion().targetBox(), QStringLiteral("place"));
  QCOMPARE(chip(), QStringLiteral("Plan fresh"));
  QCOMPARE(motion().reportText(), told);
  motion().choice()->typeBox()->setCurrentIndex(1);
  QVERIFY(motion().isAboutOther() && chip() != QStringLiteral("Plan fresh"));
  motion().choice()->typeBox()->setCurrentIndex(0);
  QVERIFY(motion().choice()->toolBox()->count() > 1);
  motion().choice()->toolBox()->setCurrentIndex(1);
  QVERIFY(motion().isAboutOther() && chip() != QStringLiteral("Plan fresh"));
  motion().choice()->toolBox()->setCurrentIndex(0);
  QCOMPARE(chip(), QStringLiteral("Plan fresh"));
}

void TestMotionCard::theRobotIsMovedAndTheNextMotionStartsThere() {
  openCell();
  planTo(QStringLiteral("right"), 0, State::kFresh);
  auto* move = link(QStringLiteral("Move the robot here"));
  QVERIFY(move && move->isVisible());
  const auto before = window_->bridge().session().snapshot().revision;
  QTest::mouseClick(move, Qt::LeftButton);
  QTRY_VERIFY((standing() - kRight).cwiseAbs().maxCoeff() < 1e-9);
  QVERIFY(window_->bridge().session().snapshot().revision == before + 1 && window_->poseLayer().empty());
  QCOMPARE(QString::fromStdString(plain(window_->bridge().session().undoName().label)),
           QStringLiteral("Move arm to right"));
  QTRY_COMPARE(chip(), QStringLiteral("Robot moved"));
  QVERIFY(!move->isVisible());
  run("edit.undo");
  QTRY_VERIFY((standing() - kLeft).cwiseAbs().maxCoeff() < 1e-12);
  QTRY_COMPARE(chip(), QStringLiteral("Plan fresh"));
  run("edit.redo");
  QTRY_COMPARE(chip(), QStringLiteral("Robot moved"));
  planTo(QStringLiteral("left"), 0, State::kFresh);
  QVERIFY((motion().currentPlan()->at(0.0) - kRight).cwiseAbs().maxCoeff() < 1e-9);
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("arm: right \u2192 left, ")),
           qPrintable(motion().reportText()));
}

void TestMotionCard::theRobotIsMovedToTheMomentShown() {
  openCell();
  planTo(QStringLiteral("right"), 0, State::kFresh);
  auto* end = link(QStringLiteral("Move to the end"));
  QVERIFY(end && !end->isVisible());
  const double half = 0.5 * motion().currentPlan()->duration();
  const JointVector there = motion().currentPlan()->at(half);
  motion().scrub(half);
  QVERIFY(end->isVisible());
  QTest::mouseClick(link(QStringLiteral("Move the robot here")), Qt::LeftButton);
  QTRY_VERIFY((standing() - there).cwiseAbs().maxCoeff() < 1e-9);
  run("edit.undo");
  QTRY_VERIFY((standing() - kLeft).cwiseAbs().maxCoeff() < 1e-12);
}

int main(int argc, char** argv) { return runWindowTest<TestMotionCard>(argc, argv); }
#include "test_motion_card.moc"
