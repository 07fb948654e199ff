// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QtTest>

#include "arm_check.h"
#include "cell.h"
#include "core/collision/check.h"
#include "core/collision/narrow/body_distance.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/random.h"
#include "core/world/updates/editor.h"

using namespace ww;
using namespace ww::collision;
using kinematics::Random;
using ww::test::Cell;

namespace {

Pose randomPose(Random& r, double range) {
  const Vec3 p(r.uniform(-range, range), r.uniform(-range, range), r.uniform(-range, range));
  const Quat q(r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1));
  return {p, q.normalized()};
}

BodyShape shapeOf(const geometry::Primitive& primitive) {
  geometry::Geometry g;
  g.shape.primitives.push_back({primitive, Eigen::Affine3d::Identity()});
  return *prepare(g, Eigen::Affine3d::Identity());
}

BodyShape shapeOf(const geometry::Mesh& mesh) {
  geometry::Geometry g;
  g.mesh = g.shape.mesh = std::make_shared<const geometry::Mesh>(mesh);
  return *prepare(g, Eigen::Affine3d::Identity());
}

// Distance of two segments, exact (Ericson 5.1.9), for boxes and meshes below.
double segmentDistance(const Vec3& p1, const Vec3& q1, const Vec3& p2, const Vec3& q2) {
  const Vec3 d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = d1.squaredNorm(), e = d2.squaredNorm(), f = d2.dot(r), c = d1.dot(r), b = d1.dot(d2);
  const double denominator = a * e - b * b;
  double s = denominator > 1e-14 * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0.0;
  double t = (b * s + f) / e;
  if (t < 0.0) t = 0.0, s = a > 0.0 ? std::clamp(-c / a, 0.0, 1.0) : 0.0;
  else if (t > 1.0) t = 1.0, s = a > 0.0 ? std::clamp((b - c) / a, 0.0, 1.0) : 0.0;
  return (p1 + s * d1 - p2 - t * d2).norm();
}

double pointTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const bool inside =
      n.cross(b - a).dot(p - a) >= 0 && n.cross(c - b).dot(p - b) >= 0 && n.cross(a - c).dot(p - c) >= 0;
  if (inside) return std::abs(n.dot(p - a)) / n.norm();
  const Vec3 e(1e-30, 0, 0);
  return std::min({segmentDistance(p, p + e, a, b), segmentDistance(p, p + e, b, c), segmentDistance(p, p + e, c, a)});
}

bool segmentMeetsTriangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 d = q - p, n = (b - a).cross(c - a);
  const double slope = n.dot(d);
  if (std::abs(slope) < 1e-14) return false;
  const double t = n.dot(a - p) / slope;
  if (t < 0.0 || t > 1.0) return false;
  const Vec3 x = p + t * d;
  return n.cross(b - a).dot(x - a) >= 0 && n.cross(c - b).dot(x - b) >= 0 && n.cross(a - c).dot(x - c) >= 0;
}

// Distance of two triangle soups by all pairs of features; 0 when triangles cross.
double bruteDistance(const geometry::Mesh& a, const Pose& ta, const geometry::Mesh& b, const Pose& tb) {
  double best = 1e9;
  for (const auto& s : a.triangles) {
    const std::array<Vec3, 3> u{ta * a.vertices[s[0]], ta * a.vertices[s[1]], ta * a.vertices[s[2]]};
    for (const auto& t : b.triangles) {
      const std::array<Vec3, 3> v{tb * b.vertices[t[0]], tb * b.vertices[t[1]], tb * b.vertices[t[2]]};
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &ui = u[i], &uj = u[(i + 1) % 3], &vi = v[i], &vj = v[(i + 1) % 3];
        if (segmentMeetsTriangle(ui, uj, v[0], v[1], v[2]) || segmentMeetsTriangle(vi, vj, u[0], u[1], u[2]))
          return 0.0;
        best = std::min({best, pointTriangle(ui, v[0], v[1], v[2]), pointTriangle(vi, u[0], u[1], u[2])});
        for (std::size_t k = 0; k < 3; ++k) best = std::min(best, segmentDistance(ui, uj, v[k], v[(k + 1) % 3]));
      }
    }
  }
  return best;
}

// Separation of two boxes along one axis; the depth of overlap is the least over all 15.
double boxDepth(const Vec3& ha, const Pose& ta, const Vec3& hb, const Pose& tb) {
  const Eigen::Matrix3d ra = ta.q.toRotationMatrix(), rb = tb.q.toRotationMatrix();
  double least = 1e9;
  const auto along = [&](Vec3 axis) {
    if (axis.norm() < 1e-9) return;
    axis.normalize();
    const double reach = (ra.transpose() * axis).cwiseAbs().dot(ha) + (rb.transpose() * axis).cwiseAbs().dot(hb);
    least = std::min(least, reach - std::abs(axis.dot(tb.p - ta.p)));
  };
  for (Eigen::Index i = 0; i < 3; ++i) {
    along(ra.col(i));
    along(rb.col(i));
    for (Eigen::Index k = 0; k < 3; ++k) along(ra.col(i).cross(rb.col(k)));
  }
  return least;  // negative when apart
}

}  // namespace

class TestCollision : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void boxesAgreeWithClosedForm();
  void ballsAndCapsulesAgreeWithClosedForm();
  void cylinderOnBoxIsExact();
  void meshesAgreeWithBruteForce();
  void convexMeshEqualsItsPrimitive();
  void notchIsNotFilled();
  void enclosedBodyCollides();
  void enclosedIsFoundWhicheverWayTrianglesFace();
  void partOnATableDoesNotCollide();
  void absurdPlacesDoNoHarm();
  void overlapOnATableHasItsDepth();
  void marginsAreKept();
  void attachedToolIsCheckedAgainstItsLink();
  void adjacentLinksAreNotChecked();
  void standingPairsDoNotStopARobot();
  void allAgreesWithFirst();
  void distanceHasWitnessPoints();
  void scaledPrimitivesKeepTheirShape();
};

void TestCollision::boxesAgreeWithClosedForm() {
  Random random(1);
  const Vec3 a(0.4, 0.6, 0.3), b(0.5, 0.2, 0.7);
  const auto sa = shapeOf(geometry::Box{a}), sb = shapeOf(geometry::Box{b});
  const auto ma = test::boxMesh(a), mb = test::boxMesh(b);
  int overlaps = 0;
  for (int n = 0; n < 1500; ++n) {
    const Pose ta = randomPose(random, 0.5), tb = randomPose(random, 0.5);
    const auto d = bodyDistance(sa, ta, sb, tb, {});
    const double depth = boxDepth(0.5 * a, ta, 0.5 * b, tb);
    if (depth > 0.0) {
      ++overlaps;
      QVERIFY2(std::abs(d.distance + depth) < 1e-7, fmt::format("depth {} against {}", -d.distance, depth).c_str());
      QVERIFY(std::abs((d.b - d.a).dot(d.normal) + depth) < 1e-6);
    } else {
      QVERIFY2(std::abs(d.distance - bruteDistance(ma, ta, mb, tb)) < 1e-7, fmt::format("run {}", n).c_str());
      QVERIFY(std::abs((d.b - d.a).norm() - d.distance) < 1e-7);
    }
  }
  QVERIFY(overlaps > 200 && overlaps < 1300);
}

void TestCollision::ballsAndCapsulesAgreeWithClosedForm() {
  Random random(2);
  const auto ball = shapeOf(geometry::Sphere{0.2}), capsule = shapeOf(geometry::Capsule{0.6, 0.15});
  for (int n = 0; n < 500; ++n) {
    const Pose ta = randomPose(random, 0.5), tb = randomPose(random, 0.5);
    const Vec3 p = tb * Vec3(0, 0, -0.3), q = tb * Vec3(0, 0, 0.3);
    const double exact = segmentDistance(ta.p, ta.p + Vec3(1e-30, 0, 0), p, q) - 0.35;
    QVERIFY(std::abs(bodyDistance(ball, ta, capsule, tb, {}).distance - exact) < 1e-8);
    const Vec3 r = ta * Vec3(0, 0, -0.3), s = ta * Vec3(0, 0, 0.3);
    const double two = segmentDistance(r, s, p, q) - 0.3;
    QVERIFY(std::abs(bodyDistance(capsule, ta, capsule, tb, {}).distance - two) < 1e-8);
  }
}

void TestCollision::cylinderOnBoxIsExact() {
  const auto cylinder = shapeOf(geometry::Cylinder{0.4, 0.1}), box = shapeOf(geometry::Box{{1, 1, 0.2}});
  for (const double gap : {0.3, 0.01, 1e-4, -1e-3, -0.05}) {
    const auto d = bodyDistance(box, Pose(), cylinder, Pose::translation(0.1, 0.2, 0.3 + gap), {});
    QVERIFY2(std::abs(d.distance - gap) < 1e-7, fmt::format("{} for {}", d.distance, gap).c_str());
    QVERIFY((d.normal - Vec3::UnitZ()).norm() < 1e-4);
    const Pose lying = Pose::translation(0.1, 0.2, 0.2 + gap) * Pose::rotation(Vec3::UnitX(), M_PI / 2);
    QVERIFY(std::abs(bodyDistance(box, Pose(), cylinder, lying, {}).distance - gap) < 1e-6);
  }
}

void TestCollision::meshesAgreeWithBruteForce() {
  Random random(3);
  const auto notched = test::notchedMesh();
  const auto box = test::boxMesh({0.15, 0.1, 0.2}, 3);
  const auto sa = shapeOf(notched), sb = shapeOf(notched);
  const auto sphere = shapeOf(geometry::Sphere{0.05});
  QVERIFY(sa.pieces[0].mesh && sa.pieces[0].mesh->closed());
  int meets = 0;
  for (int n = 0; n < 300; ++n) {
    const Pose ta = randomPose(random, 0.15), tb = randomPose(random, 0.15);
    const auto d = bodyDistance(sa, ta, sb, tb, {});
    const double brute = bruteDistance(notched, ta, notched, tb);
    meets += brute == 0.0;
    if (brute == 0.0) QVERIFY2(d.distance < 1e-9, fmt::format("run {}: {}", n, d.distance).c_str());
    else
      QVERIFY2(std::abs(d.distance - brute) < 1e-8, fmt::format("run {}: {} against {}", n, d.distance, brute).c_str());
    // Far enough is told quickly and rightly.
    const auto near = bodyDistance(sa, ta, sb, tb, {0.02, -kTouchDepth});
    QCOMPARE(near.distance <= 0.02, brute <= 0.02);
  }
  QVERIFY(meets > 30);
}

void TestCollision::convexMeshEqualsItsPrimitive() {
  Random random(4);
  const Vec3 size(0.3, 0.2, 0.4);
  const auto mesh = shapeOf(test::boxMesh(size, 6)), box = shapeOf(geometry::Box{size}),
             other = shapeOf(geometry::Capsule{0.3, 0.05});
  QVERIFY(mesh.pieces[0].convex);
  for (int n = 0; n < 500; ++n) {
    const Pose ta = randomPose(random, 0.3), tb = randomPose(random, 0.3);
    const double a = bodyDistance(mesh, ta, other, tb, {}).distance, b = bodyDistance(box, ta, other, tb, {}).distance;
    QVERIFY2(std::abs(a - b) < 1e-7, fmt::format("{} against {}", a, b).c_str());
  }
}

void TestCollision::notchIsNotFilled() {
  // A ball in the notch is free, though within the hull.
  const auto notched = shapeOf(test::notchedMesh());
  const auto ball = shapeOf(geometry::Sphere{0.04});
  QVERIFY(std::abs(bodyDistance(notched, Pose(), ball, Pose::translation(0.15, 0.05, 0.15), {}).distance - 0.01) <
          1e-9);
  // In the solid it is not; it must leave through the nearest face: 0.05 deep and its radius more.
  const auto in = bodyDistance(notched, Pose(), ball, Pose::translation(0.05, 0.05, 0.05), {});
  QVERIFY2(in.distance < -0.005, fmt::format("{}", in.distance).c_str());
}

void TestCollision::enclosedBodyCollides() {
  const auto notched = shapeOf(test::notchedMesh());
  geometry::Mesh small = test::notchedMesh();
  for (auto& v : small.vertices) v *= 0.1;
  const auto inner = shapeOf(small);
  const auto d = bodyDistance(notched, Pose(), inner, Pose::translation(0.04, 0.045, 0.04), {});
  QVERIFY(d.distance < -0.03);
  const auto first = bodyDistance(notched, Pose(), inner, Pose::translation(0.04, 0.045, 0.04), {0.0, -kTouchDepth});
  QVERIFY(first.distance < -kTouchDepth);
}

// Many exports have triangles that face against their neighbours: they bound the same solid.
void TestCollision::enclosedIsFoundWhicheverWayTrianglesFace() {
  geometry::Mesh mixed = test::notchedMesh();
  for (std::size_t i = 0; i < mixed.triangles.size(); i += 2) std::swap(mixed.triangles[i][1], mixed.triangles[i][2]);
  geometry::Mesh open = mixed;
  open.triangles.pop_back();
  const auto ball = shapeOf(geometry::Sphere{0.004});
  const auto at = [&](const geometry::Mesh& mesh, const Pose& pose) {
    return bodyDistance(shapeOf(mesh), Pose(), ball, pose, {}).distance;
  };
  const Pose inside = Pose::translation(0.05, 0.05, 0.05), beside = Pose::translation(0.15, 0.05, 0.15);
  QVERIFY(std::abs(at(mixed, inside) - at(test::notchedMesh(), inside)) < 1e-9 && at(mixed, inside) < -0.005);
  QVERIFY(std::abs(at(mixed, beside) - at(test::notchedMesh(), beside)) < 1e-9 && at(mixed, beside) > 0.0);
  QVERIFY2(at(open, inside) > 0.0, "what is open has no inside");
}

void TestCollision::partOnATableDoesNotCollide() {
  Cell cell;
  cell.addBox("table", {1, 1, 0.1}, Pose::translation(0.3, 0.1, 0.7));
  cell.addBox("part", {0.1, 0.1, 0.07}, Pose::translation(0.3, 0.1, 0.75 + 0.035));
  geometry::Shape mesh;
  mesh.mesh = std::make_shared<const geometry::Mesh>(test::notchedMesh());
  cell.addShape("bracket", mesh, Pose::translation(0.5, 0.1, 0.75));
  QVERIFY(checkWorld(cell.world).empty());
}

// Bullet wrote before the start of its list when no pair of boxes had a finite volume. No edit makes such
// poses; joints without limits can.
void TestCollision::absurdPlacesDoNoHarm() {
  Cell cell;
  for (int i = 0; i < 4; ++i) {
    const ObjectId box = cell.addBox("box_" + std::to_string(i), {1, 1, 1}, Pose{});
    world::WorldEditor editor(cell.world, *cell.store);
    const double far = 1e150 * (i + 1);
    editor.move(box, world::kRootObject, world::kRootEntity, Pose::translation(far, far, far));
    cell.world = std::move(editor).finish();
  }
  QVERIFY(checkWorld(cell.world).empty());
}

void TestCollision::overlapOnATableHasItsDepth() {
  Cell cell;
  cell.addBox("table", {1, 1, 0.1}, Pose::translation(0.3, 0.1, 0.7));
  cell.addBox("part", {0.1, 0.1, 0.07}, Pose::translation(0.3, 0.1, 0.75 + 0.035 - 0.012));
  geometry::Shape mesh;
  mesh.mesh = std::make_shared<const geometry::Mesh>(test::notchedMesh());
  cell.addShape("bracket", mesh, Pose::translation(0.5, 0.1, 0.75 - 0.02));
  const auto contacts = checkWorld(cell.world);
  QCOMPARE(contacts.size(), 2u);
  QVERIFY2(std::abs(contacts[0].distance_m + 0.02) < 1e-6, fmt::format("{}", contacts[0].distance_m).c_str());
  QVERIFY(std::abs(contacts[1].distance_m + 0.012) < 1e-6);
  QCOMPARE(contacts[1].rule, std::string("default"));
}

void TestCollision::marginsAreKept() {
  Cell cell;
  cell.addBox("table", {1, 1, 0.1}, Pose::translation(0, 0, 0.7));
  cell.addBox("part", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0.815));
  cell.setRules("minimum_margin: 0.02");
  auto contacts = checkWorld(cell.world);
  QCOMPARE(contacts.size(), 1u);
  QVERIFY(std::abs(contacts[0].distance_m - 0.015) < 1e-9);
  QCOMPARE(contacts[0].margin_m, 0.02);
  cell.setRules(R"(minimum_margin: 0.02 collision_rules { left { object { by_name { object_name: "part" } } }
      collision_action { margin { hard_margin: 0.015 } } })");
  contacts = checkWorld(cell.world);
  QVERIFY(contacts.empty());  // the smaller margin holds, and the distance equals it
}

void TestCollision::attachedToolIsCheckedAgainstItsLink() {
  Cell cell;
  const auto arm = cell.addArm("arm", 6);
  const auto link = cell.entity("arm", "link_6");
  // The last link's capsule ends at 0.05 + 0.03.
  cell.addBox("tool", {0.04, 0.04, 0.1}, Pose::translation(0, 0, 0.13), arm, link);
  QVERIFY(checkWorld(cell.world).empty());
  const auto deep = cell.addBox("deep", {0.02, 0.02, 0.1}, Pose::translation(0, 0.3, 0.11), arm, link);
  const auto touching = cell.addBox("sunk", {0.04, 0.04, 0.1}, Pose::translation(0, 0.3, 0.2), arm, link);
  test::ArmCheck check(cell.world, arm);
  const JointVector q = check.tree().worldPositions();
  // Two tools that overlap ride on one link: they are measured once, and always reported.
  const auto contacts = check.all(q, 100);
  QCOMPARE(contacts.size(), 1u);
  QCOMPARE(contacts[0].a, cell.world.object(deep)->rootEntity());
  QCOMPARE(contacts[0].b, cell.world.object(touching)->rootEntity());
  QVERIFY(std::abs(contacts[0].distance_m + 0.01) < 1e-7);
  QVERIFY(check.first(q).has_value());
}

void TestCollision::adjacentLinksAreNotChecked() {
  Cell cell;
  const auto arm = cell.addArm("arm", 6);
  const auto rules = RuleSet::ofWorld(cell.world);
  const auto why = rules.explain(cell.entity("arm", "link_2"), cell.entity("arm", "link_3"));
  QVERIFY(why.excluded && why.source == RuleSource::kAdjacent);
  QVERIFY(!rules.explain(cell.entity("arm", "link_1"), cell.entity("arm", "link_3")).excluded);
  // Folded back onto itself the arm collides with itself.
  cell.setJoints(arm, test::joints({0, 2.2, 2.6, 0, 2.1, 0}));
  const auto contacts = checkWorld(cell.world);
  QVERIFY(!contacts.empty());
}

void TestCollision::standingPairsDoNotStopARobot() {
  Cell cell;
  const auto arm = cell.addArm("arm", 6);
  cell.addBox("a", {0.1, 0.1, 0.1}, Pose::translation(1, 1, 0));
  cell.addBox("b", {0.1, 0.1, 0.1}, Pose::translation(1, 1, 0.05));
  QCOMPARE(checkWorld(cell.world).size(), 1u);
  test::ArmCheck check(cell.world, arm);
  const JointVector q = check.tree().worldPositions();
  QVERIFY(!check.first(q));
  QVERIFY(check.nearest(q, 10.0).has_value());
}

void TestCollision::allAgreesWithFirst() {
  Cell cell;
  const auto arm = cell.addArm("arm", 6);
  cell.addBox("floor", {2, 2, 0.1}, Pose::translation(0, 0, -0.06));
  cell.addBox("post", {0.1, 0.1, 0.8}, Pose::translation(0.4, 0.2, 0.4));
  geometry::Shape mesh;
  mesh.mesh = std::make_shared<const geometry::Mesh>(test::notchedMesh());
  cell.addShape("bracket", mesh, Pose::translation(-0.4, 0.2, 0.4));
  test::ArmCheck check(cell.world, arm);
  Random random(9);
  int hits = 0;
  for (int n = 0; n < 500; ++n) {
    JointVector q(6);
    for (Eigen::Index i = 0; i < 6; ++i) q[i] = random.uniform(-2, 2);
    const auto first = check.first(q);
    const auto all = check.all(q, 100);
    QCOMPARE(first.has_value(), !all.empty());
    const auto nearest = check.nearest(q, 5.0);
    QVERIFY(nearest.has_value());
    QCOMPARE(nearest->distance_m < -kTouchDepth, first.has_value());
    if (!all.empty()) QVERIFY(std::abs(all.front().distance_m - nearest->distance_m) < 1e-6);
    hits += first.has_value();
  }
  QVERIFY(hits > 50 && hits < 450);
}

void TestCollision::distanceHasWitnessPoints() {
  Cell cell;
  const auto a = cell.addBox("a", {0.2, 0.2, 0.2}, Pose::translation(0, 0, 0));
  const auto b = cell.addBox("b", {0.2, 0.2, 0.2}, Pose::translation(0.5, 0, 0));
  const auto d = distance(cell.world, a, b);
  QVERIFY(d.ok());
  QVERIFY(std::abs(d->distance_m - 0.3) < 1e-9);
  QVERIFY(std::abs(d->point_a.x() - 0.1) < 1e-9 && std::abs(d->point_b.x() - 0.4) < 1e-9);
  QVERIFY((d->normal - Vec3::UnitX()).norm() < 1e-9);
  QCOMPARE(distance(cell.world, a, a).status().code, Code::kInvalidArgument);
  QCOMPARE(distance(cell.world, a, ObjectId{9999}).status().code, Code::kNotFound);
}

void TestCollision::scaledPrimitivesKeepTheirShape() {
  geometry::Geometry g;
  g.shape.primitives.push_back({geometry::Sphere{0.1}, Eigen::Affine3d::Identity()});
  const auto flat = prepare(g, Eigen::Affine3d(Eigen::Scaling(2.0, 1.0, 0.5)));
  const auto point = shapeOf(geometry::Sphere{0.01});
  QVERIFY(std::abs(bodyDistance(*flat, Pose(), point, Pose::translation(0.5, 0, 0), {}).distance - 0.29) < 1e-7);
  QVERIFY(std::abs(bodyDistance(*flat, Pose(), point, Pose::translation(0, 0, 0.5), {}).distance - 0.44) < 1e-7);
}

QTEST_GUILESS_MAIN(TestCollision)
#include "test_collision.moc"
