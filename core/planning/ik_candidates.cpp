// SPDX-License-Identifier: Apache-2.0
#include "core/planning/ik_candidates.h"

#include <algorithm>
#include <numbers>

#include "core/kinematics/full_turn.h"
#include "core/model/limits.h"
#include "core/scene/limits.h"

namespace ww::planning {
namespace {

bool isCountable(const kinematics::JointTree& tree, const kinematics::IkRequest& request) {
  if (request.task || request.ensure_same_branch) return false;
  const auto chain = tree.chain(request.tip);
  return chain.size() == 6 && std::ranges::all_of(chain, [&](std::size_t mover) { return tree.turns(mover); });
}

}  // namespace

Result<std::vector<JointVector>> posturesOutside(const kinematics::JointTree& tree,
                                                 const kinematics::IkRequest& request) {
  if (!isCountable(tree, request)) return std::vector<JointVector>();
  const std::vector<world::JointLimits>& limits = request.limits.empty() ? tree.limits() : request.limits;
  kinematics::IkRequest free = request;
  constexpr int kMostPostures = 16;
  free.max_solutions = kMostPostures;
  free.turns = free.prefer_same_branch = free.diagnose = false;
  free.accept = nullptr;
  free.limits = limits;
  for (const std::size_t mover : tree.chain(request.tip)) {
    world::JointLimits& one = free.limits[tree.jointOf(mover)];
    one.lower = std::min(one.lower, -std::numbers::pi);
    one.upper = std::max(one.upper, std::numbers::pi);
  }
  WW_ASSIGN(const auto found, kinematics::solveIk(tree, free));
  const std::vector<double> full = kinematics::fullTurns(tree, request.tip);
  std::vector<JointVector> out;
  for (const JointVector& solution : found.solutions) {
    JointVector q = kinematics::turnedToLimits(limits, full, solution);
    if (model::limitExcess(limits, q, scene::kRoundingSlack)) out.push_back(std::move(q));
  }
  return out;
}

}  // namespace ww::planning
