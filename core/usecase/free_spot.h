// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace ww::usecase {

// Where a box of that size stands free of all that is in the world: the middle of its underside, root frame,
// metres. As near to `wish` as can be, at its height, and whole centimetres away from it. An object so large
// that it leaves no room, such as a hall, does not count. In a world without room nearby: beside everything.
Vec3 freeSpot(const world::World& world, const Vec3& wish, const Vec3& size);

}  // namespace ww::usecase
