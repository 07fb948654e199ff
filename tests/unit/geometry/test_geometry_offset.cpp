// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/geometry/offset.h"
#include "core/geometry/shape.h"

using namespace ww;
using namespace ww::geometry;

class TestGeometryOffset : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theFacesOfABoxMoveByTheLength();
  void aBallStaysABall();
  void whatIsInsideOutGrowsAllTheSame();
  void aNeedleIsCut();
  void nothingIsMadeOfNothing();
};

void TestGeometryOffset::theFacesOfABoxMoveByTheLength() {
  const Mesh box = tessellate(Primitive(Box{Vec3(0.2, 0.4, 0.6)}));
  const Mesh grown = offsetMesh(box, 0.05);
  QCOMPARE(grown.triangles.size(), box.triangles.size());
  QCOMPARE(grown.vertices.size(), std::size_t{8});
  const Bounds around = grown.bounds();
  QVERIFY2((around.max - Vec3(0.15, 0.25, 0.35)).norm() < 1e-6, qPrintable(QString::number(around.max.x(), 'g', 9)));
  QVERIFY((around.min + Vec3(0.15, 0.25, 0.35)).norm() < 1e-6);
  QVERIFY(grown.validate().ok());
}

void TestGeometryOffset::aBallStaysABall() {
  const Mesh grown = offsetMesh(tessellate(Primitive(Sphere{0.3})), 0.1);
  QVERIFY(!grown.triangles.empty());
  for (const Vec3& p : grown.vertices)
    QVERIFY2(p.norm() > 0.399 && p.norm() < 0.403, qPrintable(QString::number(p.norm())));
}

void TestGeometryOffset::whatIsInsideOutGrowsAllTheSame() {
  Mesh box = tessellate(Primitive(Box{Vec3(0.2, 0.2, 0.2)}));
  for (Triangle& t : box.triangles) std::swap(t[1], t[2]);
  const Mesh grown = offsetMesh(box, 0.1);
  QVERIFY((grown.bounds().max - Vec3::Constant(0.2)).norm() < 1e-6);
  // Its faces look outwards: away from the middle.
  for (const Triangle& t : grown.triangles) {
    const Vec3 &a = grown.vertices[t[0]], &b = grown.vertices[t[1]], &c = grown.vertices[t[2]];
    QVERIFY((b - a).cross(c - a).dot(a + b + c) > 0.0);
  }
}

void TestGeometryOffset::aNeedleIsCut() {
  Mesh needle;
  needle.vertices = {Vec3(0, 0, 1), Vec3(0.001, 0, 0), Vec3(-0.001, 0.001, 0), Vec3(-0.001, -0.001, 0)};
  needle.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  const Mesh grown = offsetMesh(needle, 0.01);
  QVERIFY2(grown.bounds().max.z() < 1.0 + 0.031, qPrintable(QString::number(grown.bounds().max.z())));
  QVERIFY(grown.bounds().max.z() > 1.0);
}

void TestGeometryOffset::nothingIsMadeOfNothing() {
  QVERIFY(offsetMesh(Mesh(), 0.1).triangles.empty());
  Mesh flat;
  flat.vertices = {Vec3::Zero(), Vec3::Zero(), Vec3::UnitX()};
  flat.triangles = {{0, 1, 2}};
  QVERIFY(offsetMesh(flat, 0.1).triangles.empty());
}

QTEST_GUILESS_MAIN(TestGeometryOffset)
#include "test_geometry_offset.moc"
