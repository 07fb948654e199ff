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

// A value that is off zero by no more than such a share of what it is the sum of.
bool touches(const std::array<double, 5>& a, int degree, double x, double share) {
  double size = 0.0;
  for (int i = degree; i >= 0; --i) size = size * std::abs(x) + std::abs(a[static_cast<std::size_t>(i)]);
  return std::abs(valueOf(a, degree, x)) <= share * size;
}

constexpr double kRootRounding = 1e-12;  // a share that rounding alone makes

// Two angles that are nearer to each other than twice the spread.
void putApart(double spread, double& low, double& high) {
  if (high - low >= 2.0 * spread) return;
  const double middle = 0.5 * (low + high);
  low = middle - spread;
  high = middle + spread;
}

struct Roots {
  std::array<double, 4> at{};
  std::array<bool, 4> missed{};  // it only comes near to zero there
  int count = 0;
  void add(double x, bool is_missed) {
    at[static_cast<std::size_t>(count)] = x;
    missed[static_cast<std::size_t>(count++)] = is_missed;
  }
};

// From the roots of the derivative, between which there is one at most. Where it turns back so near to zero counts,
// too.
Roots rootsOf(const std::array<double, 5>& a, int degree, double near) {
  Roots out;
  if (degree == 0) return out;
  std::array<double, 5> slope{};
  for (int i = 1; i <= degree; ++i) slope[static_cast<std::size_t>(i - 1)] = i * a[static_cast<std::size_t>(i)];
  const Roots turns = rootsOf(slope, degree - 1, kRootRounding);
  double bound = 0.0;
  for (int i = 0; i < degree; ++i)
    bound = std::max(bound, std::abs(a[static_cast<std::size_t>(i)] / a[static_cast<std::size_t>(degree)]));
  const auto placeOf = [&](int i) { return i < turns.count ? turns.at[static_cast<std::size_t>(i)] : 1.0 + bound; };
  const auto isAbove = [&](double x) { return valueOf(a, degree, x) > 0.0; };
  double low = -1.0 - bound;
  bool was_touched = false;
  for (int i = 0; i <= turns.count && out.count < degree; ++i) {
    const double high = placeOf(i);
    const bool is_touched = i < turns.count && touches(a, degree, high, kRootRounding);
    const bool crosses = isAbove(low) != isAbove(high);
    if (is_touched) {
      out.add(high, false);
    } else if (!was_touched && crosses) {
      out.add(rootBetween(a, slope, degree, low, high), false);
    } else if (i < turns.count && !crosses && touches(a, degree, high, near) &&
               isAbove(high) == isAbove(placeOf(i + 1))) {
      out.add(high, true);
    }
    was_touched = is_touched;
    low = high;
  }
  return out;
}

Roots rootsOf(const std::array<double, 5>& a, double near) {
  double size = 0.0;
  for (const double one : a) size = std::max(size, std::abs(one));
  int degree = 4;
  while (degree > 0 && std::abs(a[static_cast<std::size_t>(degree)]) <= 1e-14 * size) --degree;
  return rootsOf(a, degree, near);
}

}  // namespace

int realRoots(const std::array<double, 5>& a, std::array<double, 4>& out) {
  const Roots roots = rootsOf(a, kRootRounding);
  out = roots.at;
  return roots.count;
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
    return skewAngles(c, aim, slack, out);
  }
  out[0] = two[0];
  out[1] = two[1];
  return n;
}

// u'^2 + v'^2 = |y|^2 - w^2 is of second degree in cosine and sine of the third joint: a quartic in the tangent of its
// half, about an angle whose opposite is no root.
int ThreeAxes::skewAngles(const Circle& c, const Aim& aim, const Slack& slack, std::array<double, 4>& out) const {
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
  const Roots roots =
      rootsOf({a + d + k, 2.0 * (b + e), 4.0 * g - 2.0 * a + 2.0 * k, 2.0 * (e - b), a - d + k}, slack.share);
  std::size_t n = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(roots.count) && n < out.size(); ++i) {
    const double angle = turn + 2.0 * std::atan(roots.at[i]);
    const double spread = roots.missed[i] && n + 1 < out.size() ? slack.spread : 0.0;
    out[n++] = angle - spread;
    if (spread > 0.0) out[n++] = angle + spread;
  }
  for (std::size_t i = 1; i < n; ++i) putApart(slack.spread, out[i - 1], out[i]);
  return static_cast<int>(n);
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
    const std::size_t at = static_cast<std::size_t>(first) + static_cast<std::size_t>(i);
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

}  // namespace ww::kinematics
