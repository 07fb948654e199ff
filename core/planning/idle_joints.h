// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "core/planning/robot_scene.h"

namespace ww::planning {

// Those limits (radians or metres) for the search of a way: joints that nobody asks to move keep still, where start and
// all goals agree on them. They are those that ride behind the link of the tool (none: that of the robot), such as
// fingers, as what these hold would be let go, and those that neither carry a joint that has to move nor ride on one,
// such as another arm.
std::vector<world::JointLimits> limitsOfSearch(const RobotScene& scene, std::vector<world::JointLimits> limits,
                                               std::optional<world::NodeRef> tool, const JointVector& start,
                                               const std::vector<JointVector>& goals);

}  // namespace ww::planning
