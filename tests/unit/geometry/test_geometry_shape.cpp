// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/geometry/failures.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/mesh_edit.h"
#include "core/geometry/normals.h"
#include "core/geometry/placed_bounds.h"
#include "tests/unit/geometry/shapes.h"

using namespace ww;
using namespace ww::geometry;

class TestGeometryShape : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsWrongWithAShapeIsData() {
    const Status status = validate(Primitive(Sphere{-0.25}));
    QVERIFY(status.failure->row == &failures::kSphereRadius);
    QCOMPARE(std::get<arg::Length>(*status.failure->find("value")).m, -0.25);
    QCOMPARE(status.title, std::string("the radius of a sphere must be more than 0 m, not -0.25 m"));
    for (const FailureRow* row : failures::all()) QVERIFY2(*row->hint, row->code.data());
  }

  // The box around a turned and stretched shape is that of its points.
  void placedBoundsAreTight() {
    const Eigen::Affine3d turned = Eigen::Translation3d(1, -2, 3) *
                                   Eigen::AngleAxisd(0.7, Vec3(1, 2, -0.5).normalized()) *
                                   Eigen::Scaling(Vec3(1.5, 0.5, 2.0)) * Eigen::AngleAxisd(0.4, Vec3::UnitX());
    for (const auto& [name, primitive] : examplePrimitives()) {
      Geometry g;
      g.shape.primitives.push_back({primitive, Eigen::Affine3d(Eigen::Translation3d(0.1, 0.2, 0.3))});
      const auto fine = std::make_shared<Mesh>(tessellate(g.shape, 720));
      g.mesh = fine;
      g.bounds = fine->bounds();
      Bounds points;
      for (const Vec3& v : fine->vertices) points.add(turned * v);
      const Bounds placed = placedBounds(g, turned);
      QVERIFY2((placed.min - points.min).cwiseAbs().maxCoeff() < 1e-3 &&
                   (placed.max - points.max).cwiseAbs().maxCoeff() < 1e-3,
               name);
      g.shape = {{}, fine};
      const Bounds of_mesh = placedBounds(g, turned);
      QVERIFY2((of_mesh.min - points.min).norm() < 1e-12 && (of_mesh.max - points.max).norm() < 1e-12, name);
      QVERIFY2((of_mesh.size().array() <= g.bounds.transformed(turned).size().array() + 1e-12).all(), name);
    }
  }

  void tessellationIsClosedAndPointsOut() {
    for (const auto& [name, primitive] : examplePrimitives()) {
      for (const int segments : {3, 5, 12, 48}) {
        const Mesh mesh = tessellate(primitive, segments);
        QVERIFY2(mesh.validate().ok(), name);
        QVERIFY2(isClosed(mesh), name);
        const auto mass = massProperties(mesh);
        QVERIFY2(mass.ok(), name);
        for (const Triangle& t : mesh.triangles) {
          const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
          const Vec3 n = (b - a).cross(c - a);
          // All primitives are convex: the centre lies behind each triangle.
          QVERIFY2(n.norm() > 0.0, name);
          QVERIFY2(n.dot((a + b + c) / 3.0 - mass->centroid) > 0.0, name);
          for (const std::uint32_t v : t) {
            QVERIFY2(std::abs(mesh.normals[v].norm() - 1.0f) < 1e-5f, name);
            // Of very coarse ellipsoids the flat triangles are far from the surface.
            QVERIFY2(segments < 12 || mesh.normals[v].cast<double>().dot(n) > 0.0, name);
          }
        }
      }
    }
  }

  void boxHasFlatNormals() {
    const Mesh mesh = tessellate(Box{Vec3(1, 2, 3)});
    QCOMPARE(mesh.vertices.size(), std::size_t(24));
    QCOMPARE(mesh.triangles.size(), std::size_t(12));
    for (const auto& n : mesh.normals) QCOMPARE(n.cwiseAbs().sum(), 1.0f);
    QVERIFY((mesh.bounds().size() - Vec3(1, 2, 3)).norm() == 0.0);
  }

  void frustumOpensAlongTheRightAxes() {
    const Bounds b = tessellate(Frustum{0.2, 0.6, 1.0, 2.0}).bounds();
    QVERIFY(std::abs(b.max.x() - 2.0 * std::tan(0.6)) < 1e-12);
    QVERIFY(std::abs(b.max.y() - 2.0 * std::tan(0.2)) < 1e-12);
    QCOMPARE(b.min.z(), 1.0);
    QCOMPARE(b.max.z(), 2.0);
  }

  void unsoundPrimitivesAreRefused() {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    for (const Primitive& p : std::vector<Primitive>{
             Box{Vec3(1, 0, 1)}, Box{Vec3(1, nan, 1)}, Sphere{-1}, Sphere{inf}, Cylinder{0, 1}, Cylinder{1, 0},
             Capsule{-1, 1}, Capsule{1, 0}, Capsule{nan, 1}, Ellipsoid{Vec3(1, 1, -1)}, Frustum{0, 0.5, 0, 1},
             Frustum{0.5, 1.6, 0, 1}, Frustum{0.5, 0.5, 1, 1}, Frustum{0.5, 0.5, -1, 1}}) {
      QCOMPARE(validate(p).code, Code::kInvalidArgument);
    }
    for (const auto& [name, p] : examplePrimitives()) QVERIFY2(validate(p).ok(), name);
  }

  void unsoundMeshesAreRefused() {
    const Mesh good = tessellate(Box{});
    Mesh m = good;
    m.triangles[3][1] = 24;
    QVERIFY(!m.validate().ok());
    m = good;
    m.vertices[5].y() = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!m.validate().ok());
    m = good;
    m.normals.pop_back();
    QVERIFY(!m.validate().ok());
    m = good;
    m.colors.push_back({4, 0xffffffffu, {}});
    QVERIFY(!m.validate().ok());
    m = good;
    m.colors.push_back({0, 12, {2.0f, 0, 0, 1}});
    QVERIFY(!m.validate().ok());
    m = good;
    m.faces.push_back({});
    m.faces.back().first = 13;
    QVERIFY(!m.validate().ok());
    QVERIFY(good.validate().ok());
  }

  void mirroredMeshesStillPointOut() {
    Eigen::Affine3d t = Eigen::Affine3d::Identity();
    t.linear() = Vec3(-2, 1, 1).asDiagonal();
    const Mesh mesh = transformed(tessellate(Cylinder{}), t);
    for (const Triangle& f : mesh.triangles) {
      const Vec3 &a = mesh.vertices[f[0]], &b = mesh.vertices[f[1]], &c = mesh.vertices[f[2]];
      QVERIFY((b - a).cross(c - a).dot(a + b + c) > 0.0);
      for (const std::uint32_t v : f) QVERIFY(mesh.normals[v].cast<double>().dot((b - a).cross(c - a)) > 0.0);
    }
  }

  void normalsSplitAtCreasesOnly() {
    Mesh box = tessellate(Box{});
    box.normals.clear();
    QCOMPARE(computeNormals(box, 0.5).vertices.size(), std::size_t(24));
    const Mesh round = computeNormals(box, 3.0);
    QCOMPARE(round.vertices.size(), std::size_t(8));
    for (std::size_t i = 0; i < 8; ++i) {
      QVERIFY(round.normals[i].cast<double>().dot(round.vertices[i].normalized()) > 0.999);
    }
    const Mesh ball = computeNormals(tessellate(Sphere{1.0}), 0.5);
    for (std::size_t i = 0; i < ball.vertices.size(); ++i) {
      QVERIFY(ball.normals[i].cast<double>().dot(ball.vertices[i]) > 0.998);
    }
    const Mesh tube = computeNormals(tessellate(Cylinder{1, 1}, 32), 0.5);
    QCOMPARE(tube.vertices.size(), std::size_t(4 * 32));  // two rings, each split once
    QVERIFY(tube.validate().ok());
    QVERIFY(isClosed(tube));
  }

  void normalsStandTrianglesWithoutArea() {
    Mesh m;
    m.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(2, 0, 0)};
    m.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 1, 1}};
    const Mesh out = computeNormals(m);
    QVERIFY(out.validate().ok());
    for (const auto& n : out.normals) QVERIFY(std::abs(n.z()) > 0.999f);
  }
};

QTEST_GUILESS_MAIN(TestGeometryShape)
#include "test_geometry_shape.moc"
