// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww {

using Vec3 = Eigen::Vector3d;
using Quat = Eigen::Quaterniond;

// A rigid motion a_t_b: pose of b in a; maps points of b into a. Metres; unit quaternion.
struct Pose {
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();

  static Pose identity() { return {}; }
  static Pose translation(double x, double y, double z) { return {Vec3(x, y, z), Quat::Identity()}; }
  static Pose rotation(const Vec3& axis, double angle) { return {Vec3::Zero(), Quat(Eigen::AngleAxisd(angle, axis))}; }
  // R = Rz(yaw) Ry(pitch) Rx(roll), radians.
  static Pose fromRpy(const Vec3& position, double roll, double pitch, double yaw);
  static Pose fromMatrix(const Eigen::Matrix4d& m);

  // a_t_c = a_t_b * b_t_c
  Pose operator*(const Pose& b_t_c) const { return {p + q * b_t_c.p, q * b_t_c.q}; }
  Vec3 operator*(const Vec3& p_in_b) const { return p + q * p_in_b; }
  Pose inverse() const {
    const Quat i = q.conjugate();
    return {-(i * p), i};
  }
  Eigen::Isometry3d isometry() const;
  Eigen::Matrix4d matrix() const { return isometry().matrix(); }
  Vec3 rpy() const;  // roll, pitch, yaw in radians
  bool operator==(const Pose& o) const { return p == o.p && q.coeffs() == o.q.coeffs(); }
};

// Divides by the norm unless it is 1 within 1e-15, so that stored poses keep their bits.
Quat normalizedOnce(const Quat& q);
// A pose within 1e9 m with a quaternion of squared norm within 1e-3 of 1, normalised; else INVALID_ARGUMENT.
Result<Pose> checkedPose(const Pose& pose);
// Distance of two poses: metres and radians.
double positionDistance(const Pose& a, const Pose& b);
double rotationDistance(const Pose& a, const Pose& b);

// Axis-aligned box. Empty when min > max.
struct Bounds {
  Vec3 min = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 max = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return !(min.array() <= max.array()).all(); }
  void add(const Vec3& p) {
    min = min.cwiseMin(p);
    max = max.cwiseMax(p);
  }
  void add(const Bounds& b) {
    if (!b.empty()) {
      add(b.min);
      add(b.max);
    }
  }
  Vec3 center() const { return 0.5 * (min + max); }
  Vec3 size() const { return empty() ? Vec3(Vec3::Zero()) : Vec3(max - min); }
  // The box around the moved box.
  Bounds transformed(const Eigen::Affine3d& t) const;
};

using JointVector = Eigen::VectorXd;  // radians or metres, in the object's joint order

enum class JointKind { kFixed, kRevolute, kPrismatic };
// parent_t_child of a joint at a position (radians or metres); the axis is a unit vector in the inboard frame.
Pose jointPose(const Pose& parent_t_inboard, JointKind motion, const Vec3& axis, double position,
               const Pose& outboard_t_child);

}  // namespace ww
