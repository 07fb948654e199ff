// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "core/geometry/mesh_gaps.h"
#include "core/geometry/shape.h"

using namespace ww;
using namespace ww::geometry;

// What suspicions about meshes rest on.
class TestGeometryMeshGaps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void closed() {
    const MeshGaps box = gapsOf(tessellate(Primitive(Box{Vec3(1, 2, 3)})));
    QCOMPARE(box.open_edges, std::uint64_t{0});
    QCOMPARE(box.open_area, 0.0);
    QVERIFY(std::abs(box.area - 22.0) < 1e-9);
    QVERIFY(std::abs(box.volume - 6.0) < 1e-9);
    QCOMPARE(gapsOf(tessellate(Primitive(Sphere{0.1}))).open_edges, std::uint64_t{0});
  }

  void holes() {
    Mesh box = tessellate(Primitive(Box{Vec3(1, 1, 1)}));
    box.triangles.pop_back();
    const MeshGaps gaps = gapsOf(box);
    QCOMPARE(gaps.open_edges, std::uint64_t{3});
    QVERIFY(std::abs(gaps.open_area - 0.5) < 1e-9);
  }

  // The holes of a tube are as large as its ends, although their directions cancel.
  void tube() {
    Mesh tube;
    constexpr std::uint32_t kSides = 24;
    for (std::uint32_t i = 0; i < kSides; ++i) {
      const double a = 2.0 * M_PI * i / kSides;
      for (const double z : {0.0, 1.0}) tube.vertices.emplace_back(std::cos(a), std::sin(a), z);
      const std::uint32_t next = (i + 1) % kSides;
      tube.triangles.push_back({2 * i, 2 * next, 2 * next + 1});
      tube.triangles.push_back({2 * i, 2 * next + 1, 2 * i + 1});
    }
    const MeshGaps gaps = gapsOf(tube);
    QCOMPARE(gaps.open_edges, std::uint64_t{2 * kSides});
    QVERIFY(gaps.open_area > 6.0 && gaps.open_area < 2.0 * M_PI);
  }

  void insideOut() {
    Mesh box = tessellate(Primitive(Box{Vec3(1, 1, 1)}));
    for (Triangle& t : box.triangles) std::swap(t[0], t[1]);
    QVERIFY(gapsOf(box).volume < -0.99);
  }

  // Each corner may have vertices of its own; a sheet that is to be seen from both sides is no slip.
  void doubled() {
    Mesh box = tessellate(Primitive(Box{Vec3(1, 1, 1)}));
    QCOMPARE(gapsOf(box).doubled, std::uint64_t{0});
    const auto count = static_cast<std::uint32_t>(box.vertices.size());
    const std::vector<Triangle> once = box.triangles;
    const std::vector<Vec3> corners = box.vertices;
    box.vertices.insert(box.vertices.end(), corners.begin(), corners.end());
    for (const Triangle& t : once) box.triangles.push_back({t[1] + count, t[2] + count, t[0] + count});
    QCOMPARE(gapsOf(box).doubled, std::uint64_t{once.size()});
    box.triangles = once;
    for (const Triangle& t : once) box.triangles.push_back({t[0], t[2], t[1]});
    QCOMPARE(gapsOf(box).doubled, std::uint64_t{0});
  }

  // Rounding and T-junctions leave open edges, and no hole.
  void cracks() {
    Mesh box = tessellate(Primitive(Box{Vec3(1, 1, 1)}));
    for (std::size_t i = 0; i < box.vertices.size(); ++i) box.vertices[i].x() += 1e-9 * static_cast<double>(i);
    QVERIFY(gapsOf(box).open_area < 1e-6);
    Mesh split = tessellate(Primitive(Box{Vec3(1, 1, 1)}));
    const Triangle t = split.triangles.back();
    const auto middle = static_cast<std::uint32_t>(split.vertices.size());
    split.vertices.push_back(0.5 * (split.vertices[t[0]] + split.vertices[t[1]]));
    split.triangles.back() = {t[0], middle, t[2]};
    split.triangles.push_back({middle, t[1], t[2]});
    const MeshGaps gaps = gapsOf(split);
    QVERIFY(gaps.open_edges > 0);
    QVERIFY(gaps.open_area < 1e-6);
  }
};

QTEST_GUILESS_MAIN(TestGeometryMeshGaps)
#include "test_geometry_mesh_gaps.moc"
