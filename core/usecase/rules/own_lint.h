// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/rules/rule_lint.h"

// The part of rule_lint.h that is about the rules that an object has of its own.
namespace ww::usecase {

constexpr double kAbsurdMargin = 1.0, kMillimetre = 1e-3;  // metres
// What an absurd margin is made by its repair, metres: millimetres were meant, or where that is absurd as well,
// nothing.
inline double meantMargin(double metres) {
  const double then = metres * kMillimetre;
  return then > kAbsurdMargin ? 0.0 : then;
}

// What a finding tells, under the code of its fault; of rules of the world (0 and up) with the rule as its path.
Diagnostic coded(const char* code, int rule, const Status& status);

// Names that are not there, what matches nothing, what never decides, margins of metres; in the order of the rules.
void lintOwn(const world::World& world, const collision::RuleSet& rules, const world::Object& object,
             std::vector<RuleFinding>& out);

// An exclusion of an object's own without the pairs that can run into each other: those `standing` in each other stay.
RuleRepair narrowedOwn(const world::World& world, const RuleRef& rule,
                       std::span<const std::pair<EntityId, EntityId>> standing);

}  // namespace ww::usecase
