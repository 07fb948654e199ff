// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/arm_posture.h"

#include "core/kinematics/ik.h"
#include "core/kinematics/offset_wrist.h"

namespace ww::usecase {

ArmPosture armPosture(const kinematics::JointTree& arm, const kinematics::Riding& tip, const JointVector& q,
                      double second_sign) {
  constexpr int kMostOthers = 128;       // turns of joints included
  constexpr double kSamePosture = 1e-3;  // radians
  if (tip.joint < 0) return {};
  const auto counted = [second_sign](kinematics::IkBranch name) {
    if (second_sign < 0.0) name.shoulder = static_cast<std::int8_t>(-name.shoulder);
    return name;
  };
  kinematics::IkRequest asked;
  asked.tip = tip;
  asked.start = q;
  asked.root_t_goal = arm.rootT(tip, q);
  asked.ensure_same_branch = true;
  asked.diagnose = false;
  const auto branch = kinematics::solveIk(arm, asked);
  if (branch.ok() && !branch->branches.empty()) return {counted(branch->branches.front()), {}};
  const auto name = kinematics::offsetWristNames(arm, tip, q);
  if (!name) return {};
  asked.ensure_same_branch = false;
  asked.turns = true;
  asked.max_solutions = kMostOthers;
  const auto all = kinematics::solveIk(arm, asked);
  if (!all.ok()) return {};
  ArmPosture out{counted(*name), {}};
  for (const JointVector& other : all->solutions)
    if (kinematics::jointDistance(other, q) > kSamePosture)
      out.others.push_back(
          {other, counted(kinematics::offsetWristNames(arm, tip, other).value_or(kinematics::IkBranch()))});
  return out;
}

double secondSign(std::span<const program::dialects::RobotJoint> joints) {
  int own = 0;
  for (const auto& joint : joints)
    if (!joint.external && ++own == 2) return joint.sign;
  return 1.0;
}

}  // namespace ww::usecase
