// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class Edits;
}

namespace ww::usecase {

// Pairs that the edits had checked (ToggleCollisions, ENABLE) and that still are not, as toggling changes rules of the
// world alone, and an object's own exclusion or a joint between the two decides. `after` is the world with the edits.
Diagnostics toggleNotes(const world::World& after, const worldwright::v1::Edits& edits);

}  // namespace ww::usecase
