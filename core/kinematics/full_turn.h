// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/kinematics/joint_tree.h"

namespace ww::kinematics {

// Of each joint of the tree by how much its position can change while the tip stays where it is, in radians: a full
// turn, or so many that what follows the joint on the way to the tip makes whole turns as well. 0: not at all, by more
// than twelve turns, or a joint that does not move the tip.
std::vector<double> fullTurns(const JointTree& tree, const Riding& tip);
// The same while all that moves stays where it is.
std::vector<double> fullTurns(const JointTree& tree);
// Joint positions (radians or metres) by their full turns nearer to their limits: within them, or outside by least.
// One that is within stays. All of the same size.
JointVector turnedToLimits(const std::vector<world::JointLimits>& limits, const std::vector<double>& full,
                           JointVector q);

}  // namespace ww::kinematics
