// SPDX-License-Identifier: Apache-2.0
#include "core/math/pose.h"

#include <cmath>

#include "core/math/failures.h"

namespace ww {
namespace {

constexpr double kFarthest = 1e9;  // metres; beyond it, numbers overflow somewhere down the line

// The first number that is not finite, as the wire names it.
const char* partNotFinite(const Pose& pose) {
  static constexpr const char* kPosition[] = {"position.x", "position.y", "position.z"};
  static constexpr const char* kOrientation[] = {"orientation.x", "orientation.y", "orientation.z", "orientation.w"};
  for (Eigen::Index i = 0; i < 3; ++i)
    if (!std::isfinite(pose.p[i])) return kPosition[i];
  for (Eigen::Index i = 0; i < 4; ++i)
    if (!std::isfinite(pose.q.coeffs()[i])) return kOrientation[i];
  return nullptr;
}

}  // namespace

Pose jointPose(const Pose& parent_t_inboard, JointKind motion, const Vec3& axis, double position,
               const Pose& outboard_t_child) {
  Pose inboard_t_outboard;
  if (motion == JointKind::kRevolute) inboard_t_outboard = Pose::rotation(axis, position);
  if (motion == JointKind::kPrismatic) inboard_t_outboard.p = axis * position;
  return parent_t_inboard * inboard_t_outboard * outboard_t_child;
}

Pose Pose::fromRpy(const Vec3& position, double roll, double pitch, double yaw) {
  const Quat q = Quat(Eigen::AngleAxisd(yaw, Vec3::UnitZ()) * Eigen::AngleAxisd(pitch, Vec3::UnitY()) *
                      Eigen::AngleAxisd(roll, Vec3::UnitX()));
  return {position, q.normalized()};
}

Pose Pose::fromMatrix(const Eigen::Matrix4d& m) {
  return {m.block<3, 1>(0, 3), Quat(Eigen::Matrix3d(m.block<3, 3>(0, 0))).normalized()};
}

Eigen::Isometry3d Pose::isometry() const {
  Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
  t.linear() = q.toRotationMatrix();
  t.translation() = p;
  return t;
}

Vec3 Pose::rpy() const {
  const Eigen::Matrix3d r = q.toRotationMatrix();
  const double s = -r(2, 0);
  // At pitch = +-90 degrees roll and yaw are one angle; yaw takes it all.
  if (std::abs(s) > 1.0 - 1e-12) {
    return {0.0, std::copysign(M_PI_2, s), std::atan2(-r(0, 1), r(1, 1))};
  }
  return {std::atan2(r(2, 1), r(2, 2)), std::asin(s), std::atan2(r(1, 0), r(0, 0))};
}

Quat normalizedOnce(const Quat& q) {
  const double norm = q.norm();
  if (std::abs(norm - 1.0) <= 1e-15) return q;
  return Quat(q.coeffs() / norm);
}

Result<Pose> checkedPose(const Pose& pose) {
  if (const char* part = partNotFinite(pose)) return fail(math::failures::kPoseNotFinite, {{"part", arg::Words{part}}});
  if (pose.p.cwiseAbs().maxCoeff() > kFarthest) return fail(math::failures::kPoseTooFar);
  if (std::abs(pose.q.squaredNorm() - 1.0) > 1e-3)
    return fail(math::failures::kPoseNotUnit, {{"norm", arg::Number{pose.q.norm()}}});
  return Pose{pose.p, normalizedOnce(pose.q)};
}

double positionDistance(const Pose& a, const Pose& b) { return (a.p - b.p).norm(); }
double rotationDistance(const Pose& a, const Pose& b) { return a.q.angularDistance(b.q); }

Bounds Bounds::transformed(const Eigen::Affine3d& t) const {
  Bounds out;
  if (empty()) return out;
  for (int i = 0; i < 8; ++i) {
    out.add(Vec3(t * Vec3(i & 1 ? max.x() : min.x(), i & 2 ? max.y() : min.y(), i & 4 ? max.z() : min.z())));
  }
  return out;
}

}  // namespace ww
