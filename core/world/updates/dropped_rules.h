// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/world/values/world.h"

namespace ww::world {

// How many collision rules go when these objects, with all below them, and frames are deleted: those of which a side
// then names nothing that is left. Costs what is deleted; nothing in a world without rules.
std::size_t rulesDroppedWith(const World& world, std::span<const NodeRef> nodes);

}  // namespace ww::world
