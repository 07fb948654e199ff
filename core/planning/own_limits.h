// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/limits.h"

namespace ww::planning {

// What an object says itself of how its tool may move: of translation the smallest of the three axes. Infinite where it
// says nothing (0 on the wire). A motion keeps them where its request asks for Cartesian limits.
model::FrameLimits ownFrameLimits(const world::Object& robot);

}  // namespace ww::planning
