// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/world/values/world.h"

namespace ww::cli {

// What a step of a program (from 0) has beside what its line says: where in the target the tool goes, speed, corner,
// limits, conditions and collision settings of its own, whose robot and tool. A line each.
std::vector<std::string> stepDetails(const world::World& world, const std::string& program, std::size_t step);
// The program's own robot, tool and start.
std::vector<std::string> programDetails(const world::World& world, const std::string& program);

}  // namespace ww::cli
