// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <stop_token>

#include "core/usecase/rules/rule_story.h"

namespace ww::usecase {

// What each rule does over all pairs of bodies of a world.
struct RuleTally {
  struct Use {
    std::size_t matches = 0, decides = 0;  // pairs
    std::set<RuleRef> others;              // that decide where it matches and does not
  };
  // False: there are too many pairs, or it was stopped; then nothing is told.
  bool counted = false;
  std::size_t pairs = 0, checked = 0;  // without those that are one body
  std::map<RuleRef, Use> uses;

  const Use* use(const RuleRef& rule) const {
    const auto it = uses.find(rule);
    return it == uses.end() ? nullptr : &it->second;
  }
};

// Costs all pairs; of more than `most_pairs` nothing is counted.
inline constexpr std::size_t kMostRulePairs = 400'000;
RuleTally tallyOf(const world::World& world, const collision::RuleSet& rules, std::size_t most_pairs = kMostRulePairs,
                  const std::stop_token& stop = {});
// Of the pairs within one object.
RuleTally tallyWithin(const world::World& world, const collision::RuleSet& rules, ObjectId object,
                      std::size_t most_pairs = kMostRulePairs);

}  // namespace ww::usecase
