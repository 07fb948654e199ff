// SPDX-License-Identifier: Apache-2.0
// What light and depth look like: shadow, contact shade, contrast to the ground, silhouettes, glass, ghosts; and that
// none of it is drawn without need.
#include <QSignalSpy>
#include <QTest>
#include <QWindow>
#include <algorithm>
#include <cmath>
#include <ctime>

#include "stage.h"
#include "ui/scene/quality.h"
#include "ui/scene/scene_window.h"

namespace ww::test {

using geometry::Box;
using geometry::Color;

// Relative luminance, 0 to 1.
double luminance(QColor c) {
  const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

// Mean over a few pixels: the grid has lines.
double luminanceAt(const QImage& image, const QPointF& p, int around = 1) {
  double sum = 0;
  int n = 0;
  for (int y = -around; y <= around; ++y)
    for (int x = -around; x <= around; ++x, ++n)
      sum += luminance(image.pixelColor(std::clamp(qRound(p.x()) + x, 0, image.width() - 1),
                                        std::clamp(qRound(p.y()) + y, 0, image.height() - 1)));
  return sum / n;
}

class TestViewportLight : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void aLiftedPartChangesItsShadowAndContactShade();
  void partsStandOutFromTheGround_data();
  void partsStandOutFromTheGround();
  void aPartShadesAnother();
  void silhouettesHaveInBetweenValues();
  void glassIsSeenInOrder();
  void ghostsHideWhatIsInside();
  void outlinesComeBackForNewParts();
  void outlinesAndIdsComeBackAfterAResize();
  void whatIsCutAwayThrowsNoShadow();
  void theFloorTakesTheShadowAtItsHeight();
  void theFloorReachesTheEye();
  void turningTheCameraDrawsNoShadowMap();
  void allIsDrawnSoonAfterTheHandRests();
  void slowFramesOfAMotionAreCoarser();
  void printsWhatAnOrbitCosts();

 private:
  void look(const Vec3& eye, const Vec3& target);
  std::vector<std::uint64_t> ids(QSize& size);
  int outlined();
  ui::ViewKeeper& keeper();

  std::unique_ptr<Stage> stage_;
};

void TestViewportLight::init() {
  stage_ = std::make_unique<Stage>(QSize(900, 640));
  stage_->viewport->setShown(ui::ViewLayer::kGrid, false);
}

void TestViewportLight::cleanup() { stage_.reset(); }

void TestViewportLight::look(const Vec3& eye, const Vec3& target) {
  ui::CameraState camera;
  camera.eye = eye;
  camera.target = target;
  stage_->viewport->setCamera(camera);
  QVERIFY(stage_->settle());
  QTest::qWait(250);  // at rest
}

std::vector<std::uint64_t> TestViewportLight::ids(QSize& size) {
  std::vector<std::uint64_t> out;
  ui::ViewProbe(*stage_->viewport).grabIds([&](std::vector<std::uint64_t> got, QSize of) {
    out = std::move(got), size = of;
  });
  (void)QTest::qWaitFor([&] { return !out.empty(); }, 10000);
  return out;
}

// Pixels in the colour of the outline of what is active.
int TestViewportLight::outlined() {
  const QImage image = stage_->picture();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      count += c.red() > 230 && std::abs(c.green() - 0xc8) < 20 && std::abs(c.blue() - 0x57) < 30;
    }
  return count;
}

ui::ViewKeeper& TestViewportLight::keeper() {
  auto* keeper = new ui::ViewKeeper(*stage_->bridge, stage_->viewport.get());
  stage_->viewport->setView(*keeper);
  return *keeper;
}

void TestViewportLight::aLiftedPartChangesItsShadowAndContactShade() {
  auto& s = *stage_;
  const ObjectId part = s.add("part", Box{{0.1, 0.1, 0.1}}, {0.8f, 0.3f, 0.2f, 1}, Pose::translation(0, 0, 0.05));
  // The key light comes from (0.36, -0.48, 0.80): the shadow falls towards this eye.
  look(Vec3(-0.45, 0.70, 0.55), Vec3(-0.03, 0.05, 0.02));
  const QImage standing = s.shot(QStringLiteral("light_standing"));
  s.commit(session::setPose(part, world::kRootObject, Pose::translation(0, 0, 0.07)));
  QVERIFY(s.settle());
  const QImage lifted = s.shot(QStringLiteral("light_lifted"));
  // Just beyond the tip of the shadow of what stands; the shadow of what is lifted reaches farther.
  const QPointF tip = s.pixelOf(Vec3(-0.0985, 0.1160, 0));
  // Beside the foot of the part, where its shadow lies both times.
  const QPointF foot = s.pixelOf(Vec3(-0.005, 0.053, 0)), open = s.pixelOf(Vec3(0.16, 0.16, 0));
  const double tip_before = luminanceAt(standing, tip), tip_after = luminanceAt(lifted, tip);
  const double foot_before = luminanceAt(standing, foot), foot_after = luminanceAt(lifted, foot);
  const double open_before = luminanceAt(standing, open), open_after = luminanceAt(lifted, open);
  qInfo("tip %.4f -> %.4f, foot %.4f -> %.4f, open %.4f -> %.4f", tip_before, tip_after, foot_before, foot_after,
        open_before, open_after);
  QVERIFY(tip_after < 0.75 * tip_before);
  QVERIFY(std::abs(foot_after - foot_before) > 0.08 * std::max(foot_before, foot_after));
  QVERIFY(foot_before < 0.7 * open_before);
  QVERIFY(std::abs(open_after - open_before) < 0.05 * open_before);
}

void TestViewportLight::partsStandOutFromTheGround_data() {
  QTest::addColumn<bool>("dark");
  QTest::addColumn<float>("grey");
  for (const bool dark : {true, false})
    for (const float grey : {0.02f, 0.5f, 1.0f})
      QTest::addRow("%s, %.2f", dark ? "dark" : "light", double(grey)) << dark << grey;
}

void TestViewportLight::partsStandOutFromTheGround() {
  QFETCH(bool, dark);
  QFETCH(float, grey);
  auto& s = *stage_;
  s.viewport->setTheme(dark);
  const ObjectId part = s.add("part", Box{{0.3, 0.3, 0.3}}, {grey, grey, grey, 1}, Pose::translation(0, 0, 0.15));
  look(Vec3(1.0, -1.4, 1.0), Vec3(0, 0, 0.1));
  const QImage image = s.shot(QStringLiteral("light_%1_%2").arg(dark ? "dark" : "light").arg(qRound(100 * grey)));
  QSize size;
  const auto all = ids(size);
  QCOMPARE(size, image.size());
  double sum = 0;
  int n = 0;
  for (int y = 0; y < size.height(); ++y)
    for (int x = 0; x < size.width(); ++x)
      if (all[std::size_t(y) * std::size_t(size.width()) + std::size_t(x)] == part.value) {
        sum += luminance(image.pixelColor(x, y));
        ++n;
      }
  QVERIFY(n > 5000);
  const double of_part = sum / n;
  for (const Vec3& beside : {Vec3(-0.45, -0.3, 0), Vec3(0.45, -0.1, 0), Vec3(0.1, -0.5, 0)}) {
    const double ground = luminanceAt(image, s.pixelOf(beside), 3);
    const double ratio = contrast(of_part, ground);
    QVERIFY2(ratio >= 1.6, qPrintable(QStringLiteral("%1 to %2: %3").arg(of_part).arg(ground).arg(ratio)));
  }
}

void TestViewportLight::aPartShadesAnother() {
  auto& s = *stage_;
  s.add("plate", Box{{0.6, 0.6, 0.02}}, {0.8f, 0.8f, 0.3f, 1}, Pose::translation(0, 0, 0.01));
  s.add("post", Box{{0.05, 0.05, 0.2}}, {0.3f, 0.5f, 0.8f, 1}, Pose::translation(0.1, -0.1, 0.12));
  look(Vec3(-0.2, -1.2, 1.2), Vec3(0, 0, 0.05));
  const QImage image = s.shot(QStringLiteral("light_shade"));
  // Halfway along the shadow on the plate, and as far on the other side of the post.
  const double shaded = luminanceAt(image, s.pixelOf(Vec3(0.1 - 0.054, -0.1 + 0.072, 0.02)));
  const double lit = luminanceAt(image, s.pixelOf(Vec3(0.1 + 0.10, -0.1 + 0.072, 0.02)));
  QVERIFY2(shaded < 0.7 * lit, qPrintable(QStringLiteral("%1, lit %2").arg(shaded).arg(lit)));
}

// A white board that leans: each row crosses its edge somewhere between two pixels.
void TestViewportLight::silhouettesHaveInBetweenValues() {
  auto& s = *stage_;
  s.viewport->setShown(ui::ViewLayer::kEdges, false);
  s.add("board", Box{{0.3, 0.02, 0.8}}, {1, 1, 1, 1}, Pose::fromRpy(Vec3(0, 0, 0.6), 0, 0.31, 0));
  look(Vec3(0, -2.2, 0.6), Vec3(0, 0, 0.6));
  const QImage image = s.shot(QStringLiteral("light_silhouette"));
  int rows = 0, smooth = 0;
  for (int y = image.height() / 2 - 90; y < image.height() / 2 + 90; ++y) {
    int left = 0;
    while (left + 1 < image.width() && image.pixelColor(left, y).green() < 150) ++left;
    if (left < 4 || left + 4 >= image.width()) continue;
    const int outside = image.pixelColor(left - 4, y).green(), inside = image.pixelColor(left + 4, y).green();
    const int step = inside - outside;
    ++rows;
    bool between = false;
    for (int x = left - 3; x <= left + 3; ++x) {
      const int v = image.pixelColor(x, y).green();
      between = between || (v > outside + step / 6 && v < inside - step / 6);
    }
    smooth += between;
  }
  qInfo("%d of %d rows have values between", smooth, rows);
  QVERIFY(rows > 150);
  QVERIFY(smooth > 0.5 * rows);
}

// What is nearer covers more, from both sides.
void TestViewportLight::glassIsSeenInOrder() {
  auto& s = *stage_;
  const Box pane{{0.5, 0.01, 0.5}};
  s.add("red", pane, {0.9f, 0.1f, 0.1f, 0.6f}, Pose::translation(0, -0.2, 0.4));
  s.add("blue", pane, {0.1f, 0.1f, 0.9f, 0.6f}, Pose::translation(0, 0.2, 0.4));
  look(Vec3(0, -2, 0.5), Vec3(0, 0, 0.4));
  const QColor front = s.shot(QStringLiteral("light_glass_front")).pixelColor(s.pixelOf(Vec3(0, 0, 0.4)).toPoint());
  look(Vec3(0, 2, 0.5), Vec3(0, 0, 0.4));
  const QColor back = s.shot(QStringLiteral("light_glass_back")).pixelColor(s.pixelOf(Vec3(0, 0, 0.4)).toPoint());
  qInfo("front %s, back %s", qPrintable(front.name()), qPrintable(back.name()));
  QVERIFY(front.red() > front.blue() + 20);
  QVERIFY(back.blue() > back.red() + 20);
  // The one behind is seen through it.
  QVERIFY(front.blue() > front.green() + 10);
  QVERIFY(back.red() > back.green() + 10);
}

void TestViewportLight::ghostsHideWhatIsInside() {
  auto& s = *stage_;
  const ObjectId outer = s.add("outer", Box{{0.5, 0.5, 0.5}}, {0.8f, 0.8f, 0.8f, 1}, Pose::translation(0, 0, 0.4));
  s.add("inner", Box{{0.2, 0.2, 0.2}}, {0.9f, 0.1f, 0.1f, 1}, Pose::translation(0.05, 0, 0.4), outer);
  look(Vec3(0, -2, 0.4), Vec3(0, 0, 0.4));
  s.poses->setRootTObject(outer, Pose::translation(0, -6, 0.4));  // behind the eye; the ghost stays
  s.viewport->marks().setGhost(outer, JointVector());
  const QImage image = s.shot(QStringLiteral("light_ghost"));
  const QColor before_inner = image.pixelColor(s.pixelOf(Vec3(0.05, -0.25, 0.4)).toPoint());
  const QColor beside_inner = image.pixelColor(s.pixelOf(Vec3(-0.15, -0.25, 0.4)).toPoint());
  const QColor nothing = image.pixelColor(s.pixelOf(Vec3(0.6, -0.25, 0.4)).toPoint());
  QVERIFY(std::abs(beside_inner.green() - nothing.green()) > 10);
  QVERIFY2(std::abs(before_inner.red() - beside_inner.red()) < 8 &&
               std::abs(before_inner.green() - beside_inner.green()) < 8,
           qPrintable(before_inner.name() + QStringLiteral(" beside ") + beside_inner.name()));
}

// The passes of outlines are off while nothing is outlined.
void TestViewportLight::outlinesComeBackForNewParts() {
  auto& s = *stage_;
  for (int i = 0; i < 3; ++i) {
    const ObjectId part = s.add("part_" + std::to_string(i), Box{{0.2 + 0.03 * i, 0.2, 0.2}}, {0.3f, 0.4f, 0.5f, 1},
                                Pose::translation(0.5 * i - 0.5, 0, 0.1));
    look(Vec3(1.0, -2.4, 1.4), Vec3(0, 0, 0.1));
    QCOMPARE(outlined(), 0);
    s.selection->select({part});
    QVERIFY(outlined() > 100);
    s.selection->select({});
  }
}

// The passes of outlines and ids are off in the frames that have another size.
void TestViewportLight::outlinesAndIdsComeBackAfterAResize() {
  auto& s = *stage_;
  const ObjectId part = s.add("part", Box{{0.3, 0.2, 0.2}}, {0.3f, 0.4f, 0.5f, 1}, Pose::translation(0, 0, 0.1));
  look(Vec3(1.0, -2.4, 1.4), Vec3(0, 0, 0.1));
  s.selection->select({part});
  const int before = outlined();
  QVERIFY(before > 100);
  QSize size;
  QVERIFY(std::ranges::count(ids(size), part.value) > 100);
  for (const QSize other : {QSize(700, 500), QSize(900, 640)}) {
    s.selection->select({});
    QCOMPARE(outlined(), 0);
    s.viewport->resize(other);
    QVERIFY(QTest::qWaitFor([&] { return s.viewport->surface()->size() == other; }));
    QCOMPARE(outlined(), 0);
    QTest::qWait(250);
    s.selection->select({part});
    QVERIFY2(outlined() > before / 2, qPrintable(QString::number(outlined())));
    QVERIFY(std::ranges::count(ids(size), part.value) > 100);
    QCOMPARE(size, other);
  }
}

// The cap is at its place in the depth: it hides what is behind it, and has the look of a cut.
void TestViewportLight::whatIsCutAwayThrowsNoShadow() {
  auto& s = *stage_;
  s.add("plate", Box{{0.6, 0.6, 0.02}}, {0.8f, 0.8f, 0.3f, 1}, Pose::translation(0, 0, 0.01));
  s.add("post", Box{{0.05, 0.05, 0.2}}, {0.3f, 0.5f, 0.8f, 1}, Pose::translation(0.1, -0.1, 0.12));
  look(Vec3(-0.2, -1.2, 1.2), Vec3(0, 0, 0.05));
  // Where the shadow of the upper half of the post lies on the plate, and as far on its other side.
  const auto shade = [&](const QImage& image) {
    return luminanceAt(image, s.pixelOf(Vec3(0.1 - 0.054, -0.1 + 0.072, 0.02))) /
           luminanceAt(image, s.pixelOf(Vec3(0.1 + 0.10, -0.1 + 0.072, 0.02)));
  };
  QVERIFY(shade(s.picture()) < 0.7);
  project::ViewState state;
  state.section = {true, Vec3::UnitZ(), 0.08};
  auto& look_at = keeper();
  look_at.set(state);
  QVERIFY(s.settle());
  const QImage cut = s.shot(QStringLiteral("light_section"));
  QVERIFY2(shade(cut) > 0.9, qPrintable(QString::number(shade(cut))));
  const QColor cap = cut.pixelColor(s.pixelOf(Vec3(0.1, -0.1, 0.08)).toPoint());
  QVERIFY2(std::abs(cap.blue() - cap.red()) < 30, qPrintable(cap.name()));
  // Outside of solids there is none: the plate below is seen.
  const QColor plate = cut.pixelColor(s.pixelOf(Vec3(0.2, -0.1, 0.02)).toPoint());
  QVERIFY2(plate.red() > plate.blue() + 40, qPrintable(plate.name()));
  look_at.set({});
  QVERIFY(s.settle());
  QVERIFY(shade(s.picture()) < 0.7);
}

void TestViewportLight::theFloorTakesTheShadowAtItsHeight() {
  auto& s = *stage_;
  constexpr double kFloor = -0.5;
  s.add("part", Box{{0.1, 0.1, 0.1}}, {0.8f, 0.3f, 0.2f, 1}, Pose::translation(0, 0, kFloor + 0.05));
  project::ViewState state;
  state.floor = kFloor;
  keeper().set(state);
  look(Vec3(-0.45, 0.70, 0.05), Vec3(-0.03, 0.05, -0.48));
  const QImage image = s.shot(QStringLiteral("light_floor"));
  const double shaded = luminanceAt(image, s.pixelOf(Vec3(-0.03, 0.08, kFloor)));
  const double open = luminanceAt(image, s.pixelOf(Vec3(0.16, 0.16, kFloor)));
  QVERIFY2(shaded < 0.7 * open, qPrintable(QStringLiteral("%1, open %2").arg(shaded).arg(open)));
}

// Of an eye just above it, what is nearer than the near plane as well: no edge across the picture.
void TestViewportLight::theFloorReachesTheEye() {
  auto& s = *stage_;
  s.viewport->setTheme(false);
  s.add("plate", Box{{0.04, 0.04, 0.01}}, Color{0.6f, 0.6f, 0.6f, 1}, Pose::translation(0, 0.2, 0.005));
  look(Vec3(0.06, 0, 0.0003), Vec3(0, 0, 0.0003));
  const QImage image = s.shot(QStringLiteral("floor_to_the_eye"));
  double steepest = 0;
  for (int y = image.height() * 6 / 10; y < image.height() - 4; ++y)
    steepest = std::max<double>(steepest, std::abs(image.pixelColor(image.width() / 4, y).lightnessF() -
                                                   image.pixelColor(image.width() / 4, y + 2).lightnessF()));
  QVERIFY2(steepest < 0.04, qPrintable(QString::number(steepest)));
}

void TestViewportLight::turningTheCameraDrawsNoShadowMap() {
  auto& s = *stage_;
  (void)buildDemoCell(s);
  s.viewport->fitAll();
  QVERIFY(s.settle());
  QVERIFY(QTest::qWaitFor(
      [&] {  // what was drawn coarsely while the camera came here is drawn anew
        const quint64 frames = s.viewport->surface()->framesDrawn();
        QTest::qWait(700);
        return s.viewport->surface()->framesDrawn() == frames;
      },
      15000));
  const auto& shadow = s.viewport->surface()->frameGraph().shadow();
  const auto before = shadow.mapsDrawn();
  QVERIFY(before > 0);
  const quint64 frames = s.viewport->surface()->framesDrawn();
  s.drag(QPointF(200, 500), QPointF(320, 480), Qt::MiddleButton);
  QVERIFY(s.viewport->surface()->framesDrawn() > frames + 1);
  QCOMPARE(shadow.mapsDrawn(), before);
  s.add("new", Box{{0.1, 0.1, 0.1}}, {0.5f, 0.5f, 0.5f, 1}, Pose::translation(0.9, 0, 0.05));
  QVERIFY(s.settle());
  QVERIFY(shadow.mapsDrawn() > before);
}

void TestViewportLight::allIsDrawnSoonAfterTheHandRests() {
  auto& s = *stage_;
  (void)buildDemoCell(s);
  s.viewport->fitAll();
  QVERIFY(s.settle());
  QTest::qWait(300);
  const QImage whole = s.picture();
  s.drag(QPointF(200, 500), QPointF(320, 480), Qt::MiddleButton);
  s.drag(QPointF(320, 480), QPointF(200, 500), Qt::MiddleButton);
  QTest::qWait(400);
  const QImage again = s.picture();
  QTest::qWait(600);
  const quint64 frames = s.viewport->surface()->framesDrawn();
  QTest::qWait(400);
  QCOMPARE(s.viewport->surface()->framesDrawn(), frames);
  QCOMPARE(again.size(), whole.size());
  int other = 0;
  for (int y = 0; y < whole.height(); ++y)
    for (int x = 0; x < whole.width(); ++x)
      other += std::abs(again.pixelColor(x, y).green() - whole.pixelColor(x, y).green()) > 12;
  QVERIFY2(other < whole.width() * whole.height() / 200, qPrintable(QString::number(other)));
}

// Less while the camera moves and frames are slow, all when it rests.
void TestViewportLight::slowFramesOfAMotionAreCoarser() {
  ui::scene::Quality quality;
  QSignalSpy rested(&quality, &ui::scene::Quality::rested);
  quality.drawn(500);
  QVERIFY(quality.isFine());
  quality.moved();
  quality.drawn(90);
  QVERIFY2(quality.isFine(), "one step is no motion");
  quality.moved();
  quality.drawn(20);
  QVERIFY(quality.isFine());
  const int samples = quality.shadowSamples();
  quality.drawn(90);
  QVERIFY(!quality.isFine());
  quality.drawn(90);
  quality.drawn(90);
  QVERIFY(quality.shadowSamples() < samples && quality.shadowSamples() > 0);
  for (int i = 0; i < 30; ++i) quality.drawn(5);
  QVERIFY(quality.shadowSamples() > 1);
  QVERIFY(rested.wait(400));
  QVERIFY(quality.isFine());
  QCOMPARE(quality.shadowSamples(), samples);
}

void TestViewportLight::printsWhatAnOrbitCosts() {
  auto& s = *stage_;
  (void)buildDemoCell(s);
  s.viewport->fitAll();
  QVERIFY(s.settle());
  const auto cpu = [] {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * double(t.tv_sec) + 1e-6 * double(t.tv_nsec);
  };
  const quint64 frames = s.viewport->surface()->framesDrawn();
  const double before = cpu();
  for (int i = 0; i < 5; ++i) s.drag(QPointF(200, 500), QPointF(260, 490), Qt::MiddleButton);
  const double n = double(s.viewport->surface()->framesDrawn() - frames);
  qInfo("a frame of an orbit at 900x640: %.1f ms of CPU, all threads", (cpu() - before) / n);
  QVERIFY(n >= 5);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewportLight)
#include "test_viewport_light.moc"
