// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/world/views/references.h"

namespace ww::model {

// A node as failures take it.
inline arg::Node named(const world::World& world, world::NodeRef node) {
  return {world.display(node), std::visit([](auto id) { return id.value; }, node)};
}

// The same of an entity that may be gone: then by its id.
inline arg::Name namedOrId(const world::World& world, EntityId entity) {
  return {world.owner(entity) ? world.display(entity) : world::toWire(entity)};
}

}  // namespace ww::model
