// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/world/values/diff.h"

namespace ww::usecase {

// What is odd about the figures of an edit, as imports are asked for it (core/io/plausible.h): limits that look like
// degrees, sizes, masses, margins. Costs what was edited.
void tellOddFigures(const world::World& before, const world::World& after, const world::WorldDiff& diff,
                    Diagnostics& out);
// Robots of a world as it stands whose limits look like degrees.
Diagnostics limitsInDegrees(const world::World& world);
// What is odd about a world as it stands: what is far from all else, and the limits above.
Diagnostics worldNotes(const world::World& world);
// Rules that went because settings without them were sent.
void tellReplacedRules(const world::World& before, const world::World& after, const world::WorldDiff& diff,
                       Diagnostics& out);
// Objects whose names were global ones.
void tellAliases(const world::World& after, const world::WorldDiff& diff, Diagnostics& out);
// Objects that were moved, and hang on what joints move without being anywhere near it.
void tellStrayTools(const world::World& after, const world::WorldDiff& diff, Diagnostics& out);
// Objects whose new name another thing may have as its id.
void tellNamesLikeIds(const world::World& after, const world::WorldDiff& diff, Diagnostics& out);
// Tools that were taken off their robot and stand where they were on it.
void tellLooseTools(const world::World& before, const world::World& after, const world::WorldDiff& diff,
                    Diagnostics& out);

}  // namespace ww::usecase
