// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/collision/check.h"
#include "core/world/values/world.h"

namespace ww::cli {

// As the argument of a failure.
arg::Node nodeArg(const world::World& world, const world::NodeRef& node);
// The object itself, or the one that an entity or a frame belongs to.
ObjectId objectOf(const world::World& world, const world::NodeRef& node);
// A frame or an entity where an object is wanted.
Status notAnObject(const world::World& world, const world::NodeRef& node);
// A frame where rules are about objects and entities; where shapes are made of what is seen.
Status frameHasNoRules(const world::World& world, const world::NodeRef& node);
Status frameHasNoShape(const world::World& world, const world::NodeRef& node);
// Two bodies that collide, and what to do about it.
Status contactProblem(const world::World& world, const collision::Contact& contact);

}  // namespace ww::cli
