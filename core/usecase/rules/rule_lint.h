// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <stop_token>

#include "core/base/diagnostic.h"
#include "core/session/rule_builders.h"
#include "core/usecase/rules/rule_story.h"

// What is odd about the rules of a world, each finding with a repair.
namespace ww::usecase {

enum class RuleFault {
  kUnknown,       // names what is not there
  kNoAction,      // neither excludes nor sets a margin
  kBadMargin,     // negative, or no number
  kNothing,       // matches nothing
  kNeverDecides,  // an exclusion, or a margin that is smaller, hides it
  kCouldTouch,    // excludes what can run into each other
  kAtRest,        // pairs collide where they stand
  kAbsurdMargin   // of metres
};

// What makes a finding go away. `label` is what the step is called, and tells what it does.
struct RuleRepair {
  Phrase label;
  // Of rules of the world; and of one object's own.
  session::RuleChanges of_world;
  ObjectId object;
  std::vector<session::OwnRuleChange> own;
  std::vector<session::OwnRule> own_added;
};

struct RuleFinding {
  RuleFault fault = RuleFault::kUnknown;
  RuleRef rule;     // of kAtRest none: index -1
  Diagnostic told;  // with the code of the fault: "unknown-reference", "never-matches", "contact-at-rest", ...
  EntityId a, b;    // where it is about a pair
  RuleRepair repair;
};

struct LintOptions {
  int samples = 200;  // postures of each robot that an exclusion is about; 0: none are tried
  std::size_t most_contacts = 50;
  std::stop_token stop;
};
// Those of rules in the order of the rules, then those of pairs. Costs all pairs (up to kMostRulePairs) and the
// postures; what was left out when it is stopped is not told.
std::vector<RuleFinding> lintRules(const collision::Scene& scene, const LintOptions& options = {});

// Of these only rules of the world that name what is not there, a few at most: at once.
std::vector<RuleFinding> deadReferences(const world::World& world);

// Of these only rules that are about nobody: of the world (names what is not there, no action, nothing that matches)
// and objects' own. Costs all pairs.
std::vector<RuleFinding> voidRules(const world::World& world);

// Of these only margins of metres, which nobody means: at once.
std::vector<RuleFinding> absurdMargins(const world::World& world);

// Of these those of the rules that objects have of their own, but for what postures tell.
std::vector<RuleFinding> ownFindings(const world::World& world, const collision::RuleSet& rules);

// All these repairs as one step, for the world that the findings are of.
session::EditsPtr repairAll(const world::World& world, std::span<const RuleFinding> findings);

}  // namespace ww::usecase
