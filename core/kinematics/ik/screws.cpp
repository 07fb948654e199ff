// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/screws.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::kinematics {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// Of steps that lead too far.
constexpr double kMoreDamping = 3.0, kMostDamping = 1e10;

Vec6 wayTo(const Rigid& goal, const Rigid& tip) {
  Vec6 e;
  e.head<3>() = goal.p - tip.p;
  Vec3 turn = Vec3::Zero();
  for (int k = 0; k < 3; ++k) turn += tip.r.col(k).cross(goal.r.col(k));
  e.tail<3>() = 0.5 * turn;
  return e;
}

Mat6 jacobianOf(const std::array<Screw, 6>& at, const Vec3& tip) {
  Mat6 j;
  for (int i = 0; i < 6; ++i) {
    const Screw& s = at[static_cast<std::size_t>(i)];
    j.col(i) << s.h.cross(tip - s.p), s.h;
  }
  return j;
}

// From one axis to the next, and about that.
void turnOn(Rigid& t, const Screw& from, const Screw& to, double c, double s) {
  t.p += t.r * (to.p - from.p);
  t.r = t.r * turnAbout(to.h, c, s);
}

}  // namespace

Vec3 turned(const Vec3& h, double angle, const Vec3& v) { return turned(h, std::cos(angle), std::sin(angle), v); }

double wrapped(double angle) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  if (angle > -std::numbers::pi && angle <= std::numbers::pi) return angle;
  const double rest = std::remainder(angle, kTurn);
  return rest <= -std::numbers::pi ? rest + kTurn : rest;
}

double apart(const Rigid& a, const Rigid& b) {
  return std::sqrt(std::max((a.p - b.p).squaredNorm(), 0.5 * (a.r - b.r).squaredNorm()));
}

Sines Sines::of(const Joints6& q) {
  Sines out;
  for (std::size_t i = 0; i < 6; ++i) out.set(i, q[static_cast<Eigen::Index>(i)]);
  return out;
}

Rigid SixAxes::begun(const Sines& q) const {
  Rigid t{turnAbout(axis[0].h, q.c[0], q.s[0]), axis[0].p};
  turnOn(t, axis[0], axis[1], q.c[1], q.s[1]);
  turnOn(t, axis[1], axis[2], q.c[2], q.s[2]);
  return t;
}

Rigid SixAxes::ended(Rigid t, const Sines& q) const {
  for (std::size_t i = 3; i < 6; ++i) turnOn(t, axis[i - 1], axis[i], q.c[i], q.s[i]);
  t.p += t.r * (home.p - axis[5].p);
  t.r = t.r * home.r;
  return t;
}

Rigid SixAxes::moved(const Joints6& q, std::array<Screw, 6>& out) const {
  Rigid t;
  for (std::size_t i = 0; i < 6; ++i) {
    out[i].h = t.r * axis[i].h;
    out[i].p = t * axis[i].p;
    const double angle = q[static_cast<Eigen::Index>(i)];
    t.r = t.r * turnAbout(axis[i].h, std::cos(angle), std::sin(angle));
    t.p = out[i].p - t.r * axis[i].p;
  }
  return t * home;
}

SixAxes SixAxes::reversed() const {
  SixAxes out;
  for (std::size_t i = 0; i < 6; ++i) out.axis[i] = {-axis[5 - i].h, axis[5 - i].p};
  return out;
}

double SixAxes::polish(const Rigid& goal, double enough, int most_steps, Joints6& q) const {
  std::array<Screw, 6> at, next_at;
  Rigid tip = moved(q, at);
  double miss = apart(tip, goal), damping = 1.0;
  Mat6 j;
  for (int n = 0; n < most_steps && miss > enough; ++n) {
    if (damping == 1.0) j = jacobianOf(at, tip.p);
    Mat6 a = j * j.transpose();
    a.diagonal().array() += damping * (1e-2 * miss * miss + 1e-16);
    const Joints6 next = q + j.transpose() * a.ldlt().solve(wayTo(goal, tip));
    if (!next.allFinite()) break;
    const Rigid there = moved(next, next_at);
    const double left = apart(there, goal);
    // A start from afar may first go astray. Near the end of a branch a whole step leads beyond it, a part of it
    // nearer.
    const bool may_stray = n < 3 && damping == 1.0 && left <= 3.0 * miss;
    if (left >= miss && !may_stray) {
      if (damping > kMostDamping) break;
      damping *= kMoreDamping;
      continue;
    }
    damping = std::max(damping / (kMoreDamping * kMoreDamping), 1.0);
    q = next;
    at = next_at;
    if (damping > 1.0) j = jacobianOf(at, there.p);
    tip = there;
    miss = left;
  }
  return miss;
}

}  // namespace ww::kinematics
