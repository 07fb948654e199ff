// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// Objects so far from all else that their position must be a mistake: a check finds nothing there, and says so. Nothing
// of worlds of very many objects.
Diagnostics farAway(const world::World& world);

}  // namespace ww::usecase
