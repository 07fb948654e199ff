// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace ww::world {

// One object or frame with its place in the world; INTERNAL for what does not hold.
Status checkObject(const World& world, const Object& object);
Status checkFrame(const World& world, const Frame& frame);

}  // namespace ww::world
