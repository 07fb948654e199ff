// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "core/base/phrase.h"
#include "core/collision/checker.h"

// Why a pair of bodies is checked as it is: complete, and in words. The same for window, verbs and services.
namespace ww::usecase {

// What may have a say about a pair.
enum class RuleHome {
  kSwitch,           // the world's switch for all checking
  kSameBody,         // parts of one rigid body of an object
  kWorldExclusion,   // rules of the world; `index` is that in its settings
  kWorldMargin,      // ...
  kMinimumMargin,    // a margin between anything and anything
  kObjectExclusion,  // an object's own; `index` is that among its exclusion rules
  kObjectCheck,      // one of those that says "checked all the same"
  kObjectMargin,     // `index` is that among its margin rules
  kAdjacent,         // links on the two sides of one joint
  kLinkage,          // links that one joint moves, by others that follow it
  kSwitchedOff       // a rule of the world that is switched off; `index` is that among these
};

struct RuleRef {
  RuleHome home = RuleHome::kWorldExclusion;
  int index = -1;   // -1: of what is no list
  ObjectId object;  // whose own rule it is
  auto operator<=>(const RuleRef&) const = default;
};

// One thing that has a say about a pair.
struct Say {
  RuleRef rule;
  double margin_m = 0.0;  // metres, of margins
  bool decides = false;
  Phrase what;     // "rule 3 excludes the pair"
  Phrase outcome;  // "decides: an exclusion beats every margin"
};

// All that has a say about two entities with collision geometry, the one that decides first, then in the order in which
// they are looked at.
std::vector<Say> saysAbout(const world::World& world, const collision::RuleSet& rules, EntityId a, EntityId b);

struct PairStory {
  EntityId a, b;
  collision::Explanation effective;
  std::vector<Say> says;
  Phrase verdict;   // "robot:link_3 is kept 0.02 m from table:top (rule 1)"
  Phrase why;       // of what decides; where nothing does, that no rule is about the pair
  Phrase distance;  // "they are 0.3 m apart"
  // As they stand, rules aside: distance, the two nearest points (root frame), normal. Nothing where one has no shape.
  std::optional<collision::Contact> now;
  bool collides = false;  // now, under the rules
};
// Both must have collision geometry and be two.
PairStory storyOf(const collision::Scene& scene, EntityId a, EntityId b);

// Of all pairs of two nodes (objects or entities) the one that is nearest now; the pairs are counted. Errors as of
// collision::distance().
struct NodesStory {
  PairStory nearest;
  std::size_t pairs = 0, checked = 0;
};
Result<NodesStory> storyOf(const collision::Scene& scene, const world::NodeRef& a, const world::NodeRef& b);

// What a rule is called in sentences: "rule 3", "exclusion rule 0 of arm", "the minimum margin".
Phrase ruleName(const world::World& world, const RuleRef& rule);

}  // namespace ww::usecase
