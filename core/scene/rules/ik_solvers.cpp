// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void ikSolvers(const ObjectIndex& object, Findings& findings) {
  const int count = object.object().properties().kinematics().ik_solvers_size();
  for (const so::IkSolver& solver : object.object().properties().kinematics().ik_solvers()) {
    const std::string& tip = solver.tip_link_name();
    const int at = tip.empty() ? ObjectIndex::kNone : object.find(tip);
    if (!tip.empty() && (at == ObjectIndex::kNone || !object.entity(at).has_link()))
      findings.add(findings.near(fail(failures::kSolverTip, {{"link", shownName(tip)}}), tip));
  }
  if (count > 1) findings.add(fail(failures::kIkSolvers, {{"count", arg::Count{static_cast<std::uint64_t>(count)}}}));
}

}  // namespace ww::scene::rules
