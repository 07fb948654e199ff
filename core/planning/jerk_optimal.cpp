// SPDX-License-Identifier: Apache-2.0
#include "core/planning/jerk_optimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/planning/jerk_barrier.h"

namespace ww::planning {
namespace {

// Gauss and Legendre's places and weights on 0 to 1.
constexpr std::array<double, 4> kPlaces{0.069431844202974, 0.330009478207572, 0.669990521792428, 0.930568155797026};
constexpr std::array<double, 4> kWeights{0.173927422568727, 0.326072577431273, 0.326072577431273, 0.173927422568727};

double speedOf(double z) { return std::cbrt(z * z); }

// Knots at about equal times of the speed without limits of jerk, so that they lie close where it is slow.
class Knots {
 public:
  Knots(const SpeedCurve& curve, SpeedSpline& out) : curve_(curve), out_(out) {
    double total = 0.0;
    for (std::size_t i = 0; i < curve.intervals.size(); ++i) total += profile(i).duration();
    step_ = total / kSteps;
    for (std::size_t i = 0; i < curve.intervals.size();) {
      fresh_ = true;
      if (curve.intervals[i].uniform) {
        addLine(i++);
      } else {
        i = addCurve(i);
      }
    }
    if (!last_fresh_ && time_ - last_ < least()) drop();
    out_.s.push_back(curve.s.back());
  }

 private:
  static constexpr double kSteps = 40.0;
  static constexpr double kGrowth = 2.5;  // from one step to the next, away from a jump of the acceleration
  static constexpr int kFewest = 6;       // in half a corner

  SpeedProfile profile(std::size_t i) const {
    const SpeedCurve::Interval& interval = curve_.intervals[i];
    const double v0 = std::sqrt(curve_.x[i]), v1 = std::sqrt(curve_.x[i + 1]);
    if (interval.uniform) return SpeedProfile::between(v0, v1, interval.length, interval.ramp);
    const double a = std::max(1e-12, std::abs(curve_.x[i + 1] - curve_.x[i]) / (2.0 * interval.length));
    return SpeedProfile::between(v0, v1, interval.length, {std::max(v0, v1), a, 1.0});
  }

  // Intervals of one piece; returns the first of the next.
  std::size_t addCurve(std::size_t first) {
    const std::size_t piece = curve_.intervals[first].piece;
    std::size_t last = first;
    double time = 0.0;
    for (; last < curve_.intervals.size() && curve_.intervals[last].piece == piece; ++last)
      time += profile(last).duration();
    const int few = last - first < 6 ? 2 : kFewest;
    const int count = std::max(few, static_cast<int>(std::ceil(time / step_)));
    double passed = 0.0;
    int next = 0;
    for (std::size_t i = first; i < last; ++i) {
      const SpeedProfile speeds = profile(i);
      for (; next < count && next * time / count < passed + speeds.duration(); ++next)
        add(i, speeds, next * time / count - passed);
      time_ += speeds.duration();
      passed += speeds.duration();
    }
    return last;
  }

  // Close together where the acceleration jumps, as there a phase of jerk will be.
  void addLine(std::size_t i) {
    const SpeedCurve::Interval& interval = curve_.intervals[i];
    const SpeedProfile speeds = profile(i);
    const double ramp = 0.7 * interval.ramp.acceleration / interval.ramp.jerk;
    for (const SpeedProfile::Phase& phase : speeds) {
      const double half = 0.5 * phase.duration, end = phase.start + phase.duration;
      steps_.clear();
      double step = std::clamp(ramp, 0.05 * step_, step_);
      for (double t = step; t < half; t += step = std::min(step_, kGrowth * step)) steps_.push_back(t);
      add(i, speeds, phase.start);
      for (const double t : steps_) add(i, speeds, phase.start + t);
      add(i, speeds, phase.start + half);
      for (std::size_t k = steps_.size(); k-- > 0;) add(i, speeds, end - steps_[k]);
    }
    time_ += speeds.duration();
  }

  double least() const { return 0.02 * step_; }
  void drop() {
    out_.s.pop_back();
    out_.piece.resize(out_.s.size());
  }
  // At a time of the interval i. What is too close to another is left out; where a piece begins is not.
  void add(std::size_t i, const SpeedProfile& speeds, double time) {
    const double now = time_ + time;
    if (!out_.s.empty() && now - last_ < least()) {
      if (!fresh_) return;
      if (!last_fresh_) drop();
    }
    out_.s.push_back(curve_.s[i] + placeAt(speeds, time));
    out_.piece.push_back(curve_.intervals[i].piece);
    last_fresh_ = std::exchange(fresh_, false);
    last_ = now;
  }
  static double placeAt(const SpeedProfile& speeds, double time) {
    double s = 0.0;
    for (const auto& p : speeds) {
      const double t = std::clamp(time - p.start, 0.0, p.duration);
      s = std::max(s, p.s + t * (p.v + t * (0.5 * p.a + t * p.j / 6.0)));
      if (time < p.start + p.duration) break;
    }
    return s;
  }

  const SpeedCurve& curve_;
  SpeedSpline& out_;
  double step_ = 0.0, time_ = 0.0, last_ = 0.0;  // seconds; time_: at the start of the interval at hand
  bool fresh_ = true, last_fresh_ = false;       // whether a knot begins a piece
  std::vector<double> steps_;
};

// The speed squared of a curve at rising places.
class Reader {
 public:
  explicit Reader(const SpeedCurve& curve) : curve_(curve) {}
  double at(double s) {
    while (i_ + 1 < curve_.intervals.size() && s > curve_.s[i_ + 1]) ++i_;
    const auto& interval = curve_.intervals[i_];
    const double way = s - curve_.s[i_], rest = interval.length - way;
    if (!interval.uniform) return (curve_.x[i_] * rest + curve_.x[i_ + 1] * way) / interval.length;
    const double twice = 2.0 * interval.ramp.acceleration, v = interval.ramp.velocity;
    return std::min({v * v, curve_.x[i_] + twice * way, curve_.x[i_ + 1] + twice * rest});
  }

 private:
  const SpeedCurve& curve_;
  std::size_t i_ = 0;
};

// The coefficients that a curve without limits of jerk suggests.
void suggest(const SpeedCurve& curve, SpeedSpline& out) {
  const std::size_t n = out.s.size() - 1;
  Reader reader(curve);
  out.coefficients.assign(n + 2, 0.0);
  for (std::size_t k = 1; k <= n; ++k)
    out.coefficients[k] = std::pow(std::max(1e-12, reader.at(0.5 * (out.s[k - 1] + out.s[k]))), 0.75);
}

}  // namespace

SpeedSpline::Place SpeedSpline::at(std::size_t i, double x) const {
  const SplineBasis b(s, i, x);
  const double* c = &coefficients[i];
  const double z = std::max(0.0, b.of(b.value, c)), root = std::cbrt(z);
  return {root * root, 2.0 / 3.0 * root * b.of(b.first, c)};
}

double SpeedSpline::time(std::size_t i, double x0, double x1) const {
  const double length = s[i + 1] - s[i];
  double sum = 0.0;
  // From rest, and to it, the cubic root of the way is what grows evenly.
  const bool from = i == 0, to = i + 2 == s.size();
  const double y0 = from ? std::cbrt(x0) : to ? std::cbrt(1.0 - x1) : x0;
  const double y1 = from ? std::cbrt(x1) : to ? std::cbrt(1.0 - x0) : x1;
  for (std::size_t k = 0; k < kPlaces.size(); ++k) {
    const double y = y0 + (y1 - y0) * kPlaces[k];
    const double x = from ? y * y * y : to ? 1.0 - y * y * y : y;
    const double per = from || to ? 3.0 * y * y : 1.0;
    const SplineBasis b(s, i, x);
    sum += kWeights[k] * per / speedOf(b.of(b.value, &coefficients[i]));
  }
  return sum * (y1 - y0) * length;
}

SpeedSpline fastestSpline(PathLimiter& limiter, const SpeedCurve& start) {
  SpeedSpline out;
  Knots(start, out);
  suggest(start, out);
  JerkBarrier(limiter, out).minimise();
  return out;
}

}  // namespace ww::planning
