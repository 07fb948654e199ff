// SPDX-License-Identifier: Apache-2.0
// Coarse levels: how far off they are, what of a mesh stays as it was.
#include <QTest>
#include <cmath>
#include <map>
#include <numbers>

#include "core/geometry/mesh_gaps.h"
#include "core/geometry/normals.h"
#include "core/geometry/simplify.h"

namespace ww::geometry {
namespace {

// A ball with dents, closed; 4 * rings^2 triangles, in `colors` bands from pole to pole.
Mesh dentedBall(unsigned rings, unsigned colors = 0) {
  Mesh mesh;
  const unsigned around = 2 * rings;
  for (unsigned j = 0; j <= rings; ++j) {
    for (unsigned i = 0; i < around; ++i) {
      const double a = std::numbers::pi * i / rings, b = std::numbers::pi * j / rings;
      const double r = 0.5 * (1.0 + 0.04 * std::sin(5.0 * a) * std::pow(std::sin(b), 2) * std::sin(6.0 * b));
      const double flat = j == 0 || j == rings ? 0.0 : r * std::sin(b);
      mesh.vertices.emplace_back(flat * std::cos(a), flat * std::sin(a), r * std::cos(b));
    }
  }
  for (unsigned j = 0; j < rings; ++j) {
    for (unsigned i = 0; i < around; ++i) {
      const std::uint32_t a = j * around + i, b = j * around + (i + 1) % around;
      mesh.triangles.push_back({a, a + around, b + around});
      mesh.triangles.push_back({a, b + around, b});
    }
  }
  const auto all = static_cast<std::uint32_t>(mesh.triangles.size());
  for (std::uint32_t k = 0; k < colors; ++k) {
    const std::uint32_t first = all / colors * k, end = k + 1 == colors ? all : all / colors * (k + 1);
    mesh.colors.push_back({first, end - first, Color{k % 2 ? 0.9f : 0.1f, 0.5f, 0.2f, 1.0f}});
  }
  return mesh;
}

// From many points of one surface, corners and middles, to the other.
double farthest(const Mesh& from, const MeshPtr& to) {
  Mesh points = from;
  for (const Triangle& t : from.triangles)
    points.vertices.push_back((from.vertices[t[0]] + from.vertices[t[1]] + from.vertices[t[2]]) / 3.0);
  return distanceBetween(points, to, 12'000, 1e-4);
}

}  // namespace

class TestGeometrySimplify : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aLevelIsNoFartherOffThanItSays();
  void aClosedMeshStaysClosed();
  void normalsStayThoseOfTheMesh();
  void coloursKeepTheirOutline();
  void creasedCornersAreNotRounded();
  void cornersOfTheirOwnAreNoSeams();
  void smallAndFlatMeshes();
  void distanceOfKnownMeshes();
};

void TestGeometrySimplify::aLevelIsNoFartherOffThanItSays() {
  const Mesh ball = dentedBall(110);
  const auto fine = std::make_shared<Mesh>(ball);
  const auto levels = coarseLevels(ball);
  QVERIFY(levels.size() >= 2);
  std::size_t last = ball.triangles.size();
  double error = 0.0;
  for (const CoarseMesh& level : levels) {
    QVERIFY(level.mesh->validate().ok());
    QVERIFY(level.mesh->triangles.size() < last / 2);
    QVERIFY(level.error >= error);
    QVERIFY2(farthest(ball, level.mesh) <= 1.05 * level.error, "the fine surface lies farther off");
    QVERIFY2(farthest(*level.mesh, fine) <= 1.5 * level.error, "the coarse surface lies farther off");
    last = level.mesh->triangles.size();
    error = level.error;
  }
  QVERIFY(levels.front().error < 0.004);
  QVERIFY(levels.back().error < 0.1);
}

void TestGeometrySimplify::aClosedMeshStaysClosed() {
  const Mesh ball = computeNormals(dentedBall(60));
  const auto levels = coarseLevels(ball);
  QVERIFY(!levels.empty());
  for (const CoarseMesh& level : levels) {
    const MeshGaps gaps = gapsOf(*level.mesh);
    QCOMPARE(gaps.open_edges, std::uint64_t{0});
    QVERIFY(std::abs(gaps.volume / gapsOf(ball).volume - 1.0) < 0.1);
  }
}

void TestGeometrySimplify::normalsStayThoseOfTheMesh() {
  const Mesh ball = computeNormals(dentedBall(60), 3.0);
  std::map<std::array<double, 3>, Eigen::Vector3f> normal_at;
  for (std::size_t i = 0; i < ball.vertices.size(); ++i)
    normal_at[{ball.vertices[i].x(), ball.vertices[i].y(), ball.vertices[i].z()}] = ball.normals[i];
  for (const CoarseMesh& level : coarseLevels(ball)) {
    QCOMPARE(level.mesh->normals.size(), level.mesh->vertices.size());
    for (std::size_t i = 0; i < level.mesh->vertices.size(); ++i) {
      const Vec3& v = level.mesh->vertices[i];
      const auto found = normal_at.find({v.x(), v.y(), v.z()});
      QVERIFY2(found != normal_at.end(), "a vertex that the mesh does not have");
      QVERIFY(found->second == level.mesh->normals[i]);
    }
  }
}

void TestGeometrySimplify::coloursKeepTheirOutline() {
  const Mesh ball = dentedBall(80, 6);
  const auto levels = coarseLevels(ball);
  QVERIFY(!levels.empty());
  const auto areaOf = [](const Mesh& mesh, float red) {
    double area = 0.0;
    for (const ColorRun& run : mesh.colors) {
      for (std::uint32_t t = run.first; run.color.r == red && t < run.first + run.count; ++t) {
        const auto& [a, b, c] = mesh.triangles[t];
        area += 0.5 * (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).norm();
      }
    }
    return area;
  };
  const Mesh& coarse = *levels.front().mesh;
  std::size_t colored = 0;
  for (const ColorRun& run : coarse.colors) colored += run.count;
  QCOMPARE(colored, coarse.triangles.size());
  QVERIFY(std::abs(areaOf(coarse, 0.9f) / areaOf(ball, 0.9f) - 1.0) < 0.02);
  QVERIFY(std::abs(areaOf(coarse, 0.1f) / areaOf(ball, 0.1f) - 1.0) < 0.02);
  QCOMPARE(gapsOf(coarse).open_edges, std::uint64_t{0});
}

// A box of fine squares: its corners and edges must stand where they did.
void TestGeometrySimplify::creasedCornersAreNotRounded() {
  Mesh box;
  constexpr std::uint32_t kSide = 24;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const auto first = static_cast<std::uint32_t>(box.vertices.size());
      const Vec3 n = side * Vec3::Unit(axis), u = Vec3::Unit((axis + 1) % 3), v = n.cross(u);
      for (std::uint32_t j = 0; j <= kSide; ++j)
        for (std::uint32_t i = 0; i <= kSide; ++i)
          box.vertices.push_back(n + (2.0 * i / kSide - 1.0) * u + (2.0 * j / kSide - 1.0) * v);
      for (std::uint32_t j = 0; j < kSide; ++j) {
        for (std::uint32_t i = 0; i < kSide; ++i) {
          const std::uint32_t a = first + j * (kSide + 1) + i, b = a + kSide + 1;
          box.triangles.push_back({a, a + 1, b + 1});
          box.triangles.push_back({a, b + 1, b});
        }
      }
    }
  }
  const auto levels = coarseLevels(computeNormals(box));
  QVERIFY(!levels.empty());
  const Mesh& coarse = *levels.back().mesh;
  QVERIFY(farthest(box, levels.back().mesh) < 1e-6);
  for (const Triangle& t : coarse.triangles) {
    const Vec3 a = coarse.vertices[t[0]];
    const Vec3 n = (coarse.vertices[t[1]] - a).cross(coarse.vertices[t[2]] - a);
    if (n.norm() < 1e-9) continue;  // its corners lie in a line
    const Vec3 facing = n.normalized();
    for (const std::uint32_t v : t) QVERIFY(coarse.normals[v].cast<double>().dot(facing) > 0.999);
  }
}

// As STL and CAD have them: each triangle, or face, has vertices of its own.
void TestGeometrySimplify::cornersOfTheirOwnAreNoSeams() {
  const Mesh ball = dentedBall(40);
  Mesh loose;
  for (const Triangle& t : ball.triangles) {
    const auto first = static_cast<std::uint32_t>(loose.vertices.size());
    for (const std::uint32_t v : t) loose.vertices.push_back(ball.vertices[v]);
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  for (const Reduction& wish : {Reduction{0.25, 0.1}, Reduction{0.0, 0.02}}) {
    const std::size_t joined = reduced(ball, wish).triangles.size();
    const Mesh out = reduced(loose, wish);
    QVERIFY(out.validate().ok());
    QVERIFY(joined < ball.triangles.size() / 2);
    QVERIFY2(out.triangles.size() <= joined + joined / 10, qPrintable(QString::number(out.triangles.size())));
  }
  QCOMPARE(coarseLevels(loose).size(), coarseLevels(ball).size());
}

void TestGeometrySimplify::smallAndFlatMeshes() {
  QVERIFY(coarseLevels(Mesh()).empty());
  QVERIFY(coarseLevels(dentedBall(10)).empty());  // 400 triangles are few
  Mesh point;                                     // no extent at all
  point.vertices.assign(3, Vec3(1, 2, 3));
  point.triangles.assign(5000, Triangle{0, 1, 2});
  QVERIFY(coarseLevels(point).empty());
  // Parts that are apart are not merged: nothing can be made coarser.
  Mesh leaves;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    for (const Vec3& d : {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(0, 0.5, 0)})
      leaves.vertices.push_back(d + Vec3(i % 60, i / 60, 0));
    leaves.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  for (const CoarseMesh& level : coarseLevels(leaves)) QVERIFY(farthest(leaves, level.mesh) <= 1.05 * level.error);
  // A spot of a colour on two triangles, as screws have.
  Mesh spotted = dentedBall(60, 6);
  spotted.colors = {{0, 2, {0.9f, 0.1f, 0.1f, 1.0f}},
                    {2, static_cast<std::uint32_t>(spotted.triangles.size()) - 2, {0.1f, 0.1f, 0.1f, 1.0f}}};
  const auto levels = coarseLevels(spotted);
  QVERIFY(!levels.empty());
  QVERIFY(levels.front().mesh->colors.front().color.r == 0.9f);
  std::stop_source stopped;
  stopped.request_stop();
  QVERIFY(coarseLevels(dentedBall(60), {}, stopped.get_token()).empty());
}

void TestGeometrySimplify::distanceOfKnownMeshes() {
  const auto triangle = std::make_shared<Mesh>();
  triangle->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle->triangles = {{0, 1, 2}};
  const auto from = [&](const Vec3& p) {
    Mesh one;
    one.vertices = {p};
    return distanceBetween(one, triangle, 10, 1e-3);
  };
  QVERIFY(std::abs(from({0.2, 0.2, 0.7}) - 0.7) < 1e-12);             // over the face
  QVERIFY(std::abs(from({0.5, -2.0, 0.0}) - 2.0) < 1e-12);            // beside an edge
  QVERIFY(std::abs(from({4.0, -4.0, 0.0}) - 5.0) < 1e-12);            // beyond a corner
  QVERIFY(std::abs(from({1.0, 1.0, 0.0}) - std::sqrt(0.5)) < 1e-12);  // beside the long edge
}

}  // namespace ww::geometry

QTEST_GUILESS_MAIN(ww::geometry::TestGeometrySimplify)
#include "test_geometry_simplify.moc"
