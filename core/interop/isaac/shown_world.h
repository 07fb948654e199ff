// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder.
#include <functional>
#include <string>
#include <vector>

#include "core/interop/isaac/world_exchange.h"

namespace ww::isaac {

// A world as it is shown.
struct ShownWorld {
  const world::World& world;
  const ShownPlaces& places;
};

// What stands elsewhere than it was told last (null: nothing was); with `all` every object is looked at.
std::vector<ObjectId> moved(const world::World* told, const ShownPlaces& told_places, const ShownWorld& now, bool all);
// Positions of all joints that move by themselves, by "object/joint".
std::vector<Quantity> jointsShown(const ShownWorld& now, const std::function<std::string(ObjectId)>& name_of);

}  // namespace ww::isaac
