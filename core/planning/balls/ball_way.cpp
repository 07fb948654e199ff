// SPDX-License-Identifier: Apache-2.0
#include "core/planning/balls/ball_way.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::planning {
namespace {

// Looked at eight at a time: some tenths of a second. What is not found by then is narrow, and needs exact shapes.
constexpr std::uint64_t kMostPasses = 100'000;

void append(const JointVector& q, std::vector<float>& out) {
  for (const double x : q) out.push_back(static_cast<float>(x));
}

}  // namespace

BallWay::BallWay(collision::BallModel model, const std::vector<world::JointLimits>& limits, std::vector<bool> revolute)
    : model_(std::move(model)), check_(model_.world()), limits_(limits), revolute_(std::move(revolute)) {}

std::unique_ptr<BallWay> BallWay::make(RobotScene& scene, const std::vector<world::JointLimits>& limits) {
  auto model = scene.balls();
  if (!model) return nullptr;
  std::vector<bool> revolute;
  for (std::size_t i = 0; i < scene.tree().size(); ++i) revolute.push_back(scene.tree().isRevolute(i));
  return std::unique_ptr<BallWay>(new BallWay(std::move(*model), limits, std::move(revolute)));
}

// Where single precision says enough.
bool BallWay::inReach(const JointVector& q) const {
  return q.allFinite() && q.cwiseAbs().maxCoeff() <= 0.5 * collision::kFarthestBallJoint;
}

bool BallWay::isStraight(const JointVector& from, const JointVector& to) {
  if (!inReach(from) || !inReach(to)) return false;
  std::vector<float> points;
  append(from, points);
  append(to, points);
  if (!check_.edgeIsFree(points.data(), points.data() + from.size(), kBallSpacing)) return false;
  std::vector<std::uint32_t> failed;
  return check_.prove(points, kProvenStretch, true, failed);
}

BallLimits BallWay::limitsAround(const JointVector& start) const {
  BallLimits out;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const double at = start[static_cast<Eigen::Index>(i)], span = revolute_[i] ? std::numbers::pi : 1.0;
    const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : at - span;
    const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : at + span;
    out.lower.push_back(static_cast<float>(lower));
    out.upper.push_back(static_cast<float>(std::max(lower, upper)));
  }
  out.passes = kMostPasses;
  return out;
}

// With the ends as they were given, and nothing beyond a limit by rounding.
Waypoints BallWay::waypoints(const BallPath& path, const JointVector& start,
                             const std::vector<JointVector>& goals) const {
  Waypoints out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    JointVector q(start.size());
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      const auto& limit = limits_[static_cast<std::size_t>(j)];
      q[j] = std::min(std::max(static_cast<double>(path.at(i)[j]), limit.lower), limit.upper);
    }
    out.push_back(std::move(q));
  }
  out.front() = start;
  const JointVector last = out.back();
  out.back() = *std::ranges::min_element(goals, {}, [&](const JointVector& goal) { return (goal - last).norm(); });
  return out;
}

Result<std::optional<Waypoints>> BallWay::around(const JointVector& start, const std::vector<JointVector>& goals,
                                                 std::uint64_t seed, const Budget& budget) {
  std::vector<float> from, to;
  append(start, from);
  if (!inReach(start) || !check_.isFree(from.data())) return std::optional<Waypoints>();
  for (const JointVector& goal : goals) {
    std::vector<float> one;
    append(goal, one);
    if (inReach(goal) && check_.isFree(one.data())) to.insert(to.end(), one.begin(), one.end());
  }
  if (to.empty()) return std::optional<Waypoints>();
  BallLimits limits = limitsAround(start);
  limits.interrupted = [&budget] { return budget.check(); };
  BallPlanner planner(check_, std::move(limits));
  WW_ASSIGN(const auto found, planner.find(from.data(), to, seed));
  if (!found) return std::optional<Waypoints>();
  return std::optional(waypoints(planner.shorten(*found, seed), start, goals));
}

}  // namespace ww::planning
