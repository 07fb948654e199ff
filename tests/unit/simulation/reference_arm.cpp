// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/simulation/reference_arm.h"

#include <Eigen/Cholesky>

namespace ww::test {

ReferenceArm::ReferenceArm() {
  const auto link = [](const Vec3& axis, const Vec3& place, double mass, const Vec3& com, const Vec3& inertia) {
    Joint out;
    out.axis = axis;
    out.place = place;
    out.inertial = {mass, com, inertia.asDiagonal()};
    return out;
  };
  joints_ = {link(Vec3::UnitZ(), Vec3(0, 0, 0.2), 6.0, Vec3(0.01, 0, 0.1), Vec3(0.04, 0.04, 0.02)),
             link(Vec3::UnitY(), Vec3(0.05, 0, 0.2), 8.0, Vec3(0, 0.02, 0.25), Vec3(0.2, 0.2, 0.02)),
             link(Vec3::UnitY(), Vec3(0, 0, 0.5), 5.0, Vec3(0.15, 0, 0.02), Vec3(0.01, 0.08, 0.08)),
             link(Vec3::UnitX(), Vec3(0.35, 0, 0.05), 2.0, Vec3(0.05, 0, 0), Vec3(0.004, 0.006, 0.006)),
             link(Vec3::UnitY(), Vec3(0.1, 0, 0), 1.5, Vec3(0.03, 0, 0), Vec3(0.002, 0.003, 0.003)),
             link(Vec3::UnitX(), Vec3(0.08, 0, 0), 0.5, Vec3(0.02, 0.01, 0), Vec3(0.001, 0.0008, 0.0008))};
}

Chain ReferenceArm::chain() const {
  Chain out;
  for (const Joint& j : joints_) out.joint(true, j.axis, {j.place, Quat::Identity()}, j.inertial);
  return out;
}

JointVector ReferenceArm::torques(const JointVector& q, const JointVector& v, const JointVector& a,
                                  double gravity) const {
  struct Link {
    Vec3 axis, origin, center, turn, turn_rate, center_acceleration;
    Eigen::Matrix3d inertia;
  };
  std::array<Link, 6> links;
  Quat orientation = Quat::Identity();
  Vec3 origin = Vec3::Zero(), turn = Vec3::Zero(), rate = Vec3::Zero(), acceleration(0, 0, gravity);
  for (std::size_t i = 0; i < 6; ++i) {
    const Joint& j = joints_[i];
    const auto k = static_cast<Eigen::Index>(i);
    const Vec3 arm = orientation * j.place;
    acceleration += rate.cross(arm) + turn.cross(turn.cross(arm));
    origin += arm;
    const Vec3 axis = orientation * j.axis;
    rate += a[k] * axis + turn.cross(v[k] * axis);
    turn += v[k] * axis;
    orientation = orientation * Quat(Eigen::AngleAxisd(q[k], j.axis));
    const Vec3 to_center = orientation * j.inertial.com;
    const Eigen::Matrix3d r = orientation.toRotationMatrix();
    links[i] = {axis,
                origin,
                origin + to_center,
                turn,
                rate,
                acceleration + rate.cross(to_center) + turn.cross(turn.cross(to_center)),
                r * j.inertial.inertia * r.transpose()};
  }
  JointVector out(6);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // on the link, about the root's origin
  for (std::size_t i = 6; i-- > 0;) {
    const Link& l = links[i];
    const Vec3 f = joints_[i].inertial.mass * l.center_acceleration;
    force += f;
    moment += l.center.cross(f) + l.inertia * l.turn_rate + l.turn.cross(l.inertia * l.turn);
    out[static_cast<Eigen::Index>(i)] = l.axis.dot(moment - l.origin.cross(force));
  }
  return out;
}

JointVector ReferenceArm::acceleration(const JointVector& q, const JointVector& v, const JointVector& tau) const {
  const JointVector none = JointVector::Zero(6);
  const JointVector bias = torques(q, v, none, kG);
  Eigen::MatrixXd mass(6, 6);
  for (Eigen::Index i = 0; i < 6; ++i) mass.col(i) = torques(q, none, JointVector::Unit(6, i), 0.0);
  return mass.ldlt().solve(tau - bias);
}

void ReferenceArm::integrate(JointVector& q, JointVector& v, double dt, const Torque& torque) const {
  const auto rate = [&](const JointVector& at, const JointVector& speed) {
    return acceleration(at, speed, torque(at, speed));
  };
  const JointVector a1 = rate(q, v);
  const JointVector v2 = v + 0.5 * dt * a1, a2 = rate(q + 0.5 * dt * v, v2);
  const JointVector v3 = v + 0.5 * dt * a2, a3 = rate(q + 0.5 * dt * v2, v3);
  const JointVector v4 = v + dt * a3, a4 = rate(q + dt * v3, v4);
  q += dt / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
  v += dt / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
}

}  // namespace ww::test
