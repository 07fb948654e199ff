// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/validate/judge.h"

namespace ww::validate {
namespace {

constexpr double kFarClearance = 10.0;  // metres; more is not measured
constexpr double kNearby = 1e-3;        // metres; instants this near to the smallest clearance are looked at closely
constexpr int kMostDips = 32;
constexpr double kCoarse = 1.0 / 32.0;  // radians or metres between configurations

struct Instant {
  std::size_t at = 0;  // among all times
  double distance_m = 0.0;
};

// Those that are nearer than their neighbours: between these the way may come nearer still.
std::vector<Instant> dips(const std::vector<Instant>& close, double limit_m) {
  std::vector<Instant> out;
  for (std::size_t i = 0; i < close.size(); ++i) {
    const Instant& here = close[i];
    const bool below_last = i == 0 || close[i - 1].at + 1 != here.at || close[i - 1].distance_m >= here.distance_m;
    const bool below_next =
        i + 1 == close.size() || close[i + 1].at != here.at + 1 || close[i + 1].distance_m >= here.distance_m;
    if (here.distance_m <= limit_m && below_last && below_next) out.push_back(here);
  }
  std::ranges::sort(out, {}, &Instant::distance_m);
  if (out.size() > kMostDips) out.resize(kMostDips);
  return out;
}

void keepNearest(const collision::Contact& near, double time, Clearance& out) {
  out.least_m = near.distance_m;
  out.at_s = time;
  out.nearest = near;
}

}  // namespace

// The smallest clearance within from .. to, by the golden section.
void Judge::refine(const model::Trajectory& trajectory, double from, double to, Clearance& out) {
  constexpr double kGolden = 0.6180339887498949;
  const auto distanceAt = [&](double time) {
    const auto near = checker_.nearest(at(trajectory.sample(time).q), out.least_m + kNearby);
    const double distance = near ? near->distance_m : kFarClearance;
    if (near && distance < out.least_m) keepNearest(*near, time, out);
    return distance;
  };
  double a = to - kGolden * (to - from), b = from + kGolden * (to - from);
  double at_a = distanceAt(a), at_b = distanceAt(b);
  for (int i = 0; i < 14; ++i) {
    if (at_a < at_b) {
      to = b, b = a, at_b = at_a;
      a = to - kGolden * (to - from), at_a = distanceAt(a);
    } else {
      from = a, a = b, at_a = at_b;
      b = from + kGolden * (to - from), at_b = distanceAt(b);
    }
  }
}

Result<Clearance> Judge::clearance(const model::Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                                   const std::function<Status()>& interrupted) {
  WW_TRY(check(trajectory));
  Clearance out;
  out.least_m = kFarClearance;
  out.least_joint_margin = std::numeric_limits<double>::infinity();
  std::vector<double> times;
  std::vector<Instant> close;
  const Status measured = forEachTime(trajectory, kCoarse, [&](double time) -> Status {
    if (interrupted) WW_TRY(interrupted());
    times.push_back(time);
    const JointVector q = trajectory.sample(time).q;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const double v = q[static_cast<Eigen::Index>(i)];
      out.least_joint_margin = std::min({out.least_joint_margin, v - limits[i].lower, limits[i].upper - v});
    }
    const auto near = checker_.nearest(at(q), std::min(kFarClearance, out.least_m + kNearby));
    if (!near) return okStatus();
    close.push_back({times.size() - 1, near->distance_m});
    if (near->distance_m >= out.least_m) return okStatus();
    keepNearest(*near, time, out);
    return okStatus();
  });
  WW_TRY(measured);
  for (const Instant& dip : dips(close, out.least_m + kNearby)) {
    if (interrupted) WW_TRY(interrupted());
    const double from = times[dip.at == 0 ? 0 : dip.at - 1], to = times[std::min(dip.at + 1, times.size() - 1)];
    refine(trajectory, from, to, out);
  }
  return out;
}

}  // namespace ww::validate
