// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <random>
#include <thread>

#include "core/base/progress.h"
#include "core/geometry/collision/collision_kinds.h"
#include "core/geometry/collision/deviation.h"
#include "core/geometry/mass_properties.h"
#include "tests/support/reference_speed.h"
#include "tests/unit/geometry/hollow_shapes.h"

using namespace ww;
using namespace ww::geometry;

static double secondsOf(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// A plate of 1 x 1 x 0.1 m with slots across it, 10 mm deep.
static Mesh slotted(int slots, double width) {
  constexpr double kHeight = 0.1, kDepth = 0.01;
  Mesh out;
  const auto quad = [&](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const Vec3& v : {a, b, c, d}) out.vertices.push_back(v);
    out.triangles.push_back({first, first + 1, first + 2});
    out.triangles.push_back({first, first + 2, first + 3});
  };
  // Along the profile, from x = 0: what lies level at a height with its ends, then a step to the next.
  std::vector<std::pair<double, double>> profile{{0.0, kHeight}};
  for (int i = 0; i < slots; ++i) {
    const double middle = (i + 0.5) / slots, low = middle - width / 2.0, high = middle + width / 2.0;
    for (const auto& [x, z] :
         {std::pair{low, kHeight}, {low, kHeight - kDepth}, {high, kHeight - kDepth}, {high, kHeight}})
      profile.emplace_back(x, z);
  }
  profile.emplace_back(1.0, kHeight);
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const auto [x, z] = profile[i];
    const auto [to_x, to_z] = profile[i + 1];
    quad({x, 0, z}, {to_x, 0, to_z}, {to_x, 1, to_z}, {x, 1, z});
    if (x == to_x) continue;
    // Down to the level of the slots' floors, so that the sides meet at corners, and on to the ground.
    for (const auto& [top, bottom] : {std::pair{z, kHeight - kDepth}, {kHeight - kDepth, 0.0}}) {
      if (top <= bottom) continue;
      quad({x, 0, bottom}, {to_x, 0, bottom}, {to_x, 0, top}, {x, 0, top});
      quad({to_x, 1, bottom}, {x, 1, bottom}, {x, 1, top}, {to_x, 1, top});
    }
    quad({x, 1, 0}, {to_x, 1, 0}, {to_x, 0, 0}, {x, 0, 0});
  }
  for (const auto& [low, high] : {std::pair{0.0, kHeight - kDepth}, {kHeight - kDepth, kHeight}}) {
    quad({0, 1, low}, {0, 0, low}, {0, 0, high}, {0, 1, high});
    quad({1, 0, low}, {1, 1, low}, {1, 1, high}, {1, 0, high});
  }
  return out;
}

static Mesh turnedRod() {
  Mesh mesh = tessellate(Primitive(Cylinder{0.5, 0.05}), 96);
  mesh.normals.clear();
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  for (Vec3& v : mesh.vertices) v = turn * v + Vec3(0.3, -0.2, 0.1);
  return mesh;
}

static CollisionShapes made(const Mesh& mesh, CollisionKind kind, int pieces = 8, double error_m = 0.001) {
  const auto out = makeCollisionShapes(mesh, {kind, pieces, error_m});
  if (!out.ok()) qWarning("%s", out.status().line().c_str());
  return out.ok() ? *out : CollisionShapes{};
}

// Metres from a point to the outside of a convex mesh, below 0 inside.
static double outside(const Vec3& p, const Mesh& convex) {
  double most = -1e9;
  for (const Triangle& t : convex.triangles) {
    const Vec3& a = convex.vertices[t[0]];
    const Vec3 n = (convex.vertices[t[1]] - a).cross(convex.vertices[t[2]] - a);
    if (n.norm() > 1e-15) most = std::max(most, n.normalized().dot(p - a));
  }
  return most;
}

// How far the farthest of many points of a surface is outside of all pieces, metres.
static double farthestOutside(const Mesh& mesh, const CollisionShapes& pieces) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  double out = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const Triangle& t = mesh.triangles[random() % mesh.triangles.size()];
    double u = any(random), v = any(random);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    const Vec3& a = mesh.vertices[t[0]];
    const Vec3 p = a + u * (mesh.vertices[t[1]] - a) + v * (mesh.vertices[t[2]] - a);
    double least = 1e9;
    for (const Shape& part : pieces.parts) least = std::min(least, outside(p, *part.mesh));
    out = std::max(out, least);
  }
  return out;
}

// Shapes for collisions against what can be worked out by hand.
class TestGeometryCollisionKinds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What holds for each row of the table: it says what it makes, and nothing seen is missing but for the last two.
  void eachKindHoldsWhatIsSeen_data() {
    QTest::addColumn<int>("kind");
    for (const CollisionKindRow& row : collisionKindRows())
      QTest::newRow(std::string(row.id).c_str()) << static_cast<int>(row.kind);
  }
  void eachKindHoldsWhatIsSeen() {
    QFETCH(int, kind);
    const CollisionKindRow& row = collisionKindRow(static_cast<CollisionKind>(kind));
    QCOMPARE(collisionKindNamed(row.id), &row);
    const Mesh mesh = channel();
    const auto out = makeCollisionShapes(mesh, {row.kind, 4, 0.001});
    QVERIFY2(out.ok(), out.status().line().c_str());
    QCOMPARE(out->parts.empty(), row.kind == CollisionKind::kNone);
    if (row.kind != CollisionKind::kCoarse && row.kind != CollisionKind::kNone)
      QVERIFY2(out->deviation.missing_m < 2e-5, std::to_string(out->deviation.missing_m).c_str());
    for (const Shape& part : out->parts) {
      if (part.mesh) QVERIFY(part.mesh->validate().ok() && !part.mesh->triangles.empty());
      for (const PlacedPrimitive& p : part.primitives) QVERIFY(validate(p.primitive).ok());
    }
  }

  void theHullOfAChannelFillsIt() {
    const CollisionShapes hull = made(channel(), CollisionKind::kHull);
    QCOMPARE(hull.parts.size(), std::size_t{1});
    const auto mass = massProperties(*hull.parts.front().mesh);
    QVERIFY(mass.ok());
    QVERIFY(std::abs(mass->volume - 0.2 * 0.1 * 0.1) < 1e-9);
    // The middle of the opening is 80 mm from the walls, and as far from the floor.
    QVERIFY2(std::abs(hull.deviation.blocked_m - 0.08) < 1e-3, std::to_string(hull.deviation.blocked_m).c_str());
  }

  void threePiecesLeaveTheChannelOpen() {
    const CollisionShapes pieces = made(channel(), CollisionKind::kPieces, 12);
    QVERIFY(pieces.parts.size() >= 3 && pieces.parts.size() <= 12);
    QVERIFY2(pieces.deviation.missing_m < 2e-5, std::to_string(pieces.deviation.missing_m).c_str());
    QVERIFY2(pieces.deviation.blocked_m < 0.02, std::to_string(pieces.deviation.blocked_m).c_str());
    // More pieces never block more, and one is the hull.
    const CollisionShapes one = made(channel(), CollisionKind::kPieces, 1);
    QCOMPARE(one.parts.size(), std::size_t{1});
    QVERIFY(one.deviation.blocked_m > pieces.deviation.blocked_m);
  }

  // No single cut through a ring or a housing frees anything: several together do.
  void piecesLeaveHollowsOpen_data() {
    QTest::addColumn<bool>("is_ring");
    QTest::addColumn<double>("turn");  // radians, about z and a third of it about x
    QTest::addColumn<int>("pieces");
    QTest::addColumn<double>("hull_m");  // blocked by the hull
    QTest::addColumn<double>("most_m");  // by the pieces
    QTest::newRow("ring, 4") << true << 0.0 << 4 << 0.08 << 0.045;
    QTest::newRow("ring, 8") << true << 0.0 << 8 << 0.08 << 0.016;
    QTest::newRow("ring, 8, turned") << true << 0.5 << 8 << 0.08 << 0.016;
    QTest::newRow("housing, 9") << false << 0.0 << 9 << 0.49 << 0.01;
    QTest::newRow("housing, 9, turned") << false << 0.5 << 9 << 0.49 << 0.01;
    QTest::newRow("housing, 6") << false << 0.0 << 6 << 0.49 << 0.16;
  }
  void piecesLeaveHollowsOpen() {
    QFETCH(bool, is_ring);
    QFETCH(double, turn);
    QFETCH(int, pieces);
    QFETCH(double, hull_m);
    QFETCH(double, most_m);
    Mesh mesh = is_ring ? ring() : housing();
    const Quat turned = Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()) * Eigen::AngleAxisd(0.3 * turn, Vec3::UnitX()));
    for (Vec3& v : mesh.vertices) v = turned * v;
    const CollisionShapes hull = made(mesh, CollisionKind::kHull);
    QVERIFY2(std::abs(hull.deviation.blocked_m - hull_m) < 0.06 * hull_m,
             std::to_string(hull.deviation.blocked_m).c_str());
    const CollisionShapes out = made(mesh, CollisionKind::kPieces, pieces);
    QVERIFY2(static_cast<int>(out.parts.size()) <= pieces, std::to_string(out.parts.size()).c_str());
    QVERIFY2(farthestOutside(mesh, out) < 1e-9, std::to_string(farthestOutside(mesh, out)).c_str());
    QVERIFY2(out.deviation.blocked_m < most_m, std::to_string(out.deviation.blocked_m).c_str());
  }

  // The ball that is left out is as large as a hundred millionth of the block.
  void aSmallHollowOfALargeBlockIsFound() {
    const CollisionShapes hull = made(pore(), CollisionKind::kHull);
    const CollisionDeviation& off = hull.deviation;
    QVERIFY2(off.blocked_found_m > 0.0028 && off.blocked_found_m <= 0.003, std::to_string(off.blocked_found_m).c_str());
    QVERIFY2(off.blocked_m > 0.0029 && off.blocked_m < 0.0032, std::to_string(off.blocked_m).c_str());
  }

  // The middle between the walls of a slot is half its width from both, and nothing is farther.
  void whatIsToldIsNeverTooLittle_data() {
    QTest::addColumn<int>("slots");
    QTest::addColumn<double>("width");   // metres
    QTest::addColumn<double>("most_m");  // that is told
    QTest::newRow("wide") << 1 << 0.01 << 0.0055;
    QTest::newRow("narrow") << 5 << 0.002 << 0.003;
    QTest::newRow("very narrow, where the search ends early") << 20 << 0.0005 << 0.005;
  }
  void whatIsToldIsNeverTooLittle() {
    QFETCH(int, slots);
    QFETCH(double, width);
    QFETCH(double, most_m);
    const Mesh mesh = slotted(slots, width);
    QVERIFY(isClosed(mesh));
    const CollisionDeviation off = made(mesh, CollisionKind::kHull).deviation;
    QVERIFY2(off.blocked_m >= width / 2.0 - 1e-9 && off.blocked_m < most_m, std::to_string(off.blocked_m).c_str());
    QVERIFY2(off.blocked_found_m <= width / 2.0 + 1e-9 && off.blocked_found_m > 0.45 * width,
             std::to_string(off.blocked_found_m).c_str());
  }

  // Of solids that touch all is inside, the faces between them too.
  void piecesOfSolidsThatTouchBlockNothing() {
    const CollisionShapes out = made(housing(), CollisionKind::kPieces, 9);
    QVERIFY2(out.deviation.blocked_m < 1e-4, std::to_string(out.deviation.blocked_m).c_str());
  }

  // As many looks as one likes find no point that is farther than it was told.
  void noPointIsFartherThanTold_data() {
    QTest::addColumn<int>("kind");
    for (const CollisionKind kind : {CollisionKind::kHull, CollisionKind::kPieces, CollisionKind::kBox,
                                     CollisionKind::kSphere, CollisionKind::kCylinder})
      QTest::newRow(std::string(collisionKindRow(kind).id).c_str()) << static_cast<int>(kind);
  }
  void noPointIsFartherThanTold() {
    QFETCH(int, kind);
    const auto seen = std::make_shared<const Mesh>(ring());
    const CollisionShapes out = made(*seen, static_cast<CollisionKind>(kind), 6);
    std::vector<Mesh> bodies;
    for (const Shape& part : out.parts) bodies.push_back(part.mesh ? *part.mesh : tessellate(part, 24));
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-0.13, 0.13);
    double farthest = 0.0;
    for (int i = 0; i < 20'000; ++i) {
      const Vec3 p(any(random), any(random), 0.2 * any(random));
      const double r = std::hypot(p.x(), p.y()) - 0.1, off = std::hypot(r, p.z()) - 0.02;  // of the round ring
      if (off <= farthest) continue;
      if (std::ranges::any_of(bodies, [&](const Mesh& body) { return outside(p, body) <= 0.0; })) farthest = off;
    }
    // The ring of triangles is a little within the round one.
    QVERIFY2(farthest <= out.deviation.blocked_m, std::to_string(farthest).c_str());
    QVERIFY(out.deviation.blocked_m <= 1.1 * out.deviation.blocked_found_m + 1e-4);
  }

  void aRodIsFoundWhereverItPoints() {
    const CollisionShapes rod = made(turnedRod(), CollisionKind::kCylinder);
    const auto& cylinder = std::get<Cylinder>(rod.parts.front().primitives.front().primitive);
    QVERIFY2(std::abs(cylinder.length - 0.5) < 2e-3, std::to_string(cylinder.length).c_str());
    QVERIFY2(std::abs(cylinder.radius - 0.05) < 2e-3, std::to_string(cylinder.radius).c_str());
    QVERIFY(rod.deviation.blocked_m < 3e-3);
    const CollisionShapes capsule = made(turnedRod(), CollisionKind::kCapsule);
    QVERIFY(capsule.deviation.missing_m < 2e-5);
    const CollisionShapes box = made(turnedRod(), CollisionKind::kBox);
    const Vec3 size = std::get<Box>(box.parts.front().primitives.front().primitive).size;
    QVERIFY2(std::abs(size.prod() - 0.1 * 0.1 * 0.5) < 0.1 * 0.1 * 0.5 * 0.03, std::to_string(size.prod()).c_str());
  }

  void theBallAroundACubeTouchesItsCorners() {
    const CollisionShapes ball = made(boxAt({-1, -1, -1}, {1, 1, 1}), CollisionKind::kSphere);
    const auto& placed = ball.parts.front().primitives.front();
    QVERIFY(std::abs(std::get<Sphere>(placed.primitive).radius - std::sqrt(3.0)) < 1e-3);
    QVERIFY2(std::abs(ball.deviation.blocked_m - (std::sqrt(3.0) - 1.0)) < 0.01,
             std::to_string(ball.deviation.blocked_m).c_str());
  }

  void fewerTrianglesKeepToTheError() {
    Mesh ball = tessellate(Primitive(Sphere{0.1}), 64);
    ball.normals.clear();
    const CollisionShapes coarse = made(ball, CollisionKind::kCoarse, 1, 0.001);
    QVERIFY2(coarse.triangles * 3 < 2 * ball.triangles.size(), std::to_string(coarse.triangles).c_str());
    QVERIFY2(coarse.deviation.missing_m <= 0.001, std::to_string(coarse.deviation.missing_m).c_str());
    QVERIFY2(coarse.deviation.blocked_m <= 0.001, std::to_string(coarse.deviation.blocked_m).c_str());
    QVERIFY(coarse.deviation.missing_m > 1e-5);
    const CollisionShapes finer = made(ball, CollisionKind::kCoarse, 1, 0.0002);
    QVERIFY(finer.triangles > coarse.triangles && finer.deviation.missing_m < coarse.deviation.missing_m);
  }

  void flatAndEmptyShapesSayWhatToDo() {
    Mesh sheet;
    sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
    const auto hull = makeCollisionShapes(sheet, {CollisionKind::kHull});
    QVERIFY(!hull.ok() && hull.status().hint.find("box") != std::string::npos);
    const auto box = makeCollisionShapes(sheet, {CollisionKind::kBox});
    QVERIFY2(box.ok(), box.status().line().c_str());
    const auto fewer = makeCollisionShapes(sheet, {CollisionKind::kCoarse});
    QVERIFY2(fewer.ok(), fewer.status().line().c_str());
    QCOMPARE(fewer->triangles, std::size_t{2});
    QVERIFY(!makeCollisionShapes(Mesh(), {CollisionKind::kHull}).ok());
    QVERIFY(!makeCollisionShapes(channel(), {CollisionKind::kPieces, 0}).ok());
    for (const double error_m : {-1.0, 0.0, 0.9 * kLeastCoarseError, 1.1 * kMostCoarseError})
      QVERIFY(!makeCollisionShapes(channel(), {CollisionKind::kCoarse, 1, error_m}).ok());
    QVERIFY(makeCollisionShapes(channel(), {CollisionKind::kCoarse, 1, kMostCoarseError}).ok());
  }

  // All of half a million points are corners of the hull: seconds of work.
  void aHullIsStoppedWhileItIsMade_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("hull") << static_cast<int>(CollisionKind::kHull);
    QTest::newRow("pieces") << static_cast<int>(CollisionKind::kPieces);
    QTest::newRow("box") << static_cast<int>(CollisionKind::kBox);
  }
  void aHullIsStoppedWhileItIsMade() {
    QFETCH(int, kind);
    Mesh ball;
    constexpr std::uint32_t kPoints = 600'000;
    for (std::uint32_t i = 0; i < kPoints; ++i) {
      const double z = 1.0 - 2.0 * (i + 0.5) / kPoints, r = std::sqrt(1.0 - z * z), a = 2.399963229728653 * i;
      ball.vertices.emplace_back(r * std::cos(a), r * std::sin(a), z);
      if (i > 1) ball.triangles.push_back({i - 2, i - 1, i});
    }
    std::stop_source stop;
    std::atomic<bool> ended = false;
    double ended_s = 0.0;
    Status status = okStatus();
    std::jthread work([&] {
      status = makeCollisionShapes(ball, {static_cast<CollisionKind>(kind)}, stop.get_token()).status();
      ended_s = secondsOf(CLOCK_THREAD_CPUTIME_ID);
      ended = true;
    });
    // Of its own processor's time: others may use the machine meanwhile.
    clockid_t clock{};
    QCOMPARE(pthread_getcpuclockid(work.native_handle(), &clock), 0);
    while (!ended && secondsOf(clock) < 0.6) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    QVERIFY(!ended);
    const double asked_s = secondsOf(clock);
    stop.request_stop();
    work.join();
    QCOMPARE(status.code, Code::kCancelled);
    if (test::speedsCount())
      QVERIFY2(ended_s - asked_s < 0.2 * test::slownessHere(), qPrintable(QString::number(ended_s - asked_s)));
  }

  // Of thousands of cubes that touch, each face is looked at for others in its plane: seconds of work.
  void theLookForSolidsThatTouchIsStopped() {
    constexpr int kAlong = 20;
    const Mesh cube = boxAt({0, 0, 0}, {0.01, 0.01, 0.01});
    Mesh cubes;
    for (int i = 0; i < kAlong * kAlong * kAlong; ++i) {
      const Vec3 at(i % kAlong, i / kAlong % kAlong, i / (kAlong * kAlong));
      const auto first = static_cast<std::uint32_t>(cubes.vertices.size());
      for (const Vec3& v : cube.vertices) cubes.vertices.push_back(v + 0.01 * at);
      for (const Triangle& t : cube.triangles) cubes.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    const auto seen = std::make_shared<const Mesh>(std::move(cubes));
    std::stop_source stop;
    std::jthread soon([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      stop.request_stop();
    });
    const double from_s = secondsOf(CLOCK_THREAD_CPUTIME_ID);
    Shape box;
    box.primitives.push_back({Box{Vec3(0.2, 0.2, 0.2)}, Eigen::Affine3d(Eigen::Translation3d(0.1, 0.1, 0.1))});
    const SeenSolid solid(seen, stop.get_token());
    QCOMPARE(solid.deviation({box}, true, stop.get_token(), {}).status().code, Code::kCancelled);
    if (test::speedsCount())
      QVERIFY2(secondsOf(CLOCK_THREAD_CPUTIME_ID) - from_s < 0.7 * test::slownessHere(),
               qPrintable(QString::number(secondsOf(CLOCK_THREAD_CPUTIME_ID) - from_s)));
  }

  // A fit looks at each of thousands of points some hundred times: it looks at the stop between, and tells how far it
  // is.
  void aFitLooksAtTheStopAndTellsHowFarItIs_data() {
    QTest::addColumn<int>("kind");
    for (const CollisionKind kind : {CollisionKind::kBox, CollisionKind::kSphere, CollisionKind::kCylinder,
                                     CollisionKind::kCapsule, CollisionKind::kHull})
      QTest::newRow(std::string(collisionKindRow(kind).id).c_str()) << static_cast<int>(kind);
  }
  void aFitLooksAtTheStopAndTellsHowFarItIs() {
    QFETCH(int, kind);
    const CollisionKindRow& row = collisionKindRow(static_cast<CollisionKind>(kind));
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(row.make(turnedRod(), {row.kind}, stop.get_token(), Progress()).status().code, Code::kCancelled);
    if (row.kind == CollisionKind::kHull) return;
    const auto state = std::make_shared<ProgressState>();
    QVERIFY(row.make(turnedRod(), {row.kind}, {}, Progress(state)).ok());
    QVERIFY2(state->fraction() > 0.5, std::to_string(state->fraction()).c_str());
  }

  void theCylinderAroundAPrismIsTheSmallest() {
    // Long, with a base of equal sides of 0.1: the circle around it is known.
    Mesh prism;
    for (const double z : {0.0, 2.0})
      for (int i = 0; i < 3; ++i) {
        const double a = 2.0 * 3.14159265358979323846 * i / 3.0, r = 0.1 / std::sqrt(3.0);
        prism.vertices.emplace_back(r * std::cos(a), r * std::sin(a), z);
      }
    prism.triangles = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}};
    const CollisionShapes out = made(prism, CollisionKind::kCylinder);
    const auto& cylinder = std::get<Cylinder>(out.parts.front().primitives.front().primitive);
    QVERIFY2(std::abs(cylinder.radius - 0.1 / std::sqrt(3.0)) < 1e-8, std::to_string(cylinder.radius).c_str());
    QVERIFY2(std::abs(cylinder.length - 2.0) < 1e-8, std::to_string(cylinder.length).c_str());
  }

  void whatIsCancelledIsNotMade() {
    std::stop_source stop;
    stop.request_stop();
    const auto out = makeCollisionShapes(channel(), {CollisionKind::kPieces}, stop.get_token());
    QCOMPARE(out.status().code, Code::kCancelled);
  }
};

QTEST_GUILESS_MAIN(TestGeometryCollisionKinds)
#include "test_geometry_collision_kinds.moc"
