// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class Edits;
}

namespace ww::world {

// The world after the edits, in order; or the failure of the first that cannot be done, whose index
// stands in the title. Pure: the given world stays as it is.
Result<World> apply(const World& world, const worldwright::v1::Edits& edits, geometry::GeometryStore& store);

}  // namespace ww::world
