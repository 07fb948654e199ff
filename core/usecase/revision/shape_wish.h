// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/geometry/collision/collision_kinds.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// What people had asked for to get what a link is checked with, made of what is seen of it: as its import noted it
// where that fits, else by the shapes themselves. None where they were not made here, as far as can be told. Blocks for
// the cost of a hull and of measuring; any thread.
std::optional<geometry::CollisionWish> wishBehind(const world::Entity& link,
                                                  const std::optional<geometry::CollisionWish>& noted);

}  // namespace ww::usecase
