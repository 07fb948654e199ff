// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/full_turn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/kinematics/failures.h"
#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/ik/task_descent.h"
#include "core/kinematics/random.h"
#include "core/scene/limits.h"

namespace ww::kinematics {
namespace {

constexpr int kStarts = 24;
constexpr double kReached = 1e-4;  // metres

class Starts {
 public:
  Starts(const JointTree& tree, const IkRequest& r)
      : tree_(tree), r_(r), limits_(r.limits.empty() ? tree.limits() : r.limits), random_(r.seed + 77) {}
  const std::vector<world::JointLimits>& limits() const { return limits_; }
  JointVector next() {
    if (first_) {
      first_ = false;
      return r_.start;
    }
    JointVector q = r_.start;
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : q[at] - M_PI;
      const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : q[at] + M_PI;
      q[at] = random_.uniform(lower, std::max(lower, upper));
    }
    return q;
  }

 private:
  const JointTree& tree_;
  const IkRequest& r_;
  std::vector<world::JointLimits> limits_;
  Random random_;
  bool first_ = true;
};

// A posture that reaches the goal beyond the limits: the joint that exceeds most.
struct Beyond {
  JointVector q;
  int joint = -1;
  bool above = false;
  double excess = 0.0, total = 0.0;  // of this joint, of all
};

Beyond excessOf(const std::vector<double>& full, const std::vector<world::JointLimits>& limits,
                const JointVector& start, JointVector q) {
  Beyond out;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const auto& limit = limits[i];
    double& v = q[at];
    if (full[i] > 0.0) {
      const double middle = std::isfinite(limit.lower + limit.upper) ? 0.5 * (limit.lower + limit.upper) : start[at];
      v -= full[i] * std::round((v - middle) / full[i]);
    }
    const double over = std::max(0.0, scene::excessOf(v, limit));
    out.total += over;
    if (over <= out.excess) continue;
    out.excess = over;
    out.joint = static_cast<int>(i);
    out.above = v > limit.upper;
  }
  out.q = std::move(q);
  return out;
}

// Solutions beyond the limits, those by as little as possible first; one for each end of a joint's range.
std::vector<Beyond> findBeyond(const JointTree& tree, const IkRequest& r) {
  Starts starts(tree, r);
  Descent free(tree, r.tip, r.root_t_goal, {});
  const std::vector<double> full = fullTurns(tree, r.tip);
  std::vector<Beyond> out;
  for (int n = 0; n < kStarts; ++n) {
    const auto found = free.run(starts.next(), 60);
    if (!found.solved()) continue;
    Beyond one = excessOf(full, starts.limits(), r.start, found.q);
    if (one.joint < 0) continue;
    const auto known =
        std::ranges::find_if(out, [&one](const Beyond& o) { return o.joint == one.joint && o.above == one.above; });
    if (known == out.end()) out.push_back(std::move(one));
    else if (one.total < known->total) *known = std::move(one);
  }
  std::ranges::sort(out, {}, &Beyond::total);
  return out;
}

// How near the tip comes to the goal's position, whatever its orientation.
Descent::Found closestApproach(const JointTree& tree, const IkRequest& r) {
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.position = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    auto found = descent.run(starts.next(), 150, 0.0);
    if (found.position < best.position) best = std::move(found);
    if (best.position < kReached) break;
  }
  return best;
}

Descent::Found closestOrientation(const JointTree& tree, const IkRequest& r) {
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.rotation = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    // Less and less weight on the rotation: the position holds while the angle falls.
    auto found = descent.run(starts.next(), 80, 0.1);
    for (const double weight : {0.02, 0.004, 0.0008}) found = descent.run(found.q, 60, weight);
    if (found.position < 5e-3 && found.rotation < best.rotation) best = std::move(found);
  }
  return best;
}

// How near the tip comes to the goal's position with the goal's orientation held; none found: infinite.
Descent::Found closestHeld(const JointTree& tree, const IkRequest& r, const JointVector& near) {
  constexpr double kHeld = 0.02;  // radians
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.position = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    // More and more weight on the rotation: the angle holds while the distance falls as far as it can.
    auto found = descent.run(n == 0 ? near : starts.next(), 80, 0.5);
    for (const double weight : {3.0, 10.0, 30.0}) found = descent.run(found.q, 60, weight);
    if (found.rotation < kHeld && found.position < best.position) best = std::move(found);
  }
  return best;
}

struct Step {
  double metres = 0.0;
  std::string axis;  // "+z"
};

// The way along the axes, those that matter: one when it goes nearly along it.
std::vector<Step> stepsOf(double metres, const Vec3& direction) {
  constexpr double kAll = 0.995, kNone = 0.1;
  std::vector<Step> steps;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double part = std::abs(direction[k]);
    const std::string axis{direction[k] < 0.0 ? '-' : '+', "xyz"[k]};
    if (part > kAll) return {{metres, axis}};
    if (part > kNone) steps.push_back({metres * part, axis});
  }
  return steps;
}

// Rows for a way along one axis, two, and all three.
using WayRows = std::array<const FailureRow*, 3>;
constexpr WayRows kTooFar{&failures::kTooFarAlong, &failures::kTooFarAlongTwo, &failures::kTooFarAlongAll};
constexpr WayRows kHeldTooFar{&failures::kHeldTooFarAlong, &failures::kHeldTooFarAlongTwo,
                              &failures::kHeldTooFarAlongAll};

Status tooFar(const WayRows& rows, double metres, const Vec3& direction) {
  std::vector<Step> s = stepsOf(metres, direction);
  const FailureRow& row = *rows[s.size() - 1];
  s.resize(3);
  return fail(row, {{"distance", arg::Length{metres}},
                    {"way", arg::Length{s[0].metres}},
                    {"axis", arg::Words{s[0].axis}},
                    {"way_2", arg::Length{s[1].metres}},
                    {"axis_2", arg::Words{s[1].axis}},
                    {"way_3", arg::Length{s[2].metres}},
                    {"axis_3", arg::Words{s[2].axis}}});
}

// When holding the orientation makes a difference.
void tellHeld(const JointTree& tree, const IkRequest& r, const Descent::Found& near, IkDiagnosis& why) {
  const Descent::Found held = closestHeld(tree, r, near.q);
  if (!std::isfinite(held.position) || held.position - near.position < 0.01) return;
  Descent descent(tree, r.tip, r.root_t_goal, {});
  why.held_distance_m = held.position;
  why.held_direction = (r.root_t_goal.p - descent.tipAt(held.q).p) / held.position;
  why.reasons.push_back(tooFar(kHeldTooFar, held.position, why.held_direction));
}

void tellReach(const JointTree& tree, const IkRequest& r, const Descent::Found& near, IkDiagnosis& why) {
  Descent descent(tree, r.tip, r.root_t_goal, {});
  why.reason = IkDiagnosis::Reason::kOutOfReach;
  why.distance_m = near.position;
  why.direction = (r.root_t_goal.p - descent.tipAt(near.q).p) / near.position;
  why.nearest = near.q;
  why.reasons.push_back(tooFar(kTooFar, near.position, why.direction));
  tellHeld(tree, r, near, why);
}

Status tooFarBeyond(const JointTree& tree, const IkRequest& r, const Beyond& beyond, bool first) {
  const auto i = static_cast<std::size_t>(beyond.joint);
  const auto& limit = (r.limits.empty() ? tree.limits() : r.limits)[i];
  const bool turns = tree.isRevolute(i);
  const FailureRow& row = first ? (beyond.above ? failures::kAbove : failures::kBelow)
                                : (beyond.above ? failures::kOtherwiseAbove : failures::kOtherwiseBelow);
  return fail(row, {{"joint", arg::Name{tree.names()[i]}},
                    {"position", amountOf(turns, beyond.q[beyond.joint])},
                    {"excess", amountOf(turns, beyond.excess)},
                    {"limit", amountOf(turns, beyond.above ? limit.upper : limit.lower)}});
}

// A few of them: what each joint would have to do.
void tellBeyond(const JointTree& tree, const IkRequest& r, const std::vector<Beyond>& all, IkDiagnosis& why) {
  constexpr std::size_t kMost = 3;
  for (std::size_t k = 0; k < std::min(all.size(), kMost); ++k)
    why.reasons.push_back(tooFarBeyond(tree, r, all[k], why.reasons.empty()));
}

void tellOrientation(const JointTree& tree, const IkRequest& r, const Descent::Found& near, IkDiagnosis& why) {
  const auto turned = closestOrientation(tree, r);
  why.reason = IkDiagnosis::Reason::kOrientation;
  why.nearest = turned.q.size() ? turned.q : near.q;
  why.angle_rad = std::isfinite(turned.rotation) ? turned.rotation : 0.0;
  why.reasons.push_back(std::isfinite(turned.rotation)
                            ? fail(failures::kOrientation, {{"angle", arg::Angle{turned.rotation}}})
                            : fail(failures::kNoOrientation));
  tellHeld(tree, r, near, why);
}

std::set<std::size_t> jointsMoving(const JointTree& tree, const Riding& tip) {
  std::set<std::size_t> out;
  for (const std::size_t mover : tree.chain(tip)) out.insert(tree.jointOf(mover));
  return out;
}

// Places as a rule take three joints, and turns three more. Where no place nearby is reached, those that could only
// turn have nothing to do with it. Which way the place lies is told after it; the angle that is missing is in it.
void tellFewJoints(const JointTree& tree, const IkRequest& r, IkDiagnosis& why) {
  constexpr std::size_t kForPlaces = 3, kForPoses = 6;
  const std::set<std::size_t> joints = jointsMoving(tree, r.tip);
  const bool is_reach = why.reason == IkDiagnosis::Reason::kOutOfReach;
  if (joints.empty() || joints.size() >= (is_reach ? kForPlaces : kForPoses) || why.nearest.size() == 0) return;
  why.few_joints = joints.size();
  const Pose at = tree.rootT(r.tip, why.nearest);
  Status few = fail(joints.size() == 1 ? failures::kOneJoint : failures::kFewJoints,
                    {{"count", arg::Count{joints.size()}},
                     {"joint", arg::Name{tree.names()[*joints.begin()]}},
                     {"distance", arg::Length{positionDistance(at, r.root_t_goal)}},
                     {"angle", arg::Angle{rotationDistance(at, r.root_t_goal)}}});
  if (is_reach) why.reasons.insert(why.reasons.begin(), std::move(few));
  else why.reasons.front() = std::move(few);
}

}  // namespace

std::string IkDiagnosis::text() const {
  std::string out;
  for (const Status& one : reasons) out += (out.empty() ? "" : "; ") + one.title;
  return out;
}

IkDiagnosis diagnoseIk(const JointTree& tree, const IkRequest& r, const IkResult& tried) {
  using Reason = IkDiagnosis::Reason;
  IkDiagnosis why;
  const auto beyond = findBeyond(tree, r);
  if (!tried.refused.empty()) {
    why.reason = Reason::kRefused;
    why.nearest = tried.refused.front();
    why.reasons.push_back(fail(failures::kRefused, {{"count", arg::Count{tried.refused.size()}}}));
    tellBeyond(tree, r, beyond, why);
    return why;
  }
  if (!beyond.empty()) {
    why.reason = Reason::kJointLimit;
    why.joint = beyond.front().joint;
    why.excess = beyond.front().excess;
    why.nearest = beyond.front().q;
    tellBeyond(tree, r, beyond, why);
    return why;
  }
  const auto near = closestApproach(tree, r);
  if (near.position > kReached) {
    tellReach(tree, r, near, why);
    tellFewJoints(tree, r, why);
    return why;
  }
  if (r.ensure_same_branch) {
    why.reason = Reason::kSameBranch;
    why.reasons.push_back(fail(failures::kOtherBranch));
    return why;
  }
  tellOrientation(tree, r, near, why);
  tellFewJoints(tree, r, why);
  return why;
}

namespace {

// By how much a task is missed at a configuration.
Status missedBy(const constraints::Task& task, const constraints::Miss& miss) {
  constexpr double kFew = 1e-6;  // metres, radians
  const FailureRow& row = miss.radians < kFew  ? failures::kMissed
                          : miss.metres < kFew ? failures::kMissedAngle
                                               : failures::kMissedBoth;
  return fail(row,
              {{"what", task.text()}, {"distance", arg::Length{miss.metres}}, {"angle", arg::Angle{miss.radians}}});
}

// Which parts of a task cannot hold even alone; where all can, that they cannot together.
void tellParts(const JointTree& tree, const IkRequest& r, const JointVector& nearest, IkDiagnosis& why) {
  std::vector<Pose> poses(tree.movers().size());
  std::vector<Status> missed;
  Starts starts(tree, r);
  bool all_alone = true;
  tree.moverPoses(nearest, poses);
  std::size_t number = 0;
  for (const auto& part : r.task->parts()) {
    const constraints::Miss miss = part->distance(nearest, poses);
    ++number;  // two may say the same
    if (std::max(miss.metres, miss.radians) > 1e-7)
      missed.push_back(r.task->parts().size() == 1
                           ? missedBy(*part, miss)
                           : within(missedBy(*part, miss),
                                    phrase(WW_TEXT("Core", "constraint {number}"), {{"number", arg::Count{number}}})));
    TaskDescent alone(tree, *part, starts.limits());
    bool holds = false;
    for (int n = 0; n < kStarts && !holds && interrupted(r).ok(); ++n) holds = alone.run(starts.next()).solved();
    all_alone = all_alone && holds;
  }
  if (all_alone) why.reasons.push_back(fail(failures::kNotTogether, {{"count", arg::Count{r.task->parts().size()}}}));
  why.reasons.insert(why.reasons.end(), missed.begin(), missed.end());
}

}  // namespace

IkDiagnosis diagnoseTask(const JointTree& tree, const IkRequest& r, const IkResult& tried, const JointVector& nearest,
                         const std::vector<JointVector>& beyond) {
  using Reason = IkDiagnosis::Reason;
  IkDiagnosis why;
  why.nearest = tried.refused.empty() ? nearest : tried.refused.front();
  if (!tried.refused.empty()) {
    why.reason = Reason::kRefused;
    why.reasons.push_back(fail(failures::kRefused, {{"count", arg::Count{tried.refused.size()}}}));
    return why;
  }
  const std::vector<world::JointLimits>& limits = r.limits.empty() ? tree.limits() : r.limits;
  std::vector<Beyond> outside;
  for (const JointVector& q : beyond) outside.push_back(excessOf(fullTurns(tree), limits, r.start, q));
  std::erase_if(outside, [](const Beyond& one) { return one.joint < 0; });
  if (!outside.empty()) {
    const auto least = std::ranges::min_element(outside, {}, &Beyond::total);
    why.reason = Reason::kJointLimit;
    why.joint = least->joint;
    why.excess = least->excess;
    why.nearest = least->q;
    why.reasons.push_back(tooFarBeyond(tree, r, *least, true));
    return why;
  }
  if (r.ensure_same_branch && !beyond.empty()) {
    why.reason = Reason::kSameBranch;
    why.reasons.push_back(fail(failures::kOtherBranch));
    return why;
  }
  std::vector<Pose> poses(tree.movers().size());
  tree.moverPoses(nearest, poses);
  why.reason = Reason::kConstraint;
  why.miss = r.task->distance(nearest, poses);
  if (r.task->parts().empty()) why.reasons.push_back(missedBy(*r.task, why.miss));
  else tellParts(tree, r, nearest, why);
  return why;
}

}  // namespace ww::kinematics
