// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/session/edit_builders.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// Steps of a program that get a lock or lose it, counted from 0.
struct LockEdit {
  session::EditsPtr edits;
  // In order; those that go through rounded corners with the ones that were asked for are of one motion, and among
  // them.
  std::vector<std::size_t> steps;
};

// Locks steps with the motions of the last plan, so that planning anew keeps them, or unlocks them. Of several steps
// those that move nothing are passed over. NOT_FOUND for what is not there, INVALID_ARGUMENT where nothing moves,
// FAILED_PRECONDITION for a step that is not planned as it is.
Result<LockEdit> lockSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                           bool lock);

}  // namespace ww::usecase
