// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/edit_builders.h"

namespace ww::session {

// Excludes a pair from collision checking by a rule of the world, or takes the pair out of the rules
// that exclude it. Nothing changes when it is so already; a rule that excludes one of them from
// everything makes the second fail with FAILED_PRECONDITION. `world` is the version it is made for.
EditsPtr excludePair(const world::World& world, const RuleSide& a, const RuleSide& b);
EditsPtr checkPair(const world::World& world, const RuleSide& a, const RuleSide& b);
// Ends the switch that turns all checking off; the rules stay.
EditsPtr switchCheckingOn(const world::World& world);

}  // namespace ww::session
