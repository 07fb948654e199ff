// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace ww::usecase {

// Where the controller of a robot counts tools from: its frame or link "tool0", else "flange" (names of
// ROS-Industrial), else its last link. The robot must have a moving joint.
world::NodeRef flangeOf(const world::World& world, const world::Object& robot);

// Where it counts poses from: the frame or link "base" that none of the robot's joints moves, else the link that its
// first moving joint stands on, else the robot.
world::NodeRef baseOf(const world::World& world, const world::Object& robot);

}  // namespace ww::usecase
