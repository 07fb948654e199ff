// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/kinematics/branch.h"
#include "core/kinematics/joint_tree.h"

namespace ww::kinematics {

// How an arm of six stands whose wrist's axes do not meet in one point (as of Fanuc's CRX), as controllers name it: by
// where the point is in which axes 4 and 5 meet, which joints 1 to 3 alone carry. Positions `q` are radians. Shoulder
// and elbow are as of IkBranch; but several postures that reach a pose may have the same, and one may turn into another
// without passing a singularity, so that it is no branch. None for arms whose axes 2 and 3 are not parallel, or whose
// axes 4 and 5 do not meet.
std::optional<IkBranch> offsetWristNames(const JointTree& tree, const Riding& tip, const JointVector& q);

}  // namespace ww::kinematics
