// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/world/values/diff.h"

namespace ww::usecase {

// Programs that named what an edit took away, or that now name what is not there: told, one note for all of them.
// Costs the steps of all programs, of edits that can matter to them; nothing is said of worlds of very many steps.
void tellBrokenPrograms(const world::World& before, const world::World& after, const world::WorldDiff& diff,
                        Diagnostics& out);

}  // namespace ww::usecase
