// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/verb.h"
#include "core/collision/coverage.h"

namespace ww::cli {

// What a check without a finding says: "no collisions", or first of all why nothing was looked at.
std::string freeText(const collision::Coverage& coverage);
// The line of what has no collision geometry, or nothing.
std::string leftOutLine(const world::World& world, const collision::Coverage& coverage);
// "checked", "settings", "left_out", and "not_checked" with the reason.
void addCoverage(Json& json, const world::World& world, const collision::Coverage& coverage);

}  // namespace ww::cli
