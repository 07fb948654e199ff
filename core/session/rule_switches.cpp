// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/session/rule_builders.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

// Rules of the world as a list of which some are switched off.
namespace ww::session {
namespace {

using Settings = intrinsic_proto::world::CollisionSettings;
using Rule = Settings::CollisionRule;
using Off = worldwright::v1::SwitchedOffRule;

void addRuleSides(const std::vector<RuleSide>& sides,
                  google::protobuf::RepeatedPtrField<intrinsic_proto::world::ObjectOrEntityReference>* out) {
  for (const RuleSide& side : sides) {
    if (side.entity) out->Add()->mutable_entity()->set_id(world::toWire(side.entity));
    else out->Add()->mutable_object()->set_id(world::toWire(side.object));
  }
}

void setAction(Rule& rule, bool is_excluded, double margin) {
  auto& action = *rule.mutable_collision_action();
  if (is_excluded) action.set_is_excluded(true);
  else action.mutable_margin()->set_hard_margin(static_cast<float>(margin));
}

Rule ruleOf(const CollisionRuleEdit& edit) {
  Rule rule;
  addRuleSides(edit.left, rule.mutable_left());
  addRuleSides(edit.right, rule.mutable_right());
  setAction(rule, edit.is_excluded, edit.margin);
  return rule;
}

// The rules of a world, changed together: what goes is marked first, so that indices keep their meaning.
class RuleDesk {
 public:
  explicit RuleDesk(const world::World& world) : settings_(world.collisionSettings()) {
    for (const Rule& rule : settings_.collision_rules()) on_.push_back({rule, {}, false});
    for (const Off& rule : world.data().record->switched_off_rules())
      off_.push_back({rule.rule(), rule.place(), false});
    had_off_ = !off_.empty();
  }

  struct Row {
    Rule rule;
    std::optional<std::uint32_t> place;  // where a rule stood that is switched off
    bool gone = false;
  };
  Settings& settings() { return settings_; }
  std::vector<Row>& rows(bool on) { return on ? on_ : off_; }
  Row* row(const WorldRule& rule) {
    auto& all = rows(rule.is_on);
    return rule.index < all.size() ? &all[rule.index] : nullptr;
  }

  // What is switched off goes first: a rule about what has gone is known while it stands in the settings.
  EditsPtr edits() {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    if (had_off_ || !off_.empty()) {
      auto& switched = *edits->add_edits()->mutable_set_switched_off_rules();
      for (const Row& row : off_) {
        if (row.gone) continue;
        Off& rule = *switched.add_rules();
        *rule.mutable_rule() = row.rule;
        rule.set_place(row.place.value_or(0));
      }
    }
    settings_.clear_collision_rules();
    for (const Row& row : on_)
      if (!row.gone) *settings_.add_collision_rules() = row.rule;
    auto& update = *edits->add_edits()->mutable_world_update()->mutable_update_collision_settings();
    *update.mutable_collision_settings() = std::move(settings_);
    return edits;
  }

 private:
  Settings settings_;
  std::vector<Row> on_, off_;
  bool had_off_ = false;
};

void switchOff(RuleDesk& desk, const std::set<std::size_t>& indices) {
  for (const std::size_t i : indices) {
    RuleDesk::Row* row = desk.row({true, i});
    if (!row) continue;
    row->gone = true;
    desk.rows(false).push_back({row->rule, static_cast<std::uint32_t>(i), false});
  }
}

// Those that stood further in front go back first.
void switchOn(RuleDesk& desk, const std::set<std::size_t>& indices) {
  std::multimap<std::uint32_t, std::size_t> by_place;
  for (const std::size_t i : indices)
    if (const RuleDesk::Row* row = desk.row({false, i})) by_place.emplace(row->place.value_or(0), i);
  for (const auto& [place, i] : by_place) {
    RuleDesk::Row& row = desk.rows(false)[i];
    row.gone = true;
    auto& on = desk.rows(true);
    const auto at = std::min<std::size_t>(place, on.size());
    on.insert(on.begin() + static_cast<std::ptrdiff_t>(at), RuleDesk::Row{row.rule, {}, false});
  }
}

void takeReferencesOut(Rule& rule, bool left, const std::set<std::size_t>& indices, bool& gone) {
  auto& side = left ? *rule.mutable_left() : *rule.mutable_right();
  for (auto it = indices.rbegin(); it != indices.rend(); ++it)
    if (*it < static_cast<std::size_t>(side.size())) side.erase(side.begin() + static_cast<int>(*it));
  // Left so, it would mean anything.
  gone = gone || side.empty();
}

void applyReferences(RuleDesk& desk, const std::vector<DeadReference>& references) {
  std::map<std::pair<WorldRule, bool>, std::set<std::size_t>> out;
  for (const DeadReference& dead : references) {
    RuleDesk::Row* row = desk.row(dead.rule);
    if (!row) continue;
    if (!dead.replaced) {
      out[{dead.rule, dead.is_left}].insert(dead.index);
      continue;
    }
    auto& side = dead.is_left ? *row->rule.mutable_left() : *row->rule.mutable_right();
    if (dead.index >= static_cast<std::size_t>(side.size())) continue;
    google::protobuf::RepeatedPtrField<intrinsic_proto::world::ObjectOrEntityReference> fresh;
    addRuleSides({*dead.replaced}, &fresh);
    side[static_cast<int>(dead.index)] = fresh[0];
  }
  for (const auto& [where, indices] : out) {
    RuleDesk::Row& row = *desk.row(where.first);
    takeReferencesOut(row.rule, where.second, indices, row.gone);
  }
}

}  // namespace

EditsPtr switchChecking(const world::World& world, bool on) {
  RuleDesk desk(world);
  desk.settings().set_disable_collision_checking(!on);
  return desk.edits();
}

EditsPtr clearMinimumMargin(const world::World& world) {
  RuleDesk desk(world);
  desk.settings().clear_minimum_margin();
  return desk.edits();
}

EditsPtr removeRules(const world::World& world, std::span<const WorldRule> rules) {
  RuleDesk desk(world);
  for (const WorldRule& rule : rules)
    if (RuleDesk::Row* row = desk.row(rule)) row->gone = true;
  return desk.edits();
}

EditsPtr switchRules(const world::World& world, std::span<const WorldRule> rules, bool on) {
  RuleDesk desk(world);
  std::set<std::size_t> indices;
  for (const WorldRule& rule : rules)
    if (rule.is_on != on) indices.insert(rule.index);
  if (on) switchOn(desk, indices);
  else switchOff(desk, indices);
  return desk.edits();
}

EditsPtr duplicateRules(const world::World& world, std::span<const WorldRule> rules) {
  RuleDesk desk(world);
  std::set<WorldRule> chosen(rules.begin(), rules.end());
  for (auto it = chosen.rbegin(); it != chosen.rend(); ++it) {
    if (!desk.row(*it)) continue;
    auto& rows = desk.rows(it->is_on);
    const RuleDesk::Row copy = rows[it->index];
    rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(it->index) + 1, copy);
  }
  return desk.edits();
}

EditsPtr setRuleActions(const world::World& world, std::span<const WorldRule> rules, bool is_excluded, double margin) {
  RuleDesk desk(world);
  for (const WorldRule& rule : rules)
    if (RuleDesk::Row* row = desk.row(rule)) setAction(row->rule, is_excluded, margin);
  return desk.edits();
}

EditsPtr changeRule(const world::World& world, const WorldRule& rule, const CollisionRuleEdit& to) {
  RuleDesk desk(world);
  if (RuleDesk::Row* row = desk.row(rule)) row->rule = ruleOf(to);
  return desk.edits();
}

EditsPtr changeRules(const world::World& world, const RuleChanges& changes) {
  RuleDesk desk(world);
  if (changes.minimum_margin) desk.settings().set_minimum_margin(*changes.minimum_margin);
  for (const auto& [index, margin] : changes.margins)
    if (RuleDesk::Row* row = desk.row({true, index})) setAction(row->rule, false, margin);
  applyReferences(desk, changes.references);
  for (const std::size_t index : changes.removed)
    if (RuleDesk::Row* row = desk.row({true, index})) row->gone = true;
  for (const CollisionRuleEdit& rule : changes.added) desk.rows(true).push_back({ruleOf(rule), {}, false});
  return desk.edits();
}

}  // namespace ww::session
