// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/solvers.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/full_turn.h"
#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/gathered.h"
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/ik/lane_search.h"

namespace ww::kinematics {
namespace {

// Full turns are taken off where the range allows, so that a solution is near the start.
void unwind(const std::vector<double>& full, const std::vector<world::JointLimits>& limits, const JointVector& start,
            JointVector& q) {
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (full[i] <= 0.0) continue;
    const auto at = static_cast<Eigen::Index>(i);
    const double turns = std::round((start[at] - q[at]) / full[i]);
    for (double n = turns; n != 0.0; n += turns > 0.0 ? -1.0 : 1.0) {
      const double moved = q[at] + n * full[i];
      if (moved < limits[i].lower || moved > limits[i].upper) continue;
      q[at] = moved;
      break;
    }
  }
}

// The same place of the tip with joints a full turn further, as limits allow; q is not among them. A joint without
// limits stays at its nearest turn.
std::vector<JointVector> turnsOf(const std::vector<double>& full, const std::vector<world::JointLimits>& limits,
                                 const JointVector& q) {
  constexpr std::size_t kMost = 4096;
  std::vector<JointVector> out{q};
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (full[i] <= 0.0 || !std::isfinite(limits[i].lower) || !std::isfinite(limits[i].upper)) continue;
    const auto at = static_cast<Eigen::Index>(i);
    const double first = q[at] + full[i] * std::ceil((limits[i].lower - q[at]) / full[i]);
    const std::size_t before = out.size();
    for (double moved = first; moved <= limits[i].upper && out.size() + before <= kMost; moved += full[i]) {
      if (std::abs(moved - q[at]) < 0.5 * full[i]) continue;
      for (std::size_t k = 0; k < before; ++k) {
        out.push_back(out[k]);
        out.back()[at] = moved;
      }
    }
  }
  out.erase(out.begin());
  return out;
}

class NumericSolver {
 public:
  NumericSolver(const JointTree& tree, const IkRequest& request)
      : tree_(tree),
        r_(request),
        limits_(request.limits.empty() ? tree.limits() : request.limits),
        full_turns_(fullTurns(tree, request.tip)),
        descent_(tree, request.tip, request.root_t_goal, limits_),
        arm_(LaneArm::make(tree, request.tip)),
        random_(request.seed),
        found_(request) {}

  Result<IkResult> run();

 private:
  void take(JointVector q);
  std::optional<JointVector> follow();
  JointVector randomStart();
  Status searchInLanes();
  Status searchOneByOne();
  Status addTurns();

  const JointTree& tree_;
  const IkRequest& r_;
  const std::vector<world::JointLimits> limits_;
  const std::vector<double> full_turns_;  // of each joint, radians
  Descent descent_;
  const std::optional<LaneArm> arm_;  // none: too many movers for lanes
  Random random_;
  Gathered found_;
};

void NumericSolver::take(JointVector q) {
  unwind(full_turns_, limits_, r_.start, q);
  found_.take(std::move(q));
}

// The best of a few random places is a better start than any one.
JointVector NumericSolver::randomStart() {
  JointVector best = r_.start;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    JointVector q = r_.start;
    for (const std::size_t i : descent_.joints())
      q[static_cast<Eigen::Index>(i)] = randomPosition(tree_, limits_, r_.start, i, random_);
    if (const double e = descent_.error(q); e < least) least = e, best = q;
  }
  return best;
}

// The joints that follow the tip from where it is to the goal without a jump: the branch of the start.
std::optional<JointVector> NumericSolver::follow() {
  const Pose from = descent_.tipAt(r_.start);
  const Pose to = r_.root_t_goal;
  const double way = positionDistance(from, to) / 0.02 + rotationDistance(from, to) / 0.05;
  const int steps = std::clamp(static_cast<int>(std::ceil(way)), 4, 400);
  JointVector q = r_.start;
  std::optional<JointVector> out;
  for (int i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    descent_.setGoal({from.p + t * (to.p - from.p), from.q.slerp(t, to.q)});
    const auto found = descent_.run(q, 25);
    if (!found.solved() || jointDistance(found.q, q) > 0.5) break;
    q = found.q;
    if (i == steps) out = q;
  }
  descent_.setGoal(to);
  return out;
}

// Near a solution the start leads there in a few steps; lanes are for all else.
Status NumericSolver::searchInLanes() {
  constexpr double kNear = 0.1;  // metres, of the weighted error
  constexpr int kFewSteps = 20;
  if (descent_.error(r_.start) < kNear) {
    const auto near = descent_.run(r_.start, kFewSteps);
    if (near.solved()) take(near.q);
    if (found_.enough()) return okStatus();
  }
  LaneSearch search(tree_, r_, *arm_, descent_.weight(), limits_);
  const Status status = search.run(r_.max_restarts, [this](const JointVector& q) {
    const auto found = descent_.run(q, kFewSteps);
    if (found.solved()) take(found.q);
    return found_.enough();
  });
  found_.setRestarts(search.rounds());
  return status;
}

Status NumericSolver::searchOneByOne() {
  for (int n = 0; n <= r_.max_restarts && !found_.enough(); ++n) {
    WW_TRY(interrupted(r_));
    const auto found = descent_.run(n == 0 ? r_.start : randomStart());
    if (found.solved()) take(found.q);
    found_.setRestarts(n);
  }
  return okStatus();
}

// Postures come before turns of them: those look different.
Status NumericSolver::addTurns() {
  std::vector<JointVector> all;
  for (const std::vector<JointVector>* known : {&found_.solutions(), &found_.refused()}) {
    for (const JointVector& q : *known) {
      const std::vector<JointVector> turns = turnsOf(full_turns_, limits_, q);
      all.insert(all.end(), turns.begin(), turns.end());
    }
  }
  std::ranges::stable_sort(all, {}, [this](const JointVector& q) { return squareFromStart(r_, q); });
  for (JointVector& q : all) {
    if (found_.enough()) break;
    WW_TRY(interrupted(r_));
    found_.take(std::move(q));
  }
  return okStatus();
}

Result<IkResult> NumericSolver::run() {
  std::optional<JointVector> followed;
  if (r_.ensure_same_branch || r_.prefer_same_branch) {
    followed = follow();
    if (followed) take(*followed);
  }
  const bool has_branch = followed && !found_.empty();
  if (!r_.ensure_same_branch) WW_TRY(arm_ ? searchInLanes() : searchOneByOne());
  if (r_.turns && !r_.ensure_same_branch) WW_TRY(addTurns());
  IkResult out = found_.finish(has_branch && r_.prefer_same_branch ? 1 : 0);
  if (out.solutions.empty() && r_.diagnose) out.why = diagnoseIk(tree_, r_, out);
  return out;
}

}  // namespace

Result<IkResult> solveNumeric(const JointTree& tree, const IkRequest& request) {
  return NumericSolver(tree, request).run();
}

}  // namespace ww::kinematics
