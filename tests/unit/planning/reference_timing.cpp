// SPDX-License-Identifier: Apache-2.0
#include "reference_timing.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ww::test {
namespace {

using Limits = std::vector<model::DynamicLimit>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t pieceAt(const planning::PathCurve& path, double s) {
  std::size_t i = 0;
  while (i + 1 < path.pieces().size() && s >= path.pieces()[i + 1].start) ++i;
  return i;
}

struct Place {
  JointVector d1, d2, d3;
  double top = 0.0;  // largest speed squared
};
Place placeAt(const planning::PathCurve& path, const Limits& limits, std::size_t piece, double s) {
  const auto n = static_cast<Eigen::Index>(limits.size());
  Place out{JointVector(n), JointVector(n), JointVector(n), kInfinity};
  path.derivative(piece, s, 1, out.d1);
  path.derivative(piece, s, 2, out.d2);
  path.derivative(piece, s, 3, out.d3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double v = limits[static_cast<std::size_t>(i)].velocity / std::max(1e-12, std::abs(out.d1[i]));
    out.top = std::min(out.top, v * v);
  }
  return out;
}

// Bounds of the acceleration along the path at a speed squared.
std::pair<double, double> bounds(const Place& place, const Limits& limits, double x) {
  double low = -kInfinity, high = kInfinity;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const double a = limits[i].acceleration, d = place.d1[at], used = place.d2[at] * x;
    if (std::abs(d) < 1e-9) {
      if (std::abs(used) > a) return {1.0, -1.0};
      continue;
    }
    low = std::max(low, std::min((-a - used) / d, (a - used) / d));
    high = std::min(high, std::max((-a - used) / d, (a - used) / d));
  }
  return {low, high};
}

struct Curve {
  std::vector<double> s, x, t;
};

Curve fastestCurve(const planning::PathCurve& path, const Limits& limits, std::size_t points) {
  const double step = path.length() / static_cast<double>(points);
  std::vector<Place> places;
  Curve out;
  for (std::size_t i = 0; i <= points; ++i) {
    out.s.push_back(std::min(path.length(), step * static_cast<double>(i)));
    places.push_back(placeAt(path, limits, pieceAt(path, out.s[i]), out.s[i]));
  }
  std::vector<double> reach(points + 1, 0.0);
  for (std::size_t i = points; i-- > 0;) {
    const auto can = [&](double x) {
      const auto [low, high] = bounds(places[i], limits, x);
      return low <= high && x + 2.0 * step * low <= reach[i + 1] && x + 2.0 * step * high >= 0.0;
    };
    double low = 0.0, high = std::min(places[i].top, 1e6);
    for (int k = 0; k < 60 && !can(high); ++k) {
      const double middle = 0.5 * (low + high);
      (can(middle) ? low : high) = middle;
      if (high - low < 1e-12 * high) high = low;
    }
    reach[i] = high;
  }
  out.x.assign(points + 1, 0.0);
  out.t = out.x;
  for (std::size_t i = 0; i < points; ++i) {
    const double most = out.x[i] + 2.0 * step * bounds(places[i], limits, out.x[i]).second;
    out.x[i + 1] = std::clamp(most, 0.0, reach[i + 1]);
    out.t[i + 1] = out.t[i] + 2.0 * step / (std::sqrt(out.x[i]) + std::sqrt(out.x[i + 1]));
  }
  return out;
}

double between(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto next =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::ranges::upper_bound(x, at) - x.begin()), 1, x.size() - 1);
  const double share = (at - x[next - 1]) / (x[next] - x[next - 1]);
  return y[next - 1] + share * (y[next] - y[next - 1]);
}

// Near the ends, where speeds are small, ever closer.
std::vector<double> nodesOf(const planning::PathCurve& path, const Curve& curve) {
  const double whole = curve.t.back();
  std::vector<double> times, out{0.0, path.length()};
  for (int i = 1; i < 400; ++i) times.push_back(whole * i / 400);
  for (double t = 0.004; t < 0.02 * whole; t *= 1.25) {
    times.push_back(t);
    times.push_back(whole - t);
  }
  for (const double t : times) out.push_back(between(curve.t, curve.s, t));
  for (const auto& piece : path.pieces()) out.push_back(piece.start);
  std::ranges::sort(out);
  std::vector<double> apart;
  for (const double s : out)
    if (apart.empty() || s - apart.back() > 1e-7) apart.push_back(s);
  apart.back() = path.length();
  return apart;
}

// The problem and its barrier at some x.
class Smooth {
 public:
  Smooth(const planning::PathCurve& path, const Limits& limits) : limits_(limits) {
    const Curve curve = fastestCurve(path, limits, 2000);
    s_ = nodesOf(path, curve);
    for (std::size_t i = 1; i + 1 < s_.size(); ++i) {
      x_.push_back(std::max(1e-9, between(curve.s, curve.x, s_[i])));
      const std::size_t after = pieceAt(path, s_[i] + 1e-9), before = pieceAt(path, s_[i] - 1e-9);
      places_.push_back(placeAt(path, limits, after, s_[i]));
      befores_.push_back(placeAt(path, limits, before, s_[i]));
    }
    for (int k = 0; k < 30; ++k)
      for (std::size_t i = 1; i + 1 < x_.size(); ++i) x_[i] = 0.25 * x_[i - 1] + 0.5 * x_[i] + 0.25 * x_[i + 1];
  }

  double solve() {
    while (!std::isfinite(merit(x_, 1.0))) {
      for (double& x : x_) x *= 0.9;
    }
    double weight = 100.0;
    for (int steps = 0; weight < 3e5 && steps < 400; weight *= 3.0) {
      for (int k = 0; k < 60; ++k, ++steps)
        if (!newton(weight)) break;
    }
    return time(x_);
  }

 private:
  // The speed squared at a node and its first and second derivative are sums over it and its neighbours.
  struct Local {
    std::array<double, 3> first, second;
  };
  Local local(std::size_t i) const {
    const double b = s_[i + 1] - s_[i], a = s_[i + 2] - s_[i + 1];
    return {{-a / (b * (a + b)), (a - b) / (a * b), b / (a * (a + b))},
            {2.0 / (b * (a + b)), -2.0 / (a * b), 2.0 / (a * (a + b))}};
  }
  double at(const std::vector<double>& x, std::size_t node) const {  // of all nodes
    return node == 0 || node + 1 == s_.size() ? 0.0 : x[node - 1];
  }
  double time(const std::vector<double>& x) const {
    double out = 0.0;
    for (std::size_t i = 0; i + 1 < s_.size(); ++i) {
      const bool rest = i == 0 || i + 2 == s_.size();
      out += (rest ? 3.0 : 2.0) * (s_[i + 1] - s_[i]) / (std::sqrt(at(x, i)) + std::sqrt(at(x, i + 1)));
    }
    return out;
  }

  // fn(g, gradient by the three) for each |g| <= 1.
  template <typename Fn>
  void forLimits(const std::vector<double>& x, std::size_t i, Fn&& fn) const {
    const Local l = local(i);
    const double x0 = at(x, i), x1 = x[i], x2 = at(x, i + 2), v = std::sqrt(std::max(0.0, x1));
    const double first = l.first[0] * x0 + l.first[1] * x1 + l.first[2] * x2;
    const double second = l.second[0] * x0 + l.second[1] * x1 + l.second[2] * x2;
    // From and to rest at constant jerk: j = 2 v^3 / (9 s^2).
    for (const std::size_t end : {std::size_t{0}, x.size() - 1}) {
      if (i != end) continue;
      const double way = end == 0 ? s_[1] : s_.back() - s_[s_.size() - 2], per = 2.0 / (9.0 * way * way);
      for (std::size_t k = 0; k < limits_.size(); ++k) {
        const double d = std::abs(places_[i].d1[static_cast<Eigen::Index>(k)]) * per / limits_[k].jerk;
        fn(d * x1 * v, std::array<double, 3>{0.0, 1.5 * d * v, 0.0});
      }
    }
    fn(x1 / places_[i].top, std::array<double, 3>{0.0, 1.0 / places_[i].top, 0.0});
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      const auto joint = static_cast<Eigen::Index>(k);
      const double d1 = places_[i].d1[joint], d2 = places_[i].d2[joint];
      std::array<double, 3> gradient{};
      for (std::size_t m = 0; m < 3; ++m)
        gradient[m] = (0.5 * d1 * l.first[m] + (m == 1 ? d2 : 0.0)) / limits_[k].acceleration;
      fn((0.5 * d1 * first + d2 * x1) / limits_[k].acceleration, gradient);
      for (const Place* side : {&places_[i], &befores_[i]}) {
        const double d3 = side->d3[joint], sum = d3 * x1 + 1.5 * d2 * first + 0.5 * d1 * second;
        for (std::size_t m = 0; m < 3; ++m) {
          gradient[m] = v * (1.5 * d2 * l.first[m] + 0.5 * d1 * l.second[m]) / limits_[k].jerk;
          if (m == 1) gradient[m] += (v * d3 + 0.5 * sum / v) / limits_[k].jerk;
        }
        fn(v * sum / limits_[k].jerk, gradient);
      }
    }
  }

  double merit(const std::vector<double>& x, double weight) const {
    double out = weight * time(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(x[i] > 0.0)) return kInfinity;
      forLimits(x, i, [&](double g, const auto&) { out += std::abs(g) < 1.0 ? -std::log(1.0 - g * g) : kInfinity; });
    }
    return out;
  }

  // False when there is nothing to gain.
  bool newton(double weight) {
    const auto n = static_cast<Eigen::Index>(x_.size());
    JointVector gradient = JointVector::Zero(n);
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i + 1 < s_.size(); ++i) addTime(i, weight, gradient, entries);
    for (std::size_t i = 0; i < x_.size(); ++i) {
      forLimits(x_, i, [&](double g, const std::array<double, 3>& d) {
        const double left = 1.0 - g * g, once = 2.0 * g / left, twice = 2.0 * (1.0 + g * g) / (left * left);
        for (std::size_t m = 0; m < 3; ++m) {
          const auto row = static_cast<Eigen::Index>(i + m) - 1;
          if (row < 0 || row >= n) continue;
          gradient[row] += once * d[m];
          for (std::size_t k = 0; k < 3; ++k) {
            const auto column = static_cast<Eigen::Index>(i + k) - 1;
            if (column >= 0 && column < n) entries.emplace_back(row, column, twice * d[m] * d[k]);
          }
        }
      });
    }
    Eigen::SparseMatrix<double> hessian(n, n);
    hessian.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(hessian);
    const JointVector step = factor.solve(-gradient);
    const double slope = gradient.dot(step), now = merit(x_, weight);
    for (double length = 1.0; length > 1e-4; length *= 0.6) {
      std::vector<double> trial = x_;
      for (std::size_t i = 0; i < trial.size(); ++i) trial[i] += length * step[static_cast<Eigen::Index>(i)];
      const double next = merit(trial, weight);
      if (!(next < now + 0.05 * length * slope)) continue;
      x_ = trial;
      return now - next > 0.02;
    }
    return false;
  }
  void addTime(std::size_t i, double weight, JointVector& gradient,
               std::vector<Eigen::Triplet<double>>& entries) const {
    const bool rest = i == 0 || i + 2 == s_.size();
    const double f = weight * (rest ? 3.0 : 2.0) * (s_[i + 1] - s_[i]);
    const double v0 = std::sqrt(at(x_, i)), v1 = std::sqrt(at(x_, i + 1)), sum = v0 + v1;
    for (const auto& [node, v] : {std::pair{i, v0}, {i + 1, v1}}) {
      if (node == 0 || node + 1 == s_.size()) continue;
      const auto row = static_cast<Eigen::Index>(node) - 1;
      gradient[row] -= f / (2.0 * v * sum * sum);
      // Each by itself: what both have in common is positive, and left out.
      entries.emplace_back(row, row, f * (1.0 / (4.0 * v * v * v * sum * sum) + 0.5 / (v * v * sum * sum * sum)));
    }
  }

  const Limits& limits_;
  std::vector<double> s_, x_;            // nodes, and x at the inner ones
  std::vector<Place> places_, befores_;  // of inner nodes; the third derivative jumps
};

}  // namespace

double fastestSeconds(const planning::PathCurve& path, const Limits& limits, std::size_t points) {
  return fastestCurve(path, limits, points).t.back();
}

double fastestSmoothSeconds(const planning::PathCurve& path, const Limits& limits) {
  return Smooth(path, limits).solve();
}

}  // namespace ww::test
