// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/rules/rule_lint.h"
#include "core/usecase/rules/rule_tally.h"

namespace ww::usecase {

// One side of a rule, for people and for editing.
struct RuleSideRow {
  bool any = false;                      // anything; of an object's own rule, any of its entities
  std::vector<std::string> names;        // as messages name them; what is not there, as the rule does
  std::vector<session::RuleSide> nodes;  // what is there; empty for an object's own rules
  std::size_t missing = 0;               // references to what is not there
};

// A rule as a list shows it: those of the world, those of the world that are switched off, those of objects.
struct RuleRow {
  RuleRef rule;
  bool enabled = true;
  RuleSideRow left, right;
  bool excludes = false;    // else it sets a margin; a kObjectCheck rule does neither
  double margin_m = 0.0;    // metres
  std::size_t matches = 0;  // pairs of bodies that it is about now, and those that it decides
  std::size_t decides = 0;  // 0 where nothing was counted
  std::vector<int> faults;  // indices into RuleList::findings
  // Where the order counts: only among an object's own exclusions.
  bool isOrdered() const { return rule.home == RuleHome::kObjectExclusion || rule.home == RuleHome::kObjectCheck; }
};

struct RuleList {
  bool checking = true;                  // the switch for all checking
  std::optional<double> minimum_margin;  // metres; none: there is none
  std::vector<RuleRow> rows;             // of the world, switched off, then by object
  bool counted = false;                  // matches and decides
  std::size_t pairs = 0, checked = 0;    // of bodies, where counted
  std::vector<RuleFinding> findings;
};

// Costs what the tally and the findings cost that are given to it: which may be of an earlier moment, or none yet.
RuleList ruleList(const world::World& world, const RuleTally& tally = {}, std::vector<RuleFinding> findings = {});

// In words: "robot:link_3, gripper", "anything".
Phrase sideWords(const RuleSideRow& side);
// "not checked", "0.02 m apart".
Phrase actionWords(const RuleRow& row);
// What decides, for people who look at the list: among the world's rules, and among an object's own.
Phrase howRulesDecide();

}  // namespace ww::usecase
