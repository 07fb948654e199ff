// SPDX-License-Identifier: Apache-2.0
// What lies over what: names, numbers of the grid, frames and outlines beside bodies, handles and cube.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "stage.h"
#include "ui/scene/theme.h"
#include "ui/widgets/theme.h"

namespace ww::test {

using geometry::Box;
using ui::scene::Handle;
using ui::scene::Label;

class TestLabels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void aBodyHidesTheNameBehindIt();
  void nothingIsWrittenOverWhatHidesIt();
  void aThinPostHidesANumberToo();
  void namesKeepOffHandlesCubeAndEachOther();
  void theNameOfWhatIsSelectedCanBeRead();
  void manyNamesFadeAndFarOnesAreShort();
  void aClickOnANameSelects();
  void handlesTakeThePlaceOfTheArrows();
  void framesAreFainterBehindBodies();
  void framesArePointsWhenFar();
  void anOutlineBehindSomethingIsDashed();

 private:
  const Label* labelOf(const QString& text) const;
  // Pixels within `reach` of a place that differ between two pictures by more than noise.
  int changed(const QImage& a, const QImage& b, const QPointF& at, int reach) const;
  int countNear(const QImage& image, QColor color, int tolerance) const;
  void lookFromTheFront(double distance);

  std::unique_ptr<Stage> stage_;
};

void TestLabels::init() {
  stage_ = std::make_unique<Stage>();
  stage_->viewport->setSnap(10, 5, false);
}

void TestLabels::cleanup() { stage_.reset(); }

const Label* TestLabels::labelOf(const QString& text) const {
  for (const auto& label : ui::ViewProbe(*stage_->viewport).labels())
    if (label.text == text) return &label;
  return nullptr;
}

int TestLabels::changed(const QImage& a, const QImage& b, const QPointF& at, int reach) const {
  const QPoint middle = (at * stage_->viewport->surface()->devicePixelRatio()).toPoint();
  int count = 0;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const QPoint p = middle + QPoint(x, y);
      if (!a.rect().contains(p)) continue;
      const QColor c = a.pixelColor(p), d = b.pixelColor(p);
      count += std::abs(c.red() - d.red()) + std::abs(c.green() - d.green()) + std::abs(c.blue() - d.blue()) > 40;
    }
  return count;
}

int TestLabels::countNear(const QImage& image, QColor color, int tolerance) const {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      count += std::abs(c.red() - color.red()) <= tolerance && std::abs(c.green() - color.green()) <= tolerance &&
               std::abs(c.blue() - color.blue()) <= tolerance;
    }
  return count;
}

void TestLabels::lookFromTheFront(double distance) {
  ui::CameraState camera;
  camera.target = Vec3(0, 0, 0.5);
  camera.eye = camera.target + Vec3(0, -distance, 0.25 * distance);
  stage_->viewport->setCamera(camera);
  QTest::qWait(350);  // all pictures in full quality
}

void TestLabels::aBodyHidesTheNameBehindIt() {
  auto& s = *stage_;
  const ObjectId wall = s.add("wall", Box{{0.6, 0.05, 0.6}}, {0.6f, 0.6f, 0.6f, 1}, Pose::translation(-0.5, -0.4, 0.5));
  s.addFrame("behind", Pose::translation(-0.5, 0.2, 0.4));
  s.addFrame("beside", Pose::translation(0.5, 0.2, 0.4));
  s.addFrame("before", Pose::translation(-0.5, -0.7, 0.5));
  lookFromTheFront(3.0);
  (void)s.shot(QStringLiteral("labels_hidden"));
  QVERIFY(!labelOf(QStringLiteral("behind")));
  QVERIFY(labelOf(QStringLiteral("beside")));
  QVERIFY2(labelOf(QStringLiteral("before")), "a body further away hides nothing");
  s.commit(session::setPose(wall, world::kRootObject, Pose::translation(-0.5, 2.0, 0.5)));
  (void)s.picture();
  QVERIFY(labelOf(QStringLiteral("behind")));
}

// In a cell seen from many sides: no number of the grid has a body below it, no name one before it.
void TestLabels::nothingIsWrittenOverWhatHidesIt() {
  auto& s = *stage_;
  buildDemoCell(s);
  for (int i = 0; i < 12; ++i)
    s.addFrame("frame_" + std::to_string(i), Pose::translation(-0.6 + 0.1 * i, 0.3 - 0.07 * i, 0.2 + 0.08 * i));
  s.viewport->fitAll();
  int names = 0, numbers = 0;
  for (int turn = 0; turn < 8; ++turn) {
    ui::CameraState camera = s.viewport->camera();
    const double angle = turn * std::numbers::pi / 4.0 + 0.2, distance = camera.distance();
    camera.eye = camera.target + distance * Vec3(0.85 * std::cos(angle), 0.85 * std::sin(angle), 0.5);
    camera.up = Vec3::UnitZ();
    s.viewport->setCamera(camera);
    (void)s.picture();
    const auto view = s.viewport->viewTransform();
    const double ratio = s.viewport->surface()->devicePixelRatio();
    for (const Label& label : ui::ViewProbe(*s.viewport).labels()) {
      (label.frame ? names : numbers) += 1;
      for (const double x : {label.box.left(), label.box.center().x(), label.box.right()}) {
        const QPointF at(x / ratio, label.box.center().y() / ratio);
        const auto hit = s.viewport->surfaceAt(at);
        // A frame may stand on what is seen below its name.
        const double slack = 45.0 * view.metresPerPixel(label.anchor);
        const bool over = hit && (!label.frame || view.depthOf(*hit) < view.depthOf(label.anchor) - slack);
        QVERIFY2(!over, qPrintable(QStringLiteral("%1, turn %2").arg(label.text).arg(turn)));
      }
    }
  }
  qInfo("%d names and %d numbers in 8 views", names, numbers);
  QVERIFY(names > 30 && numbers > 30);
}

// A post of some pixels, anywhere before the text.
void TestLabels::aThinPostHidesANumberToo() {
  auto& s = *stage_;
  ui::CameraState camera;
  camera.eye = Vec3(1.5, -2.5, 1.5);
  camera.target = Vec3::Zero();
  s.viewport->setCamera(camera);
  const ObjectId post = s.add("post", Box{{0.012, 0.012, 0.5}}, {0.6f, 0.6f, 0.6f, 1}, Pose::translation(0, 3.0, 0.25));
  (void)s.picture();
  const Label* number = labelOf(QStringLiteral("500 mm"));
  QVERIFY(number);
  const QRectF box = number->box;
  const double ratio = s.viewport->surface()->devicePixelRatio();
  for (const double part : {0.15, 0.3, 0.4, 0.6, 0.7, 0.85}) {
    const auto ray =
        s.viewport->viewTransform().rayAt(Eigen::Vector2d(box.left() + part * box.width(), box.center().y()) / ratio);
    s.commit(session::setPose(post, world::kRootObject, Pose{ray.origin + 1.5 * ray.dir, Quat::Identity()}));
    (void)s.picture();
    for (const Label& label : ui::ViewProbe(*s.viewport).labels())
      for (double x = label.box.left(); x <= label.box.right(); x += 2.0)
        QVERIFY2(label.frame || !s.viewport->surfaceAt(QPointF(x, label.box.center().y()) / ratio),
                 qPrintable(QStringLiteral("%1, post at %2 of it").arg(label.text).arg(part)));
  }
}

void TestLabels::namesKeepOffHandlesCubeAndEachOther() {
  auto& s = *stage_;
  const FrameId grip = s.addFrame("grip", Pose::translation(0, 0, 0.5));
  for (int i = 0; i < 30; ++i)
    s.addFrame("near_" + std::to_string(i), Pose::translation(0.2 * (i % 6) - 0.5, 0, 0.1 * (i / 6) + 0.3));
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  s.selection->select({grip});
  lookFromTheFront(2.0);
  (void)s.shot(QStringLiteral("labels_handles"));
  const double ratio = s.viewport->surface()->devicePixelRatio();
  const QPointF middle = s.pixelOf(Vec3(0, 0, 0.5)) * ratio;
  const auto& labels = ui::ViewProbe(*s.viewport).labels();
  QVERIFY(labels.size() > 4);
  QVERIFY2(labelOf(QStringLiteral("grip")), "the selected one has its name, beside the handles");
  for (const Label& label : labels) {
    const double x = std::clamp(middle.x(), label.box.left(), label.box.right()) - middle.x();
    const double y = std::clamp(middle.y(), label.box.top(), label.box.bottom()) - middle.y();
    QVERIFY2(std::hypot(x, y) > 115.0 * ratio, qPrintable(label.text));
    for (const Label& other : labels) QVERIFY(&other == &label || !other.box.intersects(label.box));
  }
  // Two frames in one place both have their names.
  s.selection->clear();
  s.addFrame("one", Pose::translation(-0.7, 0, 0.9));
  s.addFrame("two", Pose::translation(-0.7, 0, 0.9));
  (void)s.picture();
  QVERIFY(labelOf(QStringLiteral("one")) && labelOf(QStringLiteral("two")));
  // A frame below the cube has its name beside the cube, or none.
  const auto cube = ui::ViewProbe(*s.viewport).cubePosition(ui::scene::CubeSpot::of(ui::scene::ViewTurn::kDown));
  const auto ray = s.viewport->viewTransform().rayAt({cube->x(), cube->y() - 60});
  s.addFrame("below", Pose{Vec3(ray.origin + 2.0 * ray.dir), Quat::Identity()});
  (void)s.picture();
  const QRectF area(cube->x() - 60, cube->y() - 120, 120, 120);
  if (const auto* label = labelOf(QStringLiteral("below")))
    QVERIFY(!QRectF(area.topLeft() * ratio, area.size() * ratio).intersects(label->box));
}

void TestLabels::theNameOfWhatIsSelectedCanBeRead() {
  auto& s = *stage_;
  const FrameId grip = s.addFrame("grip", Pose::translation(0, 0, 0.5));
  s.selection->select({grip});
  for (const bool dark : {true, false}) {
    s.viewport->setTheme(dark);
    lookFromTheFront(2.0);
    (void)s.picture();
    const Label* label = labelOf(QStringLiteral("grip"));
    QVERIFY(label);
    QColor around = ui::scene::sceneTheme(dark).halo;
    around.setAlpha(255);
    const double contrast = ui::Theme::contrast(around, label->color);
    QVERIFY2(contrast >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(dark ? "dark" : "light").arg(contrast)));
  }
}

void TestLabels::manyNamesFadeAndFarOnesAreShort() {
  auto& s = *stage_;
  s.addFrame("a_frame_with_a_long_name", Pose::translation(0, 0, 0.5));
  lookFromTheFront(2.0);
  (void)s.picture();
  const auto* alone = labelOf(QStringLiteral("a_frame_with_a_long_name"));
  QVERIFY(alone && alone->color.alpha() == 255);
  s.addFrame("another_with_a_long_name", Pose::translation(0.4, 2.5, 0.5));
  s.addFrame("the_farthest_of_all_names", Pose::translation(-1.8, 6.0, 1.5));
  (void)s.picture();
  QVERIFY(labelOf(QStringLiteral("a_frame_with_a_long_name")));
  QVERIFY(labelOf(QStringLiteral("another_with_") + QChar(0x2026)));
  QVERIFY(labelOf(QStringLiteral("the_far") + QChar(0x2026)));
  for (int i = 0; i < 200; ++i)
    s.addFrame("f" + std::to_string(i), Pose::translation(0.11 * (i % 20) - 1.1, 0.05 * (i / 20), 0.1 * (i / 20)));
  (void)s.shot(QStringLiteral("labels_many"));
  std::size_t names = 0;
  for (const Label& label : ui::ViewProbe(*s.viewport).labels()) {
    if (!label.frame) continue;
    ++names;
    QVERIFY(label.color.alphaF() < 0.6f);
  }
  QVERIFY2(names > 10 && names <= 60, qPrintable(QString::number(names)));
}

void TestLabels::aClickOnANameSelects() {
  auto& s = *stage_;
  s.add("wall", Box{{3, 0.05, 2}}, {0.6f, 0.6f, 0.6f, 1}, Pose::translation(0, 0.5, 1));
  const FrameId frame = s.addFrame("a_long_name_to_click", Pose::translation(-0.2, 0, 0.6));
  lookFromTheFront(3.0);
  (void)s.picture();
  const auto* label = labelOf(QStringLiteral("a_long_name_to_click"));
  QVERIFY(label);
  const QPointF at =
      QPointF(label->box.right() - 12, label->box.center().y()) / s.viewport->surface()->devicePixelRatio();
  const QPointF origin = s.pixelOf(Vec3(-0.2, 0, 0.6));
  QVERIFY2(std::hypot(at.x() - origin.x(), at.y() - origin.y()) > 30, "far from the arrows");
  s.moveMouse(at);
  QTRY_VERIFY(s.selection->hovered() == world::NodeRef(frame));
  s.click(at);
  QCOMPARE(s.selection->nodes(), std::vector<world::NodeRef>{frame});
}

void TestLabels::handlesTakeThePlaceOfTheArrows() {
  auto& s = *stage_;
  const FrameId frame = s.addFrame("only", Pose::fromRpy(Vec3(0, 0, 0.5), 0.7, 0.4, 0.9));
  lookFromTheFront(2.0);
  s.selection->select({frame});
  // The tip of the frame's own z, where no arrow of the world is.
  const auto view = s.viewport->viewTransform();
  const Pose pose = s.poseOf(frame);
  const Vec3 tip = pose.p + 30.0 * view.metresPerPixel(pose.p) * (pose.q * Vec3::UnitZ());
  const auto drawn = [&] {
    const QImage with = s.shot(QStringLiteral("one_triad"));
    s.viewport->setShown(ui::ViewLayer::kFrames, false);
    const QImage without = s.picture();
    s.viewport->setShown(ui::ViewLayer::kFrames, true);
    return changed(with, without, s.pixelOf(tip), 5);
  };
  const int arrows = drawn();
  s.viewport->setTool(ui::Viewport::Tool::kMove);
  const int handles = drawn();
  QVERIFY2(arrows > 10 && handles == 0, qPrintable(QStringLiteral("%1 %2").arg(arrows).arg(handles)));
}

void TestLabels::framesAreFainterBehindBodies() {
  auto& s = *stage_;
  const ObjectId wall = s.add("wall", Box{{0.6, 0.05, 0.6}}, {0.5f, 0.5f, 0.5f, 1}, Pose::translation(0, -0.4, 0.6));
  lookFromTheFront(3.0);
  const QImage without = s.picture();
  const FrameId frame = s.addFrame("x", Pose::translation(0, 0, 0.5));
  const QPointF at = s.pixelOf(s.poseOf(frame).p);
  const auto redness = [&](const QImage& image) {
    int most = 0;
    const QPoint p = (at * s.viewport->surface()->devicePixelRatio()).toPoint();
    for (int y = -5; y <= 5; ++y)
      for (int x = 8; x <= 24; ++x) {
        const QColor c = image.pixelColor(p + QPoint(x, y));
        most = std::max(most, c.red() - (c.green() + c.blue()) / 2);
      }
    return most;
  };
  const int behind = redness(s.shot(QStringLiteral("frame_behind")));
  s.commit(session::setPose(wall, world::kRootObject, Pose::translation(0, 3, 0.6)));
  const int before = redness(s.picture());
  QVERIFY2(before > 90 && behind > 15 && behind < 6 * before / 10,
           qPrintable(QStringLiteral("%1 %2 %3").arg(redness(without)).arg(behind).arg(before)));
}

void TestLabels::framesArePointsWhenFar() {
  auto& s = *stage_;
  const ObjectId part = s.add("part", Box{{0.3, 0.3, 0.02}}, {0.5f, 0.5f, 0.5f, 1}, Pose::translation(0, 0, 0.3));
  const auto pixels = [&](double distance, int reach) {
    lookFromTheFront(distance);
    const QImage with = s.picture();
    s.viewport->setShown(ui::ViewLayer::kFrames, false);
    const QImage without = s.picture();
    s.viewport->setShown(ui::ViewLayer::kFrames, true);
    return changed(with, without, s.pixelOf(Vec3(0.4, 0, 0.9)), reach);
  };
  s.addFrame("corner", Pose::translation(0.4, 0, 0.9), part);
  const int near = pixels(3.0, 36), far = pixels(30.0, 12);
  QVERIFY2(near > 150 && far > 3 && far < 60, qPrintable(QStringLiteral("%1 %2").arg(near).arg(far)));
  (void)s.picture();
  QVERIFY(!labelOf(QStringLiteral("corner")));
  // What is selected is whole, with its name.
  s.selection->select({s.session->snapshot().world->frameNamed(part, "corner")});
  QVERIFY(pixels(30.0, 36) > 150);
  (void)s.picture();
  QVERIFY(labelOf(QStringLiteral("corner")));
}

void TestLabels::anOutlineBehindSomethingIsDashed() {
  auto& s = *stage_;
  const ObjectId wall = s.add("wall", Box{{2, 0.05, 1.4}}, {0.4f, 0.4f, 0.45f, 1}, Pose::translation(0, -0.6, 0.7));
  const ObjectId part = s.add("part", Box{{0.4, 0.3, 0.4}}, {0.5f, 0.5f, 0.5f, 1}, Pose::translation(0, 0, 0.5));
  lookFromTheFront(3.0);
  s.selection->select({part});
  const QColor color(0xff, 0xc8, 0x57);
  const int behind = countNear(s.shot(QStringLiteral("outline_behind")), color, 8);
  s.commit(session::setPose(wall, world::kRootObject, Pose::translation(0, 3, 0.7)));
  const int before = countNear(s.shot(QStringLiteral("outline_before")), color, 8);
  QVERIFY2(before > 300 && behind > before / 4 && behind < 3 * before / 4,
           qPrintable(QStringLiteral("%1 of %2").arg(behind).arg(before)));
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestLabels)
#include "test_labels.moc"
