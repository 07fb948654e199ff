// SPDX-License-Identifier: Apache-2.0
#include "stage.h"

#include <QDir>
#include <QTest>
#include <QWindow>

namespace ww::test {

Stage::Stage(QSize size)
    : session(std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>())),
      bridge(std::make_unique<ui::SessionBridge>(session)),
      selection(std::make_unique<ui::Selection>()),
      poses(std::make_unique<ui::PoseLayer>()),
      viewport(std::make_unique<ui::Viewport>(bridge.get(), selection.get(), poses.get())) {
  QObject::connect(viewport.get(), &ui::Viewport::framePresented, viewport.get(),
                   [this](quint64 revision) { presented = revision; });
  ui::ViewProbe(*viewport).setReducedMotion(true);
  viewport->resize(size);
  viewport->show();
  (void)QTest::qWaitForWindowExposed(viewport->surface());
}

Stage::~Stage() { viewport.reset(); }

void Stage::commit(const session::EditsPtr& edits) { QVERIFY(bridge->commit(QStringLiteral("Set up"), edits)); }

ObjectId Stage::add(const std::string& name, const geometry::Primitive& primitive, const geometry::Color& color,
                    const Pose& root_t_object, ObjectId parent) {
  const auto world = session->snapshot().world;
  const EntityId entity = world->object(parent)->rootEntity();
  commit(
      session::createPrimitive(parent, entity, name, primitive, color, world->rootT(parent).inverse() * root_t_object));
  return session->snapshot().world->childNamed(parent, name);
}

FrameId Stage::addFrame(const std::string& name, const Pose& root_t_frame, ObjectId parent) {
  const auto world = session->snapshot().world;
  commit(session::createFrame(parent, world->object(parent)->rootEntity(), name,
                              world->rootT(parent).inverse() * root_t_frame));
  return session->snapshot().world->frameNamed(parent, name);
}

bool Stage::settle() {
  const bool shown = QTest::qWaitFor([this] { return presented == session->snapshot().revision; }, 10000);
  QTest::qWait(30);
  return shown;
}

QImage Stage::picture() {
  settle();
  QImage image;
  viewport->grabImage([&](QImage grabbed) { image = std::move(grabbed); });
  (void)QTest::qWaitFor([&] { return !image.isNull(); }, 10000);
  return image.convertToFormat(QImage::Format_RGB32);
}

QImage Stage::shot(const QString& name) {
  const QImage image = picture();
  const QString folder = qEnvironmentVariable("WW_SHOTS");
  if (!folder.isEmpty()) image.save(QDir(folder).filePath(name + QStringLiteral(".png")));
  return image;
}

QPointF Stage::pixelOf(const Vec3& p) const {
  const auto at = viewport->viewTransform().project(p);
  return at ? QPointF(at->x(), at->y()) : QPointF(-1, -1);
}

Pose Stage::poseOf(world::NodeRef node) const { return session->snapshot().world->rootT(node); }

void Stage::moveMouse(const QPointF& p) { QTest::mouseMove(viewport->surface(), p.toPoint()); }

void Stage::press(const QPointF& p, Qt::MouseButton button, Qt::KeyboardModifiers mods) {
  moveMouse(p);
  QTest::mousePress(viewport->surface(), button, mods, p.toPoint());
}

void Stage::release(const QPointF& p, Qt::MouseButton button, Qt::KeyboardModifiers mods) {
  QTest::mouseRelease(viewport->surface(), button, mods, p.toPoint());
}

void Stage::click(const QPointF& p, Qt::KeyboardModifiers mods, Qt::MouseButton button) {
  press(p, button, mods);
  release(p, button, mods);
  // The next click shall not count as the second of a double click.
  QTest::qWait(20);
}

void Stage::drag(const QPointF& from, const QPointF& to, Qt::MouseButton button, Qt::KeyboardModifiers mods) {
  press(from, button, mods);
  for (int i = 1; i <= 8; ++i) {
    moveMouse(from + (to - from) * (i / 8.0));
    QTest::qWait(5);
  }
  release(to, button, mods);
  QTest::qWait(10);
}

void Stage::key(Qt::Key key) { QTest::keyClick(viewport->surface(), key); }

DemoCell buildDemoCell(Stage& s) {
  using geometry::Box;
  using geometry::Color;
  DemoCell c;
  const Color wood{0.72f, 0.60f, 0.45f, 1}, steel{0.62f, 0.65f, 0.69f, 1};
  c.table = s.add("table", Box{{1.4, 0.8, 0.05}}, wood, Pose::translation(0, 0, 0.70));
  for (int i = 0; i < 4; ++i)
    s.add("leg_" + std::to_string(i + 1), Box{{0.06, 0.06, 0.675}}, steel,
          Pose::translation(i % 2 ? 0.62 : -0.62, i / 2 ? 0.34 : -0.34, 0.3375), c.table);
  c.red = s.add("red_box", Box{{0.2, 0.15, 0.12}}, {0.80f, 0.25f, 0.22f, 1}, Pose::translation(-0.35, -0.1, 0.785));
  c.green = s.add("green_box", Box{{0.15, 0.15, 0.2}}, {0.30f, 0.62f, 0.38f, 1}, Pose::translation(0.05, 0.12, 0.825));
  c.blue = s.add("blue_box", Box{{0.12, 0.2, 0.1}}, {0.28f, 0.45f, 0.78f, 1}, Pose::translation(0.4, -0.12, 0.775));
  c.ball = s.add("ball", geometry::Sphere{0.09}, {0.90f, 0.70f, 0.25f, 1}, Pose::translation(0.48, 0.22, 0.815));
  c.can = s.add("can", geometry::Cylinder{0.22, 0.06}, steel, Pose::translation(-0.12, -0.25, 0.835));
  c.pick = s.addFrame("pick", Pose::translation(-0.35, -0.1, 0.95));
  c.place = s.addFrame("place", Pose::fromRpy(Vec3(0.62, -0.30, 0.75), 0.4, 0.0, 0.6));
  s.commit(session::setAttachmentFrame(c.place, true));
  return c;
}

}  // namespace ww::test
