// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/validate/judge.h"
#include "core/validate/pair_watch.h"

namespace ww::validate {
namespace {

constexpr double kFarClearance = 10.0;  // metres; more is not measured
constexpr double kNearby = 1e-3;        // metres; instants this near to the smallest clearance are looked at closely
constexpr double kSame = 1e-7;          // metres; what differs by less does not change
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
    // Where a distance stays as it is, its first and its last place say all.
    const auto same = [&](std::size_t k, std::size_t at) {
      return close[k].at == at && std::abs(close[k].distance_m - here.distance_m) <= kSame;
    };
    const bool stays = i > 0 && i + 1 < close.size() && same(i - 1, here.at - 1) && same(i + 1, here.at + 1);
    if (here.distance_m <= limit_m && below_last && below_next && !stays) out.push_back(here);
  }
  std::ranges::sort(out, {}, &Instant::distance_m);
  if (out.size() > kMostDips) out.resize(kMostDips);
  return out;
}

// Where a trajectory comes nearest, as far as it was looked at.
class Approach {
 public:
  Approach(const model::Trajectory& trajectory, PairWatch watch)
      : trajectory_(trajectory), ways_(trajectory), watch_(std::move(watch)) {}

  // The nearest pair at a time, if it is not much farther apart than the nearest so far (metres).
  std::optional<double> lookAt(double time) {
    watch_.goTo(trajectory_.sample(time).q, ways_.between(last_, time));
    last_ = time;
    const auto near = watch_.nearest(std::min(kFarClearance, least_m_ + kNearby));
    if (!near) return std::nullopt;
    if (near->distance_m < least_m_) {
      least_m_ = near->distance_m;
      at_s_ = time;
      nearest_ = near;
    }
    return near->distance_m;
  }
  // The smallest clearance within from .. to, by the golden section.
  void refine(double from, double to);

  double least() const { return least_m_; }
  double at() const { return at_s_; }
  const std::optional<PairWatch::Nearest>& nearest() const { return nearest_; }

 private:
  const model::Trajectory& trajectory_;
  const JointWays ways_;
  PairWatch watch_;
  double last_ = 0.0;  // time that was looked at
  double least_m_ = kFarClearance, at_s_ = 0.0;
  std::optional<PairWatch::Nearest> nearest_;
};

void Approach::refine(double from, double to) {
  constexpr double kGolden = 0.6180339887498949;
  const auto distanceAt = [this](double time) { return lookAt(time).value_or(kFarClearance); };
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

}  // namespace

Result<Clearance> Judge::clearance(const model::Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                                   const std::function<Status()>& interrupted) {
  WW_TRY(check(trajectory));
  Clearance out;
  out.least_joint_margin = std::numeric_limits<double>::infinity();
  Approach approach(trajectory, PairWatch(checker_.scene(), checker_.rules(), mechanism_));
  std::vector<double> times;
  std::vector<Instant> close;
  const auto addMargins = [&](const JointVector& q) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const double v = q[static_cast<Eigen::Index>(i)];
      out.least_joint_margin = std::min({out.least_joint_margin, v - limits[i].lower, limits[i].upper - v});
    }
  };
  for (const model::JointState& state : trajectory.states) addMargins(state.q);
  const Status measured = forEachPlace(trajectory, kCoarse, [&](double time) -> Status {
    if (interrupted) WW_TRY(interrupted());
    times.push_back(time);
    addMargins(trajectory.sample(time).q);
    if (const auto near = approach.lookAt(time)) close.push_back({times.size() - 1, *near});
    return okStatus();
  });
  WW_TRY(measured);
  for (const Instant& dip : dips(close, approach.least() + kNearby)) {
    if (interrupted) WW_TRY(interrupted());
    const double from = times[dip.at == 0 ? 0 : dip.at - 1], to = times[std::min(dip.at + 1, times.size() - 1)];
    approach.refine(from, to);
  }
  out.least_m = approach.least();
  out.at_s = approach.at();
  if (const auto& pair = approach.nearest())
    out.nearest = checker_.between(at(trajectory.sample(out.at_s).q), pair->a, pair->b);
  return out;
}

}  // namespace ww::validate
