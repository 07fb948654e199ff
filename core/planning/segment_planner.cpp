// SPDX-License-Identifier: Apache-2.0
#include "core/planning/segment_planner.h"

#include <algorithm>
#include <cmath>

#include "core/constraints/joint_positions.h"
#include "core/model/apart_words.h"
#include "core/model/limits.h"
#include "core/planning/failures.h"
#include "core/planning/idle_joints.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/own_limits.h"
#include "core/planning/refusals.h"
#include "core/scene/limits.h"
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

static const CollisionRows kLockedRows{failures::kLockedBlocked, failures::kLockedBlockedOwn, failures::kLockedBlocked,
                                       failures::kLockedBlockedOwn};
static const OutsideRows kLockedOutsideRows{failures::kLockedOutside, failures::kLockedOutside,
                                            failures::kLockedOutside};

constexpr double kFewPlaces = 0.1;  // radians or metres between them

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
  why_.limits = limits_;
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

Status SegmentPlanner::makeRule(const JointVector& start) {
  rule_.reset();
  if (!segment_.along) return okStatus();
  auto made = PathRule::make(scene_.tree(), *segment_.along, start, limits_);
  if (!made.ok()) return ofPathConstraint(made.status());
  rule_.emplace(std::move(made).value());
  if (closer_) rule_->lookCloser();
  return okStatus();
}

static Status failOff(const FailureRow& row, const PathRule::Off& off, double first, double worst) {
  const auto percent = [](double share) { return arg::Count{static_cast<std::uint64_t>(std::llround(100.0 * share))}; };
  return fail(row, {{"constraint", off.part->text()},
                    {"miss", model::apartWords(off.miss.metres, off.miss.radians)},
                    {"first", percent(first)},
                    {"at", percent(worst)}});
}

Status SegmentPlanner::refuseOff(const FailureRow& row, const JointVector& q, const JointVector& shown) {
  const PathRule::Off off = rule_->offAt(q);
  why_.miss = off.miss;
  return refuse(Kind::kNotKept, failOff(row, off, 0.0, 0.0), shown);
}

std::optional<Status> SegmentPlanner::refuseBroken(const FailureRow& row, const Waypoints& way) {
  if (!rule_) return std::nullopt;
  const double whole = std::max(pathLength(way), 1e-12);
  double gone = 0.0, first = -1.0, worst = 0.0;
  PathRule::Off most;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const double length = (way[i + 1] - way[i]).norm();
    if (const auto broken = rule_->breakBetween(way[i], way[i + 1])) {
      if (first < 0.0) {
        first = (gone + broken->first * length) / whole;
        why_.joints = way[i] + broken->first * (way[i + 1] - way[i]);
      }
      if (broken->off.share > most.share) most = broken->off, worst = (gone + broken->worst * length) / whole;
    }
    gone += length;
  }
  if (first < 0.0) return std::nullopt;
  why_.path_fraction = first;
  why_.miss = most.miss;
  return refuse(Kind::kNotKept, failOff(row, most, first, worst), JointVector(why_.joints));
}

Status SegmentPlanner::checkStart(const JointVector& start) {
  if (limitExcess(limits_, start, scene::kRoundingSlack))
    return refuseLimit(Kind::kStartLimit, kStartOutsideRows, start);
  WW_TRY(makeRule(start));
  if (!keepsRule(start)) return refuseOff(failures::kStartNotKept, start, start);
  if (!scene_.collides(start)) return okStatus();
  const auto pair = findContacts(start);
  return refuse(Kind::kStartCollision, refusePair(scene_, kStartRows, pair), start);
}

Status SegmentPlanner::checkJointGoal(const JointVector& goal) {
  WW_TRY(constraints::checkPositions(scene_.tree().mechanism(), goal));
  if (limitExcess(limits_, goal, scene::kRoundingSlack)) return refuseLimit(Kind::kGoalLimit, kGoalOutsideRows, goal);
  if (!keepsRule(goal)) return refuseOff(failures::kGoalNotKept, goal, goal);
  if (!scene_.collides(goal)) return okStatus();
  const auto pair = findContacts(goal);
  return refuse(Kind::kGoalCollision, refusePair(scene_, kGoalRows, pair), goal);
}

Status SegmentPlanner::refuseIk(const kinematics::IkRequest& request, const kinematics::IkResult& ik) {
  using Reason = kinematics::IkDiagnosis::Reason;
  why_.ik = ik.why;
  if (ik.why.reason == Reason::kRefused) {
    // Where none keeps the path constraint, collisions are not what matters.
    if (std::ranges::none_of(ik.refused, [this](const JointVector& q) { return keepsRule(q); }))
      return refuseOff(failures::kPosturesNotKept, ik.refused.front(), ik.refused.front());
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
  ik.accept = [this](const JointVector& q) { return keepsRule(q) && !scene_.collides(q); };
  ik.seed = options_.seed;
  ik.stop = budget_.stop;
  ik.deadline = budget_.deadline;
  auto solved = kinematics::solveIk(scene_.tree(), ik);
  // A plan that ends early says so in its own words.
  if (!solved.ok()) WW_TRY(budget_.check());
  WW_ASSIGN(kinematics::IkResult found, std::move(solved));
  if (found.solutions.empty()) return refuseIk(ik, found);
  if (motionKind(segment_.type).nearest_only && !all_ends_) found.solutions.resize(1);
  options_.progress.report(0.2);
  return std::move(found.solutions);
}

Result<std::vector<JointVector>> SegmentPlanner::goalsOf(const Goal& goal, const JointVector& start, bool in_rule) {
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
    if (isTooFar(scene_.tree(), *task, start)) return fail(failures::kTooFarAway);
    if (segment_.along && in_rule) {
      WW_ASSIGN(task, constraints::makeTask(mechanism, model::Intersection{{goal, *segment_.along}}, start));
    }
    ik.task = std::move(task);
    return solve(std::move(ik), start);
  }
  ik.tip = {pose->tip.row, pose->tip.row_t_node};
  ik.root_t_goal = pose->root_t_tip;
  if (!(ik.root_t_goal.p.cwiseAbs().maxCoeff() <= kFarthest)) return fail(failures::kTooFarAway);
  const Diagnostics odd = validate::fromBelow(mechanism, pose->node, ik.root_t_goal);
  for (const Diagnostic& one : odd)
    if (std::ranges::find(why_.notes, one.message, &Diagnostic::message) == why_.notes.end()) why_.notes.push_back(one);
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
    WW_ASSIGN(const bool free, isFreeWay(scene_, path[i], path[i + 1], budget_));
    if (!free) return false;
  }
  return true;
}

Result<std::optional<Waypoints>> SegmentPlanner::along(const JointVector& start,
                                                       const std::vector<JointVector>& goals) {
  for (const auto& goal : goals) {
    if (!rule_) break;
    WW_ASSIGN(auto way, freeWay(scene_, *rule_, start, goal, scene_.spacing(), budget_));
    if (!way) continue;
    WW_ASSIGN(Waypoints shorter,
              shortenKept(scene_, *rule_, std::move(*way), scene_.spacing(), options_.seed, budget_));
    return std::optional(std::move(shorter));
  }
  return std::optional<Waypoints>();
}

Result<Waypoints> SegmentPlanner::around(const JointVector& start, const std::vector<JointVector>& goals,
                                         const Budget& budget) {
  SearchOptions search;
  search.limits = limitsOfSearch(scene_, limits_, limitedNode(segment_, scene_.tree().mechanism()), start, goals);
  search.seed = options_.seed;
  search.budget = budget;
  search.rule = rule();
  // A coarse search is quick and nearly always right; when its path fails the fine check, a finer one follows.
  const double fine = scene_.spacing();
  if (balls_ && !rule_) {
    balls_->setLimits(search.limits);
    WW_ASSIGN(auto way, balls_->around(start, goals, options_.seed, budget));
    if (way) return std::move(*way);
  }
  for (const double spacing : {1.0 / 48.0, 1.0 / 128.0, fine, fine}) {
    search.spacing = std::max(spacing, fine);
    ++search.seed;
    WW_ASSIGN(const Waypoints path, searchPath(scene_, start, goals, search));
    WW_ASSIGN(const bool free, pathFree(path));
    if (!free) continue;
    if (rule_) return shortenKept(scene_, *rule_, path, fine, options_.seed, budget_);
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
  balls_ = BallWay::make(scene_, limits_);
  for (const auto& goal : goals) {
    if (rule_ && !rule_->keepsBetween(start, goal)) continue;
    // What is not free shows mostly at a few places.
    WW_ASSIGN(const auto hit, findCollision(scene_, start, goal, std::max(kFewPlaces, scene_.spacing()), budget_));
    if (hit) continue;
    Waypoints way{start, goal};
    WW_ASSIGN(const bool free, balls_ ? balls_->isFree(way, budget_) : pathFree(way));
    if (free) return std::optional(std::move(way));
  }
  return std::optional<Waypoints>();
}

Result<Waypoints> SegmentPlanner::retake(const JointVector& start) {
  constexpr double kSame = 1e-5;  // radians or metres
  Waypoints path = segment_.given;
  if (path.front().size() != start.size() || kinematics::jointDistance(path.front(), start) > kSame)
    return refuse(Kind::kOther, fail(failures::kLockedElsewhere), start);
  path.front() = start;
  for (const JointVector& q : path)
    if (limitExcess(limits_, q, scene::kRoundingSlack)) return refuseLimit(Kind::kGoalLimit, kLockedOutsideRows, q);
  if (const auto broken = refuseBroken(failures::kLockedNotKept, path)) return *broken;
  WW_TRY(refuseOtherGoal(path));
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    WW_ASSIGN(const auto hit, findCollision(scene_, path[i], path[i + 1], scene_.spacing(), budget_));
    if (!hit) continue;
    const JointVector q = path[i] + *hit * (path[i + 1] - path[i]);
    return refuse(Kind::kPathCollision, refusePair(scene_, kLockedRows, findContacts(q)), q);
  }
  padding_ = segment_.given_padding;
  if (const auto follow = motionKind(segment_.type).follow) WW_TRY(follow(*this, path));
  return path;
}

// The goal may be another than it was planned for, or elsewhere now.
Status SegmentPlanner::refuseOtherGoal(const Waypoints& path) {
  constexpr double kSame = 1e-6;  // metres and radians, as the judge has it
  const kinematics::JointTree& tree = scene_.tree();
  WW_ASSIGN(const auto task, constraints::makeTask(tree.mechanism(), segment_.goal, path.front()));
  std::vector<Pose> rows(tree.movers().size());
  tree.moverPoses(path.back(), rows);
  const constraints::Miss miss = task->distance(path.back(), rows);
  if (miss.metres <= kSame && miss.radians <= kSame) return okStatus();
  return refuse(Kind::kOther, fail(failures::kLockedMisses, {{"miss", model::apartWords(miss.metres, miss.radians)}}),
                path.back());
}

Result<std::vector<JointVector>> SegmentPlanner::ends(const JointVector& start) {
  ends_.clear();
  if (!segment_.given.empty()) return std::vector<JointVector>{segment_.given.back()};
  if (motionKind(segment_.type).one_end) {
    WW_ASSIGN(const Waypoints path, plan(start));
    return std::vector<JointVector>{path.back()};
  }
  scene_.setPadding(0.0, {});
  WW_TRY(checkStart(start));
  all_ends_ = true;
  auto found = goalsOf(segment_.goal, start);
  all_ends_ = false;
  return found;
}

Result<Waypoints> SegmentPlanner::plan(const JointVector& start) {
  line_.reset();
  scene_.setPadding(0.0, {});
  WW_TRY(checkStart(start));
  if (!segment_.given.empty()) return retake(start);
  return motionKind(segment_.type).plan(*this, start);
}

}  // namespace ww::planning
