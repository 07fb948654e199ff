// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/planning/robot_scene.h"

namespace ww::planning {

// Those limits (radians or metres) for the search of a way: joints that ride behind the tool's link, such as fingers,
// keep still where start and all goals agree on them. Nobody asks them to move, and what they hold would be let go.
std::vector<world::JointLimits> limitsOfSearch(const RobotScene& scene, std::vector<world::JointLimits> limits,
                                               const JointVector& start, const std::vector<JointVector>& goals);

}  // namespace ww::planning
