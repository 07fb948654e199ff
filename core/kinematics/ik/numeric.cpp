// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/solvers.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/failures.h"
#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/random.h"

namespace ww::kinematics {
namespace {

constexpr double kSame = 1e-3;  // solutions nearer than this in all joints are one

// Full turns are taken off where the range allows, so that a solution is near the start.
void unwind(const JointTree& tree, const std::vector<world::JointLimits>& limits, const JointVector& start,
            JointVector& q) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (!tree.isRevolute(i)) continue;
    const auto at = static_cast<Eigen::Index>(i);
    const double turns = std::round((start[at] - q[at]) / (2.0 * M_PI));
    for (double n = turns; n != 0.0; n += turns > 0.0 ? -1.0 : 1.0) {
      const double moved = q[at] + n * 2.0 * M_PI;
      if (moved < limits[i].lower || moved > limits[i].upper) continue;
      q[at] = moved;
      break;
    }
  }
}

class NumericSolver {
 public:
  NumericSolver(const JointTree& tree, const IkRequest& request)
      : tree_(tree),
        r_(request),
        limits_(request.limits.empty() ? tree.limits() : request.limits),
        descent_(tree, request.tip, request.root_t_goal, limits_),
        random_(request.seed) {}

  Result<IkResult> run();

 private:
  Status interrupted() const {
    if (r_.stop.stop_requested()) return fail(failures::kCancelled);
    if (Clock::now() > r_.deadline) return fail(failures::kOutOfTime);
    return okStatus();
  }
  void take(JointVector q);
  bool enough() const { return static_cast<int>(out_.solutions.size()) >= std::max(1, r_.max_solutions); }
  std::optional<JointVector> follow();
  JointVector randomStart();

  const JointTree& tree_;
  const IkRequest& r_;
  const std::vector<world::JointLimits> limits_;
  Descent descent_;
  Random random_;
  IkResult out_;
};

void NumericSolver::take(JointVector q) {
  unwind(tree_, limits_, r_.start, q);
  const auto known = [&q](const std::vector<JointVector>& list) {
    return std::ranges::any_of(list, [&q](const JointVector& o) { return jointDistance(o, q) < kSame; });
  };
  if (known(out_.solutions) || known(out_.refused)) return;
  if (r_.accept && !r_.accept(q)) out_.refused.push_back(std::move(q));
  else out_.solutions.push_back(std::move(q));
}

// The best of a few random places is a better start than any one.
JointVector NumericSolver::randomStart() {
  JointVector best = r_.start;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    JointVector q = r_.start;
    for (const std::size_t i : descent_.joints()) {
      const auto at = static_cast<Eigen::Index>(i);
      const double span = tree_.isRevolute(i) ? M_PI : 1.0;
      const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : r_.start[at] - span;
      const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : r_.start[at] + span;
      q[at] = random_.uniform(lower, std::max(lower, upper));
    }
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

Result<IkResult> NumericSolver::run() {
  std::optional<JointVector> followed;
  if (r_.ensure_same_branch || r_.prefer_same_branch) {
    followed = follow();
    if (followed) take(*followed);
  }
  const bool has_branch = followed && !out_.solutions.empty();
  if (!r_.ensure_same_branch) {
    for (int n = 0; n <= r_.max_restarts && !enough(); ++n) {
      WW_TRY(interrupted());
      const auto found = descent_.run(n == 0 ? r_.start : randomStart());
      if (found.solved()) take(found.q);
      out_.restarts = n;
    }
  }
  const auto by_distance = [this](const JointVector& a, const JointVector& b) {
    return squareFromStart(r_, a) < squareFromStart(r_, b);
  };
  const auto from = out_.solutions.begin() + (has_branch && r_.prefer_same_branch ? 1 : 0);
  std::stable_sort(from, out_.solutions.end(), by_distance);
  std::ranges::stable_sort(out_.refused, by_distance);
  if (out_.solutions.empty() && r_.diagnose) out_.why = diagnoseIk(tree_, r_, out_);
  return std::move(out_);
}

}  // namespace

Result<IkResult> solveNumeric(const JointTree& tree, const IkRequest& request) {
  return NumericSolver(tree, request).run();
}

}  // namespace ww::kinematics
