// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/planning/types.h"

namespace ww::rpc {

// What a client should know of a plan and what its answer has no field for, in sentences: what had to be assumed, what
// was left out of account, how near the motion comes to what. Few enough for the metadata of a call.
std::vector<std::string> planNotes(const world::World& world, const planning::TrajectoryReport& report);
// Why nothing was looked at for collisions, and what to do; empty when something was. `of` names a part of the plan.
std::string notChecked(const collision::Coverage& coverage, const std::string& of = {});
// What was looked at: how much, by whose rules, how closely (radians or metres; 0: no way), and what was left out.
// Nothing where nothing was.
std::vector<std::string> lookedAtNotes(const world::World& world, const collision::Coverage& coverage,
                                       double spacing = 0.0);
// The findings alone, of what has no report.
std::vector<std::string> noteTexts(const Diagnostics& notes);

}  // namespace ww::rpc
