// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>

#include "core/world/values/world.h"

namespace ww::usecase {

inline constexpr std::size_t kMostPictureBytes = 64 * 1024;

// The small picture that a world file carries, as PNG; empty for a world without objects. Traced by rays: it needs no
// screen, and is the same whether a window or a verb saves. Some tens of milliseconds for a cell, on one core.
// CANCELLED after a stop.
Result<std::string> picture(const world::World& world, std::stop_token stop = {});

}  // namespace ww::usecase
