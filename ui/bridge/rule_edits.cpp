// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/rule_edits.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "ui/bridge/failures.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct RuleEditText {
  Q_DECLARE_TR_FUNCTIONS(RuleEdits)
};

using usecase::RuleHome;
using usecase::RuleRef;

session::WorldRule worldRule(const RuleRef& rule) {
  return {rule.home != RuleHome::kSwitchedOff, static_cast<std::size_t>(rule.index)};
}

std::vector<session::WorldRule> worldRules(const RuleRefs& rules) {
  std::vector<session::WorldRule> out;
  for (const RuleRef& rule : rules)
    if (isOfWorld(rule)) out.push_back(worldRule(rule));
  return out;
}

// The place among all rules of its object, as session::ownRules() lists them.
std::size_t placeOf(const RuleRef& rule, const std::vector<session::OwnRule>& all) {
  const auto index = static_cast<std::size_t>(rule.index);
  if (rule.home != RuleHome::kObjectMargin) return index;
  return static_cast<std::size_t>(std::ranges::find_if(all, &session::OwnRule::is_margin) - all.begin()) + index;
}

session::EditsPtr withOwn(ObjectId object, const std::vector<session::OwnRule>& rules) {
  std::vector<session::OwnRuleUpdate> updates{{session::RulePolicy::kClearAll, {}}};
  for (const session::OwnRule& rule : rules) updates.push_back({session::RulePolicy::kAppend, rule});
  return session::updateOwnRules(object, updates);
}

// Changes the own rules of every object that is named: `change` gets them all, and the places of those that are meant,
// the last first.
template <typename Change>
std::vector<session::EditsPtr> ofOwn(const world::World& world, const RuleRefs& rules, const Change& change) {
  std::map<ObjectId, std::vector<RuleRef>> by_object;
  for (const RuleRef& rule : rules)
    if (!isOfWorld(rule) && world.peek(rule.object)) by_object[rule.object].push_back(rule);
  std::vector<session::EditsPtr> out;
  for (const auto& [object, own] : by_object) {
    auto all = session::ownRules(*world.peek(object));
    std::vector<std::size_t> places;
    for (const RuleRef& rule : own)
      if (const std::size_t place = placeOf(rule, all); place < all.size()) places.push_back(place);
    std::ranges::sort(places, std::greater<>());
    for (const std::size_t place : places) change(all, place);
    out.push_back(withOwn(object, all));
  }
  return out;
}

bool isCurrent(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules) {
  const auto now = bridge.snapshot().world;
  if (std::ranges::all_of(rules, [&](const RuleRef& rule) { return stands(rule, seen, *now); })) return true;
  const Message told = toMessage(fail(failures::kRulesChanged));
  Q_EMIT bridge.failed(told.title, told.hint, told.subject, told.action);
  return false;
}

bool commitParts(SessionBridge& bridge, const QString& label, const std::vector<session::EditsPtr>& parts) {
  if (parts.empty()) return false;
  return bridge.commit(label, parts.size() == 1 ? parts.front() : session::join(parts));
}

// "Delete rule 3", or "Delete 4 collision rules".
QString labelOf(const world::World& world, const RuleRefs& rules, const QString& one, const QString& several) {
  return rules.size() == 1 ? one.arg(ruleTitle(world, rules.front())) : several.arg(rules.size());
}

}  // namespace

RuleAction actionOf(const usecase::RuleRow& row) {
  if (row.excludes) return {RuleAction::Kind::kExclude, 0.0};
  if (row.rule.home == RuleHome::kObjectCheck) return {RuleAction::Kind::kCheck, 0.0};
  return {RuleAction::Kind::kMargin, row.margin_m};
}

bool isOfWorld(const RuleRef& rule) {
  return rule.home == RuleHome::kWorldExclusion || rule.home == RuleHome::kWorldMargin ||
         rule.home == RuleHome::kSwitchedOff;
}

// Versions share what they have in common, so this tells without looking at the rules.
bool sameRules(const world::World& a, const world::World& b) {
  return &a.collisionSettings() == &b.collisionSettings() && a.data().record == b.data().record;
}

bool stands(const RuleRef& rule, const world::World& seen, const world::World& now) {
  if (!rule.object) return sameRules(seen, now);
  const auto *before = seen.peek(rule.object), *after = now.peek(rule.object);
  if (before == after || !before || !after) return before && after;
  const auto a = session::ownRules(*before), b = session::ownRules(*after);
  return std::ranges::equal(a, b, [](const session::OwnRule& x, const session::OwnRule& y) {
    return x.left == y.left && x.right == y.right && x.is_margin == y.is_margin && x.is_excluded == y.is_excluded &&
           x.margin == y.margin;
  });
}

QString ruleTitle(const world::World& world, const RuleRef& rule) { return toText(usecase::ruleName(world, rule)); }

bool addRule(SessionBridge& bridge, const session::CollisionRuleEdit& rule) {
  return bridge.commit(RuleEditText::tr("Add a collision rule"),
                       session::addCollisionRule(*bridge.snapshot().world, rule));
}

bool addOwnRule(SessionBridge& bridge, ObjectId object, const session::OwnRule& rule) {
  const auto world = bridge.snapshot().world;
  if (!world->peek(object)) return false;
  const session::OwnRuleUpdate update{session::RulePolicy::kAppend, rule};
  return bridge.commit(
      RuleEditText::tr("Add a collision rule to %1").arg(QString::fromStdString(world->display(object))),
      session::updateOwnRules(object, std::span(&update, 1)));
}

bool removeRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules) {
  if (!isCurrent(bridge, seen, rules)) return false;
  const auto world = bridge.snapshot().world;
  auto parts = ofOwn(*world, rules, [](std::vector<session::OwnRule>& all, std::size_t place) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(place));
  });
  if (const auto of_world = worldRules(rules); !of_world.empty())
    parts.push_back(session::removeRules(*world, of_world));
  return commitParts(
      bridge,
      labelOf(*world, rules, RuleEditText::tr("Delete collision %1"), RuleEditText::tr("Delete %1 collision rules")),
      parts);
}

bool duplicateRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules) {
  if (!isCurrent(bridge, seen, rules)) return false;
  const auto world = bridge.snapshot().world;
  auto parts = ofOwn(*world, rules, [](std::vector<session::OwnRule>& all, std::size_t place) {
    const session::OwnRule copy = all[place];
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(place) + 1, copy);
  });
  if (const auto of_world = worldRules(rules); !of_world.empty())
    parts.push_back(session::duplicateRules(*world, of_world));
  return commitParts(bridge,
                     labelOf(*world, rules, RuleEditText::tr("Duplicate collision %1"),
                             RuleEditText::tr("Duplicate %1 collision rules")),
                     parts);
}

bool switchRules(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules, bool on) {
  RuleRefs meant;
  for (const RuleRef& rule : rules)
    if (isOfWorld(rule) && (rule.home == RuleHome::kSwitchedOff) == on) meant.push_back(rule);
  if (meant.empty() || !isCurrent(bridge, seen, meant)) return false;
  const auto world = bridge.snapshot().world;
  const QString one = on ? RuleEditText::tr("Switch on collision %1") : RuleEditText::tr("Switch off collision %1");
  const QString several =
      on ? RuleEditText::tr("Switch on %1 collision rules") : RuleEditText::tr("Switch off %1 collision rules");
  return bridge.commit(labelOf(*world, meant, one, several), session::switchRules(*world, worldRules(meant), on));
}

bool setRuleActions(SessionBridge& bridge, const world::World& seen, const RuleRefs& rules, const RuleAction& action) {
  if (!isCurrent(bridge, seen, rules)) return false;
  const auto world = bridge.snapshot().world;
  const bool excludes = action.kind == RuleAction::Kind::kExclude;
  auto parts = ofOwn(*world, rules, [&](std::vector<session::OwnRule>& all, std::size_t place) {
    all[place].is_margin = action.kind == RuleAction::Kind::kMargin;
    all[place].is_excluded = excludes;
    all[place].margin = action.margin_m;
  });
  if (const auto of_world = worldRules(rules); !of_world.empty())
    parts.push_back(session::setRuleActions(*world, of_world, excludes, action.margin_m));
  return commitParts(
      bridge,
      labelOf(*world, rules, RuleEditText::tr("Change collision %1"), RuleEditText::tr("Change %1 collision rules")),
      parts);
}

bool changeRule(SessionBridge& bridge, const world::World& seen, const RuleRef& rule,
                const session::CollisionRuleEdit& to) {
  if (!isCurrent(bridge, seen, {rule})) return false;
  const auto world = bridge.snapshot().world;
  return bridge.commit(RuleEditText::tr("Change collision %1").arg(ruleTitle(*world, rule)),
                       session::changeRule(*world, worldRule(rule), to));
}

bool changeOwnRule(SessionBridge& bridge, const world::World& seen, const RuleRef& rule, const session::OwnRule& to) {
  if (!isCurrent(bridge, seen, {rule})) return false;
  const auto world = bridge.snapshot().world;
  const auto parts =
      ofOwn(*world, {rule}, [&](std::vector<session::OwnRule>& all, std::size_t place) { all[place] = to; });
  return commitParts(bridge, RuleEditText::tr("Change collision %1").arg(ruleTitle(*world, rule)), parts);
}

bool moveOwnRule(SessionBridge& bridge, const world::World& seen, const RuleRef& rule, std::size_t to) {
  if (isOfWorld(rule) || !isCurrent(bridge, seen, {rule})) return false;
  const auto world = bridge.snapshot().world;
  if (to >= ownExclusions(*world, rule.object) || to == static_cast<std::size_t>(rule.index)) return false;
  return bridge.commit(RuleEditText::tr("Move collision %1").arg(ruleTitle(*world, rule)),
                       session::moveOwnExclusion(*world, rule.object, static_cast<std::size_t>(rule.index), to));
}

bool switchChecking(SessionBridge& bridge, bool on) {
  return bridge.commit(
      on ? RuleEditText::tr("Switch collision checking on") : RuleEditText::tr("Switch collision checking off"),
      session::switchChecking(*bridge.snapshot().world, on));
}

bool setMinimumMargin(SessionBridge& bridge, std::optional<double> metres) {
  const auto world = bridge.snapshot().world;
  return bridge.commit(
      metres ? RuleEditText::tr("Set the minimum margin") : RuleEditText::tr("Take the minimum margin away"),
      metres ? session::setMinimumMargin(*world, *metres) : session::clearMinimumMargin(*world));
}

bool repairRules(SessionBridge& bridge, const world::World& seen, std::span<const usecase::RuleFinding> findings) {
  if (findings.empty()) return false;
  RuleRefs touched;
  for (const auto& finding : findings) touched.push_back({RuleHome::kWorldMargin, 0, finding.repair.object});
  if (!isCurrent(bridge, seen, touched)) return false;
  const QString label = findings.size() == 1
                            ? toText(findings.front().repair.label)
                            : RuleEditText::tr("Repair the collision rules: %1 findings").arg(findings.size());
  return bridge.commit(label, usecase::repairAll(*bridge.snapshot().world, findings));
}

std::size_t ownExclusions(const world::World& world, ObjectId object) {
  const auto* there = world.peek(object);
  if (!there) return 0;
  const auto all = session::ownRules(*there);
  return static_cast<std::size_t>(std::ranges::count(all, false, &session::OwnRule::is_margin));
}

std::optional<session::OwnRule> ownRuleOf(const world::World& world, const RuleRef& rule) {
  const auto* object = isOfWorld(rule) ? nullptr : world.peek(rule.object);
  if (!object) return std::nullopt;
  const auto all = session::ownRules(*object);
  const std::size_t place = placeOf(rule, all);
  if (place >= all.size()) return std::nullopt;
  return all[place];
}

}  // namespace ww::ui
