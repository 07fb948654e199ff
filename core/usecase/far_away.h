// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::usecase {

constexpr double kFarFromAll = 200.0;  // metres: farther than the parts of a cell or of a yard lie apart

// Whether a position far off would be near had it been given in millimetres: else they are not why.
bool mayBeMillimetres(const Vec3& p);
// A position in metres, as it would be had it been given in millimetres: one edit has one unit, so that what it has set
// is divided, which is what differs from `before` (zero for what is new). Where nobody knows that, what is a metre or
// more.
Vec3 fromMillimetres(const Vec3& p, const std::optional<Vec3>& before);
Phrase inMillimetres(const Vec3& p, const std::optional<Vec3>& before = {});

// Objects so far from all else that their position must be a mistake: a check finds nothing there, and says so. Nothing
// of worlds of very many objects.
Diagnostics farAway(const world::World& world);

}  // namespace ww::usecase
