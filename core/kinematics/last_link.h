// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace ww::kinematics {

struct LastLink {
  enum class Why { kOnly, kLongestChain, kBeforeFingers };
  EntityId entity;  // none without a moving joint
  Why why = Why::kLongestChain;
};

// Where the chain of a robot's joints ends, by its tree and the names of its fingers alone: its only last link; of
// several the farthest of those that most joints carry; where the chain ends in fingers, the link that bears them.
LastLink lastLinkOf(const world::World& world, const world::Object& robot);

}  // namespace ww::kinematics
