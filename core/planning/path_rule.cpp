// SPDX-License-Identifier: Apache-2.0
#include "core/planning/path_rule.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/ik/task_descent.h"

namespace ww::planning {
namespace {

// What the judge allows: of parts that leave room, and of those that do not. Metres and radians.
constexpr double kExact = 1e-6, kThinMetres = 5e-4, kThinRadians = 5e-3;
// How far inside ways are led, where there is room for four times that.
constexpr double kInsideMetres = 5e-4, kInsideRadians = 2e-3;
// Of a point a metre away it is a tenth of a micrometre that a straight joint motion misses between two such looks.
constexpr double kCloseLook = 1.0 / 1024.0;
constexpr double kThinStep = 0.05, kRoomStep = 0.2;  // radians or metres
constexpr double kShortestRulePart = 1.0 / 16.0;     // of a step
constexpr std::size_t kMostRuleSteps = 600;

// A part a little tighter, and whether there was room for it.
struct Tighter {
  model::Constraint inner;
  bool room = false;
};

struct Tighten {
  template <typename Kind>
  Tighter operator()(const Kind& c) const {
    return {c, false};
  }
  // What is linear in the joints holds between two places where it holds at both.
  Tighter operator()(const model::JointSum& c) const { return {c, c.limit > kExact}; }
  Tighter operator()(const model::JointRanges& c) const { return {c, true}; }
  Tighter operator()(model::RotationCone c) const {
    const bool room = c.half_angle > 4.0 * kInsideRadians;
    if (room) c.half_angle -= kInsideRadians;
    return {c, room};
  }
  Tighter operator()(model::RotationBall c) const {
    const bool room = c.radius > 4.0 * kInsideRadians;
    if (room) c.radius -= kInsideRadians;
    return {c, room};
  }
  Tighter operator()(model::PointAt c) const {
    const bool room = c.tolerance > 4.0 * kInsideMetres && c.most_distance - c.least_distance > 4.0 * kInsideMetres;
    if (!room) return {c, false};
    c.tolerance -= kInsideMetres;
    if (c.least_distance > 0.0) c.least_distance += kInsideMetres;
    c.most_distance -= kInsideMetres;
    return {c, true};
  }
  // Sides that have no room stay as they are, and make all of it one without.
  Tighter operator()(model::PositionBox c) const {
    bool room = true;
    for (Eigen::Index i = 0; i < 3; ++i) {
      if (c.upper[i] - c.lower[i] > 4.0 * kInsideMetres) {
        c.lower[i] += kInsideMetres;
        c.upper[i] -= kInsideMetres;
      } else {
        room = false;
      }
    }
    return {c, room};
  }
  Tighter operator()(model::PositionEllipsoid c) const {
    const bool room = c.radii.minCoeff() > 4.0 * kInsideMetres;
    if (room) c.radii.array() -= kInsideMetres;
    return {c, room};
  }
};

}  // namespace

Status PathRule::add(const model::Constraint& constraint, const JointVector& start, model::Intersection& inner,
                     int depth) {
  constexpr int kDeepest = 32;
  if (const auto* all = std::get_if<model::Intersection>(&constraint); all && depth < kDeepest && !all->all.empty()) {
    for (const model::Constraint& one : all->all) WW_TRY(add(one, start, inner, depth + 1));
    return okStatus();
  }
  WW_ASSIGN(constraints::TaskPtr task, constraints::makeTask(tree_->mechanism(), constraint, start));
  Tighter tighter = std::visit(Tighten(), constraint);
  parts_.push_back(std::move(task));
  held_.push_back({constraint, tighter.room ? kExact : kThinMetres, tighter.room ? kExact : kThinRadians});
  if (!tighter.room) step_ = kThinStep;
  inner.all.push_back(std::move(tighter.inner));
  return okStatus();
}

Result<PathRule> PathRule::make(const kinematics::JointTree& tree, const model::Constraint& constraint,
                                const JointVector& start, std::vector<world::JointLimits> limits) {
  PathRule out(tree);
  out.step_ = kRoomStep;
  out.limits_ = std::move(limits);
  model::Intersection inner;
  WW_TRY(out.add(constraint, start, inner, 0));
  WW_ASSIGN(out.inner_, constraints::makeTask(tree.mechanism(), inner, start));
  return out;
}

void PathRule::lookCloser() { look_ = kCloseLook; }

PathRule::Off PathRule::offAt(const JointVector& q) const {
  const std::vector<Pose> poses = tree_->moverPoses(q);
  Off out;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const constraints::Miss miss = parts_[i]->distance(q, poses);
    const double share = std::max(miss.metres / held_[i].metres, miss.radians / held_[i].radians);
    if (out.part && share <= out.share) continue;
    out = {miss, parts_[i].get(), share};
  }
  return out;
}

bool PathRule::keepsBetween(const JointVector& from, const JointVector& to) const {
  const int parts = std::max(1, static_cast<int>(std::ceil((to - from).norm() / look_)));
  if (!keeps(to)) return false;
  for (int i = 1; i < parts; ++i)
    if (!keeps(from + static_cast<double>(i) / parts * (to - from))) return false;
  return true;
}

std::optional<PathRule::Break> PathRule::breakBetween(const JointVector& from, const JointVector& to) const {
  const int parts = std::max(1, static_cast<int>(std::ceil((to - from).norm() / look_)));
  std::optional<Break> out;
  for (int i = 1; i <= parts; ++i) {
    const double at = static_cast<double>(i) / parts;
    const Off off = offAt(from + at * (to - from));
    if (off.kept()) continue;
    if (!out) out = Break{at, at, off};
    else if (off.share > out->off.share) out->worst = at, out->off = off;
  }
  return out;
}

std::optional<JointVector> PathRule::project(const JointVector& q) const {
  constexpr int kIterations = 40;
  const auto found = kinematics::TaskDescent(*tree_, *inner_, limits_).run(q, kIterations);
  return found.solved() ? std::optional(found.q) : std::nullopt;
}

std::optional<JointVector> PathRule::step(const JointVector& from, const JointVector& to) const {
  const double left = (to - from).norm();
  if (left <= step_ && keepsBetween(from, to)) return to;
  for (double size = std::min(step_, left); size >= kShortestRulePart * step_; size *= 0.5) {
    const auto next = project(from + size / left * (to - from));
    if (!next) continue;
    // Sideways only, or back: there the way ends. Far away: that is another branch.
    const double gone = (*next - from).norm();
    if (gone > 2.0 * size || left - (to - *next).norm() < 0.1 * size) continue;
    if (keepsBetween(from, *next)) return next;
  }
  return std::nullopt;
}

std::optional<std::vector<JointVector>> PathRule::way(const JointVector& from, const JointVector& to) const {
  std::vector<JointVector> out{from};
  if (keepsBetween(from, to)) {
    out.push_back(to);
    return out;
  }
  while (out.back() != to) {
    const auto next = out.size() < kMostRuleSteps ? step(out.back(), to) : std::nullopt;
    if (!next) return std::nullopt;
    out.push_back(*next);
  }
  return out;
}

bool PathRule::isClose(const std::vector<JointVector>& places) const {
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if ((places[i + 1] - places[i]).norm() > 2.0 * step_) return false;
  return true;
}

}  // namespace ww::planning
