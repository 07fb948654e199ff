// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/verb_bench.h"
#include "core/planning/speed_profile.h"
#include "core/planning/timing.h"

namespace ww::cli {
namespace {

constexpr std::size_t kPaths = 200, kWaypoints = 5;
constexpr Eigen::Index kJoints = 7;
constexpr double kMostExcess = 1e-6;

struct TimingFigures {
  Times line, blend, quick, smooth;
  double quick_seconds = 0.0, smooth_seconds = 0.0;  // mean durations
  double excess = 0.0;                               // of the limits, each millisecond, as share
  double check = 0.0;
};

using Path = std::vector<JointVector>;
using Limits = std::vector<model::DynamicLimit>;

std::vector<Path> randomPaths() {
  std::mt19937 random(5);
  std::vector<Path> out(kPaths);
  for (Path& path : out) {
    for (std::size_t k = 0; k < kWaypoints; ++k) {
      JointVector q(kJoints);
      for (double& x : q) x = -1.5 + 3.0 * static_cast<double>(random() % 100'000) / 1e5;
      path.push_back(q);
    }
  }
  return out;
}

// The jerk by differences, as a controller would see it.
double excessOf(const planning::Trajectory& t, const Limits& limits) {
  constexpr double kStep = 0.001;
  double out = 0.0;
  planning::JointState last = t.states.front();
  for (double time = 0.0; time <= t.duration(); time += kStep) {
    const planning::JointState s = t.sample(time);
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      out = std::max(
          {out, std::abs(s.v[at]) / limits[i].velocity - 1.0, std::abs(s.a[at]) / limits[i].acceleration - 1.0});
      if (time > 0.0) out = std::max(out, std::abs(s.a[at] - last.a[at]) / (kStep * limits[i].jerk) - 1.0);
    }
    last = s;
  }
  return out;
}

// Each path once: what its timing takes, how long it is, how well limits are kept.
Times timeAll(const std::vector<Path>& paths, const Limits& limits, double& seconds, double& excess) {
  std::vector<double> times;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const double start = cpuMicroseconds();
    const planning::Trajectory t = planning::timePath(paths[i], limits, {});
    times.push_back(cpuMicroseconds() - start);
    seconds += t.duration() / static_cast<double>(paths.size());
    if (i % 10 == 0) excess = std::max(excess, excessOf(t, limits));
  }
  return percentiles(std::move(times));
}

TimingFigures measureTiming() {
  const std::vector<Path> paths = randomPaths();
  const Limits smooth(kJoints, {2.0, 8.0, 200.0});
  Limits quick = smooth;
  for (auto& limit : quick) limit.jerk = std::numeric_limits<double>::infinity();
  TimingFigures f;
  std::size_t next = 0;
  f.line = measure(500, 200, [&] {
    const double length = 0.01 + 0.01 * static_cast<double>(next++ % 300);
    f.check += planning::SpeedProfile::restToRest(length, {2.0, 8.0, 200.0}).duration();
  });
  f.blend = measure(100, 10, [&] { f.check += planning::PathCurve::blended(paths[next++ % kPaths], {}, {}).length(); });
  f.quick = timeAll(paths, quick, f.quick_seconds, f.excess);
  f.smooth = timeAll(paths, smooth, f.smooth_seconds, f.excess);
  return f;
}

}  // namespace

int benchTiming(Run& run, const BenchOptions&) {
  const TimingFigures f = measureTiming();
  if (f.excess > kMostExcess) return fail(run, benchWrong("timing", "a trajectory exceeds its limits"));
  const Json json = {{"cpu", cpuName()},
                     {"line_us", timesJson(f.line)},
                     {"blend_us", timesJson(f.blend)},
                     {"without_jerk_us", timesJson(f.quick)},
                     {"with_jerk_us", timesJson(f.smooth)},
                     {"mean_without_jerk_s", f.quick_seconds},
                     {"mean_with_jerk_s", f.smooth_seconds},
                     {"limit_excess", f.excess}};
  const std::string text =
      fmt::format("{}\npaths of {} waypoints, {} joints; thread CPU time\n", cpuName(), kWaypoints, kJoints) +
      timesLine("point to point with limits of jerk", f.line, "5") + timesLine("corners rounded", f.blend, "-") +
      timesLine("a path timed without limits of jerk", f.quick, "150") +
      timesLine("a path timed with limits of jerk", f.smooth, "1000") +
      fmt::format("durations {:.3f} s and {:.3f} s in the mean; limits exceeded by at most {:.1g} (target 1e-06)\n",
                  f.quick_seconds, f.smooth_seconds, f.excess);
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
