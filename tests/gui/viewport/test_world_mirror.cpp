// SPDX-License-Identifier: Apache-2.0
// What a change costs the view when there is much in it, and the edges of many meshes.
#include <QTest>
#include <QWindow>
#include <algorithm>
#include <ctime>

#include "stage.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/world_mirror.h"

namespace ww::test {
namespace {

geometry::Box sized(int i) { return geometry::Box{{0.05 + 1e-4 * i, 0.05, 0.05}}; }

session::EditsPtr box(int i, int meshes, int columns = 100) {
  return session::createPrimitive(world::kRootObject, world::kRootEntity, "box_" + std::to_string(i), sized(i % meshes),
                                  {0.8f, 0.6f, 0.3f, 1},
                                  Pose::translation(0.1 * (i % columns), 0.1 * (i / columns), 0.025));
}

}  // namespace

// A mirror that nothing draws: only what it would send is looked at.
class Mirrored {
 public:
  Mirrored() : graph_(&window_, &root_), mirror(graph_, &root_, &poses) {}
  void commit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.edits = edits;
    QVERIFY(session.commit(request).ok());
    update();
  }
  void update() {
    mirror.sync(session.snapshot().world);
    while (!mirror.complete()) {
      mirror.finish();
      QTest::qWait(1);
    }
    mirror.flush();
  }
  void fill(int count, int meshes) {
    std::vector<session::EditsPtr> edits;
    for (int i = 0; i < count; ++i) edits.push_back(box(i, meshes));
    commit(session::join(edits));
    // The tree for rays is made by a thread.
    QTRY_VERIFY_WITH_TIMEOUT(!mirror.pickTree().wantsTree(), 20000);
  }

 private:
  QWindow window_;
  ui::scene::q3c::QEntity root_;
  ui::scene::FrameGraph graph_;

 public:
  ui::PoseLayer poses;
  session::WorldSession session{world::World(), std::make_shared<geometry::GeometryStore>()};
  ui::scene::WorldMirror mirror;
};

class TestWorldMirror : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aChangeCostsItsOwnRows_data();
  void aChangeCostsItsOwnRows();
  void aDragCostsWhatIsDragged();
  void manyMeshesHaveTheirEdgesInOneBatch();
  void edgesOfManyMeshesAreSeen();
};

void TestWorldMirror::aChangeCostsItsOwnRows_data() {
  QTest::addColumn<int>("meshes");
  QTest::newRow("few meshes") << 20;
  QTest::newRow("many meshes") << 800;
}

void TestWorldMirror::aChangeCostsItsOwnRows() {
  QFETCH(int, meshes);
  Mirrored m;
  m.fill(10000, meshes);
  constexpr std::size_t kRow = sizeof(ui::scene::InstanceData), kEdges = 24 * 16;
  QVERIFY(m.mirror.lastFlushed().bytes > 10000 * kRow);
  const auto cost = [&](const session::EditsPtr& edits) {
    m.commit(edits);
    const auto [groups, bytes] = m.mirror.lastFlushed();
    qInfo("%zu groups, %zu bytes", groups, bytes);
    return groups == 1 && bytes <= 2 * (kRow + kEdges) && !m.mirror.pickTree().wantsTree();
  };
  QVERIFY(cost(box(10000, meshes)));  // added
  const auto moved = m.session.snapshot().world->childNamed(world::kRootObject, "box_77");
  QVERIFY(cost(session::setPose(moved, world::kRootObject, Pose::translation(1, 2, 3))));
  // One at the beginning: the last one takes its place.
  QVERIFY(cost(session::deleteObject(m.session.snapshot().world->childNamed(world::kRootObject, "box_3"), true)));
  m.mirror.flush();
  QCOMPARE(m.mirror.lastFlushed().groups, std::size_t{0});
}

// Of 10,000 objects one that carries another, from the first step on, as the thread of the collision watch has made
// the model.
void TestWorldMirror::aDragCostsWhatIsDragged() {
  Mirrored m;
  m.fill(10000, 20);
  const auto dragged = m.session.snapshot().world->childNamed(world::kRootObject, "box_77");
  m.commit(session::createPrimitive(dragged, {}, "on_it", sized(1), {}, Pose::translation(0, 0, 0.1)));
  const auto world = m.session.snapshot().world;
  const auto on_it = world->childNamed(dragged, "on_it");
  (void)m.poses.models()->of(*world);
  std::vector<double> us;
  for (int i = 0; i < 101; ++i) {
    timespec from{}, to{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    m.poses.setRootTObject(dragged, Pose::translation(0.01 * i, 2, 3));
    m.mirror.syncPoses();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    us.push_back(1e6 * double(to.tv_sec - from.tv_sec) + 1e-3 * double(to.tv_nsec - from.tv_nsec));
    m.mirror.flush();
    QVERIFY(m.mirror.lastFlushed().groups <= 2);
  }
  QVERIFY((m.mirror.rootT(on_it).p - Vec3(1.0, 2, 3.1)).norm() < 1e-12);
  const double first = us.front();
  std::nth_element(us.begin(), us.begin() + 50, us.end());
  qInfo("a step of a drag among 10,000 objects: the first %.0f us, then %.1f us of CPU", first, us[50]);
  QVERIFY2(us[50] < 1000.0, "one of 10,000 costs what many do");
  QVERIFY2(first < 5000.0, "the first step costs the world");
}

// Beside the entity of each mesh: one more, not one for each.
void TestWorldMirror::manyMeshesHaveTheirEdgesInOneBatch() {
  Mirrored m;
  m.fill(300, 300);
  QCOMPARE(m.mirror.entityCount(), std::size_t{600});
  std::vector<session::EditsPtr> more;
  for (int i = 300; i < 700; ++i) more.push_back(box(i, 700));
  m.commit(session::join(more));
  QCOMPARE(m.mirror.entityCount(), std::size_t{701});
  m.mirror.setEdgesVisible(false);
  m.mirror.flush();
  QCOMPARE(m.mirror.entityCount(), std::size_t{700});
  m.mirror.setEdgesVisible(true);
  // And back.
  more.clear();
  const auto world = m.session.snapshot().world;
  for (int i = 0; i < 500; ++i)
    more.push_back(session::deleteObject(world->childNamed(world::kRootObject, "box_" + std::to_string(i)), true));
  m.commit(session::join(more));
  m.mirror.flush();
  QCOMPARE(m.mirror.entityCount(), std::size_t{400});
}

void TestWorldMirror::edgesOfManyMeshesAreSeen() {
  Stage s;
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 450; ++i) edits.push_back(box(i, 450, 25));
  s.commit(session::join(edits));
  s.viewport->setStandardView(ui::scene::StandardView::kTop);
  s.viewport->fitAll();
  QVERIFY(s.settle());
  const auto differing = [&] {
    s.viewport->setShown(ui::ViewLayer::kEdges, true);
    QTest::qWait(50);
    const QImage with = s.picture();
    s.viewport->setShown(ui::ViewLayer::kEdges, false);
    QTest::qWait(50);
    const QImage without = s.picture();
    s.viewport->setShown(ui::ViewLayer::kEdges, true);
    int count = 0;
    for (int y = 0; y < with.height(); ++y)
      for (int x = 0; x < with.width(); ++x) count += with.pixel(x, y) != without.pixel(x, y);
    return count;
  };
  const int seen = differing();
  QVERIFY2(seen > 5000, qPrintable(QString::number(seen)));
  QVERIFY(ui::ViewProbe(*s.viewport).frameTotals().entities < 460);
  // Those of what moves go with it, those of what goes are gone.
  edits.clear();
  const auto world = s.session->snapshot().world;
  for (int i = 1; i < 450; ++i)
    edits.push_back(session::deleteObject(world->childNamed(world::kRootObject, "box_" + std::to_string(i)), true));
  s.commit(session::join(edits));
  QVERIFY(s.settle());
  const int one = differing();
  QVERIFY2(one > 20 && one < seen / 50, qPrintable(QString::number(one)));
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestWorldMirror)
#include "test_world_mirror.moc"
