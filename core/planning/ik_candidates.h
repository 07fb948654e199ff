// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/kinematics/ik.h"

namespace ww::planning {

// What else reaches the pose of a request, for those who want to know why it is no answer: postures (radians) of an arm
// of six revolute joints that its limits rule out, each in the turns that are outside by least. Nothing for other
// mechanisms, whose postures cannot be counted, and for requests with a task. Fails as kinematics::solveIk.
Result<std::vector<JointVector>> posturesOutside(const kinematics::JointTree& tree,
                                                 const kinematics::IkRequest& request);

}  // namespace ww::planning
