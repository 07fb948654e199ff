// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/session/program_data.h"
#include "core/session/program_steps.h"
#include "core/usecase/programs/extra_kinds.h"

namespace ww::usecase {

// A number (a switch is 0 or 1), a node (of a side of a pair: empty words are anything), one for each joint.
using ExtraValue = std::variant<double, session::StepNode, std::vector<double>>;

// Limits, conditions and collision settings that a move has of its own (extra_kinds.h), as plain data.
struct StepExtra {
  const ExtraKind* kind = nullptr;
  std::size_t index = 0;           // among those of its kind
  std::vector<ExtraValue> values;  // one for each of its fields
};
// Steps are counted from 0. None of a step that is no move, or not there.
std::vector<StepExtra> stepExtras(const world::World& world, const std::string& program, std::size_t step);
// Whose joints those are that extras of the step are about; none where nobody can tell.
ObjectId robotOfStep(const world::World& world, const std::string& program, std::size_t step);
// False for what a step has once, and has already.
bool canAddExtra(const world::World& world, const std::string& program, std::size_t step, const ExtraOffer& offer);

// Edits for the version `world`, of all these steps at once; those that have no such extra, or are no moves, stay.
// What is added begins with what holds where the step goes; collision settings with those of the world, which they
// replace. Conditions are about the tool: where that is a link, it gets a frame first.
session::EditsPtr addExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                           const ExtraOffer& offer);
session::EditsPtr removeExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                              const StepExtra& extra);
session::EditsPtr changeExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                              const StepExtra& extra, std::size_t field, const ExtraValue& value);

}  // namespace ww::usecase
