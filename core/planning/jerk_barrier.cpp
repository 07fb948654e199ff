// SPDX-License-Identifier: Apache-2.0
#include "core/planning/jerk_barrier.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace ww::planning {
namespace {

constexpr double kGap = 0.007;    // share of the time that may be left to gain
constexpr double kCentred = 0.4;  // decrement of the merit by Newton's step, of each coefficient, that is none
constexpr double kTighten = 5.0;  // from one weight of the time to the next
constexpr double kFirst = 100.0;  // weight of the time at first
constexpr int kMostSteps = 60;

// Rows come in pairs; one too many is nothing.
std::size_t even(std::size_t rows) { return (rows + 1) / 2 * 2; }

double positivePart(double x) { return std::max(0.0, x); }

}  // namespace

SplineBasis::SplineBasis(const std::vector<double>& knots, std::size_t i, double x) {
  const double h = knots[i + 1] - knots[i];
  const double before = i > 0 ? knots[i] - knots[i - 1] : 0.0;
  const double after = i + 2 < knots.size() ? knots[i + 2] - knots[i + 1] : 0.0;
  const double l = 1.0 / (h * (h + before)), r = 1.0 / (h * (h + after));
  const double way = x * h, rest = h - way;
  value = {rest * rest * l, 0.0, way * way * r};
  value[1] = 1.0 - value[0] - value[2];
  first = {-2.0 * rest * l, 2.0 * rest * l - 2.0 * way * r, 2.0 * way * r};
  second = {2.0 * l, -2.0 * (l + r), 2.0 * r};
}

JerkBarrier::JerkBarrier(PathLimiter& limiter, SpeedSpline& spline) : spline_(spline), n_(spline.s.size() - 1) {
  checks_.reserve(3 * n_);
  points_.reserve(2 * n_);
  for (auto* rows : {&a1_, &a2_}) rows->reserve(2 * n_ * even(limiter.accelerationRows()));
  for (auto* rows : {&j1_, &j2_, &j3_}) rows->reserve(3 * n_ * even(limiter.path().joints()));
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t piece = spline.piece[i];
    const bool uniform = limiter.isUniform(piece), last = i + 1 == n_;
    if (uniform && (i == 0 || piece != spline.piece[i - 1])) ramp_ = limiter.ramp(piece);
    addCheck(limiter, i, 0.0, false, true);
    addCheck(limiter, i, 0.5, true, !uniform);
    addCheck(limiter, i, 1.0, !last, true);
    addPoints(i);
  }
  band_.resize(n_);
  factor_.resize(n_);
  gradient_.resize(n_);
  time_band_.resize(n_);
  time_gradient_.resize(n_);
  step_.resize(n_);
}

void JerkBarrier::addCheck(PathLimiter& limiter, std::size_t interval, double x, bool acceleration, bool jerk) {
  const std::size_t piece = spline_.piece[interval];
  const double s = spline_.s[interval] + x * (spline_.s[interval + 1] - spline_.s[interval]);
  Check check{SplineBasis(spline_.s, interval, x), interval, 0.0, a1_.size(), j1_.size(), 0, 0};
  const bool uniform = limiter.isUniform(piece);
  if (acceleration) {
    check.accelerations = uniform ? 1 : limiter.accelerationRows();
    a1_.resize(check.acceleration + even(check.accelerations));
    a2_.resize(a1_.size());
    const std::span first(&a1_[check.acceleration], check.accelerations);
    const std::span second(&a2_[check.acceleration], check.accelerations);
    const double v = uniform ? ramp_.velocity : limiter.atPlace(piece, s, first, second);
    if (uniform) first[0] = 1.0 / ramp_.acceleration;
    check.top = std::pow(v, 1.5);
  }
  if (jerk) {
    check.jerks = uniform ? 1 : limiter.path().joints();
    for (auto* row : {&j1_, &j2_, &j3_}) row->resize(check.jerk + even(check.jerks));
    const auto part = [&](std::vector<double>& row) { return std::span(&row[check.jerk], check.jerks); };
    if (uniform) part(j1_)[0] = 1.0 / ramp_.jerk;
    if (!uniform) limiter.jerkAt(piece, s, part(j1_), part(j2_), part(j3_));
  }
  checks_.push_back(check);
}

// The time is the integral of z^(-2/3); from and to rest by the cubic root of the way.
void JerkBarrier::addPoints(std::size_t interval) {
  const double h = spline_.s[interval + 1] - spline_.s[interval];
  const bool from = interval == 0, to = interval + 1 == n_;
  for (const double y : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)}) {
    const double x = from ? y * y * y : to ? 1.0 - y * y * y : y;
    points_.push_back({SplineBasis(spline_.s, interval, x), interval, 0.5 * h * (from || to ? 3.0 * y * y : 1.0)});
  }
}

namespace {

// Two rows at once.
using Pair = double __attribute__((vector_size(16)));
Pair pairAt(const double* x) {
  Pair out;
  std::memcpy(&out, x, sizeof(out));
  return out;
}
double sum(const Pair& x) { return x[0] + x[1]; }

// The barrier -log(1 - g^2) has the derivatives 2 g D and 2 (1 + g^2) D^2 by g, with D = 1 / (1 - g^2).
struct Barrier {
  Pair once, twice;
};
Barrier barrierOf(const Pair& g, Pair& room, Pair& least) {
  const Pair square = g * g, left = 1.0 - square, d = 1.0 / left;
  room *= left;
  least = left < least ? left : least;
  return {2.0 * g * d, (2.0 + 2.0 * square) * d * d};
}

}  // namespace

// Rows are g = first * p + second * r of p = 2/3 z^(1/3) z' and r = z^(4/3).
bool JerkBarrier::addAcceleration(const Check& check, double z, double z1, Local& out, double& product) {
  const double root = std::cbrt(z), square = root * root;
  const double p = 2.0 / 3.0 * root * z1, r = z * root;
  Pair s1{}, s2{}, s11{}, s12{}, s22{}, room{1.0, 1.0}, least = room;
  for (std::size_t k = check.acceleration; k < check.acceleration + check.accelerations; k += 2) {
    const Pair first = pairAt(&a1_[k]), second = pairAt(&a2_[k]);
    const auto [once, twice] = barrierOf(first * p + second * r, room, least);
    s1 += once * first;
    s2 += once * second;
    s11 += twice * first * first;
    s12 += twice * first * second;
    s22 += twice * second * second;
  }
  if (!(least[0] > 0.0 && least[1] > 0.0)) return false;
  product *= room[0] * room[1];
  // Derivatives of p and r by z, and of p by z'.
  const double pz = 2.0 / 9.0 * z1 / square, p1 = 2.0 / 3.0 * root, rz = 4.0 / 3.0 * root;
  const double g1 = sum(s1), g2 = sum(s2), g11 = sum(s11), g12 = sum(s12);
  out.gradient[0] += g1 * pz + g2 * rz;
  out.gradient[1] += g1 * p1;
  out.hessian[0] += g11 * pz * pz + 2.0 * g12 * pz * rz + sum(s22) * rz * rz;
  out.hessian[1] += p1 * (g11 * pz + g12 * rz);
  out.hessian[3] += g11 * p1 * p1;
  if (!curved_) return true;
  out.hessian[0] += (-4.0 / 27.0 * g1 * z1 / z + 4.0 / 9.0 * g2) / square;
  out.hessian[1] += 2.0 / 9.0 * g1 / square;
  return true;
}

// Rows are g = first * c1 + second * c2 + third * c3 of c1 = 2/3 z z'' + 2/9 z'^2, c2 = 2 z z' and c3 = z^2.
bool JerkBarrier::addJerk(const Check& check, double z, double z1, double z2, Local& out, double& product) {
  const double c3 = z * z, c2 = 2.0 * z * z1, c1 = 2.0 / 3.0 * z * z2 + 2.0 / 9.0 * z1 * z1;
  Pair s1{}, s2{}, s3{}, p11{}, p12{}, p13{}, p22{}, p23{}, p33{}, room{1.0, 1.0}, least = room;
  for (std::size_t k = check.jerk; k < check.jerk + check.jerks; k += 2) {
    const Pair x = pairAt(&j1_[k]), y = pairAt(&j2_[k]), w = pairAt(&j3_[k]);
    const auto [once, twice] = barrierOf(x * c1 + y * c2 + w * c3, room, least);
    s1 += once * x;
    s2 += once * y;
    s3 += once * w;
    const Pair tx = twice * x, ty = twice * y;
    p11 += tx * x;
    p12 += tx * y;
    p13 += tx * w;
    p22 += ty * y;
    p23 += ty * w;
    p33 += twice * w * w;
  }
  if (!(least[0] > 0.0 && least[1] > 0.0)) return false;
  product *= room[0] * room[1];
  const double s11 = sum(p11), s12 = sum(p12), s13 = sum(p13), s22 = sum(p22), s23 = sum(p23), s33 = sum(p33);
  // Rows of the derivatives of c1, c2, c3 by z, z', z''.
  const double f0 = 2.0 / 3.0 * z2, f1 = 4.0 / 9.0 * z1, f2 = 2.0 / 3.0 * z, e0 = 2.0 * z1, e1 = 2.0 * z, d0 = 2.0 * z;
  const double u1 = s11 * f0 + s12 * e0 + s13 * d0, u2 = s12 * f0 + s22 * e0 + s23 * d0;
  const double u3 = s13 * f0 + s23 * e0 + s33 * d0;
  const double w1 = s11 * f1 + s12 * e1, w2 = s12 * f1 + s22 * e1;
  out.gradient[0] += sum(s1) * f0 + sum(s2) * e0 + sum(s3) * d0;
  out.gradient[1] += sum(s1) * f1 + sum(s2) * e1;
  out.gradient[2] += sum(s1) * f2;
  out.hessian[0] += u1 * f0 + u2 * e0 + u3 * d0;
  out.hessian[1] += u1 * f1 + u2 * e1;
  out.hessian[2] += u1 * f2;
  out.hessian[3] += w1 * f1 + w2 * e1;
  out.hessian[4] += w1 * f2;
  out.hessian[5] += s11 * f2 * f2;
  if (!curved_) return true;
  out.hessian[0] += 2.0 * sum(s3);
  out.hessian[1] += 2.0 * sum(s2);
  out.hessian[2] += 2.0 / 3.0 * sum(s1);
  out.hessian[3] += 4.0 / 9.0 * sum(s1);
  return true;
}

void JerkBarrier::scatter(std::size_t interval, const SplineBasis& b, const Local& l) {
  const auto& h = l.hessian;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t column = interval + k;  // of all coefficients; the free ones begin at 1
    if (column == 0 || column > n_) continue;
    gradient_[column - 1] += l.gradient[0] * b.value[k] + l.gradient[1] * b.first[k] + l.gradient[2] * b.second[k];
    const double x = h[0] * b.value[k] + h[1] * b.first[k] + h[2] * b.second[k];
    const double y = h[1] * b.value[k] + h[3] * b.first[k] + h[4] * b.second[k];
    const double z = h[2] * b.value[k] + h[4] * b.first[k] + h[5] * b.second[k];
    for (std::size_t i = interval == 0 ? 1 : 0; i <= k; ++i)
      band_[interval + i - 1][k - i] += b.value[i] * x + b.first[i] * y + b.second[i] * z;
  }
}

void JerkBarrier::assembleTime(const std::vector<double>& c, Step& out) {
  std::ranges::fill(time_band_, std::array<double, 3>{});
  std::ranges::fill(time_gradient_, 0.0);
  for (const Point& point : points_) {
    const double z = point.basis.of(point.basis.value, &c[point.interval]);
    out.feasible = out.feasible && z > 0.0;
    const double root = std::cbrt(z), f = point.weight / (root * root);
    const double gradient = -2.0 / 3.0 * f / z, bend = 10.0 / 9.0 * f / (z * z);
    const auto& value = point.basis.value;
    out.time += f;
    for (std::size_t k = point.interval == 0 ? 1 : 0; k < 3 && point.interval + k <= n_; ++k) {
      time_gradient_[point.interval + k - 1] += gradient * value[k];
      for (std::size_t i = point.interval == 0 ? 1 : 0; i <= k; ++i)
        time_band_[point.interval + i - 1][k - i] += bend * value[i] * value[k];
    }
  }
}

JerkBarrier::Step JerkBarrier::assemble(const std::vector<double>& c) {
  Step out;
  std::ranges::fill(band_, std::array<double, 3>{});
  std::ranges::fill(gradient_, 0.0);
  double product = 1.0;
  for (const Check& check : checks_) {
    const SplineBasis& b = check.basis;
    const double* local_c = &c[check.interval];
    const double z = b.of(b.value, local_c), z1 = b.of(b.first, local_c), z2 = b.of(b.second, local_c);
    Local local;
    if (check.accelerations > 0) {
      const double left = 1.0 - z / check.top;
      if (!(z > 0.0 && left > 0.0)) return out;
      product *= left;
      const double per = 1.0 / (check.top - z);
      local.gradient[0] += per;
      local.hessian[0] += per * per;
      if (!addAcceleration(check, z, z1, local, product)) return out;
    }
    if (check.jerks > 0 && !addJerk(check, z, z1, z2, local, product)) return out;
    if (product < 1e-100) {
      out.barrier -= std::log(product);
      product = 1.0;
    }
    scatter(check.interval, b, local);
  }
  out.barrier -= std::log(product);
  out.feasible = true;
  assembleTime(c, out);
  return out;
}

bool JerkBarrier::isFeasible(const std::vector<double>& c) const {
  for (const Check& check : checks_) {
    const SplineBasis& b = check.basis;
    const double* local_c = &c[check.interval];
    const double z = b.of(b.value, local_c), z1 = b.of(b.first, local_c), z2 = b.of(b.second, local_c);
    if (check.accelerations > 0) {
      if (!(z > 0.0 && z < check.top)) return false;
      // Without the root: the rows are compared by their cubes.
      const double p = 2.0 / 3.0 * z1, limit = 1.0 / z;
      for (std::size_t k = check.acceleration; k < check.acceleration + check.accelerations; ++k) {
        const double g = std::abs(a1_[k] * p + a2_[k] * z);
        if (!(g * g * g < limit)) return false;
      }
    }
    const double c3 = z * z, c2 = 2.0 * z * z1, c1 = 2.0 / 3.0 * z * z2 + 2.0 / 9.0 * z1 * z1;
    for (std::size_t k = check.jerk; k < check.jerk + check.jerks; ++k)
      if (!(std::abs(j1_[k] * c1 + j2_[k] * c2 + j3_[k] * c3) < 1.0)) return false;
  }
  return true;
}

// The step that a Cholesky factorisation of the five diagonals gives; false when it is not definite.
bool JerkBarrier::solve(double weight) {
  auto& l = factor_;
  for (std::size_t i = 0; i < n_; ++i) {
    std::array<double, 3> row = band_[i];
    for (std::size_t k = 0; k < 3; ++k) row[k] += weight * time_band_[i][k];
    const double diagonal = row[0];
    step_[i] = -(gradient_[i] + weight * time_gradient_[i]);
    if (i > 0) {
      row[0] -= l[i - 1][1] * l[i - 1][1] * l[i - 1][0];
      row[1] -= l[i - 1][1] * l[i - 1][2] * l[i - 1][0];
      step_[i] -= l[i - 1][1] * step_[i - 1];
    }
    if (i > 1) {
      row[0] -= l[i - 2][2] * l[i - 2][2] * l[i - 2][0];
      step_[i] -= l[i - 2][2] * step_[i - 2];
    }
    if (!(row[0] > 1e-12 * std::abs(diagonal))) return false;
    l[i] = {row[0], row[1] / row[0], row[2] / row[0]};
  }
  for (std::size_t i = n_; i-- > 0;) {
    step_[i] /= l[i][0];
    if (i + 1 < n_) step_[i] -= l[i][1] * step_[i + 1];
    if (i + 2 < n_) step_[i] -= l[i][2] * step_[i + 2];
  }
  return true;
}

bool JerkBarrier::makeStep(double weight) {
  if (solve(weight)) return true;
  curved_ = false;
  assemble(spline_.coefficients);
  curved_ = true;
  return solve(weight);
}

// Slower by one factor, until everything is well within: limits of speed by z, of jerk by z^2.
void JerkBarrier::makeFeasible() {
  double most = 1e-9;
  const auto& c = spline_.coefficients;
  for (const Check& check : checks_) {
    const SplineBasis& b = check.basis;
    const double* local_c = &c[check.interval];
    const double z = b.of(b.value, local_c), z1 = b.of(b.first, local_c), z2 = b.of(b.second, local_c);
    const double root = std::cbrt(positivePart(z));
    if (check.accelerations > 0) most = std::max(most, z / check.top);
    for (std::size_t k = check.acceleration; k < check.acceleration + check.accelerations; ++k)
      most = std::max(most, std::pow(std::abs(a1_[k] * 2.0 / 3.0 * root * z1 + a2_[k] * z * root), 0.75));
    for (std::size_t k = check.jerk; k < check.jerk + check.jerks; ++k) {
      const double g = j1_[k] * (2.0 / 3.0 * z * z2 + 2.0 / 9.0 * z1 * z1) + j2_[k] * 2.0 * z * z1 + j3_[k] * z * z;
      most = std::max(most, std::sqrt(std::abs(g)));
    }
  }
  for (double& x : spline_.coefficients) x *= 0.8 / most;
}

bool JerkBarrier::advance(double weight, Step& now) {
  double slope = 0.0;
  for (std::size_t i = 0; i < n_; ++i) slope += (gradient_[i] + weight * time_gradient_[i]) * step_[i];
  now.decrement = -slope;
  for (double length = 1.0; length > 1e-6; length *= 0.7) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i + 1] = spline_.coefficients[i + 1] + length * step_[i];
    if (!isFeasible(trial_)) continue;
    Step next = assemble(trial_);
    if (!next.feasible || next.merit(weight) > now.merit(weight) + 0.1 * length * slope) continue;
    next.decrement = length < 1.0 ? 1e9 : -slope;
    now = next;
    spline_.coefficients = trial_;
    return true;
  }
  return false;
}

void JerkBarrier::minimise() {
  makeFeasible();
  trial_ = spline_.coefficients;
  // What is left to gain is at most the number of active limits by the weight of the time.
  const auto count = static_cast<double>(n_);
  Step now = assemble(trial_);
  double weight = kFirst * count / now.time;
  for (int k = 0; k < kMostSteps; ++k) {
    if (!makeStep(weight) || !advance(weight, now)) return;
    if (now.decrement > kCentred * count) continue;
    if (count / weight < kGap * now.time) return;
    weight = std::min(weight * kTighten, 1.05 * count / (kGap * now.time));
  }
}

}  // namespace ww::planning
