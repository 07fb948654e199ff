// SPDX-License-Identifier: Apache-2.0
#include "core/planning/balls/ball_way.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::planning {
namespace {

// Looked at eight at a time: some tenths of a second. What is not found by then is narrow, and needs exact shapes.
constexpr std::uint64_t kMostPasses = 100'000, kWaysTried = 4;
// Radians or metres: of what is looked at by exact shapes where balls cannot tell, and of the shortest stretch of a
// proof before that.
constexpr double kPiece = 0.1;
constexpr float kCoarseStretch = 2e-3F;

void append(const JointVector& q, std::vector<float>& out) {
  for (const double x : q) out.push_back(static_cast<float>(x));
}

}  // namespace

BallWay::BallWay(RobotScene& scene, collision::BallModel model, const std::vector<world::JointLimits>& limits)
    : scene_(scene), model_(std::move(model)), check_(model_.world()), limits_(limits) {}

std::unique_ptr<BallWay> BallWay::make(RobotScene& scene, const std::vector<world::JointLimits>& limits) {
  auto model = scene.balls();
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

// In pieces: mostly some at the ends alone are so near to something that only exact shapes tell.
Result<bool> BallWay::isFree(const Waypoints& path, const Budget& budget) {
  Waypoints pieces{path.front()};
  // Whoever asks for few places gets no more of them.
  const double longest = scene_.spacing() > 0.25 * kPiece ? kFarthest : kPiece;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const int count = std::max(1, static_cast<int>(std::ceil((path[i + 1] - path[i]).norm() / longest)));
    for (int k = 1; k < count; ++k)
      pieces.emplace_back(path[i] + (static_cast<double>(k) / count) * (path[i + 1] - path[i]));
    pieces.push_back(path[i + 1]);
  }
  std::vector<std::uint32_t> open;
  if (std::ranges::all_of(pieces, [this](const JointVector& q) { return inReach(q); })) {
    std::vector<float> points;
    for (const JointVector& q : pieces) append(q, points);
    check_.prove(points, kCoarseStretch, false, open);
  } else {
    for (std::uint32_t i = 0; i + 1 < pieces.size(); ++i) open.push_back(i);
  }
  // What is farthest from the ends is most likely in collision.
  const auto middle = static_cast<std::int64_t>(pieces.size() / 2);
  std::ranges::sort(open, {}, [middle](std::uint32_t i) { return std::abs(static_cast<std::int64_t>(i) - middle); });
  for (const std::uint32_t i : open) {
    WW_ASSIGN(const auto hit, findCollision(scene_, pieces[i], pieces[i + 1], scene_.spacing(), budget));
    if (hit) return false;
  }
  return true;
}

BallLimits BallWay::limitsAround(const JointVector& start) const {
  BallLimits out;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const double at = start[static_cast<Eigen::Index>(i)], span = scene_.tree().isRevolute(i) ? std::numbers::pi : 1.0;
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

Result<std::optional<Waypoints>> BallWay::search(collision::BallCheck& check, const JointVector& start,
                                                 const std::vector<JointVector>& goals, std::uint64_t seed,
                                                 const Budget& budget) const {
  std::vector<float> from, to;
  append(start, from);
  for (const JointVector& goal : goals)
    if (isFree(check, goal)) append(goal, to);
  if (to.empty() || !isFree(check, start)) return std::optional<Waypoints>();
  BallLimits limits = limitsAround(start);
  limits.corner_rounds = 0;  // corners are rounded when the path is timed, and each one costs time
  limits.interrupted = [&budget] { return budget.check(); };
  BallPlanner planner(check, std::move(limits));
  // The shortest of a few: a search costs less than the motion gains.
  WW_ASSIGN(const auto best, planner.findShort(from.data(), to, seed, kWaysTried));
  if (!best) return std::optional<Waypoints>();
  return std::optional(waypoints(*best, start, goals));
}

Result<std::optional<Waypoints>> BallWay::around(const JointVector& start, const std::vector<JointVector>& goals,
                                                 std::uint64_t seed, const Budget& budget) {
  if (!inReach(start) || !inReach(goals.front())) return std::optional<Waypoints>();
  const bool any = std::ranges::any_of(goals, [this](const JointVector& goal) { return isFree(check_, goal); });
  if (any && isFree(check_, start)) return search(check_, start, goals, seed, budget);
  collision::BallModel yielding = model_;
  yielding.yieldAt(scene_.tree().mechanism(), start);
  yielding.yieldAt(scene_.tree().mechanism(), goals.front());
  collision::BallCheck check(yielding.world());
  WW_ASSIGN(auto way, search(check, start, goals, seed, budget));
  if (!way) return way;
  WW_ASSIGN(const bool free, isFree(*way, budget));
  if (!free) way.reset();
  return way;
}

}  // namespace ww::planning
