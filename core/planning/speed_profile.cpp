// SPDX-License-Identifier: Apache-2.0
#include "core/planning/speed_profile.h"

#include <algorithm>
#include <cmath>

namespace ww::planning {
namespace {

struct RampTimes {
  double jerk = 0.0, steady = 0.0;  // of each jerk phase, and between them
  double total() const { return 2.0 * jerk + steady; }
};

RampTimes rampTimes(double dv, const Ramp& top) {
  if (dv <= 0.0) return {};
  const double a = top.acceleration, j = top.jerk;
  if (dv >= a * a / j) return {a / j, dv / a - a / j};
  return {std::sqrt(dv / j), 0.0};
}

// The speed changes symmetrically about its mean.
double rampLength(double v0, double v1, const Ramp& top) {
  return 0.5 * (v0 + v1) * rampTimes(std::abs(v1 - v0), top).total();
}

// The largest x in [low, high] with f(x) <= limit for growing f.
template <typename F>
double largest(double low, double high, double limit, F&& f) {
  if (f(high) <= limit) return high;
  for (int i = 0; i < 100 && high - low > 1e-15 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) <= limit ? low : high) = middle;
  }
  return low;
}

}  // namespace

double reachableSpeed(double v0, double length, const Ramp& top) {
  if (v0 >= top.velocity) return top.velocity;
  return largest(v0, top.velocity, length, [&](double v) { return rampLength(v0, v, top); });
}

void SpeedProfile::add(double duration, double jerk) {
  if (duration <= 0.0) return;
  const double start = this->duration(), t = duration;
  phases_.push_back({now_, start, start + t, jerk});
  now_ = {now_.s + t * (now_.v + t * (now_.a / 2.0 + t * jerk / 6.0)), now_.v + t * (now_.a + t * jerk / 2.0),
          now_.a + t * jerk};
}

void SpeedProfile::addRamp(double v0, double v1, const Ramp& top) {
  const RampTimes times = rampTimes(std::abs(v1 - v0), top);
  const double jerk = v1 > v0 ? top.jerk : -top.jerk;
  now_.v = v0;
  now_.a = 0.0;
  add(times.jerk, jerk);
  if (times.steady > 0.0) now_.a = v1 > v0 ? top.acceleration : -top.acceleration;
  add(times.steady, 0.0);
  add(times.jerk, -jerk);
  now_.v = v1;
  now_.a = 0.0;
}

SpeedProfile SpeedProfile::ramps(double v0, double v1, double length, const Ramp& top) {
  const auto both = [&](double v) { return rampLength(v0, v, top) + rampLength(v, v1, top); };
  const double least = std::max(v0, v1);
  const double peak = largest(least, std::max(least, top.velocity), length, both);
  SpeedProfile out;
  out.addRamp(v0, peak, top);
  const double rest = length - both(peak);
  if (rest > 0.0 && peak > 0.0) out.add(rest / peak, 0.0);
  out.addRamp(peak, v1, top);
  return out;
}

SpeedProfile SpeedProfile::constant(double v, double length) {
  SpeedProfile out;
  out.now_.v = v;
  out.add(0.5 * length / v, 0.0);
  out.add(0.5 * length / v, 0.0);
  return out;
}

SpeedProfile::State SpeedProfile::at(double time) const {
  if (phases_.empty()) return {};
  const Phase* phase = &phases_.front();
  for (const auto& p : phases_) {
    if (time >= p.start) phase = &p;
  }
  const double t = std::clamp(time, phase->start, phase->end) - phase->start;
  const State& f = phase->from;
  return {f.s + t * (f.v + t * (f.a / 2.0 + t * phase->jerk / 6.0)), f.v + t * (f.a + t * phase->jerk / 2.0),
          f.a + t * phase->jerk};
}

std::vector<double> SpeedProfile::changes() const {
  std::vector<double> out;
  for (const auto& phase : phases_) out.push_back(phase.end);
  return out;
}

}  // namespace ww::planning
