// SPDX-License-Identifier: Apache-2.0
// What clients do to the world of the editor, seen from its window.
#include <QElapsedTimer>
#include <QPushButton>
#include <QTabBar>
#include <QTreeView>
#include <QTreeWidget>
#include <thread>

#include "tests/gui/share/share_case.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::share_test;

class TestShareEdits : public ShareCase {
  Q_OBJECT
 public:
  using ShareCase::ShareCase;

 private Q_SLOTS:
  void aClientsEditIsSeenAndUndoneHere();
  void anotherWorldStaysShared();
  void aWorldOfAClientIsTakenIn();
  void whatIsDraggedMayBeDeletedByAClient();
  void aQuickClientDoesNotStallTheWindow();
  void norDoesItInALargeWorld();
};

void TestShareEdits::aClientsEditIsSeenAndUndoneHere() {
  switchOn();
  Client client(address(), "cell_py");
  QCOMPARE(meanwhile([&] { return client.createBox("init_world", "part"); }), Code::kOk);
  QTRY_VERIFY(treeRows().contains(QLatin1String("part")));
  QVERIFY(window_->document().isDirty());
  QTRY_COMPARE(lastHistoryRow(), QStringLiteral("Create part (by cell_py)"));
  QCOMPARE(meanwhile([&] { return client.move("init_world", "part", 0.9); }), Code::kOk);
  QTRY_COMPARE(lastHistoryRow(), QStringLiteral("Move part (by cell_py)"));
  auto* undo = window_->actions().action(QStringLiteral("edit.undo"));
  QTRY_COMPARE(undo->text(), QStringLiteral("&Undo: Move part by client cell_py"));
  const ObjectId part = world()->childNamed(world::kRootObject, "part");
  QCOMPARE(world()->rootT(part).p.x(), 0.9);
  shot("share-edit");
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  QTRY_COMPARE(world()->rootT(part).p.x(), 0.5);
  QCOMPARE(window_->log().index(window_->log().rowCount() - 1, 0).data().toString().mid(10),
           QStringLiteral("Undone: Move part by client cell_py"));
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY(!treeRows().contains(QLatin1String("part")));
  QVERIFY(!window_->document().isDirty());
  QTRY_COMPARE(window_->actions().action(QStringLiteral("edit.redo"))->text(),
               QStringLiteral("&Redo: Create part by client cell_py"));
  QTest::keyClick(window_.get(), Qt::Key_Y, Qt::ControlModifier);
  QTRY_VERIFY(treeRows().contains(QLatin1String("part")));
  // An edit by the user has no name to it.
  window_->actions().action(QStringLiteral("add.box"))->trigger();
  QTRY_VERIFY(!lastHistoryRow().contains(QLatin1String("by")));
}

void TestShareEdits::anotherWorldStaysShared() {
  switchOn();
  Client client(address(), "cell_py");
  QCOMPARE(meanwhile([&] { return client.createBox("init_world", "part"); }), Code::kOk);
  window_->document().reset();
  QCOMPARE(meanwhile([&] { return client.objects("init_world"); }).size(), std::size_t{1});
  QVERIFY(window_->log()
              .index(window_->log().rowCount() - 1, 0)
              .data()
              .toString()
              .contains(QLatin1String("Clients work on this world now")));
  QCOMPARE(meanwhile([&] { return client.createBox("init_world", "part"); }), Code::kOk);
  QTRY_VERIFY(treeRows().contains(QLatin1String("part")));
}

void TestShareEdits::aWorldOfAClientIsTakenIn() {
  switchOn();
  Client client(address(), "cell_py");
  QCOMPARE(meanwhile([&] { return client.clone("init_world", "draft", "try 1"); }), Code::kOk);
  for (const char* name : {"a", "b", "c"})
    QCOMPARE(meanwhile([&] { return client.createBox("draft", name); }), Code::kOk);
  QVERIFY(!treeRows().contains(QLatin1String("a")));
  auto* tabs = find<QTabBar>("shareTabs");
  QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(2).center());
  auto* list = find<QTreeWidget>("shareWorlds");
  QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 2, 3000);
  QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("draft"));
  QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("try 1"));
  QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("world"));
  auto* take = find<QPushButton>("shareTake");
  QVERIFY(!take->isEnabled());
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->topLevelItem(0)).center());
  QTRY_VERIFY(take->isEnabled());
  shot("share-worlds");
  click(take);
  QTRY_VERIFY(treeRows().contains(QLatin1String("c")));
  QCOMPARE(window_->bridge().session().history().entries.size(), std::size_t{1});
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY(!treeRows().contains(QLatin1String("c")));
}

void TestShareEdits::whatIsDraggedMayBeDeletedByAClient() {
  switchOn();
  Client client(address(), "cell_py");
  QCOMPARE(meanwhile([&] { return client.createBox("init_world", "part"); }), Code::kOk);
  QTRY_VERIFY(treeRows().contains(QLatin1String("part")));
  auto* view = window_->viewHost().view();
  // Without flights the camera has arrived when it was asked.
  ui::ViewProbe(*view).setReducedMotion(true);
  view->fitAll();
  window_->selection().select({world()->childNamed(world::kRootObject, "part")});
  window_->viewHost().setTool(ui::Tool::kMove);
  QTRY_VERIFY(ui::ViewProbe(*view).handlePosition(ui::scene::Handle::kMoveZ));
  const auto handle = ui::ViewProbe(*view).handlePosition(ui::scene::Handle::kMoveZ);
  const QPoint from = handle->toPoint();
  QTest::mousePress(view->surface(), Qt::LeftButton, {}, from);
  for (int i = 1; i <= 5; ++i) QTest::mouseMove(view->surface(), from - QPoint(0, 5 * i), 20);
  QVERIFY(!window_->poseLayer().empty());
  // What a client does to it meanwhile is kept, and the drag ends where the hand is.
  QCOMPARE(meanwhile([&] { return client.rename("init_world", "part", "piece"); }), Code::kOk);
  QTRY_VERIFY(treeRows().contains(QLatin1String("piece")));
  QTest::mouseRelease(view->surface(), Qt::LeftButton, {}, from - QPoint(0, 25));
  QTRY_VERIFY(window_->poseLayer().empty());
  const ObjectId piece = world()->childNamed(world::kRootObject, "piece");
  QVERIFY(piece && world()->rootT(piece).p.z() > 0.5);
  const auto moved = [&] {
    const auto at = ui::ViewProbe(*view).handlePosition(ui::scene::Handle::kMoveZ);
    return at && at->y() < handle->y() - 10;
  };
  QTRY_VERIFY(moved());
  const auto again = ui::ViewProbe(*view).handlePosition(ui::scene::Handle::kMoveZ);
  QTest::mousePress(view->surface(), Qt::LeftButton, {}, again->toPoint());
  QTest::mouseMove(view->surface(), again->toPoint() - QPoint(0, 20), 20);
  QVERIFY(!window_->poseLayer().empty());
  QCOMPARE(meanwhile([&] { return client.remove("init_world", "piece"); }), Code::kOk);
  QTRY_VERIFY(!treeRows().contains(QLatin1String("piece")));
  QTest::mouseMove(view->surface(), again->toPoint() - QPoint(0, 30), 20);
  QTest::mouseRelease(view->surface(), Qt::LeftButton, {}, again->toPoint() - QPoint(0, 30));
  QTRY_VERIFY(window_->poseLayer().empty());
  QVERIFY(!world()->childNamed(world::kRootObject, "piece"));
}

void TestShareEdits::aQuickClientDoesNotStallTheWindow() {
  switchOn();
  const std::string at = address();
  QCOMPARE(meanwhile([&] { return Client(at, "quick").createBox("init_world", "part"); }), Code::kOk);
  int told = 0;
  const auto counted = connect(&window_->bridge(), &ui::SessionBridge::changed, this, [&] { ++told; });
  dog_.reset();
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      Client client(at, "quick");
      for (int i = 1; !stop; ++i, ++calls) {
        if (t == 0) (void)client.move("init_world", "part", 0.5 + i * 1e-6);
        else if (t == 1) (void)client.get("init_world", "part");
        else (void)client.get("init_world", "nothing");
      }
    });
  QElapsedTimer clock;
  clock.start();
  while (clock.elapsed() < 4000) QTest::qWait(50);
  stop = true;
  for (auto& thread : threads) thread.join();
  QTest::qWait(500);
  disconnect(counted);
  qInfo("%.0f calls/s, %d changes told in 4 s; %s; worst CPU outside the frame %.1f ms", calls / 4.0, told,
        qPrintable(dog_.summary()), dog_.worstOutsideFrameMs());
  shot("share-stream");
  QVERIFY(told < 4.6 * 62);
  QVERIFY2(dog_.worstOutsideFrameMs() < 50.0, qPrintable(dog_.summary()));
  QVERIFY2(dog_.worstHeldMs() < 400.0, qPrintable(dog_.summary()));
  QVERIFY(find<QTreeView>("shareCalls")->model()->rowCount() <= 2000);
  // A stream is one entry.
  QTRY_COMPARE(lastHistoryRow(), QStringLiteral("Move part (by quick)"));
  QCOMPARE(window_->bridge().session().history().entries.size(), std::size_t{2});
}

void TestShareEdits::norDoesItInALargeWorld() {
  {
    ui::Watchdog::Pause making(&dog_);
    std::vector<session::EditsPtr> edits;
    for (int i = 0; i < 5000; ++i)
      edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "b" + std::to_string(i) + "x",
                                               geometry::Box{}, {}, Pose::translation(i % 70, i / 70, 0)));
    auto made = window_->bridge().tried(*world(), session::join(edits));
    QVERIFY(made.ok());
    window_->document().restore({std::move(made).value()}, {}, editor::Document::Leave::kAgreed);
    QTest::qWait(3000);
  }
  switchOn();
  const std::string at = address();
  dog_.reset();
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};
  std::thread mover([&] {
    Client client(at, "quick");
    for (int i = 1; !stop; ++i, ++calls)
      (void)client.move("init_world", "b" + std::to_string(i % 50) + "x", 1 + i * 1e-6);
  });
  QTest::qWait(4000);
  stop = true;
  mover.join();
  QTest::qWait(500);
  qInfo("%.0f moves/s in 5,000 objects; %s; worst CPU outside the frame %.1f ms", calls / 4.0,
        qPrintable(dog_.summary()), dog_.worstOutsideFrameMs());
  QVERIFY2(dog_.worstOutsideFrameMs() < 50.0, qPrintable(dog_.summary()));
}

int main(int argc, char** argv) { return runShareTests<TestShareEdits>(argc, argv, "test_share_edits"); }

#include "test_share_edits.moc"
