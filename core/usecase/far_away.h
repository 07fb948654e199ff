// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::usecase {

constexpr double kFarFromAll = 200.0;  // metres: farther than the parts of a cell or of a yard lie apart

// Whether a position far off would be near had it been given in millimetres: else they are not why.
bool mayBeMillimetres(const Vec3& p);
// A position in metres, as it would be had it been given in millimetres.
Phrase inMillimetres(const Vec3& p);

// Objects so far from all else that their position must be a mistake: a check finds nothing there, and says so. Nothing
// of worlds of very many objects.
Diagnostics farAway(const world::World& world);

}  // namespace ww::usecase
