// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/solvers.h"

#include <algorithm>
#include <cmath>

#include "core/base/vector_state.h"
#include "core/kinematics/failures.h"

namespace ww::kinematics {
namespace {

bool coversAll(const JointTree&, const IkRequest&) { return true; }
bool hasTask(const JointTree&, const IkRequest& request) { return request.task != nullptr; }

Status checkIk(const JointTree& tree, const IkRequest& r) {
  if (!r.task && r.tip.joint < 0) return fail(failures::kTipStandsStill);
  const arg::Count count{tree.size()};
  if (r.start.size() != static_cast<Eigen::Index>(tree.size()) || !r.start.allFinite())
    return fail(failures::kWrongStart, {{"count", count}});
  if (!r.limits.empty() && r.limits.size() != tree.size()) return fail(failures::kWrongLimits, {{"count", count}});
  const auto isWeight = [](double w) { return w >= 0.0 && std::isfinite(w); };
  if (!r.weights.empty() && (r.weights.size() != tree.size() || !std::ranges::all_of(r.weights, isWeight)))
    return fail(failures::kWrongWeights, {{"count", count}});
  return okStatus();
}

}  // namespace

std::span<const IkSolver> ikSolvers() {
  static constexpr IkSolver kSolvers[] = {{"task", &hasTask, &solveTask},
                                          {"closed form", &coversClosed, &solveClosed},
                                          {"family", &coversFamily, &solveFamily},
                                          {"numeric", &coversAll, &solveNumeric}};
  return kSolvers;
}

Result<IkResult> solveIk(const JointTree& tree, const IkRequest& request) {
  clearVectorState();
  WW_TRY(checkIk(tree, request));
  const auto solvers = ikSolvers();
  const auto solver = std::ranges::find_if(solvers, [&](const IkSolver& s) { return s.covers(tree, request); });
  WW_CHECK(solver != solvers.end());
  return solver->solve(tree, request);
}

double squareFromStart(const IkRequest& r, const JointVector& q) {
  if (r.weights.empty()) return (q - r.start).squaredNorm();
  return (q - r.start).cwiseProduct(Eigen::Map<const JointVector>(r.weights.data(), q.size())).squaredNorm();
}

Status interrupted(const IkRequest& r) {
  if (r.stop.stop_requested()) return fail(failures::kCancelled);
  if (r.deadline != Clock::time_point::max() && Clock::now() > r.deadline) return fail(failures::kOutOfTime);
  return okStatus();
}

double jointDistance(const JointVector& a, const JointVector& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace ww::kinematics
