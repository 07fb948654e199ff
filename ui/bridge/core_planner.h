// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/motion.h"

namespace ww::ui {

// Plans with the core's planner; the tool, if the request names none, is what the core takes for it
// (core/kinematics/tool.h).
MotionPlanner corePlanner();

}  // namespace ww::ui
