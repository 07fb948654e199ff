// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/constraints/failures.h"
#include "core/constraints/node_task.h"
#include "core/kinematics/tool.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/refusals.h"
#include "core/scene/limits.h"

namespace ww::planning {
namespace {

const CollisionRows kLineRows{failures::kLineBlocked, failures::kLineBlockedOwn, failures::kLineBlocked,
                              failures::kLineBlockedOwn};
constexpr double kSamePosture = 1e-5;  // radians or metres
constexpr double kSamePlace = 5e-7;    // metres and radians, half of what the judge allows
constexpr std::size_t kJointsOfAPose = 6;
constexpr int kOtherStarts = 32;  // looked at when a line cannot be followed from the start

// A line, and joint positions where it ends: of a solution of the goal.
struct Way {
  Line line;
  std::optional<JointVector> end;
  bool led = false;  // to them from the first: the line alone was tried before
};

arg::Count percentOf(double share) { return {static_cast<std::uint64_t>(std::llround(100.0 * share))}; }

class LinearPlanner {
 public:
  LinearPlanner(SegmentPlanner& planner, const JointVector& start)
      : planner_(planner), scene_(planner.scene()), tree_(scene_.tree()), start_(start) {}

  Result<Waypoints> plan();
  // From the start to where the path ends.
  Status follow(const Waypoints& path);

 private:
  Result<world::NodeRef> node(const constraints::Task* task) const;
  Result<std::vector<Way>> ways(const std::vector<JointVector>& goals);
  Result<std::vector<JointVector>> endsOf(const Goal& goal, bool in_rule);
  Result<std::vector<JointVector>> nearEnds(const Goal& goal);
  std::vector<Line> linesTo(world::NodeRef node, const Pose& root_t_to) const;
  bool canTurn(world::NodeRef node) const { return canTurnEvenly(tree_, tree_.riding(node)); }
  Pose rootT(world::NodeRef node, const JointVector& q) const { return tree_.rootT(tree_.riding(node), q); }
  std::function<Status()> interrupted() const {
    return [this] { return planner_.budget().check(); };
  }
  Result<LineWalk> walk(const Line& line, const JointVector& from,
                        const std::optional<JointVector>& end = std::nullopt) const {
    return walkLine(tree_, planner_.limits(), line, from, interrupted(), end);
  }
  // As the line alone leads; where that does not end as asked and the line leaves joints free, led to the way's end.
  Result<LineWalk> walk(const Way& way, const JointVector& from) const;
  Result<bool> isFree(const Waypoints& path);
  bool keepsRule(const Waypoints& path) const;
  const JointVector* jointGoal() const { return std::get_if<JointVector>(&planner_.segment().goal); }
  bool endsAsAsked(const LineWalk& found) const;
  Status explain(const Way& way);
  Status explainBreak(const Line& line, const LineWalk& walk);
  Status explainPosture(const LineWalk& walk, const JointVector& wanted);
  Status explainWay(const LineWalk& walk);
  Status explainCollision(const LineWalk& walk);
  Result<std::optional<JointVector>> otherStart(const Way& way);

  SegmentPlanner& planner_;
  RobotScene& scene_;
  const kinematics::JointTree& tree_;
  const JointVector& start_;
  constraints::TaskPtr task_;  // of a goal that is no joint positions
};

// What goes straight: the node of the constraint that moves with the robot; of joint positions the tool.
Result<world::NodeRef> LinearPlanner::node(const constraints::Task* task) const {
  if (const constraints::Nodes* nodes = task ? task->nodes() : nullptr)
    return nodes->moving.row >= 0 ? nodes->moving_node : nodes->target_node;
  const ObjectId robot = scene_.world().owner(tree_.movers().front())->object;
  const auto tool = planner_.segment().tool ? planner_.segment().tool : kinematics::toolOf(scene_.world(), robot);
  if (tool && tree_.riding(*tool).joint >= 0) return *tool;
  return constraints::refuseNode(constraints::failures::kNotMoved, tree_.mechanism(), tool.value_or(robot));
}

std::vector<Line> LinearPlanner::linesTo(world::NodeRef node, const Pose& root_t_to) const {
  return bothWays({node, tree_.mechanism().seat(node), rootT(node, start_), root_t_to});
}

// None where there are none, which is no news; fails when time is up.
Result<std::vector<JointVector>> LinearPlanner::endsOf(const Goal& goal, bool in_rule) {
  const Diagnosis before = planner_.diagnosis();
  auto found = planner_.goalsOf(goal, start_, in_rule);
  WW_TRY(planner_.budget().check());
  if (found.ok()) return found;
  planner_.diagnosis() = before;
  return std::vector<JointVector>();
}

// Looked for within a path constraint, ends may be of postures that no line leads to from the start: of a sum of
// joints, turned round. Those that are nearest without it and happen to keep it are tried as well.
Result<std::vector<JointVector>> LinearPlanner::nearEnds(const Goal& goal) {
  if (!planner_.rule()) return std::vector<JointVector>();
  return endsOf(goal, false);
}

// To where the goal is; of a goal that leaves the pose open to those with the orientation of the start first, then to
// where the nearest solutions have it. Spare joints are led to each of the solutions then. Joints that are too few to
// turn it evenly all the way turn it as they can, if nothing else is to be had.
Result<std::vector<Way>> LinearPlanner::ways(const std::vector<JointVector>& goals) {
  std::vector<Way> out;
  const auto add = [&](world::NodeRef node, const Pose& root_t_to, const std::optional<JointVector>& end) {
    for (Line& line : linesTo(node, root_t_to)) out.push_back({std::move(line), end});
  };
  const Goal& goal = planner_.segment().goal;
  std::optional<constraints::RootPose> pose;
  if (!jointGoal()) {
    WW_ASSIGN(task_, constraints::makeTask(tree_.mechanism(), goal, start_));
    pose = constraints::rootPoseOf(*task_);
  }
  world::NodeRef moving = world::kRootObject;
  if (!pose) {
    WW_ASSIGN(moving, node(task_.get()));
  }
  if (pose) {
    moving = pose->node;
    add(moving, pose->root_t_tip, {});
  } else if (task_) {
    const Goal unturned = model::Intersection{{goal, model::RotationEquality{moving, moving, Quat::Identity()}}};
    WW_ASSIGN(const auto kept, endsOf(unturned, true));
    if (!kept.empty()) add(moving, rootT(moving, kept.front()), kept.front());
    WW_ASSIGN(const auto near, nearEnds(unturned));
    if (!near.empty()) add(moving, rootT(moving, near.front()), near.front());
  }
  for (const JointVector& q : goals)
    if (!pose) add(moving, rootT(moving, q), q);
  if (!pose && task_) {
    WW_ASSIGN(const auto near, nearEnds(goal));
    for (const JointVector& q : near) add(moving, rootT(moving, q), q);
  }
  // What the line leaves free may keep a path constraint, or pass an obstacle, on the way to another solution.
  for (const JointVector& q : goals) {
    if (!pose || tree_.size() <= kJointsOfAPose) break;
    for (Line& line : linesTo(moving, pose->root_t_tip)) out.push_back({std::move(line), q, true});
  }
  if (canTurn(moving)) return out;
  for (const JointVector& q : goals) {
    out.push_back({{moving, tree_.mechanism().seat(moving), rootT(moving, start_), rootT(moving, q)}, q});
    out.back().line.turns_evenly = false;
  }
  return out;
}

bool LinearPlanner::endsAsAsked(const LineWalk& found) const {
  const JointVector& q = found.points.back();
  if (jointGoal()) return kinematics::jointDistance(q, *jointGoal()) < kSamePosture;
  std::vector<Pose> rows(tree_.movers().size());
  tree_.moverPoses(q, rows);
  const constraints::Miss miss = task_->distance(q, rows);
  return miss.metres < kSamePlace && miss.radians < kSamePlace;
}

Result<LineWalk> LinearPlanner::walk(const Way& way, const JointVector& from) const {
  if (!way.line.turns_evenly || way.led) return walk(way.line, from, way.end);
  WW_ASSIGN(LineWalk alone, walk(way.line, from));
  if (!way.end || tree_.size() <= kJointsOfAPose || (alone.whole() && endsAsAsked(alone))) return alone;
  WW_ASSIGN(LineWalk led, walk(way.line, from, way.end));
  return led.whole() ? led : alone;
}

Result<bool> LinearPlanner::isFree(const Waypoints& path) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    WW_ASSIGN(const auto hit, findCollision(scene_, path[i], path[i + 1], scene_.spacing(), planner_.budget()));
    if (hit) return false;
  }
  return true;
}

bool LinearPlanner::keepsRule(const Waypoints& path) const {
  const PathRule* rule = planner_.rule();
  for (std::size_t i = 0; rule && i + 1 < path.size(); ++i)
    if (!rule->keepsBetween(path[i], path[i + 1])) return false;
  return true;
}

Result<Waypoints> LinearPlanner::plan() {
  WW_ASSIGN(const auto goals, planner_.goals(start_));
  WW_ASSIGN(const std::vector<Way> all, ways(goals));
  for (const Way& way : all) {
    WW_ASSIGN(LineWalk found, walk(way, start_));
    if (!found.whole() || !endsAsAsked(found)) continue;
    if (jointGoal()) found.points.back() = *jointGoal();
    if (!keepsRule(found.points)) continue;
    WW_ASSIGN(const bool free, isFree(found.points));
    if (!free) continue;
    planner_.setLine(way.line);
    return std::move(found.points);
  }
  // What holds a line that asks for more is no news.
  return explain(canTurn(all.front().line.node) ? all.front() : all.back());
}

Status LinearPlanner::follow(const Waypoints& path) {
  if (!jointGoal()) {
    WW_ASSIGN(task_, constraints::makeTask(tree_.mechanism(), planner_.segment().goal, start_));
  }
  WW_ASSIGN(const world::NodeRef moving, node(task_.get()));
  // The way that the path takes.
  const std::vector<Line> ways = linesTo(moving, rootT(moving, path.back()));
  const Pose between = rootT(moving, path[path.size() / 2]);
  Line line = *std::ranges::min_element(ways, {}, [&](const Line& way) { return way.off(between).radians; });
  line.turns_evenly = canTurn(moving) || std::ranges::all_of(path, [&](const JointVector& q) {
                        return line.off(rootT(moving, q)).radians <= kLineRadians;
                      });
  planner_.setLine(line);
  return okStatus();
}

Status LinearPlanner::explain(const Way& way) {
  WW_ASSIGN(const LineWalk found, walk(way, start_));
  Status status;
  if (!found.whole()) status = explainBreak(way.line, found);
  else if (!endsAsAsked(found) && way.end) status = explainPosture(found, *way.end);
  else status = explainWay(found);
  WW_ASSIGN(const auto other, otherStart(way));
  if (!other) return status;
  std::string list;
  for (const double q : *other) list += fmt::format("{}{:.3f}", list.empty() ? "" : ", ", q);
  return planner_.diagnosis().status =
             andAlso(std::move(status), fail(failures::kLineOtherStart, {{"list", arg::Words{list}}}));
}

Status LinearPlanner::explainBreak(const Line& line, const LineWalk& found) {
  using Cause = LineBreak::Cause;
  WW_ASSIGN(const LineBreak why, findBreak(tree_, planner_.limits(), line, found, interrupted()));
  const auto name = [&](int joint) {
    return arg::Name{joint >= 0 ? tree_.names()[static_cast<std::size_t>(joint)] : std::string()};
  };
  const FailureRow& row = why.cause == Cause::kLimit      ? failures::kLineLimit
                          : why.cause == Cause::kSingular ? failures::kLineSingular
                          : why.cause == Cause::kReach    ? failures::kLineReach
                                                          : failures::kLineBranch;
  Diagnosis& diagnosis = planner_.diagnosis();
  diagnosis.path_fraction = found.shares.back();
  Status status = fail(row, {{"at", percentOf(found.shares.back())},
                             {"node", model::named(scene_.world(), line.node)},
                             {"joint", name(why.joint)},
                             {"other", name(why.other)}});
  if (why.cause == Cause::kLimit) {
    const auto i = static_cast<std::size_t>(why.joint);
    diagnosis.joint = why.joint;
    diagnosis.excess = scene::excessOf(why.needed, planner_.limits()[i]);
    status = andAlso(std::move(status), kinematics::standsBeyond(tree_, i, planner_.limits()[i], why.needed));
  }
  return planner_.refuse(Diagnosis::Kind::kLineBroken, std::move(status), found.points.back());
}

// The line is followed to its end, but not to the joint positions that were asked for.
Status LinearPlanner::explainPosture(const LineWalk& found, const JointVector& wanted) {
  Eigen::Index joint = 0;
  (found.points.back() - wanted).cwiseAbs().maxCoeff(&joint);
  const auto i = static_cast<std::size_t>(joint);
  Diagnosis& diagnosis = planner_.diagnosis();
  diagnosis.path_fraction = 1.0;
  return planner_.refuse(Diagnosis::Kind::kLineBroken,
                         fail(failures::kLineEndsElsewhere,
                              {{"joint", arg::Name{tree_.names()[i]}},
                               {"position", kinematics::amountOf(tree_.isRevolute(i), found.points.back()[joint])},
                               {"wanted", kinematics::amountOf(tree_.isRevolute(i), wanted[joint])}}),
                         found.points.back());
}

// No posture helps where the line itself breaks the path constraint; of joints one may.
Status LinearPlanner::explainWay(const LineWalk& found) {
  if (auto broken = planner_.refuseBroken(failures::kLineNotKept, found.points)) return std::move(*broken);
  return explainCollision(found);
}

Status LinearPlanner::explainCollision(const LineWalk& found) {
  for (std::size_t i = 0; i + 1 < found.points.size(); ++i) {
    const JointVector &from = found.points[i], &to = found.points[i + 1];
    WW_ASSIGN(const auto hit, scene_.firstCollision({tree_.mechanism(), from, to, scene_.spacing(), interrupted()}));
    if (!hit) continue;
    const double share = found.shares[i] + *hit * (found.shares[i + 1] - found.shares[i]);
    const JointVector q = from + *hit * (to - from);
    const auto pair = planner_.findContacts(q);
    planner_.diagnosis().path_fraction = share;
    return planner_.refuse(Diagnosis::Kind::kPathCollision, refusePair(scene_, kLineRows, pair, {0, share, share}), q);
  }
  return planner_.refuse(Diagnosis::Kind::kNoPath, fail(failures::kGrazing), found.points.back());
}

// Joint positions with the tool where the line begins, from which all of it can be followed and is free.
Result<std::optional<JointVector>> LinearPlanner::otherStart(const Way& way) {
  const Line& line = way.line;
  kinematics::IkRequest ik;
  ik.tip = {line.tip.row, line.tip.row_t_node};
  ik.root_t_goal = line.root_t_from;
  ik.start = start_;
  ik.limits = planner_.limits();
  ik.max_solutions = kOtherStarts;
  ik.turns = true;
  ik.max_restarts = 40;
  ik.accept = [this](const JointVector& q) { return planner_.keepsRule(q) && !scene_.collides(q); };
  ik.seed = planner_.seed();
  ik.stop = planner_.budget().stop;
  ik.deadline = planner_.budget().deadline;
  ik.diagnose = false;
  WW_ASSIGN(const auto found, kinematics::solveIk(tree_, ik));
  for (const JointVector& q : found.solutions) {
    WW_ASSIGN(const LineWalk other, walk(way, q));
    if (!other.whole() || !endsAsAsked(other) || !keepsRule(other.points)) continue;
    WW_ASSIGN(const bool free, isFree(other.points));
    if (free) return std::optional(q);
  }
  return std::optional<JointVector>();
}

}  // namespace

Status followLine(SegmentPlanner& planner, const Waypoints& path) {
  return LinearPlanner(planner, path.front()).follow(path);
}

Result<Waypoints> planLinear(SegmentPlanner& planner, const JointVector& start) {
  return LinearPlanner(planner, start).plan();
}

}  // namespace ww::planning
