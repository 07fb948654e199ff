// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/motion.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// How the planner works at a motion.
struct MotionEffort {
  double deadline_s = 0.0;  // 0: as long as the planner takes by itself; the card shows progress and cancels
  std::uint64_t seed = 1;
};

// Plans with the core's planner; the tool, if the target names none, is what the core takes for it
// (core/kinematics/tool.h). In the window's scenes; null: in its own.
MotionPlanner corePlanner(std::shared_ptr<WorldScenes> kept = {}, const MotionEffort& effort = {});

}  // namespace ww::ui
