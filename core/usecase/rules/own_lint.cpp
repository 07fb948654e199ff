// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/own_lint.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"
#include "core/usecase/rules/rule_tally.h"
#include "core/world/failures/failures.h"
#include "core/world/views/nearest.h"

namespace ww::usecase {
namespace {

using session::OwnRule;
using world::World;

bool isMargin(const RuleRef& rule) { return rule.home == RuleHome::kObjectMargin; }

session::OwnRuleChange changeOf(const RuleRef& rule, std::optional<OwnRule> to) {
  return {isMargin(rule), static_cast<std::size_t>(rule.index), std::move(to)};
}

RuleRepair ownRemoval(const World& world, const RuleRef& rule) {
  RuleRepair out;
  out.label = phrase(WW_TEXT("Core", "Remove {rule}"), {{"rule", ruleName(world, rule)}});
  out.object = rule.object;
  out.own = {changeOf(rule, std::nullopt)};
  return out;
}

// Looks at one object's rules, one after another.
class OwnLint {
 public:
  OwnLint(const World& world, const collision::RuleSet& rules, const world::Object& object,
          std::vector<RuleFinding>& out)
      : world_(world), object_(object), names_(world::entityNames(object)), out_(out) {
    tally_ = tallyWithin(world, rules, object.id);
  }

  void look(const OwnRule& rule, const RuleRef& ref) {
    if (names(rule, ref)) return;  // what it does is told when it is repaired
    margin(rule, ref);
    if (tally_.counted) effect(ref);
  }

 private:
  RuleFinding& add(RuleFault fault, const RuleRef& ref, const char* code, const Status& status) {
    RuleFinding& f = out_.emplace_back();
    f.fault = fault;
    f.rule = ref;
    f.told = coded(code, -1, status);
    return f;
  }

  // Whether it names what is not there.
  bool names(const OwnRule& rule, const RuleRef& ref) {
    bool any = false;
    for (const std::string* name : {&rule.left, &rule.right}) {
      if (name->empty() || object_.entityNamed(*name) || world_.frameNamed(object_.id, *name)) continue;
      any = true;
      Status status = fail(world::failures::kRuleNamesNoEntity,
                           {{"object", model::named(world_, object_.id)}, {"entity", arg::Name{*name}}});
      RuleFinding& f =
          add(RuleFault::kUnknown, ref, "unknown-reference", withNearest(std::move(status), *name, names_));
      f.repair = ownRemoval(world_, ref);
      const FailureArg object{"object", arg::Words{world_.display(object_.id)}};
      const auto near = nearestNames(*name, names_, 1);
      if (near.empty()) {
        f.repair.label = phrase(WW_TEXT("Core", "Take what is gone out of the collision rules of {object}"), {object});
        continue;
      }
      OwnRule better = rule;
      (name == &rule.left ? better.left : better.right) = near.front();
      f.repair.own = {changeOf(ref, better)};
      f.repair.label = phrase(WW_TEXT("Core", "Name {entity} in the collision rules of {object}"),
                              {{"entity", arg::Words{near.front()}}, object});
    }
    return any;
  }

  void margin(const OwnRule& rule, const RuleRef& ref) {
    if (!rule.is_margin || !std::isfinite(rule.margin) || !(rule.margin > kAbsurdMargin)) return;
    OwnRule then = rule;
    then.margin = meantMargin(rule.margin);
    const FailureArg name{"rule", ruleName(world_, ref)};
    RuleFinding& f =
        add(RuleFault::kAbsurdMargin, ref, "absurd-margin",
            fail(failures::kOwnMarginLarge, {name,
                                             {"margin", arg::Length{rule.margin}},
                                             {"then", arg::Words{fmt::format("{:.6g}", rule.margin * kMillimetre)}}}));
    f.repair.object = object_.id;
    f.repair.own = {changeOf(ref, then)};
    f.repair.label =
        phrase(WW_TEXT("Core", "Make {rule} ask for {margin}"), {name, {"margin", arg::Length{then.margin}}});
  }

  void effect(const RuleRef& ref) {
    const RuleTally::Use* use = tally_.use(ref);
    if (use && use->decides > 0) return;
    const FailureArg name{"rule", ruleName(world_, ref)};
    if (!use) {
      add(RuleFault::kNothing, ref, "never-matches", fail(failures::kOwnNeverMatches, {name})).repair =
          ownRemoval(world_, ref);
      return;
    }
    // By what has an index a person can look; the rest is told as such.
    const bool one = use->others.size() == 1 && use->others.begin()->index >= 0;
    Status status = fail(failures::kOwnNeverCounts, {name});
    if (one) status = fail(failures::kOwnNeverDecides, {name, {"other", ruleName(world_, *use->others.begin())}});
    add(RuleFault::kNeverDecides, ref, "never-decides", status).repair = ownRemoval(world_, ref);
  }

  const World& world_;
  const world::Object& object_;
  std::vector<std::string> names_;
  std::vector<RuleFinding>& out_;
  RuleTally tally_;
};

}  // namespace

Diagnostic coded(const char* code, int rule, const Status& status) {
  Diagnostic d = findingOf(status);
  d.code = code;
  if (rule >= 0) d.path = std::to_string(rule);
  return d;
}

void lintOwn(const World& world, const collision::RuleSet& rules, const world::Object& object,
             std::vector<RuleFinding>& out) {
  const std::vector<OwnRule> own = session::ownRules(object);
  if (own.empty()) return;
  OwnLint lint(world, rules, object, out);
  int exclusion = 0, margin = 0;
  for (const OwnRule& rule : own) {
    const RuleHome home = rule.is_margin     ? RuleHome::kObjectMargin
                          : rule.is_excluded ? RuleHome::kObjectExclusion
                                             : RuleHome::kObjectCheck;
    lint.look(rule, {home, rule.is_margin ? margin++ : exclusion++, object.id});
  }
}

RuleRepair narrowedOwn(const World& world, const RuleRef& rule,
                       std::span<const std::pair<EntityId, EntityId>> standing) {
  RuleRepair out = ownRemoval(world, rule);
  if (standing.empty()) return out;
  out.label = phrase(WW_TEXT("Core", "Let {rule} exclude only what touches now"), {{"rule", ruleName(world, rule)}});
  const auto object = world.peek(rule.object);
  for (const auto& [a, b] : standing)
    out.own_added.push_back({object->entity(a)->name, object->entity(b)->name, false, true, 0.0});
  return out;
}

}  // namespace ww::usecase
