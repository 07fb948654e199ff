// SPDX-License-Identifier: Apache-2.0
// The view with much in it: how long a change takes, how many batches there are, what comes from the thread.
#include <QElapsedTimer>
#include <QTest>
#include <QWindow>
#include <algorithm>
#include <ctime>

#include "stage.h"
#include "ui/models/scene_tree_model.h"

namespace ww::test {

class TestViewportLoad : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void manyInstances();
  void undoOfALargeDeleteIsQuick();
  void muchGeometryArrivesFromTheThread();

 private:
  std::unique_ptr<Stage> stage_;
};

void TestViewportLoad::init() {
  stage_ = std::make_unique<Stage>();
  (void)buildDemoCell(*stage_);
  stage_->viewport->fitAll();
  QVERIFY(stage_->settle());
}

void TestViewportLoad::cleanup() { stage_.reset(); }

void TestViewportLoad::manyInstances() {
  auto& s = *stage_;
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 5000; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "box_" + std::to_string(i),
                                             geometry::Box{{0.06, 0.06, 0.06}},
                                             {0.3f + 0.0001f * float(i), 0.5f, 0.6f, 1},
                                             Pose::translation(-3.5 + 0.1 * (i % 70), 1.0 + 0.1 * (i / 70), 0.03)));
  s.commit(session::join(edits));
  QElapsedTimer timer;
  timer.start();
  QVERIFY(s.settle());
  const qint64 first = timer.restart();
  s.viewport->fitAll();
  (void)s.shot(QStringLiteral("many"));
  double worst = 0, cpu = 0;
  for (int i = 0; i < 10; ++i) {
    const quint64 frame = s.viewport->surface()->framesDrawn();
    timer.restart();
    s.drag(QPointF(200, 500), QPointF(210, 500), Qt::MiddleButton);
    QVERIFY(QTest::qWaitFor([&] { return s.viewport->surface()->framesDrawn() > frame; }, 5000));
    worst = std::max(worst, double(timer.elapsed()));
    cpu = std::max(cpu, s.viewport->surface()->lastFrameCpuMs());
  }
  timer.restart();
  const auto nodes = s.viewport->nodesAt(QPointF(550, 350));
  const double pick_ms = double(timer.nsecsElapsed()) / 1e6;
  qInfo("5000 boxes: first frame %lld ms, CPU of a frame at most %.0f ms, pick %.2f ms, %zu entities", first, cpu,
        pick_ms, ui::ViewProbe(*s.viewport).frameTotals().entities);
  QVERIFY(pick_ms < 20);
  QVERIFY(ui::ViewProbe(*s.viewport).frameTotals().entities < 1000);
}

// From the session to the rows of the tree and the instances of the view; drawing comes after it.
void TestViewportLoad::undoOfALargeDeleteIsQuick() {
  auto& s = *stage_;
  ui::SceneTreeModel tree(*s.bridge);
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 10000; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "box_" + std::to_string(i),
                                             geometry::Box{{0.06, 0.06, 0.06}}, {0.6f, 0.5f, 0.3f, 1},
                                             Pose::translation(0.1 * (i % 100), 0.1 * (i / 100), 0.03)));
  s.commit(session::join(edits));
  QVERIFY(s.settle());
  edits.clear();
  for (int i = 0; i < 500; ++i)
    edits.push_back(
        session::deleteObject(s.session->snapshot().world->aliasNamed("box_" + std::to_string(20 * i + 7)), false));
  const auto delivered = [&](auto&& change) {
    timespec from{}, to{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    change();
    QCoreApplication::sendPostedEvents(s.bridge.get(), QEvent::MetaCall);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return 1e3 * double(to.tv_sec - from.tv_sec) + 1e-6 * double(to.tv_nsec - from.tv_nsec);
  };
  const auto rows = tree.rowCount();
  s.commit(session::join(edits));
  std::vector<double> undo_ms, redo_ms;
  for (int i = 0; i < 5; ++i) {
    QVERIFY(s.settle());
    QCOMPARE(tree.rowCount(), rows - 500);
    undo_ms.push_back(delivered([&] { (void)s.session->undo(); }));
    QCOMPARE(tree.rowCount(), rows);
    QVERIFY(s.settle());
    redo_ms.push_back(delivered([&] { (void)s.session->redo(); }));
  }
  std::sort(undo_ms.begin(), undo_ms.end());
  std::sort(redo_ms.begin(), redo_ms.end());
  qInfo("undo of deleting 500 of 10000 objects, with tree and mirror: %.1f ms CPU; redo %.1f ms", undo_ms[2],
        redo_ms[2]);
  // The target is 30 ms; other programs may share the caches here.
  QVERIFY(undo_ms[2] < 60);
}

// More triangles than are prepared at once.
void TestViewportLoad::muchGeometryArrivesFromTheThread() {
  auto& s = *stage_;
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 40; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "ball_" + std::to_string(i),
                                             geometry::Sphere{0.05 + 0.001 * i}, {0.5f, 0.7f, 0.4f, 1},
                                             Pose::translation(-1.0 + 0.2 * (i % 10), 1.0 + 0.2 * (i / 10), 0.1)));
  s.commit(session::join(edits));
  const Vec3 last(-1.0 + 0.2 * 9, 1.0 + 0.2 * 3, 0.1);
  QVERIFY(s.settle());
  s.viewport->setStandardView(ui::scene::StandardView::kTop);
  s.viewport->fitAll();
  const auto nodes = s.viewport->nodesAt(s.pixelOf(last));
  QVERIFY(!nodes.empty());
  QCOMPARE(s.session->snapshot().world->display(nodes.front()), std::string("ball_39"));
  const QColor pixel = s.shot(QStringLiteral("balls")).pixelColor(s.pixelOf(last).toPoint());
  QVERIFY(pixel.green() > pixel.red() + 20 && pixel.green() > pixel.blue() + 20);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewportLoad)
#include "test_viewport_load.moc"
