// SPDX-License-Identifier: Apache-2.0
#include "core/planning/speed_profile.h"

#include <algorithm>
#include <cmath>

namespace ww::planning {
namespace {

// The peak of the quickest motion over a length that is too short to reach the largest speed.
double peakSpeed(double length, const Ramp& top) {
  const double a = top.acceleration;
  if (std::isinf(top.jerk)) return std::sqrt(a * length);
  // From rest to v and back takes v * (v / a + a / j) of way, or without a phase of steady acceleration
  // 2 v sqrt(v / j).
  const double steady = a * a / top.jerk;
  const double v = 0.5 * (std::sqrt(steady * steady + 4.0 * a * length) - steady);
  return v >= steady ? v : std::cbrt(0.25 * length * length * top.jerk);
}

}  // namespace

void SpeedProfile::add(double duration, double a, double j) {
  if (!(duration > 0.0)) return;
  const double t = duration;
  phases_[count_++] = {time_, t, s_, v_, a, j};
  s_ += t * (v_ + t * (0.5 * a + t * j / 6.0));
  v_ += t * (a + 0.5 * t * j);
  time_ += t;
}

SpeedProfile SpeedProfile::restToRest(double length, const Ramp& top) {
  const double v = std::min(top.velocity, peakSpeed(length, top));
  const double ramp = std::isinf(top.jerk) ? 0.0 : std::min(top.acceleration / top.jerk, std::sqrt(v / top.jerk));
  const double a = ramp > 0.0 ? ramp * top.jerk : top.acceleration;
  const double j = ramp > 0.0 ? top.jerk : 0.0;
  const double steady = v / a - ramp;
  const double cruise = length / v - (v / a + ramp);
  SpeedProfile out;
  out.add(ramp, 0.0, j);
  out.add(steady, a, 0.0);
  out.add(ramp, a, -j);
  out.add(cruise, 0.0, 0.0);
  out.add(ramp, 0.0, -j);
  out.add(steady, -a, 0.0);
  out.add(ramp, -a, j);
  return out;
}

SpeedProfile SpeedProfile::between(double v0, double v1, double length, const Ramp& top) {
  const double a = top.acceleration;
  const double peak = std::max({v0, v1, std::min(top.velocity, std::sqrt(0.5 * (v0 * v0 + v1 * v1) + a * length))});
  const double way = (peak * peak - v0 * v0 + peak * peak - v1 * v1) / (2.0 * a);
  SpeedProfile out;
  out.v_ = v0;
  out.add((peak - v0) / a, a, 0.0);
  if (length - way > 1e-12 * length) out.add((length - way) / peak, 0.0, 0.0);
  out.add((peak - v1) / a, -a, 0.0);
  return out;
}

}  // namespace ww::planning
