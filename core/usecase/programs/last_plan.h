// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/program/expand.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// The plan that a world keeps of a program; null where it keeps none. Valid as long as the world.
const worldwright::v1::ProgramPlan* lastPlanOf(const world::World& world, std::string_view program);
// Why there is none: the program is not planned, or NOT_FOUND, with those that were perhaps meant.
Status whyUnplanned(const world::World& world, const std::string& program);
// How many of the first steps (calls replaced) do what was planned, and as it was planned: a corner that was rounded
// into a step that is another now is none.
std::size_t stepsAsPlanned(const std::vector<program::FlatStep>& steps, const worldwright::v1::ProgramPlan& plan);
// Of each step (calls replaced) whether it does what was planned, and as it was planned: motions that go into each
// other only all of them. Where there are more steps or fewer than were planned, those before the first that is
// another.
std::vector<bool> asPlanned(const std::vector<program::FlatStep>& steps, const worldwright::v1::ProgramPlan& plan);
// What a plan names by its number: objects, entities and frames have numbers of one kind. None where it has gone.
std::optional<world::NodeRef> nodeWithId(const world::World& world, std::uint64_t id);

}  // namespace ww::usecase
