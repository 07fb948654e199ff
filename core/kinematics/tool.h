// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/world/world.h"

namespace ww::kinematics {

// The node that is meant by "the tool" of a robot when nobody says which: a frame with "tool" or "tcp"
// in its name on what hangs on the robot, then on the robot itself, then its flange, then an attachment
// frame of the robot, then its only last link. None when there is no such node.
std::optional<world::NodeRef> toolOf(const world::World& world, ObjectId robot);

}  // namespace ww::kinematics
