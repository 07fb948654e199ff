// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/closed_form.h"
#include "core/kinematics/ik/harvest.h"
#include "core/kinematics/ik/solvers.h"

namespace ww::kinematics {
namespace {

std::optional<ClosedForm> formOf(const std::optional<IkChain>& chain) {
  if (!chain || chain->count != 6) return std::nullopt;
  for (std::size_t i = 0; i < 6; ++i)
    if (!chain->turns[i]) return std::nullopt;
  return ClosedForm::make(chain->six());
}

}  // namespace

bool coversClosed(const JointTree& tree, const IkRequest& r) {
  const auto form = formOf(IkChain::make(tree, r.tip));
  if (!form || (!form->hasNames() && (r.ensure_same_branch || r.prefer_same_branch))) return false;
  // A search for all postures costs more than a descent to one.
  return form->family() != ClosedForm::Family::kMeetingPair || r.max_solutions > 1;
}

Result<IkResult> solveClosed(const JointTree& tree, const IkRequest& r) {
  const auto chain = IkChain::make(tree, r.tip);
  const auto form = formOf(chain);
  Joints6 start;
  for (std::size_t i = 0; i < 6; ++i)
    start[static_cast<Eigen::Index>(i)] = r.start[static_cast<Eigen::Index>(chain->joint[i])];
  Postures found;
  form->solve(chain->toArm(r.root_t_goal), start, found);
  // At the edge of its reach rounding decides whether there is any.
  if (found.count == 0) return solveNumeric(tree, r);
  Harvest harvest(tree, r, *chain);
  const bool asks = r.ensure_same_branch || r.prefer_same_branch;
  const ClosedForm::Sides here = form->sidesOf(start);
  const auto add = [&](bool of_same, bool of_others) {
    for (int i = 0; i < found.count; ++i) {
      const Joints6& q = found.at[static_cast<std::size_t>(i)];
      const ClosedForm::Sides there = form->sidesOf(q);
      if (ClosedForm::mayBeOneBranch(here, there) ? of_same : of_others)
        harvest.add({q.data(), 6}, ClosedForm::branchOf(there));
    }
  };
  std::size_t first = 0;
  if (asks) {
    add(true, false);
    WW_TRY(harvest.take(r.ensure_same_branch ? std::numeric_limits<int>::max() : 1));
    first = harvest.size();
  }
  if (!r.ensure_same_branch) {
    // The one that came first is not refused or given again.
    add(!asks, true);
    WW_TRY(harvest.take());
  }
  return harvest.finish(r.ensure_same_branch ? 0 : first);
}

}  // namespace ww::kinematics
