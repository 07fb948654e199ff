// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

namespace ww::model {

// The joints of any objects that move an entity, followers too; the nearest first. What a Model says of the bodies
// below it, for single questions about worlds that nobody has compiled: costs what the entity hangs on.
std::vector<world::EntityPtr> carriersOf(const world::World& world, EntityId entity);
// Whether joints of the object move the entity; not what stands on its base.
bool isCarriedBy(const world::World& world, ObjectId object, EntityId entity);

}  // namespace ww::model
