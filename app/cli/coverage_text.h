// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/verb.h"
#include "core/collision/coverage.h"

namespace ww::cli {

// What a check without a finding says: "no collisions", or first of all why nothing was looked at; `of` names what it
// holds for, where that is a part.
std::string freeText(const collision::Coverage& coverage, const std::string& of = {});
// How much was looked at, by whose rules; with a spacing (radians or metres), how closely along a way. Nothing where
// nothing was.
std::string lookedAtLine(const world::World& world, const collision::Coverage& coverage, double spacing = 0.0);
// The line of what has no collision geometry, or nothing.
std::string leftOutLine(const world::World& world, const collision::Coverage& coverage);
// "checked", "settings", "left_out", and "not_checked" with the reason.
void addCoverage(Json& json, const world::World& world, const collision::Coverage& coverage);

}  // namespace ww::cli
