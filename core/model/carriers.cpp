// SPDX-License-Identifier: Apache-2.0
#include "core/model/carriers.h"

#include <algorithm>

namespace ww::model {

std::vector<world::EntityPtr> carriersOf(const world::World& world, EntityId entity) {
  std::vector<world::EntityPtr> out;
  while (const world::EntityPtr at = world.entity(entity)) {
    if (at->joint && at->joint->moves()) out.push_back(at);
    entity = at->parent ? at->parent : world.peek(at->object)->parent_entity;
  }
  return out;
}

bool isCarriedBy(const world::World& world, ObjectId object, EntityId entity) {
  return std::ranges::any_of(carriersOf(world, entity), [&](const auto& joint) { return joint->object == object; });
}

}  // namespace ww::model
