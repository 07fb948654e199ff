// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/model/mechanism.h"

namespace ww::validate {

// What is odd and most likely a mistake, though nothing forbids it: told, and never a reason to refuse.

// Objects that stand where the robot holds its tool, look like one and do not hang on it. Costs the world.
Diagnostics looseTools(const model::Mechanism& robot);
// The joint that is farthest outside its range where the robot stands, if one is.
Diagnostics outsideLimits(const model::Mechanism& robot);
// That the tool points upwards at its goal, along the way from the last joint to it.
Diagnostics fromBelow(const model::Mechanism& robot, world::NodeRef tool, const Pose& root_t_goal);
// All that is odd about the robots of a world as it stands.
Diagnostics suspicions(const model::Model& model);

}  // namespace ww::validate
