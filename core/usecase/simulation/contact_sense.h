// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/moment.h"

namespace ww::usecase {

// The same contact, told so that its force acts on what moves more freely: what flies rather than what joints carry,
// and that rather than what stands still. Of two that are alike, on the one that it holds up.
simulation::ContactPoint onWhatMoves(const world::World& world, const simulation::Moment& moment,
                                     simulation::ContactPoint contact);

}  // namespace ww::usecase
