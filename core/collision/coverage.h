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
    kNotAsked,      // the request has no collision settings, which would ask for it
    kEmpty,         // there is nothing in the world
    kSwitchedOff,   // by the rules
    kOneBody,       // there are no two things with collision geometry that could move against each other
    kNothingMoves,  // nothing that the robot moves has any
    kExcluded       // the rules exclude every pair
  };
  Nothing nothing = Nothing::kNo;  // why no pair at all is looked at
  enum class Settings { kWorld, kRequest, kDefault, kStep };
  Settings settings = Settings::kWorld;  // whose rules; the default ones are none, with a margin of zero
  std::vector<ObjectId> unseen;          // can be seen and have no collision geometry, in the order of their ids
  // The same of entities whose object has other entities with collision geometry.
  std::vector<EntityId> unseen_parts;
  std::vector<ObjectId> open;  // have meshes with holes: what is wholly inside them is not found

  // How much: of the pairs of bodies of the question, where there were few enough to count them.
  bool counted = false;
  std::size_t pairs = 0, checked_pairs = 0;
  double margin_m = 0.0;           // metres; no pair has a larger one
  std::vector<ObjectId> excluded;  // have collision geometry, and rules exclude every pair with other objects

  bool checked() const { return nothing == Nothing::kNo; }
};

// Of a check under `rules`: of all pairs, or with movers (joints, or root entities of free objects, of the scene's
// model) of those that they move. Costs the world once, and pairs until one is not excluded.
// Of at most so many pairs their number is told.
inline constexpr std::size_t kMostCounted = 5000;
Coverage coverageOf(const Scene& scene, const RuleSet& rules, const std::vector<EntityId>& movers = {},
                    std::size_t most_counted = kMostCounted);

// "checking is switched off in the collision settings of the world"; empty when something was looked at.
Phrase whyNotChecked(const Coverage& coverage);
// What to do so that something is looked at.
Phrase howToCheck(const Coverage& coverage);

}  // namespace ww::collision
