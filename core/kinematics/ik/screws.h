// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cmath>

#include "core/math/pose.h"

namespace ww::kinematics {

// Not for use outside this folder and its tests. An arm by the axes of its joints: metres and radians.

using Mat3 = Eigen::Matrix3d;
using Joints6 = Eigen::Matrix<double, 6, 1>;

// A joint's axis: unit direction, and a point on it.
struct Screw {
  Vec3 h = Vec3::UnitZ();
  Vec3 p = Vec3::Zero();
};

struct Rigid {
  Mat3 r = Mat3::Identity();
  Vec3 p = Vec3::Zero();  // metres

  // The same motion, in the same frame.
  static Rigid of(const Pose& pose) { return {pose.q.toRotationMatrix(), pose.p}; }
  Rigid operator*(const Rigid& o) const { return {r * o.r, p + r * o.p}; }
  // A point in metres.
  Vec3 operator*(const Vec3& at) const { return p + r * at; }
  Rigid inverse() const { return {r.transpose(), -(r.transpose() * p)}; }
};

// The rotation about a unit vector h by an angle with this cosine and sine.
inline Mat3 turnAbout(const Vec3& h, double c, double s) {
  const Vec3 k = (1.0 - c) * h;  // without a unit
  Mat3 r;
  r << k.x() * h.x() + c, k.x() * h.y() - s * h.z(), k.x() * h.z() + s * h.y(),  //
      k.y() * h.x() + s * h.z(), k.y() * h.y() + c, k.y() * h.z() - s * h.x(),   //
      k.z() * h.x() - s * h.y(), k.z() * h.y() + s * h.x(), k.z() * h.z() + c;
  return r;
}

// A vector turned about the unit vector h, radians, or by their cosine and sine.
inline Vec3 turned(const Vec3& h, double c, double s, const Vec3& v) {
  return c * v + s * h.cross(v) + ((1.0 - c) * h.dot(v)) * h;
}
Vec3 turned(const Vec3& h, double angle, const Vec3& v);
// Of a point (metres), about an axis by so many radians.
inline Vec3 turned(const Screw& axis, double angle, const Vec3& at) {
  return axis.p + turned(axis.h, angle, at - axis.p);
}
inline Vec3 turned(const Screw& axis, double c, double s, const Vec3& at) {
  return axis.p + turned(axis.h, c, s, at - axis.p);
}
// In (-pi, pi]; radians.
double wrapped(double angle);
// The larger of metres and, nearly, radians between two poses.
double apart(const Rigid& a, const Rigid& b);

// Cosines and sines of six angles, of which each takes as long as much arithmetic.
struct Sines {
  std::array<double, 6> c, s;

  static Sines of(const Joints6& q);
  void set(std::size_t i, double angle) { c[i] = std::cos(angle), s[i] = std::sin(angle); }
  Sines reversed() const { return {{c[5], c[4], c[3], c[2], c[1], c[0]}, {s[5], s[4], s[3], s[2], s[1], s[0]}}; }
};

// Six revolute joints by their axes at zero, from the base on, and where the tip is then.
struct SixAxes {
  std::array<Screw, 6> axis;
  Rigid home;
  Vec3 up = Vec3::UnitZ();  // of the robot's base, however that is mounted; names of postures go by it

  Rigid tip(const Joints6& q) const { return tip(Sines::of(q)); }
  Rigid tip(const Sines& q) const { return ended(begun(q), q); }
  // In two halves, as many postures have the first three joints in common: where the third has brought what follows it,
  // and the tip from there.
  Rigid begun(const Sines& q) const;
  Rigid ended(Rigid third, const Sines& q) const;
  // The axes where the joints have moved them; gives the tip.
  Rigid moved(const Joints6& q, std::array<Screw, 6>& out) const;
  // The same arm from its tip to its base: its joints in reverse reach the inverse of goal * home^-1.
  SixAxes reversed() const;
  // Newton's method, damped near singularities, until the tip is within `enough` of the goal or gets no nearer; gives
  // how far it is.
  double polish(const Rigid& goal, double enough, int most_steps, Joints6& q) const;
};

}  // namespace ww::kinematics
