// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/session/edit_builders.h"

namespace ww::session {

// Excludes a pair from collision checking by a rule of the world, or takes the pair out of the rules
// that exclude it. Nothing changes when it is so already; a rule that excludes one of them from
// everything makes the second fail with FAILED_PRECONDITION. `world` is the version it is made for.
EditsPtr excludePair(const world::World& world, const RuleSide& a, const RuleSide& b);
EditsPtr checkPair(const world::World& world, const RuleSide& a, const RuleSide& b);
// Ends the switch that turns all checking off; the rules stay.
EditsPtr switchCheckingOn(const world::World& world);
EditsPtr switchChecking(const world::World& world, bool on);
// As if nobody had ever set one.
EditsPtr clearMinimumMargin(const world::World& world);

// A rule of the world: by its place among those of the settings, or among those that are switched off.
struct WorldRule {
  bool is_on = true;
  std::size_t index = 0;
  auto operator<=>(const WorldRule&) const = default;
};
// All below make one batch for the version `world`; rules that are not there are passed over.
EditsPtr removeRules(const world::World& world, std::span<const WorldRule> rules);
// Switched off, a rule is kept in the file and has no effect; switched on, it goes back to where it stood.
EditsPtr switchRules(const world::World& world, std::span<const WorldRule> rules, bool on);
// Each behind what it is a copy of, switched on or off like it.
EditsPtr duplicateRules(const world::World& world, std::span<const WorldRule> rules);
// Whether they exclude, else the margin in metres; the sides stay.
EditsPtr setRuleActions(const world::World& world, std::span<const WorldRule> rules, bool is_excluded, double margin);
EditsPtr changeRule(const world::World& world, const WorldRule& rule, const CollisionRuleEdit& to);
// What repairs do to a rule beside that: puts a node in the place of what one of its references names in vain, or takes
// that out (with the rule, if a side would be left empty).
struct DeadReference {
  WorldRule rule;
  bool is_left = true;
  std::size_t index = 0;             // in the side
  std::optional<RuleSide> replaced;  // none: taken out
};
// Changes to rules of the world's settings in one step; removed rules and references go last, so that all indices are
// those of `world`.
struct RuleChanges {
  std::vector<std::size_t> removed;
  std::vector<std::pair<std::size_t, double>> margins;  // metres
  std::vector<DeadReference> references;
  std::vector<CollisionRuleEdit> added;
  std::optional<double> minimum_margin;  // metres
};
EditsPtr changeRules(const world::World& world, const RuleChanges& changes);

// A rule that belongs to an object, about two of its entities by name; an empty name is any.
struct OwnRule {
  std::string left, right;
  bool is_margin = false;
  bool is_excluded = true;  // of an exclusion rule; false: checked all the same
  double margin = 0.0;      // metres, of a margin rule
};
// As the wire has them: rules match when they name the same pair, in either order.
enum class RulePolicy { kAppend, kReplaceOrAppend, kRemove, kClearAndReplace, kClearAll };
struct OwnRuleUpdate {
  RulePolicy policy = RulePolicy::kAppend;
  OwnRule rule;  // not read for kClearAll
};
EditsPtr updateOwnRules(ObjectId object, std::span<const OwnRuleUpdate> updates);
// Moves an exclusion rule of the object; of those the last that matches holds. `to` is its index afterwards.
EditsPtr moveOwnExclusion(const world::World& world, ObjectId object, std::size_t from, std::size_t to);
// Takes one rule out, by its index among the exclusion or the margin rules; others about the same pair stay.
EditsPtr removeOwnRule(const world::World& world, ObjectId object, bool is_margin, std::size_t index);
// A change of one rule by its index among the exclusion or the margin rules; several of one rule join what they change.
struct OwnRuleChange {
  bool is_margin = false;
  std::size_t index = 0;
  std::optional<OwnRule> to;  // none: taken out
};
// All in one step; what is added comes last. Rules that are not there are passed over.
EditsPtr changeOwnRules(const world::World& world, ObjectId object, std::span<const OwnRuleChange> changes,
                        std::span<const OwnRule> added);
// In the order that they have.
std::vector<OwnRule> ownRules(const world::Object& object);
// Whether all checking for collisions is switched off, whatever the rules say.
bool isCheckingOff(const world::World& world);

}  // namespace ww::session
