// SPDX-License-Identifier: Apache-2.0
// What frames of the view cost, beside plain OpenGL. Small by default; WW_VIEW_BENCH=full takes the sizes of the goals:
// 452,000 and a million triangles at 1280x800, 10,000 objects of 100 geometries.
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "bare_view.h"
#include "plain_draw.h"

namespace ww::test {
namespace {

const QSize kSize(1280, 800);
bool isFull() { return qEnvironmentVariable("WW_VIEW_BENCH") == QStringLiteral("full"); }

struct Orbit {
  double cpu_ms = 0.0, wall_ms = 0.0, fps = 0.0;
  std::size_t triangles = 0;
};

// As a hand would turn it: the next step comes as soon as a frame is there. Means of all frames.
Orbit orbit(BareView& view, int frames, bool hurried) {
  Orbit out;
  if (hurried) view.hurry();
  int drawn = 0;
  QEventLoop loop;
  const auto next = [&] { view.scene().setCamera(view.cameraAt(0.03 * (drawn + 1))); };
  const auto connection = QObject::connect(&view.window(), &ui::scene::SceneWindow::frameDrawn, &loop, [&] {
    out.triangles = std::max(out.triangles, view.scene().mirror().drawnTriangles());
    if (++drawn < frames) next();
    else loop.quit();
  });
  QTimer::singleShot(60'000, &loop, &QEventLoop::quit);
  const double before = processCpuMs();
  QElapsedTimer clock;
  clock.start();
  next();
  loop.exec();
  QObject::disconnect(connection);
  out.wall_ms = 1e-6 * static_cast<double>(clock.nsecsElapsed()) / std::max(drawn, 1);
  out.cpu_ms = (processCpuMs() - before) / std::max(drawn, 1);
  out.fps = 1000.0 / std::max(out.wall_ms, 0.01);
  return out;
}

// Milliseconds until all is drawn after the last step of a motion; below 0: never.
qint64 untilAllIsDrawn(BareView& view, std::size_t triangles) {
  QElapsedTimer clock;
  clock.start();
  QEventLoop loop;
  qint64 ms = -1;
  QObject::connect(&view.window(), &ui::scene::SceneWindow::frameDrawn, &loop, [&] {
    if (view.scene().quality().isMoving() || view.scene().mirror().drawnTriangles() < triangles) return;
    ms = clock.elapsed();
    loop.quit();
  });
  QTimer::singleShot(5'000, &loop, &QEventLoop::quit);
  view.scene().setCamera(view.cameraAt(0.0));
  loop.exec();
  return ms;
}

}  // namespace

class TestViewBench : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void orbitOfLargeMeshes_data();
  void orbitOfLargeMeshes();
  void manyObjectsOfFewGeometries();
  void nothingIsDrawnAtRest();
};

void TestViewBench::orbitOfLargeMeshes_data() {
  QTest::addColumn<unsigned>("rings");
  if (!isFull()) {
    QTest::newRow("100,000 triangles") << 160u;
    return;
  }
  QTest::newRow("452,000 triangles") << 336u;
  QTest::newRow("1,000,000 triangles") << 500u;
}

void TestViewBench::orbitOfLargeMeshes() {
  QFETCH(unsigned, rings);
  const geometry::Mesh ball = dentedBall(rings);
  BareView view(kSize);
  view.add("ball", ball, Pose::translation(0, 0, 0.6));
  QVERIFY(view.settle());
  const double before = processCpuMs();
  for (int i = 0; i < 3; ++i) {
    QTest::qWait(700);  // one step alone is no motion: all of it is drawn
    (void)view.drawAt(0.2 * i);
  }
  QCOMPARE(view.scene().mirror().drawnTriangles(), ball.triangles.size());
  const double exact = (processCpuMs() - before) / 6.0;  // each step is two frames
  const Orbit moving = orbit(view, 40, true);
  const qint64 stopped = untilAllIsDrawn(view, ball.triangles.size());
  const double plain = plainFrameCpuMs({{&ball, {Vec3(0, 0, 0.6)}}}, kSize, 8);
  qInfo(
      "%zu triangles: while it moves %zu, %.1f ms of CPU and %.1f ms a frame (%.0f fps); all is drawn %lld ms "
      "after it stops; at rest %.1f ms of CPU; one plain call %.1f ms",
      ball.triangles.size(), moving.triangles, moving.cpu_ms, moving.wall_ms, moving.fps, stopped, exact, plain);
  QVERIFY(moving.triangles < ball.triangles.size() / 3);
  QVERIFY(moving.cpu_ms < exact);
  QVERIFY(stopped >= 0);
}

void TestViewBench::manyObjectsOfFewGeometries() {
  const int geometries = isFull() ? 100 : 20, each = isFull() ? 100 : 50;
  std::vector<geometry::Mesh> meshes;
  std::vector<PlainBatch> plain(static_cast<std::size_t>(geometries));
  for (int g = 0; g < geometries; ++g) {
    meshes.push_back(dentedBall(5));
    for (Vec3& v : meshes.back().vertices) v *= 0.08 + 0.0005 * g;
  }
  BareView view(kSize);
  std::vector<std::pair<const geometry::Mesh*, Vec3>> parts;
  const int side = static_cast<int>(std::ceil(std::sqrt(geometries * each)));
  for (int i = 0; i < geometries * each; ++i) {
    const auto g = static_cast<std::size_t>(i % geometries);
    const Vec3 place(0.1 * (i % side), 0.1 * (i / side), 0.05);
    plain[g].mesh = &meshes[g];
    plain[g].places.push_back(place);
    parts.emplace_back(&meshes[g], place);
  }
  view.addAll(parts);
  QVERIFY(view.settle());
  const Orbit moving = orbit(view, 16, true);
  const double least = plainFrameCpuMs(plain, kSize, 8);
  qInfo(
      "%d objects of %d geometries: %.1f ms of CPU a frame of %zu triangles, %.2f times the %.1f ms of one plain call "
      "for each; %zu entities",
      geometries * each, geometries, moving.cpu_ms, moving.triangles, moving.cpu_ms / std::max(least, 0.01), least,
      view.scene().mirror().entityCount());
  QVERIFY(view.scene().mirror().entityCount() <= static_cast<std::size_t>(2 * geometries));
}

void TestViewBench::nothingIsDrawnAtRest() {
  BareView view(QSize(640, 400));
  view.add("ball", dentedBall(60), Pose());
  QVERIFY(view.settle());
  (void)orbit(view, 6, true);
  QTest::qWait(1500);
  const quint64 frames = view.window().framesDrawn();
  const double before = processCpuMs();
  QTest::qWait(1000);
  const double idle = processCpuMs() - before;
  qInfo("at rest: %.1f ms of CPU in a second", idle);
  QCOMPARE(view.window().framesDrawn(), frames);
  QVERIFY(idle < 50.0);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewBench)
#include "test_view_bench.moc"
