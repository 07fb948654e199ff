// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <set>

#include "core/geometry/bvh.h"
#include "tests/unit/geometry/shapes.h"

using namespace ww;
using namespace ww::geometry;

namespace {

// The nearest hit by another method than the one under test: plane, then areas.
std::optional<RayHit> bruteForce(const Mesh& mesh, const Vec3& o, const Vec3& d, double t_max) {
  std::optional<RayHit> best;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3 &a = mesh.vertices[mesh.triangles[i][0]], &b = mesh.vertices[mesh.triangles[i][1]],
               &c = mesh.vertices[mesh.triangles[i][2]];
    const Vec3 n = (b - a).cross(c - a);
    const double t = n.dot(a - o) / n.dot(d);
    if (!(t >= 0.0 && t <= t_max) || (best && t >= best->t)) continue;
    const Vec3 p = o + t * d;
    const double u = n.dot((c - b).cross(p - b)), v = n.dot((a - c).cross(p - c)), w = n.dot((b - a).cross(p - a));
    if (u >= 0.0 && v >= 0.0 && w >= 0.0) best = RayHit{t, i, 0, 0, n.dot(d) > 0.0};
  }
  return best;
}

}  // namespace

class TestGeometryBvh : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void raysHitWhatBruteForceHits() {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const auto vec = [&] { return Vec3(normal(random), normal(random), normal(random)); };
    int hits = 0;
    for (const int count : {1, 2, 5, 100, 3000}) {
      const MeshPtr mesh = triangleSoup(count, unsigned(count));
      const TriangleBvh bvh(mesh);
      for (int i = 0; i < 600; ++i) {
        const Vec3 o = 2.0 * vec(), d = 0.4 * vec() - o;
        const double t_max = i % 3 == 0 ? std::abs(2.0 * normal(random)) : std::numeric_limits<double>::infinity();
        const auto expected = bruteForce(*mesh, o, d, t_max), got = bvh.raycast(o, d, t_max);
        QCOMPARE(got.has_value(), expected.has_value());
        QCOMPARE(bvh.anyHit(o, d, t_max), expected.has_value());
        if (!got) continue;
        ++hits;
        QVERIFY(std::abs(got->t - expected->t) < 1e-9 * (1.0 + expected->t));
        QCOMPARE(got->triangle, expected->triangle);
        QCOMPARE(got->from_behind, expected->from_behind);
        const Triangle& t = mesh->triangles[got->triangle];
        const Vec3 p = (1 - got->u - got->v) * mesh->vertices[t[0]] + got->u * mesh->vertices[t[1]] +
                       got->v * mesh->vertices[t[2]];
        QVERIFY((o + got->t * d - p).norm() < 1e-9);
      }
    }
    QVERIFY(hits > 500);
  }

  void closedMeshesHaveNoCracks() {
    // Rays from inside through vertices, edges and along the axes must all hit.
    for (const auto& [name, primitive] : examplePrimitives()) {
      const auto mesh = std::make_shared<Mesh>(tessellate(primitive, 24));
      const TriangleBvh bvh(mesh);
      const Vec3 inside = mesh->bounds().center();
      for (const Triangle& t : mesh->triangles) {
        const Vec3 &a = mesh->vertices[t[0]], &b = mesh->vertices[t[1]];
        QVERIFY2(bvh.anyHit(inside, a - inside), name);
        QVERIFY2(bvh.anyHit(inside, 0.5 * (a + b) - inside), name);
      }
      for (int axis = 0; axis < 3; ++axis) QVERIFY2(bvh.raycast(inside, Vec3::Unit(axis)).has_value(), name);
    }
  }

  void hitTellsTheSide() {
    const TriangleBvh bvh(std::make_shared<Mesh>(tessellate(Box{})));
    const auto outside = bvh.raycast(Vec3(0.1, 0.2, 5), Vec3(0, 0, -2));
    QVERIFY(outside && !outside->from_behind);
    QCOMPARE(outside->t, 2.25);
    const auto inside = bvh.raycast(Vec3(0.1, 0.2, 0), Vec3(0, 0, -2));
    QVERIFY(inside && inside->from_behind);
    QVERIFY(!bvh.raycast(Vec3(0.1, 0.2, 5), Vec3(0, 0, 1)));
    QVERIFY(!bvh.raycast(Vec3(0.1, 0.2, 5), Vec3(0, 0, -1), 4.4));
  }

  void emptyAndDegenerateMeshes() {
    const TriangleBvh none(std::make_shared<Mesh>());
    QVERIFY(!none.raycast(Vec3::Zero(), Vec3::UnitX()));
    auto same = std::make_shared<Mesh>();  // 10,000 times one triangle, and flat ones
    same->vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    for (int i = 0; i < 10'000; ++i) same->triangles.push_back(i % 2 == 0 ? Triangle{0, 1, 2} : Triangle{0, 1, 1});
    const TriangleBvh bvh(same);
    const auto hit = bvh.raycast(Vec3(0.2, 0.2, 1), Vec3(0, 0, -1));
    QVERIFY(hit);
    QCOMPARE(hit->triangle, 0u);
  }

  void exponentialSizesDoNotOverflowTheStack() {
    // Each triangle is twice as far out as the one before: the worst case of an unbalanced tree.
    auto mesh = std::make_shared<Mesh>();
    for (int i = 0; i < 200; ++i) {
      const double x = std::pow(1.5, i - 150);
      const auto v = static_cast<std::uint32_t>(mesh->vertices.size());
      for (const Vec3& p : {Vec3(x, -x, -x), Vec3(x, x, -x), Vec3(x, 0, x)}) mesh->vertices.push_back(p);
      mesh->triangles.push_back({v, v + 1, v + 2});
    }
    const TriangleBvh bvh(mesh);
    const auto hit = bvh.raycast(Vec3(1e9, 0, 0), Vec3(-1, 0, 0));
    QVERIFY(hit);
    QCOMPARE(hit->triangle, 199u);
  }

  void regionFindsTheSameTrianglesAsTestingAll() {
    const MeshPtr mesh = triangleSoup(2000, 3);
    const TriangleBvh bvh(mesh);
    const std::vector<HalfSpace> region{
        {Vec3(1, 0.2, 0), 0.4}, {Vec3(-1, 0.1, 0.3), 0.3}, {Vec3(0, 1, 1), 0.5}, {Vec3(0, -2, 0), 1.0}};
    std::set<std::uint32_t> inside, partly;
    bvh.forEachInConvex(region, [&](std::uint32_t t, Overlap o) {
      (o == Overlap::kInside ? inside : partly).insert(t);
      return true;
    });
    std::size_t expected_inside = 0;
    for (std::uint32_t i = 0; i < mesh->triangles.size(); ++i) {
      int in = 0;
      bool outside = false;
      for (const HalfSpace& h : region) {
        int beyond = 0;
        for (const std::uint32_t v : mesh->triangles[i]) beyond += h.normal.dot(mesh->vertices[v]) > h.offset;
        in += beyond == 0;
        outside = outside || beyond == 3;
      }
      expected_inside += in == 4;
      QCOMPARE(inside.count(i) == 1, in == 4);
      if (in != 4) QCOMPARE(partly.count(i) == 1, !outside);
    }
    QVERIFY(expected_inside > 20);
    int calls = 0;
    bvh.forEachInConvex(region, [&](std::uint32_t, Overlap) { return ++calls < 3; });
    QCOMPARE(calls, 3);
  }
};

QTEST_GUILESS_MAIN(TestGeometryBvh)
#include "test_geometry_bvh.moc"
