// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/base/diagnostic.h"
#include "core/collision/contact.h"
#include "core/session/edit_builders.h"

namespace ww::usecase {

// What is carried and overlaps links of what carries it, of the contacts of a world: mounted there, most likely, and to
// be excluded. Each names `object`, `robot` and `links`.
Diagnostics heldNotes(const world::World& world, std::span<const collision::Contact> contacts);
// One rule that excludes the object from checks against these links of its carrier.
session::EditsPtr excludeHeld(const world::World& world, ObjectId held, std::span<const EntityId> links);

}  // namespace ww::usecase
