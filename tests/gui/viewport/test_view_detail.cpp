// SPDX-License-Identifier: Apache-2.0
// Coarse meshes while the view moves: when they are drawn, what a person sees of it, and that all is exact again.
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>

#include "bare_view.h"

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

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewDetail)
#include "test_view_detail.moc"
