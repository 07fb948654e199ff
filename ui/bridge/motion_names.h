// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "ui/bridge/motion.h"

namespace ww::ui {

// Whether the world, which may have moved on, still has it.
bool isThere(const world::World& world, const world::NodeRef& node);

// What can be the tool of a robot, best first (core/kinematics/tool.h), in the words of the window.
struct ToolItem {
  world::NodeRef node;
  QString name;  // as the world calls it: "gripper/tool_frame"
  QString why;
};
std::vector<ToolItem> toolItems(const world::World& world, ObjectId robot);
// "gripper/tool_frame (the tool of gripper, which the robot carries)"; empty without a tool.
QString toolText(const world::World& world, const usecase::Target& target);

// Whether it moves a tool; a gripper on a robot does not.
bool isArm(const world::World& world, ObjectId robot);
// Whether it is one and has joints enough to take a tool from place to place: a gripper on the floor has not.
bool isLikelyArm(const world::World& world, ObjectId robot);

// Where a motion starts: a named configuration, a frame that the tool stands at, or "here".
QString startName(const world::World& world, const usecase::Target& target);
QString goalName(const world::World& world, const usecase::Target& target);
// "robot: home → pick".
QString motionTitle(const world::World& world, const usecase::Target& target);

}  // namespace ww::ui
