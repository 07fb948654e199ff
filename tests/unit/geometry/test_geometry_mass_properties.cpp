// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>

#include "core/geometry/mass_properties.h"
#include "core/geometry/mesh_edit.h"
#include "tests/unit/geometry/shapes.h"

using namespace ww;
using namespace ww::geometry;

namespace {
bool near(const MassProperties& a, const MassProperties& b, double relative) {
  const double size = std::cbrt(b.volume);
  return std::abs(a.volume - b.volume) < relative * b.volume && (a.centroid - b.centroid).norm() < relative * size &&
         (a.inertia - b.inertia).norm() < relative * b.inertia.norm();
}
Eigen::Affine3d skewed() {
  Eigen::Affine3d t(Pose::fromRpy(Vec3(3, -2, 5), 0.3, -0.8, 1.9).isometry());
  t.linear() *= Vec3(0.5, -2.0, 1.5).asDiagonal();
  return t;
}
}  // namespace

class TestGeometryMassProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void formulasMatchFineMeshes() {
    for (const auto& [name, primitive] : examplePrimitives()) {
      const auto mesh = massProperties(tessellate(primitive, 256));
      QVERIFY2(mesh.ok(), name);
      QVERIFY2(near(*mesh, massProperties(primitive), 2e-3), name);
    }
  }

  void flatPrimitivesMatchExactly() {
    for (const Primitive& p : std::vector<Primitive>{Box{Vec3(1, 2, 3)}, Frustum{0.4, 0.7, 0.5, 2.0}}) {
      QVERIFY(near(*massProperties(tessellate(p)), massProperties(p), 1e-12));
    }
  }

  void movedAndStretchedPrimitivesMatchTheirMeshes() {
    for (const auto& [name, primitive] : examplePrimitives()) {
      Shape shape;
      shape.primitives.push_back({primitive, skewed()});
      const auto mesh = massProperties(tessellate(shape, 256));
      QVERIFY2(mesh.ok(), name);
      QVERIFY2(near(*mesh, *massProperties(shape), 3e-3), name);
    }
  }

  void twoHalvesAreOneBox() {
    Shape halves;
    for (const double x : {-0.5, 0.5}) {
      halves.primitives.push_back({Box{Vec3::Ones()}, Eigen::Affine3d(Eigen::Translation3d(x, 0, 0))});
    }
    QVERIFY(near(*massProperties(halves), massProperties(Box{Vec3(2, 1, 1)}), 1e-12));
  }

  void farFromTheOriginFewDigitsAreLost() {
    const Eigen::Affine3d t(Eigen::Translation3d(1e5, -1e5, 1e5));
    const auto far = massProperties(transformed(tessellate(Box{Vec3(1, 2, 3)}), t));
    auto expected = massProperties(Box{Vec3(1, 2, 3)});
    expected.centroid = Vec3(1e5, -1e5, 1e5);
    QVERIFY(near(*far, expected, 1e-9));
  }

  void insideOutMeshCountsAsItsSolid() {
    Mesh mesh = tessellate(Box{});
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    QVERIFY(isClosed(mesh));
    QVERIFY(near(*massProperties(mesh), massProperties(Box{}), 1e-12));
  }

  void openMeshesAreRefused() {
    Mesh mesh = tessellate(Box{});
    QCOMPARE(area(mesh), 6.0);
    mesh.triangles.pop_back();
    QVERIFY(!isClosed(mesh));
    QCOMPARE(massProperties(mesh).status().code, Code::kFailedPrecondition);
    QCOMPARE(massProperties(Mesh{}).status().code, Code::kFailedPrecondition);
    mesh = tessellate(Box{});
    std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);  // one triangle the wrong way round
    QVERIFY(!isClosed(mesh));
  }

  void flatClosedSheetHasNoVolume() {
    Mesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh.triangles = {{0, 1, 2}, {0, 2, 1}};
    QVERIFY(isClosed(mesh));
    QCOMPARE(massProperties(mesh).status().code, Code::kFailedPrecondition);
  }
};

QTEST_GUILESS_MAIN(TestGeometryMassProperties)
#include "test_geometry_mass_properties.moc"
