// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// What a step (from 0) has beside target, kind, speed, corner and extras (step_extras.h), a line each: who moves, how
// it is turned at the target, what may be touched. Nothing of a step that is not there.
std::vector<Phrase> stepBesides(const world::World& world, const std::string& program, std::size_t step);

}  // namespace ww::usecase
