// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/subproblems.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ww::kinematics {
namespace {

constexpr double kVanishes = 1e-11;  // of the size of what is looked at

}  // namespace

double angleAbout(const Vec3& h, const Vec3& from, const Vec3& to, double other) {
  const double x = from.dot(to) - h.dot(from) * h.dot(to), y = h.dot(from.cross(to));
  const double least = kVanishes * kVanishes * from.squaredNorm() * to.squaredNorm();
  return x * x + y * y <= least ? other : std::atan2(y, x);
}

int anglesOnLine(double a, double b, double c, double scale, const Slack& slack, double other,
                 std::array<double, 2>& out) {
  const double r = std::sqrt(a * a + b * b);
  if (std::abs(c) > r + slack.share * scale) return 0;
  if (r <= kVanishes * scale) {
    out[0] = other;
    return 1;
  }
  const double x = std::clamp(c / r, -1.0, 1.0);
  double half = std::atan2(std::sqrt((1.0 - x) * (1.0 + x)), x);
  if (slack.spread > 0.0) half = std::clamp(half, slack.spread, std::numbers::pi - slack.spread);
  const double middle = std::atan2(b, a);
  out = {middle + half, middle - half};
  return 2;
}

bool areParallel(const Vec3& a, const Vec3& b, double tolerance) { return a.cross(b).norm() <= tolerance; }

Crossing crossingOf(const Screw& a, const Screw& b, double tolerance) {
  const Vec3 n = a.h.cross(b.h);
  const double square = n.squaredNorm();
  if (square <= tolerance * tolerance) return {a.p, std::numeric_limits<double>::infinity()};
  const Vec3 way = b.p - a.p;
  const Vec3 on_a = a.p + way.cross(b.h).dot(n) / square * a.h;
  const Vec3 on_b = b.p + way.cross(a.h).dot(n) / square * b.h;
  return {0.5 * (on_a + on_b), (on_b - on_a).norm()};
}

ThreeAxes::ThreeAxes(const Screw& a, const Screw& b, const Screw& c, double loose, double length) : axis_{a, b, c} {
  const Vec3 n = a.h.cross(b.h), way = b.p - a.p;
  const double square = n.squaredNorm();
  if (square <= loose * loose) {
    foot1_ = a.p;
    foot2_ = b.p - a.h * a.h.dot(way);
    distance_ = (foot2_ - foot1_).norm();
    if (distance_ <= loose * length || areParallel(b.h, c.h, loose)) return;
    kind_ = Kind::kParallel;
    defect_ = std::sqrt(square);
    normal_ = (foot2_ - foot1_) / distance_;
    cosine_ = a.h.dot(b.h) > 0.0 ? 1.0 : -1.0;
  } else {
    foot1_ = a.p + way.cross(b.h).dot(n) / square * a.h;
    foot2_ = b.p + way.cross(a.h).dot(n) / square * b.h;
    distance_ = (foot2_ - foot1_).norm();
    cosine_ = a.h.dot(b.h);
    kind_ = distance_ <= loose * length ? Kind::kMeeting : Kind::kSkew;
    normal_ = n / std::sqrt(square);
    if (kind_ == Kind::kMeeting) {
      defect_ = distance_ / length;
      distance_ = 0.0;
      foot1_ = foot2_ = 0.5 * (foot1_ + foot2_);
      const Vec3 off = foot2_ - c.p;
      if ((off - c.h * c.h.dot(off)).norm() <= loose * length) kind_ = Kind::kNone;
    } else if (normal_.dot(way) < 0.0) {
      normal_ = -normal_;
    }
  }
  across_ = b.h.cross(normal_);
  sine_ = a.h.dot(across_);
}

ThreeAxes::Circle ThreeAxes::circleOf(const Vec3& point) const {
  const Vec3 v = point - axis_[2].p;
  const Vec3 along = axis_[2].h * axis_[2].h.dot(v);
  Circle c;
  c.middle = axis_[2].p + along - foot2_;
  c.on_cos = v - along;
  c.on_sin = axis_[2].h.cross(v);
  c.square = {c.middle.squaredNorm() + c.on_cos.squaredNorm(), 2.0 * c.middle.dot(c.on_cos),
              2.0 * c.middle.dot(c.on_sin)};
  const Vec3& h = axis_[1].h;
  c.along = {h.dot(c.middle), h.dot(c.on_cos), h.dot(c.on_sin)};
  return c;
}

// The first joint keeps the part of the point along its axis, and its distance from foot1_. In the frame of normal,
// across and axis 2 the second brings (u, v) to (u', v'): cosine w + sine v' = along1 and
// distance^2 + 2 distance u' + |y|^2 = square, where y moves on a circle with the third.
int ThreeAxes::thirdAngles(const Circle& c, const Aim& aim, const Slack& slack, double seed,
                           std::array<double, 4>& out) const {
  std::array<double, 2> two{};
  int n = 0;
  if (kind_ == Kind::kParallel) {
    n = anglesOnLine(c.along.on_cos, c.along.on_sin, aim.along1 * cosine_ - c.along.value, aim.size, slack, seed, two);
  } else if (kind_ == Kind::kMeeting) {
    n = anglesOnLine(c.square.on_cos, c.square.on_sin, aim.square - c.square.value, aim.size * aim.size, slack, seed,
                     two);
  } else {
    return skewAngles(c, aim, out);
  }
  out[0] = two[0];
  out[1] = two[1];
  return n;
}

// u'^2 + v'^2 = |y|^2 - w^2 is of second degree in cosine and sine of the third joint: a quartic in the tangent of its
// half, about an angle whose opposite is no root.
int ThreeAxes::skewAngles(const Circle& c, const Aim& aim, std::array<double, 4>& out) const {
  const double du = -0.5 / distance_, dv = -cosine_ / sine_;
  const Wave u{du * (c.square.value + distance_ * distance_ - aim.square), du * c.square.on_cos, du * c.square.on_sin};
  const Wave v{dv * c.along.value + aim.along1 / sine_, dv * c.along.on_cos, dv * c.along.on_sin};
  const Wave& w = c.along;
  const auto product = [&](double Wave::*a, double Wave::*b) { return u.*a * u.*b + v.*a * v.*b + w.*a * w.*b; };
  const double cc = product(&Wave::on_cos, &Wave::on_cos), ss = product(&Wave::on_sin, &Wave::on_sin);
  const double cs = 2.0 * product(&Wave::on_cos, &Wave::on_sin);
  const double c1 = 2.0 * product(&Wave::value, &Wave::on_cos) - c.square.on_cos;
  const double s1 = 2.0 * product(&Wave::value, &Wave::on_sin) - c.square.on_sin;
  const double k = product(&Wave::value, &Wave::value) - c.square.value;
  const auto valueAt = [&](double x, double y) { return cc * x * x + cs * x * y + ss * y * y + c1 * x + s1 * y + k; };
  double most = -1.0, x = 1.0, y = 0.0, turn = 0.0;
  for (int i = 0; i < 4; ++i) {
    const double angle = 0.4 + 0.5 * std::numbers::pi * i, p = std::cos(angle), q = std::sin(angle);
    if (const double at = std::abs(valueAt(-p, -q)); at > most) most = at, x = p, y = q, turn = angle;
  }
  // Turned by that: cos = x C - y S, sin = y C + x S.
  const double a = cc * x * x + cs * x * y + ss * y * y, b = 2.0 * (ss - cc) * x * y + cs * (x * x - y * y);
  const double g = cc * y * y - cs * x * y + ss * x * x, d = c1 * x + s1 * y, e = s1 * x - c1 * y;
  std::array<double, 4> roots{};
  const int n = realRoots({a + d + k, 2.0 * (b + e), 4.0 * g - 2.0 * a + 2.0 * k, 2.0 * (e - b), a - d + k}, roots);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) out[i] = turn + 2.0 * std::atan(roots[i]);
  return n;
}

void ThreeAxes::addSecond(const Vec3& y, const Aim& aim, const Slack& slack, const Angles& known, int first,
                          const Vec3& place, Ways& out) const {
  const Vec3& h = axis_[1].h;
  const double u = normal_.dot(y), v = across_.dot(y), w = h.dot(y);
  std::array<double, 2> to{};
  int n = 1;
  const double u_to = (aim.square - distance_ * distance_ - y.squaredNorm()) * 0.5;  // times the distance
  const double v_to = aim.along1 - cosine_ * w;                                      // times the sine
  const double now = std::atan2(v, u), none = now + known[1];
  if (kind_ == Kind::kParallel) {
    n = anglesOnLine(std::sqrt(u * u + v * v), 0.0, u_to / distance_, aim.size, slack, none, to);
  } else if (kind_ == Kind::kMeeting) {
    n = anglesOnLine(0.0, std::sqrt(u * u + v * v), v_to / sine_, aim.size, slack, none, to);
  } else {
    to[0] = u * u + v * v <= kVanishes * kVanishes * aim.size * aim.size ? none
                                                                         : std::atan2(v_to / sine_, u_to / distance_);
  }
  for (int i = 0; i < n; ++i) {
    const double q2 = to[static_cast<std::size_t>(i)] - now;
    const Vec3 z = foot2_ + turned(h, q2, y);
    const double q1 = angleAbout(axis_[0].h, z - foot1_, place - foot1_, known[0]);
    const std::size_t at = static_cast<std::size_t>(first + i);
    out.at[at] = {wrapped(q1), wrapped(q2), wrapped(known[2])};
    out.there |= 1U << at;
  }
}

void ThreeAxes::solve(const Vec3& point, const Vec3& place, const Angles& seed, const Slack& slack, Ways& out) const {
  out.there = 0;
  if (kind_ == Kind::kNone) return;
  const Circle c = circleOf(point);
  const Vec3 to = place - foot1_;
  const Aim aim{axis_[0].h.dot(to), to.squaredNorm(), std::max(distance_ + c.middle.norm() + c.on_cos.norm(), 1e-3)};
  std::array<double, 4> third{};
  const int n = thirdAngles(c, aim, slack, seed[2], third);
  for (int i = 0; i < n; ++i) {
    const double q3 = third[static_cast<std::size_t>(i)];
    const Vec3 y = c.middle + std::cos(q3) * c.on_cos + std::sin(q3) * c.on_sin;
    addSecond(y, aim, slack, {seed[0], seed[1], q3}, kind_ == Kind::kSkew ? i : 2 * i, place, out);
  }
}

namespace {

double valueOf(const std::array<double, 5>& a, int degree, double x) {
  double y = 0.0;
  for (int i = degree; i >= 0; --i) y = y * x + a[static_cast<std::size_t>(i)];
  return y;
}

// Between two places with different signs.
double rootBetween(const std::array<double, 5>& a, const std::array<double, 5>& slope, int degree, double low,
                   double high) {
  const bool rising = valueOf(a, degree, high) > 0.0;
  double x = 0.5 * (low + high);
  for (int n = 0; n < 100; ++n) {
    const double y = valueOf(a, degree, x);
    ((y > 0.0) == rising ? high : low) = x;
    double next = x - y / valueOf(slope, degree - 1, x);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= 1e-16 * (1.0 + std::abs(x))) return next;
    x = next;
  }
  return x;
}

// A value that rounding alone may have put off zero.
bool touches(const std::array<double, 5>& a, int degree, double x) {
  double size = 0.0;
  for (int i = degree; i >= 0; --i) size = size * std::abs(x) + std::abs(a[static_cast<std::size_t>(i)]);
  return std::abs(valueOf(a, degree, x)) <= 1e-12 * size;
}

// From the roots of the derivative, between which there is one at most.
int rootsOf(const std::array<double, 5>& a, int degree, std::array<double, 4>& out) {
  if (degree == 0) return 0;
  std::array<double, 5> slope{};
  for (int i = 1; i <= degree; ++i) slope[static_cast<std::size_t>(i - 1)] = i * a[static_cast<std::size_t>(i)];
  std::array<double, 4> turns{};
  const int turn_count = rootsOf(slope, degree - 1, turns);
  double bound = 0.0;
  for (int i = 0; i < degree; ++i)
    bound = std::max(bound, std::abs(a[static_cast<std::size_t>(i)] / a[static_cast<std::size_t>(degree)]));
  int n = 0;
  double low = -1.0 - bound;
  for (int i = 0; i <= turn_count && n < degree; ++i) {
    const double high = i < turn_count ? turns[static_cast<std::size_t>(i)] : 1.0 + bound;
    const bool is_touched = i < turn_count && touches(a, degree, high);
    const bool was_touched = i > 0 && touches(a, degree, low);
    if (is_touched) {
      out[static_cast<std::size_t>(n++)] = high;
    } else if (!was_touched && (valueOf(a, degree, low) > 0.0) != (valueOf(a, degree, high) > 0.0)) {
      out[static_cast<std::size_t>(n++)] = rootBetween(a, slope, degree, low, high);
    }
    low = high;
  }
  return n;
}

}  // namespace

int realRoots(const std::array<double, 5>& a, std::array<double, 4>& out) {
  double size = 0.0;
  for (const double one : a) size = std::max(size, std::abs(one));
  int degree = 4;
  while (degree > 0 && std::abs(a[static_cast<std::size_t>(degree)]) <= 1e-14 * size) --degree;
  return rootsOf(a, degree, out);
}

}  // namespace ww::kinematics
