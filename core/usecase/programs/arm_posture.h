// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "core/kinematics/branch.h"
#include "core/kinematics/joint_tree.h"
#include "core/program/dialects/robot_program.h"

namespace ww::usecase {

// How controllers name the posture of an arm: shoulder and elbow, 0 where it has no name.
struct ArmPosture {
  struct Other {
    JointVector q;  // radians
    kinematics::IkBranch name;
  };
  kinematics::IkBranch name;
  // Where names do not tell all postures apart: the others that reach the same pose, within limits.
  std::vector<Other> others;
};

// At positions of the arm alone (radians), without what carries it and what it carries. The side of the shoulder is
// told by the second joint: as its controller counts that, by the sign of secondSign().
ArmPosture armPosture(const kinematics::JointTree& arm, const kinematics::Riding& tip, const JointVector& q,
                      double second_sign);
// 1 or -1: how the controller counts the second joint of the arm.
double secondSign(std::span<const program::dialects::RobotJoint> joints);

}  // namespace ww::usecase
