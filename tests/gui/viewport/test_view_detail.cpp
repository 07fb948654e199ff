// SPDX-License-Identifier: Apache-2.0
// What is left out while the view moves, or because it is hidden: what a person sees of it, and that all is exact
// again.
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <cstdlib>

#include "bare_view.h"
#include "ui/scene/outward.h"

namespace ww::test {
namespace {

constexpr unsigned kRings = 160;  // 100,000 triangles

bool isBall(QRgb c) { return qRed(c) > 1.35 * qBlue(c) + 14; }

// Pixels that only one of the pictures shows the ball at, with no such pixel of the other within 1.5 px.
int strayPixels(const QImage& a, const QImage& b) {
  int stray = 0;
  const auto near = [](const QImage& image, int x, int y) {
    for (int j = std::max(0, y - 1); j <= std::min(image.height() - 1, y + 1); ++j)
      for (int i = std::max(0, x - 1); i <= std::min(image.width() - 1, x + 1); ++i)
        if (isBall(image.pixel(i, j))) return true;
    return false;
  };
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const bool in_a = isBall(a.pixel(x, y)), in_b = isBall(b.pixel(x, y));
      if (in_a != in_b) stray += !near(in_a ? b : a, x, y);
    }
  }
  return stray;
}

int ballPixels(const QImage& image) {
  int n = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) n += isBall(image.pixel(x, y));
  return n;
}

geometry::Mesh moved(geometry::Mesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

geometry::Mesh insideOut(geometry::Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

geometry::Mesh together(geometry::Mesh a, const geometry::Mesh& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

// Each triangle with corners of its own, as in an STL file.
geometry::Mesh split(const geometry::Mesh& mesh) {
  geometry::Mesh out;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const std::uint32_t i : t) out.vertices.push_back(mesh.vertices[i]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

geometry::Mesh opened(geometry::Mesh mesh) {
  mesh.triangles.resize(mesh.triangles.size() / 2);
  return mesh;
}

// Of the x axis of the grid, which is red.
int redPixels(const QImage& image) {
  int n = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QRgb c = image.pixel(x, y);
      n += qRed(c) > qGreen(c) + 60 && qRed(c) > qBlue(c) + 60 && std::abs(qGreen(c) - qBlue(c)) < 40;  // no ball
    }
  return n;
}

}  // namespace

class TestViewDetail : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void allIsExactUnlessFramesAreSlow();
  void silhouettesStayWhereTheyAre();
  void allIsExactSoonAfterTheHandStops();
  void whatIsNearIsDrawnFiner();
  void masksAndPickingStayExact();
  void solidsLookOutward_data();
  void solidsLookOutward();
  void whatIsHiddenIsLeftOutOnlyFromOutside();
  void anOpenMeshIsSeenFromWithin();
  void theGridStaysWhileTheViewMoves();

 private:
  std::unique_ptr<BareView> view_;
  std::size_t triangles_ = 0;
};

void TestViewDetail::init() {
  view_ = std::make_unique<BareView>(QSize(800, 600));
  const geometry::Mesh ball = dentedBall(kRings);
  triangles_ = ball.triangles.size();
  view_->add("ball", ball, Pose::translation(0, 0, 0.6));
  QVERIFY(view_->settle());
}

void TestViewDetail::cleanup() { view_.reset(); }

void TestViewDetail::allIsExactUnlessFramesAreSlow() {
  QCOMPARE(view_->scene().mirror().drawnTriangles(), triangles_);
  QVERIFY(!view_->scene().quality().isMoving());
  view_->hurry();
  QVERIFY(view_->drawAt(0.1));
  const std::size_t coarse = view_->scene().mirror().drawnTriangles();
  qInfo("%zu of %zu triangles are drawn while the view moves", coarse, triangles_);
  QVERIFY(coarse < triangles_ / 3);
  QVERIFY(coarse > 100);
}

void TestViewDetail::silhouettesStayWhereTheyAre() {
  view_->scene().setGridVisible(false);  // whose red axis would count
  const QImage exact = view_->picture();
  QVERIFY(ballPixels(exact) > 20'000);
  view_->hurry();
  QVERIFY(view_->drawAt(0.0));
  view_->hurry();
  const QImage coarse = view_->picture();
  QVERIFY(view_->scene().mirror().drawnTriangles() < triangles_ / 3);
  QVERIFY(coarse != exact);
  QCOMPARE(strayPixels(exact, coarse), 0);
}

void TestViewDetail::allIsExactSoonAfterTheHandStops() {
  const QImage before = view_->picture();
  view_->hurry();
  for (int i = 1; i <= 5; ++i) QVERIFY(view_->drawAt(0.1 * i));
  QVERIFY(view_->drawAt(0.0));
  QElapsedTimer clock;
  clock.start();
  QVERIFY(QTest::qWaitFor([&] { return view_->scene().mirror().drawnTriangles() == triangles_; }, 3000));
  const quint64 frame = view_->window().framesDrawn();
  QVERIFY(QTest::qWaitFor([&] { return view_->window().framesDrawn() > frame; }, 3000));
  qInfo("all is exact %lld ms after the hand has stopped", clock.elapsed());
  QVERIFY(clock.elapsed() < 1500);
  QTest::qWait(200);
  QCOMPARE(view_->picture(), before);
}

void TestViewDetail::whatIsNearIsDrawnFiner() {
  auto& mirror = view_->scene().mirror();
  const ui::CameraState camera = view_->cameraAt(0.0);
  std::size_t last = 0;
  for (const double share : {20.0, 4.0, 0.52}) {
    view_->hurry();
    ui::CameraState at = camera;
    at.eye = at.target + share * (camera.eye - camera.target);
    const quint64 frame = view_->window().framesDrawn();
    view_->scene().setCamera(at);
    QVERIFY(QTest::qWaitFor([&] { return view_->window().framesDrawn() > frame; }, 5000));
    QVERIFY(mirror.drawnTriangles() > last);
    last = mirror.drawnTriangles();
  }
}

void TestViewDetail::masksAndPickingStayExact() {
  const QImage exact = view_->ids();
  view_->hurry();
  QVERIFY(view_->drawAt(0.0));
  view_->hurry();
  QCOMPARE(view_->ids(), exact);
  // Rays meet the mesh itself.
  const auto& part = view_->scene().mirror().part(0);
  QCOMPARE(part.mesh->bvh->mesh()->triangles.size(), triangles_);
}

void TestViewDetail::solidsLookOutward_data() {
  QTest::addColumn<bool>("outward");
  QTest::addColumn<int>("shape");
  QTest::newRow("a ball") << true << 0;
  QTest::newRow("one of triangles that share nothing") << true << 1;
  QTest::newRow("two balls") << true << 2;
  QTest::newRow("inside out") << false << 3;
  QTest::newRow("two, one inside out") << false << 4;
  QTest::newRow("open") << false << 5;
  QTest::newRow("nothing") << false << 6;
}

void TestViewDetail::solidsLookOutward() {
  QFETCH(bool, outward);
  QFETCH(int, shape);
  const geometry::Mesh ball = dentedBall(12), beside = moved(ball, Vec3(3, 0, 0));
  const geometry::Mesh shapes[] = {
      ball,         split(ball),     together(ball, beside), insideOut(ball), together(ball, insideOut(beside)),
      opened(ball), geometry::Mesh()};
  QCOMPARE(ui::scene::looksOutward(shapes[shape]), outward);
}

void TestViewDetail::whatIsHiddenIsLeftOutOnlyFromOutside() {
  auto& scene = view_->scene();
  QVERIFY(scene.mirror().isCulled());
  const QImage outside = view_->picture();
  QVERIFY(ballPixels(outside) > 20'000);
  project::SectionPlane cut;
  cut.on = true;
  cut.normal = Vec3(0, 0, 1);
  cut.offset = 100.0;  // above everything: it cuts nothing away
  scene.setSection(cut);
  const QImage all = view_->picture();
  QVERIFY(!scene.mirror().isCulled());
  QCOMPARE(strayPixels(all, outside), 0);
  scene.setSection({});
  ui::CameraState within = view_->cameraAt(0.0);
  within.target = Vec3(0, 0, 0.6);
  within.eye = within.target + Vec3(0.1, 0, 0);
  scene.setCamera(within);
  const QImage inside = view_->picture();
  QVERIFY(!scene.mirror().isCulled());
  QVERIFY(ballPixels(inside) > 0.9 * inside.width() * inside.height());
}

void TestViewDetail::anOpenMeshIsSeenFromWithin() {
  BareView view(QSize(800, 600));
  view.add("bowl", opened(dentedBall(40)), Pose::translation(0, 0, 0.6));  // open below
  QVERIFY(view.settle());
  ui::CameraState below = view.cameraAt(0.0);
  below.eye = below.target + Vec3(0.1, 0, -3.0);
  view.scene().setCamera(below);
  QVERIFY(view.scene().mirror().isCulled());
  QVERIFY(ballPixels(view.picture()) > 10'000);
}

void TestViewDetail::theGridStaysWhileTheViewMoves() {
  auto& scene = view_->scene();
  // Of the axis alone: some of the ball is as red.
  const auto ofTheAxis = [&](bool moving) {
    int with = 0;
    for (const bool on : {true, false}) {
      scene.setGridVisible(on);
      if (moving) view_->hurry();
      const int red = redPixels(view_->picture());
      if (scene.quality().isHurried() != moving) return -1;
      with = on ? red : with - red;
    }
    return with;
  };
  QTRY_VERIFY(!scene.quality().isMoving());
  const int still = ofTheAxis(false);
  QVERIFY(still > 100);
  view_->hurry();
  QVERIFY(view_->drawAt(0.0));
  const int moving = ofTheAxis(true);
  QVERIFY2(moving > 0.6 * still && moving < 1.8 * still, qPrintable(QStringLiteral("%1, %2").arg(still).arg(moving)));
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewDetail)
#include "test_view_detail.moc"
