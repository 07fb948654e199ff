// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/phrase.h"
#include "core/collision/scene.h"

namespace ww::collision {

// What a check looks at, and what it leaves out: "no collisions" says nothing without it.
struct Coverage {
  enum class Nothing {
    kNo,            // at least one pair is looked at
    kSwitchedOff,   // by the rules
    kOneBody,       // there are no two things with collision geometry that could move against each other
    kNothingMoves,  // nothing that the robot moves has any
    kExcluded       // the rules exclude every pair
  };
  Nothing nothing = Nothing::kNo;  // why no pair at all is looked at
  enum class Settings { kWorld, kRequest, kDefault };
  Settings settings = Settings::kWorld;  // whose rules; the default ones are none, with a margin of zero
  std::vector<ObjectId> unseen;          // can be seen and have no collision geometry, in the order of their ids

  bool checked() const { return nothing == Nothing::kNo; }
};

// Of a check under `rules`: of all pairs, or with movers (joints, or root entities of free objects, of the scene's
// model) of those that they move. Costs the world once, and pairs until one is not excluded.
Coverage coverageOf(const Scene& scene, const RuleSet& rules, const std::vector<EntityId>& movers = {});

// "checking is switched off in the collision settings of the world"; empty when something was looked at.
Phrase whyNotChecked(const Coverage& coverage);

}  // namespace ww::collision
