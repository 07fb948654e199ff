// SPDX-License-Identifier: Apache-2.0
// The frame of a tool is not moved by accident.
#include <QStatusBar>

#include "tests/gui/editor/window_test.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestToolLock : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aToolIsNotDragged();
  void theModeIsAskedForAndEnds();
  void whatATypedNumberSaysIsDone();
  void otherFramesAreFree();
  void hintsGoWithTheHandle();
  void keysLeaveTheWorldAloneWhileAHandleIsHeld();
  void aFrameThatWasChosenAsToolIsOne();

 private:
  ui::Viewport& view() { return *window_->viewHost().view(); }
  void openSample();
  void choose(world::NodeRef node);
  // Drags the arrow along z by 60 pixels, as far as it goes.
  void dragUp();
  Pose poseInParent() { return world()->frame(tool_)->parent_t_this; }
  QString said() {
    for (const auto* label : window_->statusBar()->findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Hint")) return label->text();
    return {};
  }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->isVisible() && chip->text().contains(QStringLiteral("Redefining"))) return chip;
    return nullptr;
  }

  FrameId tool_;
};

void TestToolLock::openSample() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const ObjectId gripper = world()->childNamed(world()->childNamed(world::kRootObject, "robot"), "gripper");
  const ObjectId owner = gripper ? gripper : world()->childNamed(world::kRootObject, "gripper");
  QVERIFY(owner);
  tool_ = world()->frameNamed(owner, "tool_frame");
  QVERIFY(tool_);
}

void TestToolLock::choose(world::NodeRef node) {
  window_->selection().select({node});
  run("tool.move");
  ui::ViewProbe(view()).setReducedMotion(true);
  run("view.fit-selection");
  QTRY_VERIFY(ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ));
  QTest::qWait(50);
}

void TestToolLock::dragUp() {
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  QTest::mouseMove(view().surface(), handle->toPoint());
  QTest::mousePress(view().surface(), Qt::LeftButton, {}, handle->toPoint());
  for (int i = 1; i <= 6; ++i) QTest::mouseMove(view().surface(), (*handle - QPointF(0, 10 * i)).toPoint());
  QTest::mouseRelease(view().surface(), Qt::LeftButton, {}, (*handle - QPointF(0, 60)).toPoint());
  QTest::qWait(30);
}

void TestToolLock::aToolIsNotDragged() {
  openSample();
  choose(tool_);
  const Pose before = poseInParent();
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QTest::mouseMove(view().surface(), handle->toPoint());
  QTRY_VERIFY2(said().contains(QStringLiteral("tool_frame is the tool of")), qPrintable(said()));
  dragUp();
  QVERIFY(poseInParent() == before);
  QVERIFY(window_->poseLayer().empty());
  QCOMPARE(window_->selection().active(), std::optional(world::NodeRef(tool_)));
  const QString told = noticeTexts().join(QLatin1Char(' '));
  QVERIFY2(told.contains(QStringLiteral("tool_frame is the tool of robot")), qPrintable(told));
  // With others, too.
  window_->selection().select({tool_, world()->childNamed(world::kRootObject, "part_1")});
  QTest::qWait(30);
  dragUp();
  QVERIFY(poseInParent() == before);
  // The robot as a whole takes it along.
  const ObjectId robot = world()->childNamed(world::kRootObject, "robot");
  window_->selection().select({tool_, robot});
  QTest::qWait(30);
  QVERIFY(!action("tool.redefine")->isEnabled());
}

void TestToolLock::theModeIsAskedForAndEnds() {
  openSample();
  choose(tool_);
  const Pose before = poseInParent();
  dragUp();
  auto* button = noticeButton(QStringLiteral("Redefine tool"));
  QVERIFY(button);
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(chip());
  QVERIFY(chip()->text().contains(QStringLiteral("tool_frame")));
  QTRY_VERIFY(action("tool.redefine")->isChecked());
  dragUp();
  QVERIFY(!(poseInParent() == before));
  run("edit.undo");
  QVERIFY(poseInParent() == before);
  // Esc ends the mode, and only that.
  QTest::keyClick(view().surface(), Qt::Key_Escape);
  QTRY_VERIFY(!chip());
  QCOMPARE(window_->selection().active(), std::optional(world::NodeRef(tool_)));
  dragUp();
  QVERIFY(poseInParent() == before);
  // Another selection ends it.
  run("tool.redefine");
  QTRY_VERIFY(chip());
  window_->selection().select({world()->childNamed(world::kRootObject, "part_1")});
  QTRY_VERIFY(!chip());
  choose(tool_);
  QVERIFY(!chip());
  // The same action ends it.
  run("tool.redefine");
  QTRY_VERIFY(chip());
  run("tool.redefine");
  QTRY_VERIFY(!chip());
  dragUp();
  QVERIFY(poseInParent() == before);
}

void TestToolLock::whatATypedNumberSaysIsDone() {
  openSample();
  choose(tool_);
  const Pose before = poseInParent();
  auto* field = window_->findChild<ui::PropertiesPanel*>()->poseEditor()->positionField(2);
  field->edit()->setFocus();
  field->edit()->selectAll();
  QTest::keyClicks(field->edit(), QStringLiteral("1 m"));
  QTest::keyClick(field->edit(), Qt::Key_Return);
  QTRY_VERIFY(!(poseInParent() == before));
}

// It is not what is seen then.
void TestToolLock::keysLeaveTheWorldAloneWhileAHandleIsHeld() {
  run("add.box");
  run("add.sphere");
  choose(world()->childNamed(world::kRootObject, "box"));
  const auto steps = [this] { return window_->bridge().session().history().position; };
  const auto before = steps();
  const auto hash = world::contentHash(*world());
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  QTest::mouseMove(view().surface(), handle->toPoint());
  QTest::mousePress(view().surface(), Qt::LeftButton, {}, handle->toPoint());
  for (int i = 1; i <= 4; ++i) QTest::mouseMove(view().surface(), (*handle - QPointF(0, 10 * i)).toPoint());
  QTRY_VERIFY(!window_->poseLayer().empty());
  QWindow* keys = QGuiApplication::focusWindow();
  QVERIFY(keys);
  QTest::keyClick(keys, Qt::Key_Z, Qt::ControlModifier);
  QTest::keyClick(keys, Qt::Key_Delete);
  QTest::keyClick(keys, Qt::Key_D, Qt::ControlModifier);
  QTest::qWait(50);
  QCOMPARE(steps(), before);
  QVERIFY(world::contentHash(*world()) == hash && !window_->poseLayer().empty());
  QTest::mouseRelease(view().surface(), Qt::LeftButton, {}, (*handle - QPointF(0, 40)).toPoint());
  QTRY_COMPARE(steps(), before + 1);
}

void TestToolLock::hintsGoWithTheHandle() {
  run("add.box");
  choose(world()->childNamed(world::kRootObject, "box"));
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  const auto point = [&] {
    QTest::mouseMove(view().surface(), handle->toPoint() + QPoint(0, 200));
    QTest::qWait(30);
    QTest::mouseMove(view().surface(), handle->toPoint());
    QTRY_VERIFY2(said().contains(QStringLiteral("move along this axis")), qPrintable(said()));
  };
  point();
  run("tool.select");
  QTRY_VERIFY2(!said().contains(QStringLiteral("move along")), qPrintable(said()));
  run("tool.move");
  point();
  window_->selection().clear();
  QTRY_VERIFY2(!said().contains(QStringLiteral("move along")), qPrintable(said()));
}

void TestToolLock::otherFramesAreFree() {
  openSample();
  const FrameId pick = world()->frameNamed(world::kRootObject, "pick");
  QVERIFY(pick);
  choose(pick);
  const Pose before = world()->rootT(pick);
  QVERIFY(!action("tool.redefine")->isEnabled());
  dragUp();
  QVERIFY(!(world()->rootT(pick) == before));
  QVERIFY(!noticeButton(QStringLiteral("Redefine tool")));
}

void TestToolLock::aFrameThatWasChosenAsToolIsOne() {
  openSample();
  const auto tool = world()->frame(tool_);
  QVERIFY(window_->bridge().commit(QStringLiteral("probe"),
                                   session::createFrame(tool->object, tool->parent_entity, "probe", Pose::identity())));
  const FrameId probe = world()->frameNamed(tool->object, "probe");
  QVERIFY(probe);
  window_->selection().select({probe});
  QVERIFY(!view().toolLock().isLocked());
  auto* tools = window_->motion().choice()->toolBox();
  const auto at = [&] { return tools->findText(QStringLiteral("probe"), Qt::MatchContains); };
  QTRY_VERIFY(at() > 0);
  tools->setCurrentIndex(at());
  QTRY_VERIFY(view().toolLock().isLocked());
  tools->setCurrentIndex(0);
  QTRY_VERIFY(!view().toolLock().isLocked());
}

int main(int argc, char** argv) { return runWindowTest<TestToolLock>(argc, argv); }
#include "test_tool_lock.moc"
