// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/program/check.h"

namespace worldwright::v1 {
class ProgramStep;
}

namespace ww::program {

// Numbers from 1: of the step in the program, then in the one that it calls, and so on.
using Place = std::vector<std::uint32_t>;
std::string placeText(const Place& place);  // "3.2"

// A step that does something itself. Points into the programs.
struct FlatStep {
  Place place;
  const worldwright::v1::Program* owner = nullptr;
  const worldwright::v1::ProgramStep* step = nullptr;
};

// The steps of a program in order, calls replaced by what they call; those that are off are left out. NOT_FOUND for a
// program or a callee that is not there, INVALID_ARGUMENT for one that calls itself, RESOURCE_EXHAUSTED for too much.
Result<std::vector<FlatStep>> expand(const Programs& programs, std::string_view name);

// Of all that decides what the program does: names and comments of programs and steps are not part of it, nor which
// steps are locked.
Sha256 digestOf(const worldwright::v1::Program& program, const std::vector<FlatStep>& steps);
// Whether two steps do the same.
bool sameWork(const worldwright::v1::ProgramStep& a, const worldwright::v1::ProgramStep& b);

}  // namespace ww::program
