// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/solvers.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/kinematics/full_turn.h"
#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/gathered.h"
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/ik/lane_search.h"

namespace ww::kinematics {
namespace {

constexpr double kClose = 0.2;  // radians or metres, of each joint: farther solutions may not be the nearest

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
  int sideOf(const JointVector& q) const;
  bool isSameBranch(const JointVector& q) const;
  std::optional<JointVector> follow();
  std::vector<JointVector> onBranch();
  // About as far as some joints get within a radian.
  bool isNear() { return descent_.error(r_.start) < descent_.weight(); }
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

// On which side of its singular places it is: +1 or -1; 0 in one, and where other than six joints move the tip.
int NumericSolver::sideOf(const JointVector& q) const {
  constexpr double kSingular = 1e-10;  // cubic metres, of the determinant
  const std::vector<std::size_t>& joints = descent_.joints();
  if (joints.size() != 6) return 0;
  const Jacobian all = tree_.jacobian(r_.tip, q);
  Eigen::Matrix<double, 6, 6> own;
  for (Eigen::Index k = 0; k < 6; ++k)
    own.col(k) = all.col(static_cast<Eigen::Index>(joints[static_cast<std::size_t>(k)]));
  const double determinant = own.determinant();
  return (determinant > kSingular ? 1 : 0) - (determinant < -kSingular ? 1 : 0);
}

// Whether the straight joint motion from the start gets there without passing a singular place; where nothing tells,
// what is near is taken for the same.
bool NumericSolver::isSameBranch(const JointVector& q) const {
  constexpr double kLook = 0.05, kNear = 0.5;  // radians or metres
  const double distance = jointDistance(q, r_.start);
  const int side = sideOf(r_.start);
  if (side == 0) return distance < kNear;
  const int looks = static_cast<int>(std::ceil(distance / kLook));
  for (int i = 1; i <= looks; ++i)
    if (sideOf(r_.start + static_cast<double>(i) / looks * (q - r_.start)) != side) return false;
  return true;
}

// The joints that follow the tip from where it is to the goal without a jump: the branch of the start. Steps are
// shorter where the joints cannot follow those.
std::optional<JointVector> NumericSolver::follow() {
  constexpr double kShortest = 1.0 / 16.0;
  const Pose from = descent_.tipAt(r_.start);
  const Pose to = r_.root_t_goal;
  const double way = positionDistance(from, to) / 0.02 + rotationDistance(from, to) / 0.05;
  const double longest = 1.0 / std::clamp(std::ceil(way), 4.0, 400.0);
  const int side = sideOf(r_.start);
  JointVector q = r_.start;
  double done = 0.0, step = longest;
  while (done < 1.0 && step >= kShortest * longest) {
    const double t = done + step > 1.0 - 1e-9 ? 1.0 : done + step;
    descent_.setGoal({from.p + t * (to.p - from.p), from.q.slerp(t, to.q)});
    const auto found = descent_.run(q, 25);
    if (found.solved() && jointDistance(found.q, q) <= 0.5 && (side == 0 || sideOf(found.q) == side)) {
      q = found.q;
      done = t;
      step = std::min(longest, 2.0 * step);
    } else {
      step *= 0.5;
    }
  }
  descent_.setGoal(to);
  return done < 1.0 ? std::nullopt : std::optional(q);
}

// Solutions on the branch of the start, the nearest first. The tip's straight way may pass what the joints' does not,
// or lead far away: of a goal that is near, what is next to the start is looked at, too.
std::vector<JointVector> NumericSolver::onBranch() {
  constexpr int kTries = 16;
  constexpr double kAround = 0.3;  // radians or metres
  std::vector<JointVector> out;
  const auto isClose = [this](const JointVector& q) { return jointDistance(q, r_.start) < kClose; };
  if (auto followed = follow()) out.push_back(std::move(*followed));
  const bool is_near = isNear();
  for (int n = 0; n < kTries; ++n) {
    if (n > 0 && !out.empty() && (!is_near || std::ranges::any_of(out, isClose))) break;
    JointVector from = r_.start;
    for (const std::size_t i : descent_.joints())
      if (n > 0) from[static_cast<Eigen::Index>(i)] += random_.uniform(-kAround, kAround);
    auto found = descent_.run(from);
    unwind(full_turns_, limits_, r_.start, found.q);
    if (found.solved() && isSameBranch(found.q)) out.push_back(std::move(found.q));
  }
  std::ranges::stable_sort(out, {}, [this](const JointVector& q) { return squareFromStart(r_, q); });
  return out;
}

// Near a solution the start leads there in a few steps; lanes are for all else.
Status NumericSolver::searchInLanes() {
  constexpr int kFewSteps = 20;
  if (isNear()) {
    auto near = descent_.run(r_.start, kFewSteps);
    unwind(full_turns_, limits_, r_.start, near.q);
    const bool is_close = near.solved() && jointDistance(near.q, r_.start) < kClose;
    std::vector<JointVector> all = is_close ? std::vector<JointVector>() : onBranch();
    if (near.solved()) all.push_back(near.q);
    std::ranges::stable_sort(all, {}, [this](const JointVector& q) { return squareFromStart(r_, q); });
    for (JointVector& q : all)
      if (!found_.enough()) take(std::move(q));
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
  if (r_.ensure_same_branch || r_.prefer_same_branch) {
    for (JointVector& q : onBranch()) {
      take(std::move(q));
      if (!found_.empty() && (found_.enough() || !r_.ensure_same_branch)) break;
    }
  }
  const bool has_branch = !found_.empty();
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
