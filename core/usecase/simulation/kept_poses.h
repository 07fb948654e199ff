// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/session/edit_builders.h"
#include "core/simulation/moment.h"

namespace ww::usecase {

struct KeptPoses {
  session::EditsPtr edits;  // null: there is nothing to change
  std::size_t count = 0;    // of objects
  std::size_t left = 0;     // of those that are left alone, as they were moved since
};

// Where a simulation has brought things, as edits of a world: of the objects that are wanted (`rests`: they lie still),
// also of those that stand and were put elsewhere. What the world does not have any more is passed over, as is what
// stands there already; positions of joints are those within their limits. What stands elsewhere than in `start`, the
// world that was simulated, was moved by somebody since and is left alone; null: nothing is.
KeptPoses keptPoses(const world::World& world, const simulation::Moment& moment,
                    const std::function<bool(ObjectId object, bool rests)>& wanted,
                    const world::World* start = nullptr);

}  // namespace ww::usecase
