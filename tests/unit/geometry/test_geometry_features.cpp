// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <numbers>

#include "core/geometry/features/features.h"
#include "core/geometry/mesh_edit.h"
#include "core/geometry/shape.h"

using namespace ww;
using namespace ww::geometry;
using Kind = Feature::Kind;

namespace {

constexpr double kPi = std::numbers::pi;

// Adds the wall of a cylinder about z between two angles, with the exact surface if that is wanted.
void addWall(Mesh& mesh, const Vec3& p, double r, double length, double from, double to, int steps, bool inner,
             bool exact) {
  const auto v0 = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(mesh.triangles.size());
  for (int i = 0; i <= steps; ++i) {
    const double a = from + (to - from) * i / steps;
    for (const double z : {0.0, length}) mesh.vertices.push_back(p + Vec3(r * std::cos(a), r * std::sin(a), z));
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(steps); ++i) {
    const std::uint32_t a = v0 + 2 * i;
    Triangle one = {a, a + 2, a + 3}, two = {a, a + 3, a + 1};
    if (inner) std::swap(one[1], one[2]), std::swap(two[1], two[2]);
    mesh.triangles.push_back(one);
    mesh.triangles.push_back(two);
  }
  if (!exact) return;
  CadFace face;
  face.first = t0;
  face.count = static_cast<std::uint32_t>(mesh.triangles.size()) - t0;
  face.surface = CadFace::Surface::kCylinder;
  face.origin = p;
  face.radius = r;
  mesh.faces.push_back(face);
}

// A ring between two circles about z: the end of a tube.
void addRing(Mesh& mesh, double inner, double outer, double z, bool up, int steps, bool exact) {
  const auto v0 = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(mesh.triangles.size());
  for (int i = 0; i <= steps; ++i) {
    const double a = 2.0 * kPi * i / steps;
    for (const double r : {inner, outer}) mesh.vertices.push_back(Vec3(r * std::cos(a), r * std::sin(a), z));
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(steps); ++i) {
    const std::uint32_t a = v0 + 2 * i;
    Triangle one = {a, a + 1, a + 3}, two = {a, a + 3, a + 2};
    if (!up) std::swap(one[1], one[2]), std::swap(two[1], two[2]);
    mesh.triangles.push_back(one);
    mesh.triangles.push_back(two);
  }
  if (!exact) return;
  CadFace face;
  face.first = t0;
  face.count = static_cast<std::uint32_t>(mesh.triangles.size()) - t0;
  face.surface = CadFace::Surface::kPlane;
  face.origin = Vec3(0, 0, z);
  face.axis = up ? Vec3(Vec3::UnitZ()) : Vec3(-Vec3::UnitZ());
  mesh.faces.push_back(face);
}

// A tube about z: 8 mm wide inside, 40 mm outside, 10 mm long. CAD has each wall in two halves.
Mesh tube(bool exact, int steps = 32) {
  Mesh mesh;
  for (const bool inner : {true, false}) {
    const double r = inner ? 0.004 : 0.02;
    addWall(mesh, Vec3::Zero(), r, 0.01, 0.0, kPi, steps / 2, inner, exact);
    addWall(mesh, Vec3::Zero(), r, 0.01, kPi, 2.0 * kPi, steps / 2, inner, exact);
  }
  addRing(mesh, 0.004, 0.02, 0.0, false, steps, exact);
  addRing(mesh, 0.004, 0.02, 0.01, true, steps, exact);
  return mesh;
}

std::vector<Feature> ofKind(const FeatureSet& set, Kind kind) {
  std::vector<Feature> out;
  for (const Feature& f : set.features)
    if (f.kind == kind) out.push_back(f);
  return out;
}

Mesh placed(Mesh mesh, const Pose& pose) {
  for (Vec3& v : mesh.vertices) v = pose * v;
  for (CadFace& f : mesh.faces) {
    f.origin = pose * f.origin;
    f.axis = pose.q * f.axis;
  }
  return mesh;
}

}  // namespace

// Bores, pins, slots, rims and planes: exact from CAD, fitted from triangles.
class TestGeometryFeatures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void exactBoresAndPins() {
    const Pose pose{Vec3(0.3, -0.2, 0.1), Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
    const FeatureSet set = findFeatures(placed(tube(true), pose));
    const auto bores = ofKind(set, Kind::kBore), pins = ofKind(set, Kind::kPin), planes = ofKind(set, Kind::kPlane);
    QCOMPARE(bores.size(), std::size_t{1});  // the halves are one
    QCOMPARE(pins.size(), std::size_t{1});
    QCOMPARE(planes.size(), std::size_t{2});
    QVERIFY(bores[0].exact);
    QCOMPARE(bores[0].radius, 0.004);
    QCOMPARE(bores[0].error, 0.0);
    QVERIFY(std::abs(bores[0].length - 0.01) < 1e-12);
    QVERIFY((bores[0].center - pose * Vec3(0, 0, 0.005)).norm() < 1e-12);
    QVERIFY(std::abs(bores[0].axis.dot(pose.q * Vec3(Vec3::UnitZ()))) > 1.0 - 1e-12);
    QCOMPARE(pins[0].radius, 0.02);
    const double area = kPi * (0.02 * 0.02 - 0.004 * 0.004);
    QVERIFY(std::abs(planes[0].area - area) < 0.02 * area);
  }

  void fittedOnesTellTheirError() {
    for (const int steps : {12, 32, 128}) {
      const Mesh mesh = tube(false, steps);
      const FeatureSet set = findFeatures(mesh);
      const auto bores = ofKind(set, Kind::kBore);
      QCOMPARE(bores.size(), std::size_t{1});
      QCOMPARE(ofKind(set, Kind::kPin).size(), std::size_t{1});
      QCOMPARE(ofKind(set, Kind::kPlane).size(), std::size_t{2});
      QVERIFY(!bores[0].exact);
      QVERIFY(std::abs(bores[0].radius - 0.004) < 1e-9);
      QVERIFY((bores[0].center - Vec3(0, 0, 0.005)).norm() < 1e-9);
      // The middle of a facet lies that far within the circle.
      const double sagitta = 0.004 * (1.0 - std::cos(kPi / steps));
      QVERIFY2(std::abs(bores[0].error - sagitta) < 1e-9, qPrintable(QString::number(bores[0].error)));
    }
  }

  void roundThingsOfOtherKindsAreNone() {
    for (const Primitive& shape : {Primitive(Sphere{0.1}), Primitive(Box{Vec3(0.1, 0.2, 0.3)})}) {
      const FeatureSet set = findFeatures(tessellate(shape));
      QCOMPARE(ofKind(set, Kind::kBore).size() + ofKind(set, Kind::kPin).size(), std::size_t{0});
    }
    QCOMPARE(ofKind(findFeatures(tessellate(Box{Vec3(0.1, 0.2, 0.3)})), Kind::kPlane).size(), std::size_t{6});
    const auto pins = ofKind(findFeatures(tessellate(Cylinder{0.2, 0.03})), Kind::kPin);
    QCOMPARE(pins.size(), std::size_t{1});
    QVERIFY(std::abs(pins[0].length - 0.2) < 1e-12);
  }

  void aFilletIsNoBore() {
    Mesh mesh;
    addWall(mesh, Vec3::Zero(), 0.005, 0.02, 0.0, 0.5 * kPi, 8, true, true);
    QCOMPARE(findFeatures(mesh).features.size(), std::size_t{0});
  }

  void twoBoresOnOneAxisAreTwo() {
    Mesh mesh;
    for (const double z : {0.0, 0.05}) addWall(mesh, Vec3(0, 0, z), 0.004, 0.01, 0.0, 2.0 * kPi, 24, true, true);
    QCOMPARE(ofKind(findFeatures(mesh), Kind::kBore).size(), std::size_t{2});
  }

  void halvesThatFaceEachOtherAreASlot() {
    Mesh mesh;
    addWall(mesh, Vec3(0.01, 0, 0), 0.003, 0.006, -0.5 * kPi, 0.5 * kPi, 12, true, true);
    addWall(mesh, Vec3(-0.01, 0, 0), 0.003, 0.006, 0.5 * kPi, 1.5 * kPi, 12, true, true);
    const FeatureSet set = findFeatures(mesh);
    QCOMPARE(set.features.size(), std::size_t{1});
    const Feature& slot = set.features.front();
    QCOMPARE(slot.kind, Kind::kSlot);
    QVERIFY(std::abs(slot.span - 0.02) < 1e-12);
    QVERIFY(std::abs(slot.radius - 0.003) < 1e-12);
    QVERIFY((slot.center - Vec3(0, 0, 0.003)).norm() < 1e-12);
    QVERIFY(std::abs(std::abs(slot.along.x()) - 1.0) < 1e-12);
  }

  void roundEdgesAreCircles() {
    Mesh mesh;
    mesh.vertices = {Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh.triangles = {{0, 1, 2}};
    mesh.faces = {CadFace{0, 1}};
    std::vector<Vec3> first, second, straight = {Vec3::Zero(), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0)};
    for (int i = 0; i <= 12; ++i) {
      const double a = kPi * i / 12;
      first.push_back(Vec3(0.1 + 0.02 * std::cos(a), 0.02 * std::sin(a), 0.5));
      second.push_back(Vec3(0.1 - 0.02 * std::cos(a), -0.02 * std::sin(a), 0.5));
    }
    mesh.edges = {first, straight};
    QCOMPARE(ofKind(findFeatures(mesh), Kind::kCircle).size(), std::size_t{0});  // half of one
    mesh.edges = {first, second, straight};
    const auto circles = ofKind(findFeatures(mesh), Kind::kCircle);
    QCOMPARE(circles.size(), std::size_t{1});
    QVERIFY((circles[0].center - Vec3(0.1, 0, 0.5)).norm() < 1e-9);
    QVERIFY(std::abs(circles[0].radius - 0.02) < 1e-9);
  }

  void theOneAtAPoint() {
    const Mesh mesh = tube(true);
    const FeatureSet set = findFeatures(mesh);
    const auto kindAt = [&](const Vec3& p, double reach) {
      const auto found = featureNear(set, mesh, p, reach);
      return found ? set.features[*found].kind : Kind::kCircle;
    };
    QCOMPARE(kindAt(Vec3(0.0039, 0, 0.007), 0.0), Kind::kBore);
    QCOMPARE(kindAt(Vec3(0.021, 0, 0.005), 0.0), Kind::kPin);
    QCOMPARE(kindAt(Vec3(0.012, 0, 0.01), 0.001), Kind::kPlane);
    // Beside the mouth of the bore: within reach it is meant, else the face.
    QCOMPARE(kindAt(Vec3(0.0045, 0, 0.01), 0.001), Kind::kBore);
    QCOMPARE(kindAt(Vec3(0.0045, 0, 0.01), 0.0001), Kind::kPlane);
  }

  void framesStandAtTheNearestEnd() {
    const Mesh mesh = tube(true);
    const FeatureSet set = findFeatures(mesh);
    const Feature bore = ofKind(set, Kind::kBore).front();
    const Pose top = framePose(bore, Vec3(0.004, 0, 0.008)), bottom = framePose(bore, Vec3(0.004, 0, 0.001));
    QVERIFY((top.p - Vec3(0, 0, 0.01)).norm() < 1e-12);
    QVERIFY((top.q * Vec3(Vec3::UnitZ()) - Vec3::UnitZ()).norm() < 1e-12);
    QVERIFY((bottom.p - Vec3::Zero()).norm() < 1e-12);
    QVERIFY((bottom.q * Vec3(Vec3::UnitZ()) + Vec3::UnitZ()).norm() < 1e-12);
    for (const Feature& plane : ofKind(set, Kind::kPlane)) {
      const Pose pose = framePose(plane, Vec3::Zero());
      QVERIFY((pose.p - plane.center).norm() < 1e-12);
      QVERIFY((pose.q * Vec3(Vec3::UnitZ()) - plane.axis).norm() < 1e-9);
    }
  }
};

QTEST_GUILESS_MAIN(TestGeometryFeatures)
#include "test_geometry_features.moc"
