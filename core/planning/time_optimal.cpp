// SPDX-License-Identifier: Apache-2.0
#include "core/planning/time_optimal.h"

#include <algorithm>
#include <cmath>

namespace ww::planning {
namespace {

constexpr double kTiny = 1e-12;

// A linear program in the acceleration u and the speed squared x at the start of an interval: rows
// |slope * u + weight * x| <= 1 as -width - ratio * x <= u <= width - ratio * x.
class ReachProgram {
 public:
  // middle: the largest x half way.
  void reset(double top, double middle, double length) {
    top_ = top;
    middle_ = middle;
    twice_ = 2.0 * length;
    width_.clear();
    ratio_.clear();
  }
  void add(double slope, double weight) {
    if (std::abs(slope) < kTiny) {
      if (std::abs(weight) > kTiny) top_ = std::min(top_, 1.0 / std::abs(weight));
      return;
    }
    const double inverse = 1.0 / slope;
    width_.push_back(std::abs(inverse));
    ratio_.push_back(weight * inverse);
  }

  // The largest x from which an x of at most `next` at the end can be reached. The gap between the bounds of u is
  // concave and open at 0: cutting at its active rows comes down to the root.
  double largest(double next) const {
    double x = top_;
    for (int k = 0; k < 50; ++k) {
      const auto [low, low_slope] = lower(x);
      const auto [high, high_slope] = upper(x, next);
      const double gap = high - low;
      if (gap >= 0.0) return x;
      const double slope = high_slope - low_slope;
      if (!(slope < 0.0)) return 0.0;
      x = std::max(0.0, x - gap / slope);
    }
    // What is left is rounding.
    return x * (1.0 - 1e-9);
  }
  // The x at the end after the largest acceleration.
  double after(double x, double next) const {
    const double u = std::max(upper(x, next).first, lower(x).first);
    return std::clamp(x + twice_ * u, 0.0, next);
  }

 private:
  // A bound and its slope.
  std::pair<double, double> upper(double x, double next) const {
    std::pair<double, double> out{(next - x) / twice_, -1.0 / twice_};
    const double half = 2.0 * (middle_ - x) / twice_;
    if (half < out.first) out = {half, -2.0 / twice_};
    for (std::size_t i = 0; i < width_.size(); ++i) {
      const double u = width_[i] - ratio_[i] * x;
      if (u < out.first) out = {u, -ratio_[i]};
    }
    return out;
  }
  std::pair<double, double> lower(double x) const {
    std::pair<double, double> out{-x / twice_, -1.0 / twice_};
    for (std::size_t i = 0; i < width_.size(); ++i) {
      const double u = -width_[i] - ratio_[i] * x;
      if (u > out.first) out = {u, -ratio_[i]};
    }
    return out;
  }

  double top_ = 0.0, middle_ = 0.0, twice_ = 0.0;
  std::vector<double> width_, ratio_;
};

// Nodes of a piece that is not uniform: of a long path fewer, as each piece of it is a small part of the whole.
std::size_t intervalsOf(const PathCurve& path, std::size_t piece, PieceRange range) {
  if (path.pieces()[piece].straight) return 40;
  const std::size_t pieces = range.last - range.first;
  return std::clamp<std::size_t>(360 / pieces, 3, 14);
}

class ReachPass {
 public:
  ReachPass(PathLimiter& limiter, PieceRange range) : limiter_(limiter), range_(range) {}

  SpeedCurve run() {
    layNodes();
    const std::size_t n = out_.intervals.size();
    std::vector<double> reach(n + 1, 0.0);
    for (std::size_t i = n; i-- > 0;) reach[i] = back(i, reach[i + 1]);
    out_.x.assign(n + 1, 0.0);
    for (std::size_t i = 0; i < n; ++i) out_.x[i + 1] = forth(i, out_.x[i], reach[i + 1]);
    return std::move(out_);
  }

 private:
  void layNodes() {
    const PathCurve& path = limiter_.path();
    rows_ = limiter_.accelerationRows();
    for (std::size_t p = range_.first; p < range_.last; ++p) {
      const PathCurve::Piece& piece = path.pieces()[p];
      const bool uniform = limiter_.isUniform(p);
      const std::size_t count = uniform ? 1 : intervalsOf(path, p, range_);
      const double length = piece.length / static_cast<double>(count);
      for (std::size_t k = 0; k < count; ++k) {
        out_.s.push_back(piece.start + length * static_cast<double>(k));
        out_.intervals.push_back({p, length, uniform, {}});
        if (uniform) out_.intervals.back().ramp = limiter_.ramp(p);
      }
    }
    const PathCurve::Piece& last = path.pieces()[range_.last - 1];
    out_.s.push_back(last.start + last.length);
    layRows();
  }

  // Places at both ends of each interval that is not uniform; they are the same on both sides of a node.
  void layRows() {
    const std::size_t n = out_.intervals.size();
    first_.resize((n + 1) * rows_);
    second_.resize((n + 1) * rows_);
    top_.assign(n + 1, 1e18);
    middle_ = top_;
    for (std::size_t i = 0; i <= n; ++i) {
      const bool before = i > 0 && !out_.intervals[i - 1].uniform, after = i < n && !out_.intervals[i].uniform;
      if (i > 0 && !before) top_[i] = square(out_.intervals[i - 1].ramp.velocity);
      if (i < n && !after) top_[i] = std::min(top_[i], square(out_.intervals[i].ramp.velocity));
      if (!before && !after) continue;
      const std::size_t piece = out_.intervals[after ? i : i - 1].piece;
      const double top = limiter_.atPlace(piece, out_.s[i], {&first_[i * rows_], rows_}, {&second_[i * rows_], rows_});
      top_[i] = std::min(top_[i], square(top));
      if (after) middle_[i] = square(limiter_.topAt(piece, out_.s[i] + 0.5 * out_.intervals[i].length));
    }
  }

  void setUp(std::size_t i) {
    const double length = out_.intervals[i].length;
    program_.reset(top_[i], middle_[i], length);
    const double *a = &first_[i * rows_], *b = &second_[i * rows_];
    for (std::size_t k = 0; k < 2 * rows_; ++k)  // those of the end follow
      program_.add(a[k] + (k < rows_ ? 0.0 : 2.0 * length * b[k]), b[k]);
  }

  double back(std::size_t i, double next) {
    const SpeedCurve::Interval& interval = out_.intervals[i];
    if (interval.uniform) return std::min(top_[i], next + 2.0 * interval.ramp.acceleration * interval.length);
    setUp(i);
    return program_.largest(next);
  }
  double forth(std::size_t i, double x, double next) {
    const SpeedCurve::Interval& interval = out_.intervals[i];
    if (interval.uniform) return std::min(next, x + 2.0 * interval.ramp.acceleration * interval.length);
    setUp(i);
    return program_.after(x, next);
  }
  static double square(double x) { return x * x; }

  PathLimiter& limiter_;
  const PieceRange range_;
  SpeedCurve out_;
  std::size_t rows_ = 0;
  std::vector<double> first_, second_, top_, middle_;  // top: of the speed squared, at nodes; middle: between
  ReachProgram program_;
};

}  // namespace

SpeedCurve fastestCurve(PathLimiter& limiter, PieceRange range) { return ReachPass(limiter, range).run(); }

}  // namespace ww::planning
