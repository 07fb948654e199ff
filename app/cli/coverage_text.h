// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/verb.h"
#include "core/collision/coverage.h"

namespace ww::cli {

// What a check without a finding says: "no collisions", or first of all why nothing was looked at, with the command on
// the world's file that helps; `of` names what it holds for, where that is a part.
std::string freeText(const world::World& world, const std::string& file, const collision::Coverage& coverage,
                     const std::string& of = {});
// What to do so that something is looked at.
std::string howToHaveItChecked(const world::World& world, const std::string& file, const collision::Coverage& coverage);
// How much was looked at, by whose rules; with a spacing (radians or metres), how closely along a way. Nothing where
// nothing was.
std::string lookedAtLine(const world::World& world, const collision::Coverage& coverage, double spacing = 0.0);
// The line of what has no collision geometry, or nothing.
std::string leftOutLine(const world::World& world, const collision::Coverage& coverage);
// The command on the world's file that gives what has no collision geometry some, or nothing.
std::string howToHaveAllLookedAt(const world::World& world, const std::string& file,
                                 const collision::Coverage& coverage);
// "checked", "settings", "left_out", and "not_checked" with the reason.
void addCoverage(Json& json, const world::World& world, const std::string& file, const collision::Coverage& coverage);

}  // namespace ww::cli
