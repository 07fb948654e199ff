// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "core/collision/coverage.h"

namespace ww::ui {

// What a check looked at: no verdict says anything without it.

// Checks farther apart than that (radians or metres of the way) let a link pass what is small in between.
inline constexpr double kCoarseSpacing = 0.2;

// "Checked: 116 of 126 pairs of bodies by the rules of the world, margin 0, every 0.112° or 1.95 mm."; `spacing`
// (radians or metres) is 0 where nothing moves. Empty when nothing was looked at.
QString lookedAtText(const collision::Coverage& coverage, double spacing = 0.0);
// Robots, and what they carry, that rules keep out of every check with anything else.
std::vector<ObjectId> robotsLeftOut(const world::World& world, const collision::Coverage& coverage);
// "Left out by rules: every pair of robot with anything else."; empty when rules leave out no object as a whole.
QString leftOutByRules(const world::World& world, const collision::Coverage& coverage);
// Whether that is less than a person takes a plain success for: a robot is left out, or checks lie far apart. And why.
bool isDoubtful(const world::World& world, const collision::Coverage& coverage, double spacing = 0.0);
QString doubtText(const world::World& world, const collision::Coverage& coverage, double spacing = 0.0);
// A line on meshes that are open; empty when there is none.
QString openMeshesText(const world::World& world, const collision::Coverage& coverage);
// Of what can be seen and has no collision geometry, objects first, with a word on those that are not named.
QString unseenNames(const world::World& world, const collision::Coverage& coverage);

}  // namespace ww::ui
