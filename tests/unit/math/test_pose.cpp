// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/math/pose.h"

using namespace ww;

namespace {

Pose randomPose(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  const Vec3 axis = Vec3(number(random), number(random), number(random)).normalized();
  Pose pose = Pose::rotation(axis, 1.5 * number(random));
  pose.p = Vec3(number(random), number(random), number(random));
  return pose;
}

bool isNear(const Pose& a, const Pose& b, double within = 1e-12) {
  return positionDistance(a, b) < within && a.q.toRotationMatrix().isApprox(b.q.toRotationMatrix(), within);
}

}  // namespace

class TestPose : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // a_t_b maps points of b into a: a quarter turn about z takes x to y.
  void mapsPointsIntoTheOuterFrame() {
    Pose a_t_b = Pose::rotation(Vec3::UnitZ(), M_PI_2);
    a_t_b.p = Vec3(1, 2, 3);
    QVERIFY((a_t_b * Vec3(1, 0, 0)).isApprox(Vec3(1, 3, 3), 1e-15));
  }
  // Against homogeneous matrices, which know nothing of quaternions.
  void agreesWithMatrices() {
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) {
      const Pose a = randomPose(random), b = randomPose(random);
      QVERIFY((a * b).matrix().isApprox(a.matrix() * b.matrix(), 1e-12));
      QVERIFY((a.inverse() * a).matrix().isApprox(Eigen::Matrix4d::Identity(), 1e-12));
      QVERIFY(a.inverse().matrix().isApprox(a.matrix().inverse(), 1e-12));
      QVERIFY(isNear(Pose::fromMatrix(a.matrix()), a));
    }
  }
  void turnsFirstAboutXThenYThenZ() {
    const Pose pose = Pose::fromRpy(Vec3::Zero(), 0.1, 0.2, 0.3);
    const Pose steps =
        Pose::rotation(Vec3::UnitZ(), 0.3) * Pose::rotation(Vec3::UnitY(), 0.2) * Pose::rotation(Vec3::UnitX(), 0.1);
    QVERIFY(isNear(pose, steps));
    QVERIFY(pose.rpy().isApprox(Vec3(0.1, 0.2, 0.3), 1e-12));
  }
  // Also upright and head down, where roll and yaw are one angle.
  void anglesGiveTheSamePoseAgain_data() {
    QTest::addColumn<double>("pitch");
    for (const double pitch : {-M_PI_2, -M_PI_2 + 1e-7, -1.0, 0.0, 1.0, M_PI_2 - 1e-7, M_PI_2})
      QTest::addRow("%.9f", pitch) << pitch;
  }
  void anglesGiveTheSamePoseAgain() {
    QFETCH(double, pitch);
    for (const double roll : {-3.0, -0.4, 0.0, 2.0})
      for (const double yaw : {-3.0, 0.0, 0.7, 3.1}) {
        const Pose pose = Pose::fromRpy(Vec3::Zero(), roll, pitch, yaw);
        const Vec3 rpy = pose.rpy();
        QVERIFY(rpy.allFinite());
        QVERIFY(isNear(Pose::fromRpy(Vec3::Zero(), rpy.x(), rpy.y(), rpy.z()), pose, 1e-6));
      }
  }
  void distancesAreMetresAndRadians() {
    const Pose a = Pose::translation(1, 0, 0);
    Pose b = Pose::rotation(Vec3::UnitY(), 0.25);
    b.p = Vec3(1, 3, 4);
    QCOMPARE(positionDistance(a, b), 5.0);
    QVERIFY(std::abs(rotationDistance(a, b) - 0.25) < 1e-12);
    // q and -q are one rotation.
    Pose c = b;
    c.q.coeffs() = -c.q.coeffs();
    QVERIFY(rotationDistance(b, c) < 1e-7);
  }

  void onlyPosesComeIn() {
    QVERIFY(checkedPose(Pose::translation(1e9, 0, 0)).ok());
    const auto refused = [](const Pose& pose) { return checkedPose(pose).status().code == Code::kInvalidArgument; };
    QVERIFY(refused(Pose::translation(1.1e9, 0, 0)));
    QVERIFY(refused(Pose::translation(0, std::numeric_limits<double>::quiet_NaN(), 0)));
    QVERIFY(refused(Pose::translation(0, 0, std::numeric_limits<double>::infinity())));
    QVERIFY(refused({Vec3::Zero(), Quat(0, 0, 0, 0)}));
    QVERIFY(refused({Vec3::Zero(), Quat(2, 0, 0, 0)}));
    QVERIFY(refused({Vec3::Zero(), Quat(std::numeric_limits<double>::quiet_NaN(), 0, 0, 0)}));
  }
  // Read and written a hundred times, a pose keeps its bits.
  void normalisingOnceIsEnough() {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
      Pose pose = randomPose(random);
      pose.q.coeffs() *= 1.0002;
      const Result<Pose> once = checkedPose(pose);
      QVERIFY(once.ok() && std::abs(once->q.norm() - 1.0) < 1e-15);
      const Result<Pose> twice = checkedPose(*once);
      QVERIFY(*twice == *once);
    }
  }

  void aJointTurnsOrSlidesBetweenItsTwoFrames() {
    const Pose before = Pose::translation(1, 0, 0), after = Pose::translation(0, 2, 0);
    const auto placeAt = [&](JointKind kind, double position) {
      return jointPose(before, kind, Vec3::UnitZ(), position, after).p;
    };
    QCOMPARE(placeAt(JointKind::kFixed, 0.5), Vec3(1, 2, 0));
    QCOMPARE(placeAt(JointKind::kPrismatic, 0.5), Vec3(1, 2, 0.5));
    QVERIFY((placeAt(JointKind::kRevolute, std::numbers::pi / 2) - Vec3(-1, 0, 0)).norm() < 1e-15);
  }
  void anEmptyBoxHoldsNothing() {
    Bounds box;
    QVERIFY(box.empty() && box.size() == Vec3(Vec3::Zero()));
    box.add(Bounds());
    QVERIFY(box.empty());
    QVERIFY(box.transformed(Eigen::Affine3d::Identity()).empty());
    box.add(Vec3(1, 2, 3));
    QVERIFY(!box.empty());  // a point is a box
    QCOMPARE(box.center(), Vec3(1, 2, 3));
  }
  void aTurnedBoxHoldsTheTurnedPoints() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    for (int i = 0; i < 200; ++i) {
      const Eigen::Affine3d t(randomPose(random).isometry() * Eigen::Scaling(1.0 + number(random) / 2, 1.0, -2.0));
      Bounds box, moved;
      for (int k = 0; k < 8; ++k) {
        const Vec3 p(number(random), number(random), number(random));
        box.add(p);
        moved.add(Vec3(t * p));
      }
      Bounds all = box.transformed(t);
      QVERIFY((all.min.array() <= moved.min.array() + 1e-12).all());
      QVERIFY((all.max.array() >= moved.max.array() - 1e-12).all());
    }
  }
};

QTEST_GUILESS_MAIN(TestPose)
#include "test_pose.moc"
