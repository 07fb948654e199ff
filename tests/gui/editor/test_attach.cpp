// SPDX-License-Identifier: Apache-2.0
// What hangs on what: by an action that asks for the place, by a button where something hangs far away, by a drag in
// the tree that hides nothing.
#include <QMenu>
#include <QProcess>
#include <QTimer>
#include <QTreeView>

#include "app/editor/attach_list.h"
#include "core/model/carriers.h"
#include "core/world/values/attachment.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "tests/gui/editor/window_test.h"
#include "ui/actions/command_palette.h"
#include "ui/panels/scene_panel.h"

using namespace ww;
using namespace ww::editor;

class TestAttach : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aGripperIsPutOnTheFlange();
  void itCanStayWhereItIs();
  void whatWasSelectedLastIsOfferedFirst();
  void aPlaceIsFoundByName();
  void linksAreNotAttached();
  void theSearchFindsIt();
  void theContextMenuHasIt();
  void whatHangsFarAwayIsPutThereByAButton();
  void theRowUnderTheDragIsSeen();

 private:
  AttachList* popup() { return window_->findChild<AttachList*>(); }
  void make();
  ObjectId named(const char* name) { return world()->childNamed(world::kRootObject, name); }
  double away() {  // of the gripper from its place on the flange, metres and radians
    const FrameId frame = world::attachedTo(*world(), *world()->object(gripper_));
    const Pose flange_t_gripper = frame ? world()->aTB(frame, gripper_) : world()->aTB(flange_, gripper_);
    return flange_t_gripper.p.norm() + Quat::Identity().angularDistance(flange_t_gripper.q);
  }
  ObjectId robot_, gripper_;
  EntityId flange_;
};

// An arm of the library, and a box of some size beside it.
void TestAttach::make() {
  run("add.sample.arm6");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 1, 20000);
  QTRY_VERIFY(window_->selection().active());
  robot_ = std::get<ObjectId>(*window_->selection().active());
  QVERIFY(window_->bridge().commit(
      QStringLiteral("hand"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "hand", geometry::Box{Vec3::Constant(0.1)}, {},
                               Pose::translation(3, 0, 0.05))));
  gripper_ = named("hand");
  QVERIFY(robot_ && gripper_);
  for (const auto& entity : world()->object(robot_)->entities)
    if (!entity->joint) flange_ = entity->id;
  window_->selection().select({gripper_});
}

void TestAttach::aGripperIsPutOnTheFlange() {
  make();
  const auto steps = window_->bridge().session().history().position;
  const int rules = world()->collisionSettings().collision_rules_size();
  run("edit.attach");
  QTRY_VERIFY(popup()->isVisible() && popup()->edit()->hasFocus());
  QVERIFY(popup()->list()->currentRow() == 0 && popup()->putThere()->isChecked());
  QTest::keyClick(popup()->edit(), Qt::Key_Return);
  QVERIFY(!popup()->isVisible());
  QTRY_COMPARE(world()->object(gripper_)->parent, robot_);
  flange_ = world()->object(gripper_)->parent_entity;
  QVERIFY2(!model::carriersOf(*world(), flange_).empty(), "it does not move with the robot");
  QVERIFY2(away() < 1e-9, qPrintable(QString::number(away())));
  QCOMPARE(world()->collisionSettings().collision_rules_size(), rules + 1);
  QCOMPARE(window_->bridge().session().history().position, steps + 1);
  QVERIFY(window_->selection().contains(gripper_));
  const auto* tree = window_->findChild<ui::ScenePanel*>()->tree();
  const auto rows = [tree] { return tree->selectionModel()->selectedRows(); };
  QTRY_VERIFY2(rows().size() == 1 && tree->visualRect(rows().front()).isValid(), "the tree does not show it");
  run("edit.undo");
  QCOMPARE(world()->object(gripper_)->parent, world::kRootObject);
}

void TestAttach::itCanStayWhereItIs() {
  make();
  const Pose before = world()->rootT(gripper_);
  run("edit.attach");
  QTRY_VERIFY(popup()->isVisible());
  popup()->putThere()->setFocus();
  QTest::keyClick(popup()->putThere(), Qt::Key_Space);
  QVERIFY(!popup()->putThere()->isChecked());
  QTest::keyClick(popup()->putThere(), Qt::Key_Return);
  QTRY_COMPARE(world()->object(gripper_)->parent, robot_);
  const Vec3 moved = world()->rootT(gripper_).p - before.p;
  QVERIFY2(moved.norm() < 1e-9, qPrintable(QStringLiteral("%1 %2 %3").arg(moved.x()).arg(moved.y()).arg(moved.z())));
}

void TestAttach::whatWasSelectedLastIsOfferedFirst() {
  make();
  EntityId first;
  for (const auto& entity : world()->object(robot_)->entities)
    if (!entity->joint && entity->id != world()->object(robot_)->rootEntity() && !first) first = entity->id;
  window_->selection().select({gripper_, first});
  run("edit.attach");
  QTRY_VERIFY(popup()->isVisible());
  QVERIFY(popup()->list()->item(0)->text().startsWith(QString::fromStdString(world()->display(first))));
  QTest::keyClick(popup()->edit(), Qt::Key_Return);
  QTRY_COMPARE(world()->object(gripper_)->parent_entity, first);
}

void TestAttach::aPlaceIsFoundByName() {
  make();
  run("add.box");
  QVERIFY(window_->bridge().commit(
      QStringLiteral("frame"), session::createFrame(named("box"), world()->object(named("box"))->rootEntity(), "nest",
                                                    Pose::translation(0, 0, 0.1))));
  window_->selection().select({gripper_});
  run("edit.attach");
  QTRY_VERIFY(popup()->isVisible());
  QTest::keyClicks(popup()->edit(), QStringLiteral("nest"));
  QCOMPARE(popup()->list()->count(), 1);
  // Not what it carries itself, or it.
  popup()->edit()->clear();
  QTest::keyClicks(popup()->edit(), QStringLiteral("hand"));
  for (int i = 0; i < popup()->list()->count(); ++i)
    QVERIFY(!popup()->list()->item(i)->text().startsWith(QStringLiteral("hand")));
  popup()->edit()->clear();
  QTest::keyClicks(popup()->edit(), QStringLiteral("nest"));
  QTest::keyClick(popup()->edit(), Qt::Key_Return);
  QTRY_COMPARE(world()->object(gripper_)->parent, named("box"));
  QVERIFY((world()->rootT(gripper_).p - world()->rootT(named("box")).p - Vec3(0, 0, 0.1)).norm() < 1e-9);
}

void TestAttach::linksAreNotAttached() {
  make();
  window_->selection().select({flange_});
  window_->actions().refresh();
  QVERIFY(!action("edit.attach")->isEnabled());
  QVERIFY(window_->actions().whyNot(QStringLiteral("edit.attach")).contains(QStringLiteral("belong to their object")));
}

// Also when the step that would be undone bears its name.
void TestAttach::theSearchFindsIt() {
  make();
  run("edit.attach");
  QTRY_VERIFY(popup()->isVisible());
  QTest::keyClick(popup()->edit(), Qt::Key_Return);
  QTRY_VERIFY(action("edit.undo")->text().contains(QStringLiteral("Attach hand")));
  auto* palette = window_->findChild<ui::CommandPalette*>();
  for (const char* typed : {"attach", "attach hand", "attach to", "mount", "put on flange"}) {
    run("edit.commands");
    QTest::keyClicks(palette->edit(), QLatin1String(typed));
    const auto* item = palette->list()->item(0);
    QVERIFY2(item && item->data(Qt::UserRole).toString() == QStringLiteral("edit.attach"), typed);
    palette->hide();
  }
  for (const char* typed : {"hand", "arm6", "undo"}) {
    run("edit.commands");
    QTest::keyClicks(palette->edit(), QLatin1String(typed));
    const auto* item = palette->list()->currentItem();
    const bool undoes = item && item->data(Qt::UserRole).toString() == QStringLiteral("edit.undo");
    QVERIFY2(undoes == (QLatin1String(typed) == QLatin1String("undo")), typed);
    palette->hide();
  }
}

void TestAttach::theContextMenuHasIt() {
  make();
  Q_EMIT window_->findChild<ui::ScenePanel*>()->contextMenuRequested(window_->mapToGlobal(QPoint(200, 200)));
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu && menu->actions().contains(action("edit.attach")) && action("edit.attach")->isEnabled());
  menu->close();
}

void TestAttach::whatHangsFarAwayIsPutThereByAButton() {
  make();
  QVERIFY(window_->bridge().commit(QStringLiteral("hang"), session::reparentObject(gripper_, robot_, flange_)));
  QVERIFY(away() > 1);
  QPushButton* put = nullptr;
  QTRY_VERIFY2((put = noticeButton(QStringLiteral("Put it there"))), qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QTest::mouseClick(put, Qt::LeftButton);
  QTRY_VERIFY2(away() < 1e-9, qPrintable(QString::number(away())));
  QTRY_VERIFY(!noticeButton(QStringLiteral("Put it there")));
}

// As a hand does it, through the X server.
void TestAttach::theRowUnderTheDragIsSeen() {
  for (const char* id : {"add.box", "add.sphere", "add.cylinder"}) run(id);
  auto* tree = window_->findChild<ui::ScenePanel*>()->tree();
  const auto rectOf = [tree](const char* name) {
    const auto found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, QLatin1String(name), 1,
                                            Qt::MatchExactly | Qt::MatchRecursive);
    const QRect rect = found.isEmpty() ? QRect() : tree->visualRect(found.front());
    return QRect(tree->viewport()->mapToGlobal(rect.topLeft()), rect.size());
  };
  QTest::qWait(300);
  const QRect from = rectOf("box"), onto = rectOf("sphere");
  QVERIFY(!from.isEmpty() && !onto.isEmpty());
  QStringList arguments{QStringLiteral("mousemove"), QString::number(from.center().x()),
                        QString::number(from.center().y()), QStringLiteral("mousedown"), QStringLiteral("1")};
  for (int i = 1; i <= 10; ++i) {
    const QPoint p = from.center() + (onto.center() - from.center()) * i / 10;
    arguments << QStringLiteral("mousemove") << QString::number(p.x()) << QString::number(p.y())
              << QStringLiteral("sleep") << QStringLiteral("0.05");
  }
  arguments << QStringLiteral("sleep") << QStringLiteral("0.6") << QStringLiteral("mouseup") << QStringLiteral("1");
  // The drag has a loop of its own.
  bool seen = false, hidden = false;
  QTimer look;
  connect(&look, &QTimer::timeout, &look, [&] {
    for (const QWindow* window : QGuiApplication::allWindows()) {
      if (!window->isVisible() || !QLatin1String(window->metaObject()->className()).contains(QLatin1String("Pixmap")))
        continue;
      seen = true;
      const bool at_goal = onto.contains(QCursor::pos());
      const QRect text(onto.topLeft(), QSize(tree->fontMetrics().horizontalAdvance(QStringLiteral("sphere")), 1));
      hidden = hidden || (at_goal && window->geometry().intersects(text.translated(0, onto.height() / 2)));
    }
  });
  look.start(20);
  QProcess hand;
  hand.start(QStringLiteral("xdotool"), arguments);
  QTRY_VERIFY_WITH_TIMEOUT(hand.state() == QProcess::NotRunning, 20000);
  QTRY_COMPARE(world()->childrenOf(*world()->object(named("sphere"))).size(), std::size_t{1});
  QVERIFY(seen);
  QVERIFY2(!hidden, "what is dragged lies over the row that it falls on");
}

int main(int argc, char** argv) { return runWindowTest<TestAttach>(argc, argv); }
#include "test_attach.moc"
