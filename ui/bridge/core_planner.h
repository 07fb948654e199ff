// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/motion.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// Plans with the core's planner; the tool, if the request names none, is what the core takes for it
// (core/kinematics/tool.h). In the window's scenes; null: in its own.
MotionPlanner corePlanner(std::shared_ptr<WorldScenes> kept = {});

}  // namespace ww::ui
