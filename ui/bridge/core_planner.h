// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/motion.h"

namespace ww::ui {

// The node of a robot, or of what hangs on it, that is brought to a target frame: a frame named like a
// tool, else one named like a flange, else an attachment frame, else the last link. None when it is
// not clear.
std::optional<world::NodeRef> toolOf(const world::World& world, ObjectId robot);

// Plans with the core's planner.
MotionPlanner corePlanner();

}  // namespace ww::ui
