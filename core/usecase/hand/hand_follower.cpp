// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/hand/hand_follower.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/collision/check.h"
#include "core/kinematics/failures.h"
#include "core/model/apart_words.h"
#include "core/usecase/failures.h"
#include "core/usecase/hand/damped_step.h"

namespace ww::usecase {
namespace {

using constraints::PoseTask;
using kinematics::jointDistance;

constexpr double kMostPerStep = 0.05;  // radians or metres
constexpr int kStepsPerCall = 16;      // per call
constexpr int kCalls = 2000;           // of one way
constexpr double kHere = 1e-16;        // squared error at which it has arrived: within 1e-8 metres
constexpr double kStill = 1e-7;        // radians or metres
constexpr std::size_t kMostKnown = 50;
constexpr double kDeeper = 1e-4;  // metres, by which what overlaps may get deeper: rounding, and a way out

// Its chain stretched out, as it counts for turning: a radian as much as a third of it. Metres.
double weightOf(const kinematics::JointTree& tree, const kinematics::Riding& tip) {
  const auto poses = tree.moverPoses(tree.worldPositions());
  const auto chain = tree.chain(tip);
  double reach = tip.joint_t_node.p.norm();
  for (std::size_t k = 1; k < chain.size(); ++k) reach += (poses[chain[k]].p - poses[chain[k - 1]].p).norm();
  return std::clamp(reach / 3.0, 0.05, 3.0);
}

}  // namespace

// One call: where it is, and what it looks at.
struct HandFollower::Walk {
  const JointVector from;
  PoseTask task;
  std::vector<Pose> poses;
  PoseTask::Columns jacobian;
  JointVector q, lowest, highest;  // where a joint stands beyond a limit it may come back, and goes no further
  Pose root_t_tool;
  PoseTask::Vec6 error;
  double weight, cost = 0.0, damping = 0.0;
  DampedStep step;
  HandStop stop = HandStop::kNone;
  bool at_rest = false;
  std::optional<collision::Contact> contact;

  Walk(const kinematics::JointTree& tree, const kinematics::Riding& tip, const JointVector& start, const Pose& hand,
       double weight_of_turns)
      : from(start),
        task(tree.mechanism(), {tip.joint, tip.joint_t_node}, hand),
        poses(tree.movers().size()),
        q(start),
        lowest(start),
        highest(start),
        weight(weight_of_turns) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      lowest[at] = std::min(start[at], tree.limits()[i].lower);
      highest[at] = std::max(start[at], tree.limits()[i].upper);
    }
    jacobian.setZero(6, static_cast<Eigen::Index>(task.joints().size()));
    look(tree, q);
    // Damping that grows with the error keeps it calm near singular places, and goes away at the end.
    damping = 0.01 * cost;
  }
  void look(const kinematics::JointTree& tree, const JointVector& at) {
    root_t_tool = toolAt(tree, at);
    error = missing(root_t_tool);
    cost = error.squaredNorm();
  }
  Pose toolAt(const kinematics::JointTree& tree, const JointVector& at) {
    tree.moverPoses(at, poses);
    return task.tip(poses);
  }
  PoseTask::Vec6 missing(const Pose& tool) const {
    PoseTask::Vec6 e = task.missing(tool);
    e.tail<3>() *= weight;
    return e;
  }
  double costAt(const kinematics::JointTree& tree, const JointVector& at) {
    return missing(toolAt(tree, at)).squaredNorm();
  }
  JointRoom room() const {
    const auto count = static_cast<Eigen::Index>(task.joints().size());
    JointRoom out{Eigen::VectorXd(count), Eigen::VectorXd(count)};
    for (Eigen::Index k = 0; k < count; ++k) {
      const auto joint = static_cast<Eigen::Index>(task.joints()[static_cast<std::size_t>(k)]);
      out.lower[k] = std::min(0.0, lowest[joint] - q[joint]);
      out.upper[k] = std::max(0.0, highest[joint] - q[joint]);
    }
    return out;
  }
  // Clamped, so that rounding leaves no joint beyond its limit.
  JointVector changed() const {
    JointVector out = q;
    for (std::size_t k = 0; k < task.joints().size(); ++k)
      out[static_cast<Eigen::Index>(task.joints()[k])] += step.change[static_cast<Eigen::Index>(k)];
    return out.cwiseMax(lowest).cwiseMin(highest);
  }
  void rest(HandStop why) {
    at_rest = true;
    stop = why;
  }
  // No change makes it better: the end of a joint is why, where one is in the way.
  void restHere() { rest(step.held >= 0 ? HandStop::kLimit : HandStop::kNearest); }
};

HandFollower::HandFollower(kinematics::JointTree tree, kinematics::Riding tip, collision::Checker checker)
    : tree_(std::move(tree)),
      tip_(std::move(tip)),
      checker_(std::move(checker)),
      state_(checker_.scene().model()),
      unlimited_(tree_.limits()),
      weight_(weightOf(tree_, tip_)) {
  for (auto& limit : unlimited_) {
    limit.lower = -std::numeric_limits<double>::infinity();
    limit.upper = std::numeric_limits<double>::infinity();
  }
  // What the robot's own joints can neither cause nor end.
  (void)checker_.takeConstant(at(tree_.worldPositions()));
}

Result<HandFollower> HandFollower::make(const collision::Scene& scene, ObjectId robot, world::NodeRef tool) {
  WW_ASSIGN(auto tree, kinematics::JointTree::make(scene.model(), robot));
  auto tip = tree.riding(tool);
  if (tip.joint < 0) return fail(kinematics::failures::kTipStandsStill);
  collision::CheckOptions options;
  options.bases = {robot};
  const auto movers = tree.movers();
  return HandFollower(std::move(tree), std::move(tip), collision::Checker(scene, movers, std::move(options)));
}

const model::State& HandFollower::at(const JointVector& q) {
  state_.set(tree_.mechanism(), q);
  state_.forward(tree_.mechanism());
  return state_;
}

void HandFollower::begin(const JointVector& from) {
  named_ = true;
  branch_.reset();
  keepBranch(from);
  known_.clear();
  if (checker_.collides(at(from))) known_ = checker_.all(state_, kMostKnown);
}

// ---- branches

kinematics::IkRequest HandFollower::request(const JointVector& start, const Pose& root_t_goal) const {
  kinematics::IkRequest out;
  out.tip = tip_;
  out.root_t_goal = root_t_goal;
  out.start = start;
  out.diagnose = false;
  return out;
}

// The solver names the posture that it starts from.
std::optional<kinematics::IkBranch> HandFollower::branchOf(const JointVector& q) const {
  auto asked = request(q, toolAt(q));
  asked.limits = unlimited_;
  asked.ensure_same_branch = true;
  const auto found = kinematics::solveIk(tree_, asked);
  if (!found.ok() || found->branches.empty()) return std::nullopt;
  return found->branches.front();
}

// None within a degree of a singular place: there a name means nothing, and holds nobody back.
std::optional<kinematics::IkBranch> HandFollower::firmBranch(const JointVector& q) const {
  constexpr double kAround = 0.02;
  const auto here = branchOf(q);
  if (!here) return here;
  for (const double by : {kAround, -kAround}) {
    const auto near = branchOf(JointVector(q.array() + by));
    if (!near || !(*near == *here)) return std::nullopt;
  }
  return here;
}

// The column without which the step stays on its branch: joint 5 of a wrist, the elbow; -1 where it is not one alone.
int HandFollower::crossing(const Walk& walk) const {
  for (Eigen::Index k = 0; k < walk.step.change.size(); ++k) {
    if (walk.step.change[k] == 0.0) continue;
    JointVector without = walk.changed();
    const auto joint = static_cast<Eigen::Index>(walk.task.joints()[static_cast<std::size_t>(k)]);
    without[joint] = walk.q[joint];
    if (!leavesBranch(without)) return static_cast<int>(k);
  }
  return -1;
}

void HandFollower::keepBranch(const JointVector& q) {
  if (branch_ || !named_) return;
  named_ = branchOf(q).has_value();
  if (named_) branch_ = firmBranch(q);
}

bool HandFollower::leavesBranch(const JointVector& q) const {
  if (!branch_) return false;
  const auto there = branchOf(q);
  return there && !(*there == *branch_);
}

// ---- collisions

std::optional<collision::Contact> HandFollower::hit(const JointVector& q) {
  const model::State& state = at(q);
  if (!checker_.collides(state)) return std::nullopt;
  if (known_.empty()) return checker_.first(state);
  for (auto& contact : checker_.all(state, 2 * kMostKnown)) {
    const auto before = std::ranges::find_if(known_, [&](const collision::Contact& k) {
      return (k.a == contact.a && k.b == contact.b) || (k.a == contact.b && k.b == contact.a);
    });
    if (before == known_.end() || contact.distance_m < before->distance_m - kDeeper) return contact;
  }
  return std::nullopt;
}

double HandFollower::freeWay(const JointVector& from, const JointVector& to,
                             std::optional<collision::Contact>& contact) {
  const int places = std::max(1, static_cast<int>(std::ceil((to - from).norm() / kSpacing)));
  double free = 0.0, blocked = 1.0;
  for (int i = 1; i <= places && !contact; ++i) {
    const double t = static_cast<double>(i) / places;
    contact = hit(from + t * (to - from));
    (contact ? blocked : free) = t;
  }
  if (!contact) return 1.0;
  constexpr int kHalvings = 6;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (free + blocked);
    auto met = hit(from + middle * (to - from));
    (met ? blocked : free) = middle;
    if (met) contact = std::move(met);
  }
  return free;
}

// ---- the way

bool HandFollower::take(Walk& walk, const JointVector& next, bool keep_clear) {
  double share = 1.0;
  std::optional<collision::Contact> contact;
  if (keep_clear) share = freeWay(walk.q, next, contact);
  if (share > 0.0) walk.q = share < 1.0 ? JointVector(walk.q + share * (next - walk.q)) : next;
  walk.look(tree_, walk.q);
  if (!contact) return true;
  walk.contact = std::move(contact);
  walk.rest(HandStop::kContact);
  return false;
}

bool HandFollower::advance(Walk& walk, bool keep_clear) {
  constexpr int kTries = 9;
  if (walk.cost < kHere) return walk.rest(HandStop::kNone), false;
  walk.look(tree_, walk.q);
  walk.task.velocities(walk.poses, walk.jacobian);
  walk.jacobian.bottomRows<3>() *= walk.weight;
  JointRoom room = walk.room();
  bool turned_back = false;
  for (int n = 0; n < kTries; ++n) {
    walk.step = dampedStep(walk.jacobian, walk.error, walk.damping, kMostPerStep, room);
    const JointVector next = walk.changed();
    const double moved = jointDistance(next, walk.q);
    if (!std::isfinite(moved) || moved < kStill) break;
    if (walk.costAt(tree_, next) < walk.cost) {
      if (jointDistance(next, walk.from) > kMostPerCall) return false;
      if (!leavesBranch(next)) {
        walk.damping = std::max(std::min(0.2 * walk.damping, 0.01 * walk.cost), 1e-14);
        return take(walk, next, keep_clear);
      }
      turned_back = true;
      // The singular place is as a limit to that joint: the others go on.
      if (const int joint = crossing(walk); joint >= 0) {
        room.lower[joint] = room.upper[joint] = 0.0;
        continue;
      }
    }
    walk.damping = std::max(10.0 * walk.damping, 1e-8);
  }
  walk.look(tree_, walk.q);
  if (turned_back) walk.rest(HandStop::kBranch);
  else walk.restHere();
  return false;
}

HandStep HandFollower::told(const Walk& walk) const {
  HandStep out;
  out.q = walk.q;
  out.root_t_tool = walk.root_t_tool;
  out.gap_m = positionDistance(walk.root_t_tool, walk.task.goal());
  out.gap_rad = rotationDistance(walk.root_t_tool, walk.task.goal());
  out.at_rest = walk.at_rest;
  out.stop = walk.stop;
  out.contact = walk.contact;
  if (out.stop == HandStop::kLimit) {
    out.joint = static_cast<int>(walk.task.joints()[static_cast<std::size_t>(walk.step.held)]);
    out.at_upper = walk.step.held_above;
  }
  // What is left is rounding.
  constexpr double kRounding = 1e-6;
  const bool there = out.gap_m < kRounding && out.gap_rad < kRounding;
  if (out.at_rest && there) out.stop = HandStop::kNone;
  return out;
}

HandStep HandFollower::follow(const JointVector& from, const Pose& root_t_hand, bool keep_clear) {
  keepBranch(from);
  Walk walk(tree_, tip_, from, root_t_hand, weight_);
  for (int i = 0; i < kStepsPerCall; ++i)
    if (!advance(walk, keep_clear)) break;
  return told(walk);
}

Result<JointVector> HandFollower::reach(const JointVector& from, const Pose& root_t_hand, bool keep_clear,
                                        const std::stop_token& stop) {
  begin(from);
  HandStep step;
  step.q = from;
  for (int i = 0; i < kCalls && !step.at_rest; ++i) {
    if (stop.stop_requested()) return fail(kinematics::failures::kCancelled);
    step = follow(step.q, root_t_hand, keep_clear);
  }
  if (step.arrived()) return step.q;
  // What stands in the way does not matter where no way leads.
  if (step.contact) WW_TRY(reachable(step.q, root_t_hand, stop));
  return why(step, root_t_hand, stop);
}

Status HandFollower::reachable(const JointVector& from, const Pose& root_t_hand, const std::stop_token& stop) const {
  auto asked = request(from, root_t_hand);
  asked.stop = stop;
  asked.diagnose = true;
  asked.max_restarts = 20;
  const auto found = kinematics::solveIk(tree_, asked);
  if (!found.ok()) return found.status();
  if (found->solutions.empty() && !found->why.reasons.empty()) return found->why.reasons.front();
  return okStatus();
}

Status HandFollower::why(const HandStep& step, const Pose& root_t_hand, const std::stop_token& stop) const {
  if (step.arrived()) return okStatus();
  if (step.contact) return collision::contactFailure(world(), *step.contact);
  WW_TRY(reachable(step.q, root_t_hand, stop));
  if (step.stop == HandStop::kBranch) return fail(kinematics::failures::kOtherBranch);
  return fail(failures::kHandStuck, {{"miss", model::apartWords(step.gap_m, step.gap_rad)}});
}

}  // namespace ww::usecase
