// SPDX-License-Identifier: Apache-2.0
#include "core/planning/validate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/collision/check.h"

namespace ww::planning {
namespace {

constexpr double kLimitTolerance = 1e-6;  // share of a limit
constexpr double kFarClearance = 10.0;    // metres; more is not measured
constexpr double kMostInstants = 1e6;     // at which limits are checked: 1 kHz for a quarter of an hour
constexpr double kNearby = 1e-3;          // metres; instants this near to the smallest clearance are looked at closely
constexpr int kMostDips = 32;

// Times such that configurations at consecutive ones are at most `spacing` apart.
template <typename Fn>
Status forEachTime(const Trajectory& t, double spacing, Fn&& fn) {
  WW_TRY(fn(t.times.front()));
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    const double h = t.times[i + 1] - t.times[i];
    // A bound of the way: the largest speed of a quadratic speed curve is within its control points.
    const JointVector slope = (t.states[i + 1].q - t.states[i].q) / h;
    const double middle = (3.0 * slope - t.states[i].v - t.states[i + 1].v).norm();
    const double speed = std::max({t.states[i].v.norm(), t.states[i + 1].v.norm(), middle});
    const int parts = std::max(1, static_cast<int>(std::ceil(speed * h / spacing)));
    for (int k = 1; k <= parts; ++k) WW_TRY(fn(t.times[i] + h * k / parts));
  }
  return okStatus();
}

Status checkState(const RobotScene& scene, const JointState& s, const ValidationLimits& limits, double time, Validation& out) {
  const auto& tree = scene.tree();
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const auto& d = limits.dynamic[i];
    const double v = std::abs(s.v[at]) / d.velocity, a = std::abs(s.a[at]) / d.acceleration;
    out.worst_limit_ratio = std::max({out.worst_limit_ratio, v, a});
    const bool outside = s.q[at] < limits.position[i].lower - 1e-9 || s.q[at] > limits.position[i].upper + 1e-9;
    if (!outside && v <= 1.0 + kLimitTolerance && a <= 1.0 + kLimitTolerance) continue;
    const char* what = outside ? "position" : v > 1.0 + kLimitTolerance ? "velocity" : "acceleration";
    out.problem = fail(Code::kOutOfRange, fmt::format("{} exceeds its {} limit at {:.3f} s", tree.names()[i], what, time));
    out.at_s = time;
    out.joints = s.q;
    return out.problem;
  }
  return okStatus();
}

void checkLimits(const RobotScene& scene, const Trajectory& t, const ValidationLimits& limits, Validation& out) {
  for (std::size_t i = 0; i < t.times.size(); ++i) {
    if (!checkState(scene, t.states[i], limits, t.times[i], out).ok()) return;
  }
  const double step = std::max(0.001, t.duration() / kMostInstants);
  const auto count = static_cast<std::size_t>(t.duration() / step);
  for (std::size_t k = 0; k <= count; ++k) {
    const double time = static_cast<double>(k) * step;
    if (!checkState(scene, t.sample(time), limits, time, out).ok()) return;
  }
}

}  // namespace

Result<Validation> validateTrajectory(RobotScene& scene, const Trajectory& trajectory, const ValidationLimits& limits,
                                      const Budget& budget) {
  Validation out;
  if (trajectory.empty()) return fail(Code::kInvalidArgument, "the trajectory is empty");
  checkLimits(scene, trajectory, limits, out);
  if (!out.problem.ok()) return out;
  Status interrupted;
  const Status found = forEachTime(trajectory, kFineSpacing, [&](double time) -> Status {
    interrupted = budget.check();
    if (!interrupted.ok()) return interrupted;
    ++out.configurations;
    const JointVector q = trajectory.sample(time).q;
    out.contact = scene.first(q);
    if (!out.contact) return okStatus();
    out.at_s = time;
    out.joints = q;
    return fail(Code::kFailedPrecondition, fmt::format("in collision at {:.3f} s: {}", time,
                                                       collision::describe(scene.world(), *out.contact)));
  });
  if (!interrupted.ok()) return interrupted;
  out.problem = found;
  return out;
}

Result<Validation> validateTrajectory(const world::World& world, ObjectId robot, const Trajectory& trajectory,
                                      const SettingsPtr& settings, const Budget& budget) {
  WW_ASSIGN(RobotScene scene, RobotScene::make(model::Model::make(world), robot, settings, nullptr));
  scene.forgetConstant();
  const auto& tree = scene.tree();
  if (trajectory.empty() || trajectory.states.front().q.size() != static_cast<Eigen::Index>(tree.size())) {
    return fail(Code::kInvalidArgument, "the trajectory is not one of this robot");
  }
  std::vector<bool> revolute;
  for (std::size_t i = 0; i < tree.size(); ++i) revolute.push_back(tree.isRevolute(i));
  const ValidationLimits limits{tree.limits(), dynamicLimits(tree.limits(), revolute, tree.names(), nullptr)};
  return validateTrajectory(scene, trajectory, limits, budget);
}

namespace {

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
    const bool below_next = i + 1 == close.size() || close[i + 1].at != here.at + 1 || close[i + 1].distance_m >= here.distance_m;
    if (here.distance_m <= limit_m && below_last && below_next) out.push_back(here);
  }
  std::ranges::sort(out, {}, &Instant::distance_m);
  if (out.size() > kMostDips) out.resize(kMostDips);
  return out;
}

void keepNearest(const collision::Contact& near, double time, TrajectoryReport& report) {
  report.min_clearance_m = near.distance_m;
  report.min_clearance_at_s = time;
  report.nearest = near;
}

// The smallest clearance within from .. to, by the golden section.
void refineClearance(RobotScene& scene, const Trajectory& trajectory, double from, double to, TrajectoryReport& report) {
  constexpr double kGolden = 0.6180339887498949;
  const auto clearance = [&](double time) {
    const auto near = scene.nearest(trajectory.sample(time).q, report.min_clearance_m + kNearby);
    const double distance = near ? near->distance_m : kFarClearance;
    if (near && distance < report.min_clearance_m) keepNearest(*near, time, report);
    return distance;
  };
  double a = to - kGolden * (to - from), b = from + kGolden * (to - from);
  double at_a = clearance(a), at_b = clearance(b);
  for (int i = 0; i < 14; ++i) {
    if (at_a < at_b) {
      to = b, b = a, at_b = at_a;
      a = to - kGolden * (to - from), at_a = clearance(a);
    } else {
      from = a, a = b, at_a = at_b;
      b = from + kGolden * (to - from), at_b = clearance(b);
    }
  }
}

}  // namespace

Status measureTrajectory(RobotScene& scene, const Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                         const Budget& budget, TrajectoryReport& report) {
  report.min_clearance_m = kFarClearance;
  report.min_clearance_at_s = 0.0;
  report.nearest.reset();
  report.min_joint_margin = std::numeric_limits<double>::infinity();
  std::vector<double> times;
  std::vector<Instant> close;
  const Status measured = forEachTime(trajectory, 1.0 / 32.0, [&](double time) -> Status {
    WW_TRY(budget.check());
    times.push_back(time);
    const JointVector q = trajectory.sample(time).q;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const double v = q[static_cast<Eigen::Index>(i)];
      report.min_joint_margin = std::min({report.min_joint_margin, v - limits[i].lower, limits[i].upper - v});
    }
    const auto near = scene.nearest(q, std::min(kFarClearance, report.min_clearance_m + kNearby));
    if (!near) return okStatus();
    close.push_back({times.size() - 1, near->distance_m});
    if (near->distance_m >= report.min_clearance_m) return okStatus();
    keepNearest(*near, time, report);
    return okStatus();
  });
  WW_TRY(measured);
  for (const Instant& dip : dips(close, report.min_clearance_m + kNearby)) {
    WW_TRY(budget.check());
    const double from = times[dip.at == 0 ? 0 : dip.at - 1], to = times[std::min(dip.at + 1, times.size() - 1)];
    refineClearance(scene, trajectory, from, to, report);
  }
  return okStatus();
}

std::optional<std::pair<int, double>> limitExcess(const std::vector<world::JointLimits>& limits, const JointVector& q,
                                                  double tolerance) {
  std::optional<std::pair<int, double>> out;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double v = q[static_cast<Eigen::Index>(i)];
    const double over = std::max(limits[i].lower - v, v - limits[i].upper);
    if (over > tolerance && (!out || over > out->second)) out = {static_cast<int>(i), over};
  }
  return out;
}

}  // namespace ww::planning
