// SPDX-License-Identifier: Apache-2.0
#include "core/planning/segment_planner.h"

#include <algorithm>
#include <cmath>

#include "core/constraints/joint_positions.h"
#include "core/model/limits.h"
#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/refusals.h"
#include "core/validate/suspicions.h"

namespace ww::planning {

using Kind = Diagnosis::Kind;
using model::limitExcess;

static const CollisionRows kStartRows{failures::kStartCollides, failures::kStartCollidesOwn, failures::kStartNear,
                                      failures::kStartNearOwn};
static const CollisionRows kGoalRows{failures::kGoalCollides, failures::kGoalCollidesOwn, failures::kGoalNear,
                                     failures::kGoalNearOwn};
static const OutsideRows kStartOutsideRows{failures::kStartOutside, failures::kStartInDegrees,
                                           failures::kStartInMillimetres};
static const OutsideRows kGoalOutsideRows{failures::kGoalOutside, failures::kGoalInDegrees,
                                          failures::kGoalInMillimetres};
static const CollisionRows kPostureRows{failures::kPosturesCollide, failures::kPosturesCollideOwn,
                                        failures::kPosturesNear, failures::kPosturesNearOwn};
static const CollisionRows kBlockedRows{failures::kBlocked, failures::kBlockedOwn, failures::kBlocked,
                                        failures::kBlockedOwn};

SegmentPlanner::SegmentPlanner(RobotScene& scene, const Segment& segment, const PlanOptions& options, Budget budget,
                               Diagnosis& why)
    : scene_(scene),
      segment_(segment),
      options_(options),
      budget_(std::move(budget)),
      why_(why),
      limits_(segment.limits.empty() ? scene.tree().limits() : segment.limits) {}

Status SegmentPlanner::refuse(Kind kind, Status status, const JointVector& q) {
  why_.kind = kind;
  why_.joints = q;
  why_.status = status;
  return status;
}

Status SegmentPlanner::refuseLimit(Kind kind, const OutsideRows& rows, const JointVector& q) {
  constexpr double kAny = -std::numeric_limits<double>::infinity();
  const auto [joint, excess] = *limitExcess(limits_, q);
  why_.joint = joint;
  why_.excess = excess;
  return refuse(kind, refuseOutside(rows, scene_.tree(), limits_, q, kAny), q);
}

// What collides there, deepest first.
std::optional<collision::Contact> SegmentPlanner::findContacts(const JointVector& q) {
  why_.contacts = scene_.all(q);
  if (!why_.contacts.empty()) return why_.contacts.front();
  const auto one = scene_.first(q);
  if (one) why_.contacts.push_back(*one);
  return one;
}

Status SegmentPlanner::checkStart(const JointVector& start) {
  if (limitExcess(limits_, start, 1e-6)) return refuseLimit(Kind::kStartLimit, kStartOutsideRows, start);
  if (!scene_.collides(start)) return okStatus();
  const auto pair = findContacts(start);
  return refuse(Kind::kStartCollision, refusePair(scene_, kStartRows, pair), start);
}

Status SegmentPlanner::checkJointGoal(const JointVector& goal) {
  WW_TRY(constraints::checkPositions(scene_.tree().mechanism(), goal));
  if (limitExcess(limits_, goal)) return refuseLimit(Kind::kGoalLimit, kGoalOutsideRows, goal);
  if (!scene_.collides(goal)) return okStatus();
  const auto pair = findContacts(goal);
  return refuse(Kind::kGoalCollision, refusePair(scene_, kGoalRows, pair), goal);
}

Status SegmentPlanner::refuseIk(const kinematics::IkRequest& request, const kinematics::IkResult& ik) {
  using Reason = kinematics::IkDiagnosis::Reason;
  why_.ik = ik.why;
  if (ik.why.reason == Reason::kRefused) {
    findContacts(ik.refused.front());
    return refuse(Kind::kGoalCollision, refusePostures(scene_, kPostureRows, ik.refused, ik.why), ik.refused.front());
  }
  if (ik.why.reason == Reason::kJointLimit) {
    why_.joint = ik.why.joint;
    why_.excess = ik.why.excess;
  }
  return refuse(Kind::kGoalUnreachable, refuseUnreachable(scene_, request, ik.why), ik.why.nearest);
}

Result<std::vector<JointVector>> SegmentPlanner::solve(kinematics::IkRequest ik, const JointVector& start) {
  ik.start = start;
  ik.limits = limits_;
  ik.max_solutions = 8;
  ik.max_restarts = 48;
  ik.accept = [this](const JointVector& q) { return !scene_.collides(q); };
  ik.seed = options_.seed;
  ik.stop = budget_.stop;
  ik.deadline = budget_.deadline;
  WW_ASSIGN(kinematics::IkResult found, kinematics::solveIk(scene_.tree(), ik));
  if (found.solutions.empty()) return refuseIk(ik, found);
  if (motionKind(segment_.type).nearest_only) found.solutions.resize(1);
  options_.progress.report(0.2);
  return std::move(found.solutions);
}

Result<std::vector<JointVector>> SegmentPlanner::goalsOf(const Goal& goal, const JointVector& start) {
  if (const auto* joints = std::get_if<JointVector>(&goal)) {
    WW_TRY(checkJointGoal(*joints));
    options_.progress.report(0.2);
    return std::vector<JointVector>{*joints};
  }
  const model::Mechanism& mechanism = scene_.tree().mechanism();
  WW_ASSIGN(constraints::TaskPtr task, constraints::makeTask(mechanism, goal, start));
  kinematics::IkRequest ik;
  const auto pose = constraints::rootPoseOf(*task);
  if (!pose) {
    ik.task = std::move(task);
    return solve(std::move(ik), start);
  }
  ik.tip = {pose->tip.row, pose->tip.row_t_node};
  ik.root_t_goal = pose->root_t_tip;
  if (!(ik.root_t_goal.p.cwiseAbs().maxCoeff() <= kFarthest)) return fail(failures::kTooFarAway);
  const Diagnostics odd = validate::fromBelow(mechanism, pose->node, ik.root_t_goal);
  why_.notes.insert(why_.notes.end(), odd.begin(), odd.end());
  return solve(std::move(ik), start);
}

bool SegmentPlanner::isOnLine(const JointVector& q) const {
  if (!line_) return true;
  const Line::Off off = line_->off(scene_.tree().rootT({line_->tip.row, line_->tip.row_t_node}, q));
  return off.metres <= 0.5 * kWholeLineMetres && off.radians <= 0.5 * kWholeLineRadians;
}

// Where along the way the pair that is met first is deepest.
Result<Waypoints> SegmentPlanner::refusePath(const JointVector& from, const JointVector& to) {
  const int steps = std::max(1, static_cast<int>(std::ceil((to - from).norm() / (4.0 * scene_.spacing()))));
  std::optional<collision::Contact> deepest;
  double first = -1.0;
  for (int i = 0; i <= steps; ++i) {
    WW_TRY(budget_.check());
    const double t = static_cast<double>(i) / steps;
    const JointVector q = from + t * (to - from);
    if (!deepest) {
      const auto contacts = scene_.all(q);
      if (contacts.empty()) continue;
      deepest = contacts.front();
      first = why_.path_fraction = t;
      why_.joints = q;
      continue;
    }
    const auto now = scene_.between(q, deepest->a, deepest->b);
    if (now && now->distance_m < deepest->distance_m) {
      deepest = now;
      why_.path_fraction = t;
      why_.joints = q;
    }
  }
  if (!deepest) {
    // Met only between the coarser places looked at here.
    WW_ASSIGN(const auto at, findCollision(scene_, from, to, scene_.spacing(), budget_));
    first = why_.path_fraction = at.value_or(0.0);
    why_.joints = from + first * (to - from);
    deepest = scene_.first(why_.joints);
  }
  if (deepest) why_.contacts = {*deepest};
  return refuse(Kind::kPathCollision, refusePair(scene_, kBlockedRows, deepest, {0, why_.path_fraction, first}),
                why_.joints);
}

Result<bool> SegmentPlanner::pathFree(const Waypoints& path) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    WW_ASSIGN(const auto hit, findCollision(scene_, path[i], path[i + 1], scene_.spacing(), budget_));
    if (hit) return false;
  }
  return true;
}

Result<Waypoints> SegmentPlanner::around(const JointVector& start, const std::vector<JointVector>& goals,
                                         const Budget& budget) {
  SearchOptions search;
  search.limits = limits_;
  search.seed = options_.seed;
  search.budget = budget;
  // A coarse search is quick and nearly always right; when its path fails the fine check, a finer one follows.
  const double fine = scene_.spacing();
  for (const double spacing : {1.0 / 48.0, 1.0 / 128.0, fine, fine}) {
    search.spacing = std::max(spacing, fine);
    ++search.seed;
    WW_ASSIGN(const Waypoints path, searchPath(scene_, start, goals, search));
    WW_ASSIGN(const bool free, pathFree(path));
    if (!free) continue;
    return shortenPath(scene_, path, fine, options_.seed, budget_);
  }
  return fail(failures::kGrazing);
}

Result<std::optional<Waypoints>> SegmentPlanner::straight(const JointVector& start,
                                                          const std::vector<JointVector>& goals, double padding) {
  padding_ = padding;
  std::vector<JointVector> ends = goals;
  ends.push_back(start);
  scene_.setPadding(padding, ends);
  for (const auto& goal : goals) {
    WW_ASSIGN(const auto hit, findCollision(scene_, start, goal, scene_.spacing(), budget_));
    if (!hit) return std::optional(Waypoints{start, goal});
  }
  return std::optional<Waypoints>();
}

Result<Waypoints> SegmentPlanner::plan(const JointVector& start) {
  WW_TRY(checkStart(start));
  return motionKind(segment_.type).plan(*this, start);
}

}  // namespace ww::planning
