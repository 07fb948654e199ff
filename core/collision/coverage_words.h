// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/collision/coverage.h"

namespace ww::collision {

// Plain sentences of what a check looked at, as command line and services tell it, a line each.

// "pallet, crate and 3 more"
template <typename Id>
std::string namesOf(const world::World& world, const std::vector<Id>& nodes) {
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = nodes.size(), named = count <= kMostNamed + 1 ? count : kMostNamed;
  std::string names;
  for (std::size_t i = 0; i < named; ++i)
    names += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + world.display(nodes[i]);
  return named < count ? names + " and " + std::to_string(count - named) + " more" : names;
}

// How much, by whose rules, and with a spacing (radians or metres) how closely along a way; what rules keep out of
// every pair. Nothing where nothing was looked at.
std::vector<std::string> lookedAt(const world::World& world, const Coverage& coverage, double spacing = 0.0);
// What has no collision geometry, and meshes with holes.
std::vector<std::string> leftOut(const world::World& world, const Coverage& coverage);

}  // namespace ww::collision
