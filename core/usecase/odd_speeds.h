// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// Of a robot that was edited: speeds of joints that look like degrees a second, Cartesian speeds that look like
// millimetres a second, and a payload far heavier than the robot itself.
void tellOddSpeeds(const world::World& after, const world::Object& was, const world::Object& is, Diagnostics& out);

}  // namespace ww::usecase
