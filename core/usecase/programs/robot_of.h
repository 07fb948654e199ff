// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "core/world/values/world.h"

namespace ww::usecase {

// Whose program it is, and what moves where steps do not say it, as planning finds them (cast.h); none where it finds
// none. A program that is not there has those of one that names nothing.
std::optional<ObjectId> robotOfProgram(const world::World& world, const std::string& program);
std::optional<world::NodeRef> toolOfProgram(const world::World& world, const std::string& program);

}  // namespace ww::usecase
