// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/world/values/world.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// The plan that a world keeps of a program; null where it keeps none. Valid as long as the world.
const worldwright::v1::ProgramPlan* lastPlanOf(const world::World& world, std::string_view program);
// Why there is none: the program is not planned, or NOT_FOUND, with those that were perhaps meant.
Status whyUnplanned(const world::World& world, const std::string& program);
// What a plan names by its number: objects, entities and frames have numbers of one kind. None where it has gone.
std::optional<world::NodeRef> nodeWithId(const world::World& world, std::uint64_t id);

}  // namespace ww::usecase
