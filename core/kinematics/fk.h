// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/world.h"

namespace ww::kinematics {

// Joint positions of an object that take the place of those in the world.
struct JointOverride {
  ObjectId object;
  JointVector positions;
};

// The world with other joint positions, all else shared. Limits are not checked. NOT_FOUND for an
// unknown object, INVALID_ARGUMENT for a wrong number of positions or one that is no number.
Result<world::World> withJoints(const world::World& world, const std::vector<JointOverride>& overrides);

// Pose of `target` in `reference` with other joint positions.
Result<Pose> forward(const world::World& world, world::NodeRef reference, world::NodeRef target,
                     const std::vector<JointOverride>& overrides);

}  // namespace ww::kinematics
