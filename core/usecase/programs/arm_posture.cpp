// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/arm_posture.h"

#include "core/kinematics/ik.h"
#include "core/kinematics/offset_wrist.h"

namespace ww::usecase {

ArmPosture armPosture(const kinematics::JointTree& arm, const kinematics::Riding& tip, const JointVector& q) {
  constexpr int kMostOthers = 128;       // turns of joints included
  constexpr double kSamePosture = 1e-3;  // radians
  if (tip.joint < 0) return {};
  kinematics::IkRequest asked;
  asked.tip = tip;
  asked.start = q;
  asked.root_t_goal = arm.rootT(tip, q);
  asked.ensure_same_branch = true;
  asked.diagnose = false;
  const auto branch = kinematics::solveIk(arm, asked);
  if (branch.ok() && !branch->branches.empty()) return {branch->branches.front(), {}};
  const auto name = kinematics::offsetWristNames(arm, tip, q);
  if (!name) return {};
  asked.ensure_same_branch = false;
  asked.turns = true;
  asked.max_solutions = kMostOthers;
  const auto all = kinematics::solveIk(arm, asked);
  if (!all.ok()) return {};
  ArmPosture out{*name, {}};
  for (const JointVector& other : all->solutions)
    if (kinematics::jointDistance(other, q) > kSamePosture)
      out.others.push_back({other, kinematics::offsetWristNames(arm, tip, other).value_or(kinematics::IkBranch())});
  return out;
}

}  // namespace ww::usecase
