// SPDX-License-Identifier: Apache-2.0
#include "core/planning/speed_marks.h"

#include <algorithm>
#include <cmath>

namespace ww::planning {
namespace {

// Of one phase or interval, of the sixty thousand that a long motion has in all: a speed of next to nothing at the end
// of one says nothing of its time.
constexpr double kMostParts = 4000.0;

class MarkWriter {
 public:
  explicit MarkWriter(const MarkSpacing& spacing) : spacing_(spacing) {}

  void begin(const Mark& first) { out_.push_back(first); }
  // What is too close to the one before is left out.
  void add(const Mark& mark) {
    if (mark.t - out_.back().t >= spacing_.least) out_.push_back(mark);
  }
  // Phases of constant jerk from `s` and `t` on.
  void add(const SpeedProfile& profile, double t, double s, std::size_t piece) {
    for (const auto& p : profile) {
      const int parts = partsOf(p.duration, spacing_.line);
      for (int k = 1; k <= parts; ++k) {
        const double x = p.duration * k / parts;
        add({t + p.start + x, s + p.s + x * (p.v + x * (0.5 * p.a + x * p.j / 6.0)), p.v + x * (p.a + 0.5 * x * p.j),
             p.a + x * p.j, piece});
      }
    }
  }
  static int partsOf(double duration, double most) {
    const double parts = std::ceil(duration / most);
    return std::isfinite(parts) ? static_cast<int>(std::clamp(parts, 1.0, kMostParts)) : 1;
  }
  // At rest there, whatever came near it.
  std::vector<Mark> end(double t, double s, std::size_t piece) {
    while (out_.size() > 1 && t - out_.back().t < spacing_.least) out_.pop_back();
    out_.push_back({t, s, 0.0, 0.0, piece});
    return std::move(out_);
  }

 private:
  MarkSpacing spacing_;
  std::vector<Mark> out_;
};

std::vector<Mark> marksOf(const SpeedCurve& curve, const MarkSpacing& spacing) {
  MarkWriter out(spacing);
  out.begin({0.0, curve.s.front(), 0.0, 0.0, curve.intervals.front().piece});
  double t = 0.0;
  for (std::size_t i = 0; i < curve.intervals.size(); ++i) {
    const SpeedCurve::Interval& interval = curve.intervals[i];
    const double v0 = std::sqrt(curve.x[i]), v1 = std::sqrt(curve.x[i + 1]);
    if (interval.uniform) {
      const auto profile = SpeedProfile::between(v0, v1, interval.length, interval.ramp);
      out.add(profile, t, curve.s[i], interval.piece);
      t += profile.duration();
      continue;
    }
    const double time = 2.0 * interval.length / (v0 + v1), a = (v1 - v0) / time;
    const int parts = MarkWriter::partsOf(time, spacing.curve);
    for (int k = 1; k <= parts; ++k) {
      const double x = time * k / parts;
      out.add({t + x, curve.s[i] + x * (v0 + 0.5 * a * x), v0 + a * x, a, interval.piece});
    }
    t += time;
  }
  return out.end(t, curve.s.back(), curve.intervals.back().piece);
}

std::vector<Mark> marksOf(const SpeedSpline& spline, const MarkSpacing& spacing) {
  MarkWriter out(spacing);
  out.begin({0.0, spline.s.front(), 0.0, 0.0, spline.piece.front()});
  double t = 0.0;
  const std::size_t n = spline.piece.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double length = spline.s[i + 1] - spline.s[i];
    // The larger of the speeds at its ends bounds its time well enough, but from and to rest.
    const bool ends = i == 0 || i + 1 == n;
    const double time = ends ? spline.time(i, 0.0, 1.0) : length / std::min(spline.at(i, 0.0).v, spline.at(i, 1.0).v);
    const int parts = MarkWriter::partsOf(time, spacing.curve);
    for (int k = 1; k <= parts; ++k) {
      // Even in time from and to rest.
      const auto place = [&](int m) {
        const double x = static_cast<double>(m) / parts;
        return i == 0 ? x * x * x : i + 1 == n ? 1.0 - (1.0 - x) * (1.0 - x) * (1.0 - x) : x;
      };
      t += spline.time(i, place(k - 1), place(k));
      const auto [v, a] = spline.at(i, place(k));
      out.add({t, spline.s[i] + place(k) * length, v, a, spline.piece[i]});
    }
  }
  return out.end(t, spline.s.back(), spline.piece.back());
}

}  // namespace

std::vector<Mark> fastestMarks(PathLimiter& limiter, PieceRange range, const MarkSpacing& spacing) {
  const PathCurve::Piece& first = limiter.path().pieces()[range.first];
  if (range.last - range.first == 1 && limiter.isUniform(range.first)) {
    const auto profile = SpeedProfile::restToRest(first.length, limiter.ramp(range.first));
    MarkWriter out(spacing);
    out.begin({0.0, first.start, 0.0, 0.0, range.first});
    out.add(profile, 0.0, first.start, range.first);
    return out.end(profile.duration(), first.start + first.length, range.first);
  }
  const SpeedCurve fastest = fastestCurve(limiter, range);
  if (!limiter.limitsJerk()) return marksOf(fastest, spacing);
  return marksOf(fastestSpline(limiter, fastest), spacing);
}

}  // namespace ww::planning
