// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

#include "core/geometry/wire_convert.h"
#include "google/type/color.pb.h"
#include "intrinsic/geometry/proto/v1/geometric_transform.pb.h"
#include "intrinsic/math/proto/matrix.pb.h"
#include "intrinsic/math/proto/pose.pb.h"

using namespace ww;
using namespace ww::geometry;
using intrinsic_proto::geometry::v1::GeometricTransform;

class TestGeometryWireConvert : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void posesGoThereAndBack() {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 2000; ++i) {
      const Quat q(normal(random), normal(random), normal(random), normal(random));
      // Slightly off norm, as products of many poses are.
      const Pose pose{Vec3(normal(random), normal(random), normal(random)), Quat(q.normalized().coeffs() * (1 + 1e-9))};
      intrinsic_proto::Pose wire;
      toWire(pose, &wire);
      const auto& o = wire.orientation();
      const double norm = std::sqrt(o.x() * o.x() + o.y() * o.y() + o.z() * o.z() + o.w() * o.w());
      QVERIFY(std::abs(norm - 1.0) <= 7e-15);
      const auto back = fromWire(wire);
      QVERIFY(back.ok());
      QVERIFY(back->p == pose.p);
      QVERIFY((back->q.coeffs() - pose.q.coeffs()).norm() < 1e-8);
      intrinsic_proto::Pose again;
      toWire(*back, &again);
      QVERIFY((fromWire(again)->q.coeffs() - back->q.coeffs()).norm() < 1e-15);
    }
  }

  void identityIsWrittenWithW() {
    intrinsic_proto::Pose wire;
    toWire(Pose::identity(), &wire);
    QVERIFY(wire.has_position());
    QCOMPARE(wire.orientation().w(), 1.0);
  }

  void unsetOrientationIsRefused() {
    intrinsic_proto::Pose wire;
    QCOMPARE(fromWire(wire).status().code, Code::kInvalidArgument);
    QVERIFY(fromWireOrIdentity(false, wire)->p.isZero());
    QVERIFY(!fromWireOrIdentity(true, wire).ok());
    wire.mutable_orientation()->set_w(1.0);
    QVERIFY(fromWire(wire).ok());
    wire.mutable_orientation()->set_w(1.1);
    QVERIFY(!fromWire(wire).ok());
    wire.mutable_orientation()->set_w(1.0);
    wire.mutable_position()->set_x(std::numeric_limits<double>::infinity());
    QVERIFY(!fromWire(wire).ok());
  }

  void writingKeepsUnknownFields() {
    intrinsic_proto::Pose wire;
    // Field 1000, varint 5, and the same within the position.
    QVERIFY(wire.ParseFromString(std::string("\xC0\x3E\x05\x0A\x03\xC0\x3E\x05", 8)));
    toWire(Pose::translation(1, 2, 3), &wire);
    std::string out = wire.SerializeAsString();
    QVERIFY(out.rfind(std::string("\xC0\x3E\x05", 3)) == out.size() - 3);
    QVERIFY(out.find(std::string("\xC0\x3E\x05", 3)) != out.size() - 3);
  }

  void matrixIsColumnMajor() {
    Eigen::Affine3d t(Pose::fromRpy(Vec3(7, 8, 9), 0.1, 0.2, 0.3).isometry());
    t.linear() *= Vec3(1, 2, -3).asDiagonal();
    const GeometricTransform wire = fromAffine(t);
    QCOMPARE(wire.matrix4d().values(12), 7.0);
    QCOMPARE(wire.matrix4d().values(14), 9.0);
    QVERIFY(toAffine(wire)->matrix() == t.matrix());
  }

  void trsScalesThenTurnsThenMoves() {
    GeometricTransform wire;
    QVERIFY(toAffine(wire)->matrix().isIdentity(0.0));
    auto* trs = wire.mutable_trs();
    QVERIFY(toAffine(wire)->matrix().isIdentity(0.0));
    trs->mutable_rotation_rpy()->set_y(M_PI_2);
    toWire(Vec3(2, 1, 1), trs->mutable_scale());
    toWire(Vec3(0, 0, 5), trs->mutable_translation());
    QVERIFY((*toAffine(wire) * Vec3(1, 0, 0) - Vec3(0, 2, 5)).norm() < 1e-15);
  }

  void unsoundTransformsAreRefused() {
    const Eigen::Affine3d good = Eigen::Affine3d::Identity();
    GeometricTransform wire = fromAffine(good);
    wire.mutable_matrix4d()->set_values(0, 0.0);  // singular
    QVERIFY(!toAffine(wire).ok());
    wire = fromAffine(good);
    wire.mutable_matrix4d()->set_values(13, std::nan(""));
    QVERIFY(!toAffine(wire).ok());
    wire = fromAffine(good);
    wire.mutable_matrix4d()->set_values(3, 1.0);  // row-major translation, or a projection
    QVERIFY(!toAffine(wire).ok());
    wire = fromAffine(good);
    wire.mutable_matrix4d()->mutable_values()->RemoveLast();
    QVERIFY(!toAffine(wire).ok());
    wire.mutable_matrix4d()->set_rows(1 << 30);
    wire.mutable_matrix4d()->set_cols(1 << 30);
    QVERIFY(!toAffine(wire).ok());
    wire.mutable_matrix4d()->set_rows(-4);
    wire.mutable_matrix4d()->set_cols(-4);
    QVERIFY(!toAffine(wire).ok());
    wire.Clear();
    toWire(Vec3(1, 0, 1), wire.mutable_trs()->mutable_scale());
    QVERIFY(!toAffine(wire).ok());
    // Small is not singular.
    toWire(Vec3::Constant(1e-6), wire.mutable_trs()->mutable_scale());
    QVERIFY(toAffine(wire).ok());
  }

  void colors() {
    google::type::Color wire;
    wire.set_red(0.25f);
    QVERIFY((*fromWire(wire) == Color{0.25f, 0, 0, 1}));
    toWire({0.1f, 0.2f, 0.3f, 0.4f}, &wire);
    QVERIFY((*fromWire(wire) == Color{0.1f, 0.2f, 0.3f, 0.4f}));
    wire.set_green(255.0f);
    QVERIFY(!fromWire(wire).ok());
    wire.set_green(std::nanf(""));
    QVERIFY(!fromWire(wire).ok());
  }
};

QTEST_GUILESS_MAIN(TestGeometryWireConvert)
#include "test_geometry_wire_convert.moc"
