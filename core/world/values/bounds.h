// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace ww::world {

// Smallest axis-aligned box around the visual (else collision) geometry of an object without its children,
// in the root frame. Looks at every vertex of turned meshes; World::boundsOf is quick, and wider.
Bounds shownBounds(const World& world, const Object& object);

}  // namespace ww::world
