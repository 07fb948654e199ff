// SPDX-License-Identifier: Apache-2.0
#include "core/planning/balls/ball_way.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::planning {
namespace {

// For each thing that moves.
constexpr std::size_t kFewBalls = 16;
// Looked at eight at a time: some tenths of a second. What is not found by then is narrow, and needs more balls, or
// exact shapes.
constexpr std::uint64_t kFewPasses = 20'000, kMostPasses = 100'000, kWaysTried = 4;
// Of a proof, before exact shapes are asked; radians or metres.
constexpr float kCoarseStretch = 2e-3F;

void append(const JointVector& q, std::vector<float>& out) {
  for (const double x : q) out.push_back(static_cast<float>(x));
}

}  // namespace

BallWay::BallWay(RobotScene& scene, collision::BallModel model, const std::vector<world::JointLimits>& limits)
    : scene_(scene), few_(std::make_unique<Level>(std::move(model), kFewPasses)), limits_(limits) {}

std::unique_ptr<BallWay> BallWay::make(RobotScene& scene, const std::vector<world::JointLimits>& limits) {
  auto model = scene.balls(kFewBalls);
  return model ? std::unique_ptr<BallWay>(new BallWay(scene, std::move(*model), limits)) : nullptr;
}

// Where single precision says enough.
bool BallWay::inReach(const JointVector& q) const {
  return q.allFinite() && q.cwiseAbs().maxCoeff() <= 0.5 * collision::kFarthestBallJoint;
}

bool BallWay::isFree(collision::BallCheck& check, const JointVector& q) const {
  std::vector<float> point;
  append(q, point);
  return inReach(q) && check.isFree(point.data());
}

Result<bool> BallWay::isFree(const Waypoints& path, const Budget& budget) {
  std::vector<std::uint32_t> open;
  // Balls that are in the way at an end mostly are so everywhere: of links that are close to each other.
  if (isFree(few_->check, path.front()) && isFree(few_->check, path.back()) &&
      std::ranges::all_of(path, [this](const JointVector& q) { return inReach(q); })) {
    std::vector<float> points;
    for (const JointVector& q : path) append(q, points);
    few_->check.prove(points, kCoarseStretch, false, open);
    std::ranges::sort(open);
  } else {
    for (std::uint32_t i = 0; i + 1 < path.size(); ++i) open.push_back(i);
  }
  for (const std::uint32_t i : open) {
    WW_ASSIGN(const bool free, isFreeWay(scene_, path[i], path[i + 1], budget));
    if (!free) return false;
  }
  return true;
}

BallLimits BallWay::limitsAround(const JointVector& start, std::uint64_t passes) const {
  BallLimits out;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const double at = start[static_cast<Eigen::Index>(i)], span = scene_.tree().isRevolute(i) ? std::numbers::pi : 1.0;
    const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : at - span;
    const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : at + span;
    out.lower.push_back(static_cast<float>(lower));
    out.upper.push_back(static_cast<float>(std::max(lower, upper)));
  }
  out.passes = passes;
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

Result<std::optional<Waypoints>> BallWay::search(collision::BallCheck& check, const Effort& effort,
                                                 const Question& question) const {
  std::vector<float> from, to;
  append(question.start, from);
  for (const JointVector& goal : question.goals)
    if (isFree(check, goal)) append(goal, to);
  if (to.empty() || !isFree(check, question.start)) return std::optional<Waypoints>();
  BallLimits limits = limitsAround(question.start, effort.passes);
  limits.proven = effort.proven;
  limits.corner_rounds = 0;  // corners are rounded when the path is timed, and each one costs time
  limits.interrupted = [&question] { return question.budget.check(); };
  BallPlanner planner(check, std::move(limits));
  // The shortest of a few: a search costs less than the motion gains.
  WW_ASSIGN(const auto best, planner.findShort(from.data(), to, question.seed, kWaysTried));
  if (!best) return std::optional<Waypoints>();
  return std::optional(waypoints(*best, question.start, question.goals));
}

Result<std::optional<Waypoints>> BallWay::around(Level& level, const Question& question) {
  const auto& [start, goals, seed, budget] = question;
  const bool any = std::ranges::any_of(goals, [&](const JointVector& goal) { return isFree(level.check, goal); });
  if (any && isFree(level.check, start)) return search(level.check, {level.passes, true}, question);
  collision::BallModel yielding = level.model;
  yielding.yieldAt(scene_.tree().mechanism(), start);
  yielding.yieldAt(scene_.tree().mechanism(), goals.front());
  collision::BallCheck check(yielding.world());
  // A proof among balls says nothing certain here, but what has one is free more often.
  for (const bool proven : {false, true}) {
    WW_ASSIGN(auto way, search(check, {level.passes, proven}, question));
    if (!way) break;
    WW_ASSIGN(const bool free, isFree(*way, budget));
    if (free) return way;
  }
  return std::optional<Waypoints>();
}

Result<std::optional<Waypoints>> BallWay::around(const JointVector& start, const std::vector<JointVector>& goals,
                                                 std::uint64_t seed, const Budget& budget) {
  if (!inReach(start) || !inReach(goals.front())) return std::optional<Waypoints>();
  const Question question{start, goals, seed, budget};
  WW_ASSIGN(auto way, around(*few_, question));
  if (way) return way;
  if (!many_) {
    auto model = scene_.balls(collision::BallScene::kFineBalls);
    if (!model) return way;
    many_ = std::make_unique<Level>(std::move(*model), kMostPasses);
  }
  return around(*many_, question);
}

}  // namespace ww::planning
