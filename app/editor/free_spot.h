// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/world.h"

namespace ww::editor {

// Where on the floor (z = 0, root frame, metres) a box of that size stands free of the boxes of all
// objects, near to `wish` and on whole centimetres. An object so large that it leaves no room, such as
// a hall, does not count.
Vec3 freeSpot(const world::World& world, const Vec3& wish, const Vec3& size);

}  // namespace ww::editor
