// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>

#include "core/world/values/world.h"

namespace ww::usecase {

// A robot, and where the hand takes it.
struct HandChoice {
  ObjectId robot;
  world::NodeRef tool;
  bool operator==(const HandChoice&) const = default;
};

// Of what is selected, the last first: a robot by its tool; a frame that moves with a robot by that frame; what a robot
// carries by the robot's tool. With nothing selected the only robot there is.
std::optional<HandChoice> handChoice(const world::World& world, std::span<const world::NodeRef> selected);

// A jog of a tool: along an axis of some frame (0 to 2: X, Y, Z; metres), or about it through the tool's own origin
// (3 to 5; radians). Poses in the root frame.
Pose jogged(const Pose& root_t_tool, const Quat& root_q_axes, int axis, double amount);

}  // namespace ww::usecase
