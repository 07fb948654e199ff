// SPDX-License-Identifier: Apache-2.0
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <QWheelEvent>
#include <QWindow>
#include <cmath>

#include "core/geometry/scene_bvh.h"
#include "stage.h"

namespace ww::test {

using ui::scene::Handle;

// How many pixels of a picture are near a colour.
int countNear(const QImage& image, QColor color, int tolerance = 24) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - color.red()) <= tolerance && std::abs(c.green() - color.green()) <= tolerance &&
          std::abs(c.blue() - color.blue()) <= tolerance)
        ++count;
    }
  return count;
}

class TestViewport : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void showsTheWorld();
  void clickSelects();
  void theActiveOneIsOutlinedBeforeTheOthers();
  void boxSelects();
  void dragMovesWithOneHistoryEntry();
  void escRestoresExactly();
  void typedValueReplacesTheDrag();
  void turnsInSteps();
  void severalMoveTogether();
  void aDraggedFrameTakesAlongWhatIsAttached();
  void whatIsAttachedMovesOnceWithItsFrame();
  void framesAndWhatLiesBehindCanBeClicked();
  void idsAgreeWithRays();
  void navigates();
  void showsOverlays();
  void dropTellsFileAndPlace();
  void drawsNothingWhenIdle();

 private:
  void attachCanToPick();

  std::unique_ptr<Stage> stage_;
  DemoCell cell_;
};

void TestViewport::init() {
  stage_ = std::make_unique<Stage>();
  cell_ = buildDemoCell(*stage_);
  stage_->viewport->fitAll();
  QVERIFY(stage_->settle());
}

void TestViewport::cleanup() { stage_.reset(); }

void TestViewport::showsTheWorld() {
  const QImage dark = stage_->shot(QStringLiteral("dark"));
  QVERIFY(countNear(dark, QColor(0x1b, 0x1d, 0x20), 12) > 500);
  stage_->viewport->setTheme(false);
  const QImage light = stage_->shot(QStringLiteral("light"));
  QVERIFY(light != dark);
}

void TestViewport::clickSelects() {
  stage_->click(stage_->pixelOf(Vec3(-0.35, -0.175, 0.765)));
  QCOMPARE(stage_->selection->nodes().size(), std::size_t{1});
  QVERIFY(stage_->selection->contains(cell_.red));
  stage_->click(stage_->pixelOf(Vec3(0.4, -0.12, 0.825)), Qt::ControlModifier);
  QCOMPARE(stage_->selection->nodes().size(), std::size_t{2});
  const QImage image = stage_->shot(QStringLiteral("selected"));
  QVERIFY(countNear(image, QColor(0xff, 0x9f, 0x1c), 6) > 100);
  stage_->click(QPointF(30, 30));
  QVERIFY(stage_->selection->nodes().empty());
}

// Also where it lies before them all.
void TestViewport::theActiveOneIsOutlinedBeforeTheOthers() {
  auto& s = *stage_;
  ui::CameraState above;
  above.target = Vec3(-0.35, -0.175, 0.7);
  above.eye = above.target + Vec3(0, -0.4, 1.2);
  s.viewport->setCamera(above);
  const QColor active(0xff, 0xc8, 0x57);
  s.selection->select({cell_.red, cell_.table});
  QVERIFY(s.settle());
  const int around_table = countNear(s.shot(QStringLiteral("table_active")), active, 6);
  s.selection->select({cell_.table, cell_.red});
  QVERIFY(s.settle());
  const int around_part = countNear(s.shot(QStringLiteral("part_active")), active, 6);
  QVERIFY2(around_part > 100, qPrintable(QStringLiteral("%1, %2").arg(around_part).arg(around_table)));
}

void TestViewport::boxSelects() {
  const QPointF a = stage_->pixelOf(Vec3(0.05, 0.12, 0.825));
  stage_->drag(a - QPointF(75, 95), a + QPointF(75, 75));
  QVERIFY(stage_->selection->contains(cell_.green));
  QVERIFY(!stage_->selection->contains(cell_.table));
  stage_->drag(a + QPointF(75, 75), a - QPointF(75, 95));
  QVERIFY(stage_->selection->contains(cell_.table));
  // Without height: it was all that touches one half of the screen.
  const QPointF beside = QPointF(8, 8);
  for (const QPointF& along : {QPointF(40, 0), QPointF(0, 40)}) {
    stage_->drag(beside + along, beside);
    QVERIFY(!stage_->selection->contains(cell_.table) && !stage_->selection->contains(cell_.green));
    stage_->drag(beside, beside + along);
    QVERIFY(!stage_->selection->contains(cell_.table) && !stage_->selection->contains(cell_.green));
  }
}

void TestViewport::dragMovesWithOneHistoryEntry() {
  stage_->viewport->setTool(ui::Viewport::Tool::kMove);
  stage_->selection->select({cell_.red});
  QVERIFY(stage_->settle());
  const Pose before = stage_->poseOf(cell_.red);
  const std::string hash = world::contentHash(*stage_->session->snapshot().world);
  const std::size_t entries = stage_->historySize();
  const auto handle = ui::ViewProbe(*stage_->viewport).handlePosition(Handle::kMoveX);
  QVERIFY(handle);
  stage_->press(*handle);
  for (int i = 1; i <= 10; ++i) stage_->moveMouse(*handle + QPointF(8 * i, 0));
  (void)stage_->shot(QStringLiteral("dragging"));
  stage_->release(*handle + QPointF(80, 0));
  const Pose after = stage_->poseOf(cell_.red);
  QCOMPARE(stage_->historySize(), entries + 1);
  QVERIFY(after.p.x() > before.p.x() + 0.05);
  QCOMPARE(after.p.y(), before.p.y());
  QVERIFY(stage_->poses->empty());
  stage_->bridge->undo();
  QVERIFY(stage_->poseOf(cell_.red) == before);
  QCOMPARE(world::contentHash(*stage_->session->snapshot().world), hash);
}

void TestViewport::escRestoresExactly() {
  auto& s = *stage_;
  const std::string hash = world::contentHash(*s.session->snapshot().world);
  const std::size_t entries = s.historySize();
  s.viewport->setTool(ui::Viewport::Tool::kRotate);
  s.selection->select({cell_.green});
  QVERIFY(s.settle());
  const QImage before = s.picture();
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kTurnZ);
  QVERIFY(handle);
  s.press(*handle);
  for (int i = 1; i <= 6; ++i) s.moveMouse(*handle + QPointF(10 * i, -3 * i));
  QVERIFY(!s.poses->empty());
  QVERIFY(s.shot(QStringLiteral("rotating")) != before);
  s.key(Qt::Key_Escape);
  QVERIFY(s.poses->empty());
  s.release(*handle + QPointF(60, -18));
  QCOMPARE(s.historySize(), entries);
  QCOMPARE(world::contentHash(*s.session->snapshot().world), hash);
}

void TestViewport::typedValueReplacesTheDrag() {
  auto& s = *stage_;
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  s.selection->select({cell_.blue});
  QVERIFY(s.settle());
  const Pose before = s.poseOf(cell_.blue);
  const std::size_t entries = s.historySize();
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kMoveZ);
  QVERIFY(handle);
  s.press(*handle);
  s.moveMouse(*handle + QPointF(0, -20));
  for (const Qt::Key k : {Qt::Key_1, Qt::Key_2, Qt::Key_5, Qt::Key_Return}) s.key(k);
  s.release(*handle + QPointF(0, -20));
  const Pose after = s.poseOf(cell_.blue);
  QVERIFY(std::abs(after.p.z() - before.p.z() - 0.125) < 1e-12);
  QCOMPARE(s.historySize(), entries + 1);
}

void TestViewport::turnsInSteps() {
  auto& s = *stage_;
  s.viewport->setTool(ui::Viewport::Tool::kRotate);
  s.viewport->setSpace(ui::Viewport::Space::kLocal);
  s.viewport->setSnap(10, 15, true);
  s.selection->select({cell_.red});
  QVERIFY(s.settle());
  (void)s.shot(QStringLiteral("rotate_gizmo"));
  const Pose before = s.poseOf(cell_.red);
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kTurnZ);
  QVERIFY(handle);
  s.drag(*handle, *handle + QPointF(-25, 45));
  const double angle = rotationDistance(before, s.poseOf(cell_.red)) * 180.0 / std::numbers::pi;
  QVERIFY2(angle > 14.9 && std::abs(std::remainder(angle, 15.0)) < 1e-6, qPrintable(QString::number(angle)));
}

void TestViewport::severalMoveTogether() {
  auto& s = *stage_;
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  s.viewport->setSnap(10, 5, true);
  s.selection->select({cell_.red, cell_.pick, cell_.green});
  QVERIFY(s.settle());
  const Pose red = s.poseOf(cell_.red), pick = s.poseOf(cell_.pick), green = s.poseOf(cell_.green);
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kPlaneXY);
  QVERIFY(handle);
  const std::size_t entries = s.historySize();
  s.drag(*handle, *handle + QPointF(60, 20));
  QCOMPARE(s.historySize(), entries + 1);
  const Vec3 shift = s.poseOf(cell_.green).p - green.p;
  QVERIFY(shift.norm() > 0.02);
  QCOMPARE(shift.z(), 0.0);
  QVERIFY(std::abs(std::remainder(shift.x(), 0.01)) < 1e-9);
  QVERIFY((s.poseOf(cell_.red).p - red.p - shift).norm() < 1e-12);
  QVERIFY((s.poseOf(cell_.pick).p - pick.p - shift).norm() < 1e-12);
  (void)s.shot(QStringLiteral("moved_together"));
}

// pick carries a frame, that one the can, and the can a ball.
void TestViewport::attachCanToPick() {
  auto& s = *stage_;
  const FrameId tip = s.addFrame("tip", Pose::translation(-0.6, -0.1, 0.9));
  s.commit(session::reparentFrameToFrame(tip, cell_.pick));
  s.commit(session::reparentObjectToFrame(cell_.can, tip));
  s.add("knob", geometry::Sphere{0.05}, {0.95f, 0.1f, 0.9f, 1}, Pose::translation(-0.12, -0.25, 1.0), cell_.can);
  auto camera = s.viewport->camera();
  camera.eye += 0.4 * (camera.eye - camera.target);  // room above
  s.viewport->setCamera(camera);
}

void TestViewport::aDraggedFrameTakesAlongWhatIsAttached() {
  auto& s = *stage_;
  attachCanToPick();
  const ObjectId knob = s.session->snapshot().world->childNamed(cell_.can, "knob");
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  s.selection->select({cell_.pick});
  const QImage still = s.picture();
  const Vec3 from = s.poseOf(knob).p;
  const auto at = [&](const Vec3& p) {
    const auto nodes = s.viewport->nodesAt(s.pixelOf(p));
    return !nodes.empty() && nodes.front() == world::NodeRef(knob);
  };
  QVERIFY(at(from));
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kMoveZ);
  QVERIFY(handle);
  s.press(*handle);
  for (int i = 1; i <= 8; ++i) s.moveMouse(*handle - QPointF(0, 5 * i));
  (void)s.picture();
  const Vec3 dragged = s.poses->rootT(*s.session->snapshot().world, cell_.pick).p - s.poseOf(cell_.pick).p;
  QVERIFY(dragged.z() > 0.05);
  QVERIFY2(at(from + dragged) && !at(from - Vec3(0, 0, 0.03)), "the knob must be where it will be");
  // A typed value is shown the same way.
  for (const Qt::Key k : {Qt::Key_1, Qt::Key_5, Qt::Key_0}) s.key(k);
  const QImage typed = s.shot(QStringLiteral("frame_dragged"));
  const Vec3 to = from + Vec3(0, 0, 0.15);
  QVERIFY(at(to) && !at(from));
  // Drawn there, too, and nothing was left behind.
  const auto isPinkAt = [](const QImage& image, const QPointF& p) {
    int count = 0;
    for (int y = -12; y <= 12; ++y)
      for (int x = -12; x <= 12; ++x) {
        const QColor c = image.pixelColor(p.toPoint() + QPoint(x, y));
        count += c.red() > c.green() + 60 && c.blue() > c.green() + 60;
      }
    return count > 50;
  };
  QVERIFY(isPinkAt(still, s.pixelOf(from)) && !isPinkAt(typed, s.pixelOf(from)) && isPinkAt(typed, s.pixelOf(to)));
  // Esc puts all of it back; Return leaves it where it was shown.
  s.key(Qt::Key_Escape);
  s.release(*handle - QPointF(0, 40));
  (void)s.picture();
  QVERIFY(at(from) && !at(to));
  s.press(*handle);
  s.moveMouse(*handle - QPointF(0, 20));
  for (const Qt::Key k : {Qt::Key_1, Qt::Key_5, Qt::Key_0, Qt::Key_Return}) s.key(k);
  s.release(*handle - QPointF(0, 20));
  (void)s.picture();
  QVERIFY((s.poseOf(knob).p - to).norm() < 1e-9);
  QVERIFY(at(to) && !at(from));
}

void TestViewport::whatIsAttachedMovesOnceWithItsFrame() {
  auto& s = *stage_;
  attachCanToPick();
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  s.selection->select({cell_.can, cell_.place, cell_.pick});
  QVERIFY(s.settle());
  const Pose can = s.poseOf(cell_.can), pick = s.poseOf(cell_.pick), other = s.poseOf(cell_.place);
  const auto handle = ui::ViewProbe(*s.viewport).handlePosition(Handle::kMoveZ);
  s.drag(*handle, *handle - QPointF(0, 40));
  const Vec3 shift = s.poseOf(cell_.pick).p - pick.p;
  QVERIFY(shift.z() > 0.02);
  QVERIFY((s.poseOf(cell_.can).p - can.p - shift).norm() < 1e-9);
  QVERIFY((s.poseOf(cell_.place).p - other.p - shift).norm() < 1e-9);
}

void TestViewport::framesAndWhatLiesBehindCanBeClicked() {
  auto& s = *stage_;
  s.click(s.pixelOf(s.poseOf(cell_.place).p));
  QVERIFY(s.selection->contains(cell_.place));
  const QPointF can = s.pixelOf(Vec3(-0.12, -0.25, 0.85));
  s.click(can);
  QVERIFY(s.selection->contains(cell_.can));
  s.click(can);
  QVERIFY(!s.selection->contains(cell_.can));
  QCOMPARE(s.selection->nodes().size(), std::size_t{1});
  // After something else was selected it is about what is in front again.
  s.selection->select({cell_.place});
  s.click(can);
  QVERIFY(s.selection->contains(cell_.can));
}

void TestViewport::idsAgreeWithRays() {
  auto& s = *stage_;
  geometry::SceneBvh tree;
  std::vector<geometry::BvhInstance> instances;
  const auto world = s.session->snapshot().world;
  world->forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities)
      for (const auto& g : entity->visual)
        instances.push_back({instances.size() << 32 | object.id.value,
                             world->rootT(entity->id).isometry() * g.ref_t_shape,
                             std::make_shared<geometry::TriangleBvh>(g.geometry->mesh)});
  });
  tree.assign(instances);
  std::vector<std::uint64_t> ids;
  QSize size;
  ui::ViewProbe(*s.viewport).grabIds([&](std::vector<std::uint64_t> got, QSize of) {
    ids = std::move(got);
    size = of;
  });
  QVERIFY(QTest::qWaitFor([&] { return !ids.empty(); }, 10000));
  const auto view = s.viewport->viewTransform();
  const double ratio = s.viewport->surface()->devicePixelRatio();
  QCOMPARE(size.width(), int(std::lround(view.width() * ratio)));
  std::size_t same = 0, all = 0, covered = 0;
  for (int y = 0; y < size.height(); y += 2)
    for (int x = 0; x < size.width(); x += 2) {
      const auto ray = view.rayAt({(x + 0.5) / ratio, (y + 0.5) / ratio});
      const auto hit = tree.raycast(ray.origin, ray.dir);
      const std::uint64_t expected = hit ? hit->id & 0xffffffffu : 0;
      const std::uint64_t got = ids[std::size_t(y) * std::size_t(size.width()) + std::size_t(x)];
      same += expected == got;
      covered += expected != 0;
      ++all;
    }
  qInfo("ids: %.3f %% of the pixels agree, %.1f %% covered", 100.0 * double(same) / double(all),
        100.0 * double(covered) / double(all));
  QVERIFY(covered > all / 20);
  QVERIFY(double(same) >= 0.98 * double(all));
}

void TestViewport::navigates() {
  auto& s = *stage_;
  const ui::CameraState start = s.viewport->camera();
  s.drag(QPointF(200, 500), QPointF(280, 470), Qt::MiddleButton);
  const ui::CameraState turned = s.viewport->camera();
  QVERIFY((turned.eye - start.eye).norm() > 0.1);
  QVERIFY(std::abs(turned.distance() - start.distance()) < 1e-9);
  s.drag(QPointF(200, 500), QPointF(230, 500), Qt::RightButton);
  QVERIFY((s.viewport->camera().target - turned.target).norm() > 0.01);
  const QPointF at = s.pixelOf(Vec3(0.05, 0.12, 0.925));
  const auto before = s.viewport->surfaceAt(at);
  QWheelEvent wheel(at, at, QPoint(), QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(s.viewport->surface(), &wheel);
  const auto after = s.viewport->surfaceAt(at);
  QVERIFY(before && after && (*before - *after).norm() < 1e-6);
  QVERIFY(s.viewport->camera().distance() < turned.distance());
  s.click(*ui::ViewProbe(*s.viewport).cubePosition(ui::scene::CubeSpot::of(ui::scene::Facet(0, 0, 1))));
  QVERIFY(s.viewport->camera().forward().z() < -0.999);
  s.key(Qt::Key_5);
  QVERIFY(s.viewport->camera().ortho);
  s.key(Qt::Key_Home);
  (void)s.shot(QStringLiteral("top_ortho"));
  s.key(Qt::Key_1);
  QVERIFY(s.viewport->camera().forward().y() > 0.999);
}

void TestViewport::showsOverlays() {
  auto& s = *stage_;
  std::vector<Vec3> path;
  std::vector<std::size_t> ticks;
  for (std::size_t i = 0; i <= 60; ++i) {
    const double t = double(i) / 60;
    path.emplace_back(-0.35 + 0.97 * t, -0.1 - 0.2 * t, 0.95 - 0.2 * t + 0.5 * t * (1 - t));
    if (i % 6 == 0) ticks.push_back(i);
  }
  s.viewport->marks().setTrace(path, ticks);
  const auto world = s.session->snapshot().world;
  s.viewport->marks().setContacts(
      {{Vec3(0.1, 0.1, 0.9), Vec3(0.38, -0.1, 0.8), world->object(cell_.green)->rootEntity(),
        world->object(cell_.blue)->rootEntity()}});
  s.viewport->marks().setGhost(cell_.can, JointVector());
  const QImage image = s.shot(QStringLiteral("overlays"));
  QVERIFY(countNear(image, QColor(0xf8, 0x51, 0x49), 8) > 100);
  QVERIFY(countNear(image, QColor(0x4c, 0x9a, 0xff), 8) > 200);
  s.viewport->setShown(ui::ViewLayer::kCollision, true);
  QVERIFY(s.shot(QStringLiteral("collision")) != image);
  s.viewport->setShown(ui::ViewLayer::kCollision, false);
  s.viewport->marks().setContacts({});
  s.viewport->marks().setTrace({});
  s.viewport->marks().setGhost({}, std::nullopt);
  auto* keeper = new ui::ViewKeeper(*s.bridge, s.viewport.get());
  s.viewport->setView(*keeper);
  keeper->setHidden({cell_.table}, true);
  const QPointF p = s.pixelOf(Vec3(-0.6, 0.3, 0.725));
  for (const auto& node : s.viewport->nodesAt(p)) QVERIFY(node != world::NodeRef(cell_.table));
}

void TestViewport::dropTellsFileAndPlace() {
  auto& s = *stage_;
  QSignalSpy spy(s.viewport.get(), &ui::Viewport::fileDropped);
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/part.step"))});
  QWidget* target = s.viewport->focusProxy();
  const QPointF at = s.pixelOf(Vec3(0.2, -0.3, 0.725));
  QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &drop);
  QCOMPARE(spy.size(), 1);
  QCOMPARE(spy[0][0].toStringList(), QStringList{QStringLiteral("/tmp/part.step")});
  const auto where = spy[0][1].value<std::optional<ui::DropPoint>>();
  QVERIFY(where && std::abs(where->p_in_root.z() - 0.725) < 1e-6);
  QVERIFY(where->entity == s.viewport->dropPointAt(at)->entity && where->entity);
}

void TestViewport::drawsNothingWhenIdle() {
  auto& s = *stage_;
  QVERIFY(s.settle());
  // Full quality comes back after the last motion, on a busy computer late.
  const auto rests = [&s] {
    const quint64 frames = s.viewport->surface()->framesDrawn();
    QTest::qWait(500);
    return s.viewport->surface()->framesDrawn() == frames;
  };
  QVERIFY(QTest::qWaitFor(rests, 20000));
  QVERIFY2(rests(), "and it stays so");
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewport)
#include "test_viewport.moc"
