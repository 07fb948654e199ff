// SPDX-License-Identifier: Apache-2.0
// Poses typed in the properties: of every kind of node on every kind of parent, of one thing and of several, in
// the sample cell and in robots that others made.
#include "tests/gui/editor/pose_edit_test.h"

using namespace ww;
using editor::kDegree;

class TestPoseEdit : public editor::PoseEditTest {
  Q_OBJECT
 private Q_SLOTS:
  void everyKindOfNodeOnEveryKindOfParent_data();
  void everyKindOfNodeOnEveryKindOfParent();
  void severalTakeWhatIsTyped();
  void parentAndChildEachStandWhereTheyWereTold();
  void aMixedFieldStepsEach();
  void aDraggedAngleStaysAsItWasSeen();
  void whatCannotBeEditedTogetherSaysWhy();
  void limitsOfTheSameJointOfTwoRobots();

 private:
  void typeAndCompare(const world::NodeRef& node, int reference);
};

void TestPoseEdit::typeAndCompare(const world::NodeRef& node, int reference) {
  const QString who = QStringLiteral("%1, %2").arg(QString::fromStdString(world()->display(node)),
                                                   reference == 0 ? QStringLiteral("parent") : QStringLiteral("world"));
  const std::string before = world::contentHash(*world());
  const auto first = window_->bridge().session().history().position;
  window_->selection().select({node});
  relativeTo(reference);
  for (const auto& [name, text] : {std::pair{"X", "123.5"}, {"Y", "-40"}, {"Z", "0.25 m"}})
    type(QStringLiteral("Position ") + QLatin1String(name), QLatin1String(text));
  type(QStringLiteral("Orientation R"), QStringLiteral("10"), false);
  type(QStringLiteral("Orientation P"), QStringLiteral("-20"), false);
  type(QStringLiteral("Orientation Y"), QStringLiteral("30"));
  const Pose typed = Pose::fromRpy(Vec3(0.1235, -0.04, 0.25), 10 * kDegree, -20 * kDegree, 30 * kDegree);
  const world::NodeRef parent =
      reference == 0 ? session::poseParent(*world(), node) : world::NodeRef(world::kRootObject);
  const Pose told = world()->aTB(parent, node);
  QVERIFY2(positionDistance(told, typed) < 1e-9,
           qPrintable(QStringLiteral("%1: %2 m off").arg(who).arg(positionDistance(told, typed))));
  QVERIFY2(rotationDistance(told, typed) < 1e-7,
           qPrintable(QStringLiteral("%1: %2 rad off").arg(who).arg(rotationDistance(told, typed))));
  const Pose in_world = world()->rootT(parent) * typed;
  QVERIFY2(positionDistance(world()->rootT(node), in_world) < 1e-9, qPrintable(who));
  QVERIFY2(noticeTexts().filter(QStringLiteral("reference")).isEmpty(), qPrintable(who));
  const std::string after = world::contentHash(*world());
  const auto last = window_->bridge().session().history().position;
  QVERIFY2(last > first, qPrintable(who));
  while (window_->bridge().session().history().position > first) window_->bridge().undo();
  QCOMPARE(world::contentHash(*world()), before);
  while (window_->bridge().session().history().position < last) window_->bridge().redo();
  QCOMPARE(world::contentHash(*world()), after);
  while (window_->bridge().session().history().position > first) window_->bridge().undo();
}

void TestPoseEdit::everyKindOfNodeOnEveryKindOfParent_data() {
  QTest::addColumn<QString>("file");
  QTest::newRow("sample cell") << QString();
  QTest::newRow("KUKA KR10") << QStringLiteral(
      "corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/kuka_kr10_support/urdf/kr10r900_2.urdf");
  QTest::newRow("Robotiq 2F-85") << QStringLiteral(
      "corpus/urdf/urdf_files_dataset/matlab/robotiq2F85/urdf/robotiq2F85.urdf");
}

void TestPoseEdit::everyKindOfNodeOnEveryKindOfParent() {
  QFETCH(QString, file);
  if (!file.isEmpty() && test::sharedPath(file).isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set, or lacks this robot");
  openWorld(file);
  const ObjectId arm = robot();
  QVERIFY(arm);
  auto nodes = addNodes(arm);
  QCOMPARE(nodes.size(), std::size_t{8});
  nodes.emplace_back(arm);
  // What the sample itself has on links and on attached objects.
  if (file.isEmpty()) {
    world()->forEachFrame([&nodes](const world::Frame& frame) {
      if (frame.name == "tool_frame" || frame.name == "flange") nodes.emplace_back(frame.id);
    });
    nodes.emplace_back(world()->find("gripper"));
    QVERIFY(nodes.size() >= 11);
  }
  for (const auto& node : nodes)
    for (const int reference : {0, 1}) {
      typeAndCompare(node, reference);
      if (QTest::currentTestFailed()) return;
    }
}

void TestPoseEdit::severalTakeWhatIsTyped() {
  const ObjectId a = box("a", Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.1, 0, 0)),
                 b = box("b", Pose::fromRpy(Vec3(0.4, 0.5, 0.3), 0.2, 0, 0.3));
  QVERIFY(window_->bridge().commit(QStringLiteral("f"), session::createFrame(a, world()->object(a)->rootEntity(),
                                                                             "grip", Pose::translation(0, 0, 0.1))));
  const FrameId grip = world()->frameNamed(a, "grip");
  window_->selection().select({a, b, grip});
  QTRY_VERIFY(panelSays(QStringLiteral("3 selected")));
  QVERIFY(!panel()->nameEdit()->isVisible());
  auto* x = edit(QStringLiteral("Position X"));
  QCOMPARE(x->text(), QString());
  QCOMPARE(x->placeholderText(), QStringLiteral("mixed"));
  window_->selection().select({a, b});
  QCOMPARE(edit(QStringLiteral("Position Z"))->text(), QStringLiteral("300"));
  QCOMPARE(edit(QStringLiteral("Orientation P"))->text(), QStringLiteral("0"));
  QCOMPARE(edit(QStringLiteral("Orientation Y"))->placeholderText(), QStringLiteral("mixed"));
  // The number that the active one has already is one for the others all the same.
  const auto before = steps();
  type(QStringLiteral("Position X"), QStringLiteral("400"));
  QCOMPARE(steps(), before + 1);
  QCOMPARE(world()->rootT(a).p, Vec3(0.4, 0.2, 0.3));
  QCOMPARE(world()->rootT(b).p, Vec3(0.4, 0.5, 0.3));
  QVERIFY(rotationDistance(world()->rootT(a), Pose::fromRpy(Vec3::Zero(), 0.1, 0, 0)) < 1e-9);
  QTRY_COMPARE(edit(QStringLiteral("Position X"))->text(), QStringLiteral("400"));
  // One step for all, with one name, and back.
  run("edit.undo");
  QCOMPARE(world()->rootT(a).p, Vec3(0.1, 0.2, 0.3));
  QCOMPARE(world()->rootT(b).p, Vec3(0.4, 0.5, 0.3));
  QTRY_COMPARE(edit(QStringLiteral("Position X"))->placeholderText(), QStringLiteral("mixed"));
  // An angle: the other angles are each one's own.
  type(QStringLiteral("Orientation Y"), QStringLiteral("90"));
  QVERIFY(rotationDistance(world()->rootT(a), Pose::fromRpy(Vec3::Zero(), 0.1, 0, 90 * kDegree)) < 1e-9);
  QVERIFY(rotationDistance(world()->rootT(b), Pose::fromRpy(Vec3::Zero(), 0.2, 0, 90 * kDegree)) < 1e-9);
  // Emptied and left: nothing is told.
  const std::string hash = world::contentHash(*world());
  type(QStringLiteral("Position X"), QStringLiteral("5"), false);
  QTest::keyClick(edit(QStringLiteral("Position X")), Qt::Key_Backspace);
  QTest::keyClick(edit(QStringLiteral("Position X")), Qt::Key_Return);
  QCOMPARE(world::contentHash(*world()), hash);
  QCOMPARE(edit(QStringLiteral("Position X"))->placeholderText(), QStringLiteral("mixed"));
}

void TestPoseEdit::parentAndChildEachStandWhereTheyWereTold() {
  openWorld({});
  const auto nodes = addNodes(robot());
  QCOMPARE(nodes.size(), std::size_t{8});
  // The child first, then what it hangs on; an attached object, its frame and the robot.
  const std::vector<world::NodeRef> chain{nodes[3], nodes[7], nodes[6], world::NodeRef(robot()), nodes[0]};
  for (const int reference : {1, 0}) {
    std::vector<Pose> before;
    window_->selection().select(chain);
    relativeTo(reference);
    const auto parentOf = [&](const world::NodeRef& node) {
      return reference == 1 ? world::NodeRef(world::kRootObject) : session::poseParent(*world(), node);
    };
    for (const auto& node : chain) before.push_back(world()->aTB(parentOf(node), node));
    const auto count = window_->bridge().session().history().position;
    type(QStringLiteral("Position Z"), QStringLiteral("777"));
    QCOMPARE(window_->bridge().session().history().position, count + 1);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Pose now = world()->aTB(parentOf(chain[i]), chain[i]);
      const Vec3 wanted(before[i].p.x(), before[i].p.y(), 0.777);
      QVERIFY2((now.p - wanted).norm() < 1e-9, world()->display(chain[i]).c_str());
      QVERIFY2(rotationDistance(now, before[i]) < 1e-7, world()->display(chain[i]).c_str());
    }
    window_->bridge().undo();
  }
}

void TestPoseEdit::aMixedFieldStepsEach() {
  const ObjectId a = box("a", Pose::translation(0.1, 0, 0)), b = box("b", Pose::translation(0.4, 0, 0));
  window_->selection().select({a, b});
  auto* x = edit(QStringLiteral("Position X"));
  x->setFocus(Qt::TabFocusReason);
  QTRY_VERIFY(x->hasFocus());
  QTest::keyClick(x, Qt::Key_Up);
  QTRY_VERIFY(std::abs(world()->rootT(a).p.x() - 0.11) < 1e-12 && std::abs(world()->rootT(b).p.x() - 0.41) < 1e-12);
  // The label dragged: both go along while it moves, one step at the end.
  auto* label = qobject_cast<QLabel*>(x->parentWidget()->findChild<QLabel*>(QStringLiteral("fieldLabel")));
  QVERIFY(label);
  const auto count = window_->bridge().session().history().position;
  const auto at = label->rect().center();
  QTest::mousePress(label, Qt::LeftButton, {}, at);
  QTest::mouseMove(label, at + QPoint(20, 0));
  QTest::mouseMove(label, at + QPoint(40, 0));
  QCOMPARE(window_->bridge().session().history().position, count);
  QTest::mouseRelease(label, Qt::LeftButton, {}, at + QPoint(40, 0));
  const double shift = world()->rootT(a).p.x() - 0.11;
  QVERIFY2(shift > 0.05, qPrintable(QString::number(shift)));
  QVERIFY(std::abs(world()->rootT(b).p.x() - 0.41 - shift) < 1e-12);
}

// The label of an angle dragged over the pole: what was seen stays when it is let go. One that is only touched, or
// dragged back to where it began, leaves nothing.
void TestPoseEdit::aDraggedAngleStaysAsItWasSeen() {
  const ObjectId a = box("a", Pose::fromRpy(Vec3::Zero(), 0, 80 * kDegree, 0));
  window_->selection().select({a});
  auto* label = field(QStringLiteral("Orientation P"))->findChild<QLabel*>(QStringLiteral("fieldLabel"));
  QVERIFY(label);
  const auto at = label->rect().center();
  const auto count = window_->bridge().session().history().position;
  const auto tilt = [](const Pose& pose) { return std::acos((pose.q * Vec3::UnitZ()).z()) / kDegree; };
  for (const int by : {2, 100}) {
    QTest::mousePress(label, Qt::LeftButton, {}, at);
    QTest::mouseMove(label, at + QPoint(by, 0));
    QTest::mouseMove(label, at);
    QTest::mouseRelease(label, Qt::LeftButton, {}, at);
    QVERIFY2(window_->poseLayer().empty(), qPrintable(QString::number(by)));
    QCOMPARE(window_->bridge().session().history().position, count);
  }
  QTest::mousePress(label, Qt::LeftButton, {}, at);
  for (int by = 0; by <= 400 && window_->poseLayer().rootT(*world(), a).q.isApprox(world()->rootT(a).q, 0.2); by += 4)
    QTest::mouseMove(label, at + QPoint(by, 0));
  const Pose seen = window_->poseLayer().rootT(*world(), a);
  QVERIFY2(tilt(seen) > 92.0, qPrintable(QString::number(tilt(seen))));
  QTest::mouseRelease(label, Qt::LeftButton);
  QVERIFY(window_->poseLayer().empty());
  QVERIFY2(rotationDistance(world()->rootT(a), seen) < 1e-9, qPrintable(QString::number(tilt(world()->rootT(a)))));
  QCOMPARE(window_->bridge().session().history().position, count + 1);
}

void TestPoseEdit::whatCannotBeEditedTogetherSaysWhy() {
  openWorld({});
  const ObjectId arm = robot();
  const ObjectId a = box("a", Pose::translation(2, 0, 0));
  const EntityId link = world()->object(arm)->entities[2]->id;
  window_->selection().select({a, link});
  QTRY_VERIFY(panelSays(QStringLiteral("follows from its object and the joints")));
  QVERIFY(edit(QStringLiteral("Position X"))->isReadOnly());
  window_->selection().select({a, world()->find("table")});
  QTRY_VERIFY(!panelSays(QStringLiteral("follows from its object")));
  QVERIFY(!edit(QStringLiteral("Position X"))->isReadOnly());
  // A name is one thing's own.
  QVERIFY(!panel()->nameEdit()->isVisible());
  window_->selection().select({a});
  QVERIFY(panel()->nameEdit()->isVisible());
  QCOMPARE(panel()->nameEdit()->text(), QStringLiteral("a"));
}

void TestPoseEdit::limitsOfTheSameJointOfTwoRobots() {
  for (int i = 0; i < 2; ++i) window_->addSampleObject(QStringLiteral("arm6"));
  std::vector<world::NodeRef> arms;
  const auto find = [&] {
    arms.clear();
    world()->forEachObject([&arms](const world::Object& object) {
      if (object.isKinematic()) arms.emplace_back(object.id);
    });
    return arms.size() == 2;
  };
  QTRY_VERIFY_WITH_TIMEOUT(find(), 20000);
  const auto object = [&](int i) { return world()->object(std::get<ObjectId>(arms[static_cast<std::size_t>(i)])); };
  const QString name = QString::fromStdString(object(0)->movingJointName(0));
  const double upper = object(0)->movingJoint(0).application.upper;
  QVERIFY(window_->bridge().commit(QStringLiteral("Limit"),
                                   session::setJointLimits(object(1)->id, name.toStdString(), -1.0, upper)));
  window_->selection().select(arms);
  const QString lower = QStringLiteral("Lower limit of %1").arg(name);
  QTRY_VERIFY(edit(lower) && edit(lower)->placeholderText() == QStringLiteral("mixed"));
  QVERIFY(edit(QStringLiteral("Upper limit of %1").arg(name))->placeholderText().isEmpty());
  const auto count = window_->bridge().session().history().position;
  type(lower, QStringLiteral("-50"));
  QCOMPARE(window_->bridge().session().history().position, count + 1);
  for (int i = 0; i < 2; ++i) QVERIFY(std::abs(object(i)->movingJoint(0).application.lower + 50 * kDegree) < 1e-9);
  // With something that has no joints there is nothing that all have.
  auto with_box = arms;
  with_box.emplace_back(box("a", {}));
  window_->selection().select(with_box);
  QTRY_VERIFY(!edit(lower));
}

int main(int argc, char** argv) { return ww::editor::runWindowTest<TestPoseEdit>(argc, argv); }
#include "test_pose_edit.moc"
