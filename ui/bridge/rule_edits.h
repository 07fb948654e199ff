// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/usecase/rules/rule_list.h"
#include "ui/bridge/session_bridge.h"

// Changes of collision rules as a list shows them, each as one step of the history. Rules are known by their places,
// so all take the version of the world that they were read from: where the rules are others by now, nothing is done
// and the user is told. False then, and when the commit failed.
namespace ww::ui {

using RuleRefs = std::vector<usecase::RuleRef>;

// What a rule does about its pairs.
struct RuleAction {
  enum class Kind { kExclude, kCheck, kMargin };  // kCheck: of an object's own rule, where others would exclude
  Kind kind = Kind::kExclude;
  double margin_m = 0.0;  // metres, of kMargin
  bool operator==(const RuleAction&) const = default;
};
RuleAction actionOf(const usecase::RuleRow& row);

// A rule of the world, switched on or off; else it is one of an object.
bool isOfWorld(const usecase::RuleRef& rule);
// The rules of the world are the same in both, switched-off ones included; the objects' own are not looked at.
bool sameRules(const world::World& a, const world::World& b);
// The same for what a rule is among: those of the world, or those of its object.
bool stands(const usecase::RuleRef& rule, const world::World& seen, const world::World& now);
// "rule 3", "exclusion rule 0 of arm".
QString ruleTitle(const world::World& world, const usecase::RuleRef& rule);

bool addRule(SessionBridge& bridge, const session::CollisionRuleEdit& rule);
bool addOwnRule(SessionBridge& bridge, ObjectId object, const session::OwnRule& rule);
bool removeRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules);
// Copies stand behind what they are copies of.
bool duplicateRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules);
// Those of objects cannot be switched off, and stay as they are.
bool switchRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules, bool on);
bool setRuleActions(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules, const RuleAction& action);
bool changeRule(SessionBridge& bridge, const world::World& seen, const usecase::RuleRef& rule,
                const session::CollisionRuleEdit& to);
bool changeOwnRule(SessionBridge& bridge, const world::World& seen, const usecase::RuleRef& rule,
                   const session::OwnRule& to);
// Of an object's own exclusions, to another place among these.
bool moveOwnRule(SessionBridge& bridge, const world::World& seen, const usecase::RuleRef& rule, std::size_t to);

bool switchChecking(SessionBridge& bridge, bool on);
// None: as if nobody had ever set one.
bool setMinimumMargin(SessionBridge& bridge, std::optional<double> metres);
// All repairs as one step.
bool repairRules(SessionBridge& bridge, const world::World& seen, std::span<const usecase::RuleFinding> findings);

// How many exclusions an object has of its own: among these the order counts.
std::size_t ownExclusions(const world::World& world, ObjectId object);
// One of an object's own rules as it is edited; none when it is not there.
std::optional<session::OwnRule> ownRuleOf(const world::World& world, const usecase::RuleRef& rule);

}  // namespace ww::ui
