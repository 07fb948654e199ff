// SPDX-License-Identifier: Apache-2.0
// What a link would be checked with: steps from fast to exact, the map of the deviation, the time of a check.
#include <QTest>
#include <algorithm>

#include "core/geometry/mass_properties.h"
#include "core/usecase/collision_trial.h"
#include "tests/contract/planner/cell.h"
#include "tests/support/angle_mesh.h"

using namespace ww;
using geometry::CollisionKind;

namespace {

world::Entity linkOf(const geometry::Mesh& mesh) {
  auto shape = std::make_shared<geometry::Geometry>();
  shape->ref = "test";
  shape->mesh = std::make_shared<const geometry::Mesh>(mesh);
  shape->shape.mesh = shape->mesh;
  shape->bounds = mesh.bounds();
  world::Entity link;
  link.id = EntityId{7};
  link.name = "angle";
  link.visual.push_back({"seen", shape, Eigen::Affine3d::Identity(), std::nullopt});
  return link;
}

// Each triangle as four.
geometry::Mesh finer(const geometry::Mesh& mesh) {
  geometry::Mesh out;
  for (const geometry::Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const auto n = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.insert(out.vertices.end(), {a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0});
    for (const geometry::Triangle& part : {geometry::Triangle{0, 3, 5}, geometry::Triangle{3, 1, 4},
                                           geometry::Triangle{5, 4, 2}, geometry::Triangle{3, 4, 5}})
      out.triangles.push_back({part[0] + n, part[1] + n, part[2] + n});
  }
  return out;
}

usecase::ShapeWish wishOf(CollisionKind kind) {
  usecase::ShapeWish out;
  out.shape.kind = kind;
  return out;
}

}  // namespace

class TestCollisionTrial : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void stepsGoFromFastToExact();
  void aWishHasItsStep();
  void theMapTellsWhereSpaceIsBlocked();
  void theMapTellsWhatIsMissing();
  void aFineSurfaceHasAMapAsWell();
  void progressGoesOn();
  void theSmallestPrimitiveIsFound();
  void anOpenSurfaceIsTold();
  void nothingSeenIsAFailure();
  void stopEndsIt();
  void checksAreTimedInTheirCell();
};

void TestCollisionTrial::stepsGoFromFastToExact() {
  const auto steps = usecase::shapeSteps();
  QVERIFY(steps.front().any_primitive);
  QCOMPARE(steps.back().shape.kind, CollisionKind::kSame);
  // Of a body that convex shapes do not fit, each of them is no worse than the one before, and so are coarse meshes.
  double blocked = std::numeric_limits<double>::infinity(), wished = blocked;
  for (const usecase::ShapeWish& step : steps) {
    const auto trial = usecase::trialOf(linkOf(test::angleMesh()), step);
    QVERIFY2(trial.ok(), trial.status().line().c_str());
    const double now = trial->shapes.deviation.blocked_m;
    if (step.shape.kind == CollisionKind::kCoarse) {
      QVERIFY(step.shape.error_m < wished && now <= 1.1 * step.shape.error_m);
      wished = step.shape.error_m;
      continue;
    }
    QVERIFY2(now <= blocked * 1.06 + 1e-4, qPrintable(QString::number(now)));
    blocked = now;
  }
  QCOMPARE(blocked, 0.0);
}

void TestCollisionTrial::aWishHasItsStep() {
  const auto steps = usecase::shapeSteps();
  for (std::size_t i = 0; i < steps.size(); ++i) QCOMPARE(usecase::stepOf(steps[i]), std::optional(i));
  QCOMPARE(usecase::stepOf(wishOf(CollisionKind::kNone)), std::optional<std::size_t>());
  QCOMPARE(usecase::stepOf(wishOf(CollisionKind::kCapsule)), std::optional<std::size_t>(0));
  usecase::ShapeWish pieces = wishOf(CollisionKind::kPieces);
  pieces.shape.pieces = 9;
  QCOMPARE(steps[*usecase::stepOf(pieces)].shape.pieces, 8);
  QVERIFY(wishOf(CollisionKind::kHull) == wishOf(CollisionKind::kHull));
  QVERIFY(!(pieces == wishOf(CollisionKind::kPieces)));
}

void TestCollisionTrial::theMapTellsWhereSpaceIsBlocked() {
  const auto trial = usecase::trialOf(linkOf(test::angleMesh()), wishOf(CollisionKind::kHull));
  QVERIFY2(trial.ok(), trial.status().line().c_str());
  QCOMPARE(trial->map.off_m.size(), trial->map.mesh.triangles.size());
  QVERIFY(trial->map.mesh.validate().ok());
  QVERIFY(trial->map.off_m.size() > 500);
  // The middle of the slope from (0.1, 0.02) to (0.02, 0.1) is 0.04 from both legs.
  const float most = *std::ranges::max_element(trial->map.off_m);
  QVERIFY2(std::abs(most - 0.04) < 0.002, qPrintable(QString::number(most)));
  QVERIFY(std::abs(trial->shapes.deviation.blocked_m - 0.04) < 0.003);
  for (std::size_t i = 0; i < trial->map.off_m.size(); ++i) {
    const Vec3& p = trial->map.mesh.vertices[trial->map.mesh.triangles[i][0]];
    if (std::abs(p.x() + p.y() - 0.12) < 1e-3 && std::abs(p.x() - 0.06) < 0.003)
      QVERIFY2(trial->map.off_m[i] > 0.034F, qPrintable(QString::number(trial->map.off_m[i])));
    if (p.x() < 0.0) QVERIFY(trial->map.off_m[i] < 1e-6F);  // on the back of a leg
  }
}

void TestCollisionTrial::theMapTellsWhatIsMissing() {
  // A ball of few triangles, reduced until it lies within itself.
  geometry::Mesh ball = geometry::tessellate(geometry::Primitive(geometry::Sphere{0.1}), 48);
  usecase::ShapeWish wish = wishOf(CollisionKind::kCoarse);
  wish.shape.error_m = 0.02;
  const auto trial = usecase::trialOf(linkOf(ball), wish);
  QVERIFY2(trial.ok(), trial.status().line().c_str());
  QVERIFY(trial->shapes.triangles < ball.triangles.size() / 4);
  const double missing = trial->shapes.deviation.missing_m;
  QVERIFY(missing > 0.002);
  const float most = *std::ranges::min_element(trial->map.off_m);
  QVERIFY2(most < -0.6 * missing && most > -1.1 * missing, qPrintable(QString::number(most)));
}

// Of more triangles than a picture needs: the map is that of the coarse one, and of no more triangles than that.
void TestCollisionTrial::aFineSurfaceHasAMapAsWell() {
  const geometry::Mesh fine = finer(finer(finer(finer(finer(finer(test::angleMesh()))))));
  QVERIFY(fine.triangles.size() > 60'000);
  const auto hull = usecase::trialOf(linkOf(fine), wishOf(CollisionKind::kHull));
  QVERIFY2(hull.ok(), hull.status().line().c_str());
  QVERIFY(hull->map.off_m.size() > 500 && hull->map.off_m.size() < 60'000);
  const float most = *std::ranges::max_element(hull->map.off_m);
  QVERIFY2(std::abs(most - 0.04) < 0.002, qPrintable(QString::number(most)));
  // What is seen is painted as it is, and in few triangles.
  const auto same = usecase::trialOf(linkOf(fine), wishOf(CollisionKind::kSame));
  QVERIFY(same.ok());
  QVERIFY2(same->map.off_m.size() > 500 && same->map.off_m.size() < 100'000,
           qPrintable(QString::number(same->map.off_m.size())));
  QVERIFY(std::ranges::all_of(same->map.off_m, [](float off) { return off == 0.0F; }));
  double area = 0.0;
  for (const geometry::Triangle& t : same->map.mesh.triangles) {
    const auto& v = same->map.mesh.vertices;
    area += 0.5 * (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).norm();
  }
  const double whole = 2 * 0.0036 + 0.4 * 0.02;  // both L, and the rim
  QVERIFY2(std::abs(area - whole) < 0.15 * whole, qPrintable(QString::number(area / whole)));
  // And what is missing of a fine ball.
  usecase::ShapeWish wish = wishOf(CollisionKind::kCoarse);
  wish.shape.error_m = 0.02;
  const auto ball =
      usecase::trialOf(linkOf(geometry::tessellate(geometry::Primitive(geometry::Sphere{0.1}), 256)), wish);
  QVERIFY2(ball.ok(), ball.status().line().c_str());
  QVERIFY(!ball->map.off_m.empty());
  const double missing = ball->shapes.deviation.missing_m;
  const float least = *std::ranges::min_element(ball->map.off_m);
  QVERIFY2(missing > 0.002 && least < -0.6 * missing && least > -1.1 * missing, qPrintable(QString::number(least)));
}

void TestCollisionTrial::progressGoesOn() {
  for (const usecase::ShapeWish& step : usecase::shapeSteps()) {
    const auto state = std::make_shared<ProgressState>();
    QVERIFY(usecase::trialOf(linkOf(finer(test::angleMesh())), step, {}, Progress(state)).ok());
    QVERIFY2(state->fraction() > 0.7, qPrintable(QString::number(state->fraction())));
  }
}

void TestCollisionTrial::theSmallestPrimitiveIsFound() {
  const std::pair<geometry::Primitive, CollisionKind> cases[] = {
      {geometry::Box{{0.1, 0.2, 0.3}}, CollisionKind::kBox},
      {geometry::Sphere{0.1}, CollisionKind::kSphere},
      {geometry::Cylinder{0.4, 0.05}, CollisionKind::kCylinder},
      {geometry::Capsule{0.4, 0.05}, CollisionKind::kCapsule}};
  for (const auto& [primitive, kind] : cases) {
    const auto trial = usecase::trialOf(linkOf(geometry::tessellate(primitive, 32)), usecase::shapeSteps().front());
    QVERIFY2(trial.ok(), trial.status().line().c_str());
    QCOMPARE(trial->kind, kind);
    QCOMPARE(trial->shapes.parts.size(), std::size_t{1});
  }
}

void TestCollisionTrial::anOpenSurfaceIsTold() {
  geometry::Mesh open = test::angleMesh();
  const auto whole = usecase::trialOf(linkOf(open), wishOf(CollisionKind::kSame));
  QVERIFY(whole.ok());
  QCOMPARE(whole->seen.open_edges, std::uint64_t{0});
  QVERIFY(std::abs(whole->seen.volume - 0.0036 * 0.02) < 1e-9);
  open.triangles.pop_back();
  const auto gap = usecase::trialOf(linkOf(open), wishOf(CollisionKind::kSame));
  QVERIFY(gap.ok());
  QCOMPARE(gap->seen.open_edges, std::uint64_t{3});
}

void TestCollisionTrial::nothingSeenIsAFailure() {
  world::Entity link;
  link.name = "empty";
  for (const usecase::ShapeWish& step : usecase::shapeSteps()) {
    const auto trial = usecase::trialOf(link, step);
    QCOMPARE(trial.status().code, Code::kInvalidArgument);
    QVERIFY(!trial.status().hint.empty());
  }
}

void TestCollisionTrial::stopEndsIt() {
  std::stop_source source;
  source.request_stop();
  for (const usecase::ShapeWish& step : usecase::shapeSteps())
    QCOMPARE(usecase::trialOf(linkOf(test::angleMesh()), step, source.get_token()).status().code, Code::kCancelled);
}

void TestCollisionTrial::checksAreTimedInTheirCell() {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const ObjectId wall = cell.addBox("wall", Vec3(0.1, 1.0, 1.0), Pose::translation(0.7, 0, 0.5));
  const auto scene = collision::Scene::make(cell.world);
  for (const ObjectId object : {arm, wall}) {
    const auto seconds = usecase::checkSeconds(scene, object);
    QVERIFY2(seconds.ok() && seconds->has_value(), seconds.status().line().c_str());
    QVERIFY2(**seconds > 0.0 && **seconds < 0.01, qPrintable(QString::number(**seconds)));
  }
  const auto gone = usecase::checkSeconds(scene, ObjectId{987654});
  QVERIFY(gone.ok() && !gone->has_value());
  std::stop_source source;
  source.request_stop();
  QCOMPARE(usecase::checkSeconds(scene, arm, source.get_token()).status().code, Code::kCancelled);
}

QTEST_GUILESS_MAIN(TestCollisionTrial)
#include "test_collision_trial.moc"
