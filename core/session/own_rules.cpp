// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/session/rule_builders.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

// Collision rules that belong to an object.
namespace ww::session {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using Update = so::UpdateCollisionRules;

Update::UpdateCollisionRulesPolicy toWirePolicy(RulePolicy policy) {
  switch (policy) {
    case RulePolicy::kAppend: return Update::POLICY_APPEND;
    case RulePolicy::kReplaceOrAppend: return Update::POLICY_REPLACE_OR_APPEND;
    case RulePolicy::kRemove: return Update::POLICY_REMOVE;
    case RulePolicy::kClearAndReplace: return Update::POLICY_CLEAR_AND_REPLACE;
    case RulePolicy::kClearAll: return Update::POLICY_CLEAR_ALL;
  }
  return Update::POLICY_UNSPECIFIED;
}

void setNames(const OwnRule& rule, so::CollisionEntityPair& pair) {
  if (!rule.left.empty()) pair.mutable_left_entity()->set_entity_name(rule.left);
  if (!rule.right.empty()) pair.mutable_right_entity()->set_entity_name(rule.right);
}

void setOwnRule(const OwnRule& rule, Update& update) {
  if (rule.is_margin) {
    setNames(rule, *update.mutable_margin_rule()->mutable_entity_pair());
    update.mutable_margin_rule()->set_hard_margin(rule.margin);
    return;
  }
  setNames(rule, *update.mutable_exclusion_rule()->mutable_entity_pair());
  update.mutable_exclusion_rule()->set_is_excluded(rule.is_excluded);
}

// The object's rules are these, in that order.
EditsPtr withOwnRules(ObjectId object, const std::vector<OwnRule>& rules) {
  std::vector<OwnRuleUpdate> updates{{RulePolicy::kClearAll, {}}};
  for (const OwnRule& rule : rules) updates.push_back({RulePolicy::kAppend, rule});
  return updateOwnRules(object, updates);
}

// What a rule becomes by one more change: `to` tells what that makes of the rule as it `was`.
std::optional<OwnRule> joined(const OwnRule& was, std::optional<OwnRule> so_far, const std::optional<OwnRule>& to) {
  if (!so_far || !to) return std::nullopt;
  if (to->left != was.left) so_far->left = to->left;
  if (to->right != was.right) so_far->right = to->right;
  if (to->is_excluded != was.is_excluded) so_far->is_excluded = to->is_excluded;
  if (to->margin != was.margin) so_far->margin = to->margin;
  return so_far;
}

}  // namespace

std::vector<OwnRule> ownRules(const world::Object& object) {
  std::vector<OwnRule> out;
  if (!object.message) return out;
  const auto& rules = object.message->content().collision_rules();
  for (const auto& rule : rules.exclusion_rules()) {
    const auto& pair = rule.entity_pair();
    out.push_back(
        {pair.left_entity().entity_name(), pair.right_entity().entity_name(), false, rule.is_excluded(), 0.0});
  }
  for (const auto& rule : rules.margin_rules()) {
    const auto& pair = rule.entity_pair();
    out.push_back(
        {pair.left_entity().entity_name(), pair.right_entity().entity_name(), true, false, rule.hard_margin()});
  }
  return out;
}

EditsPtr updateOwnRules(ObjectId object, std::span<const OwnRuleUpdate> updates) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_update_object_rules();
  request.mutable_object()->set_id(world::toWire(object));
  for (const OwnRuleUpdate& update : updates) {
    Update& wire = *request.add_updates();
    wire.set_policy(toWirePolicy(update.policy));
    if (update.policy != RulePolicy::kClearAll) setOwnRule(update.rule, wire);
  }
  return edits;
}

EditsPtr moveOwnExclusion(const world::World& world, ObjectId object, std::size_t from, std::size_t to) {
  std::vector<OwnRule> rules = ownRules(*world.peek(object));
  const auto margins = std::ranges::find_if(rules, &OwnRule::is_margin);
  const auto count = static_cast<std::size_t>(margins - rules.begin());
  if (from >= count || to >= count) return withOwnRules(object, rules);
  const OwnRule moved = rules[from];
  rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(from));
  rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(to), moved);
  return withOwnRules(object, rules);
}

EditsPtr removeOwnRule(const world::World& world, ObjectId object, bool is_margin, std::size_t index) {
  const OwnRuleChange gone{is_margin, index, {}};
  return changeOwnRules(world, object, {&gone, 1}, {});
}

EditsPtr changeOwnRules(const world::World& world, ObjectId object, std::span<const OwnRuleChange> changes,
                        std::span<const OwnRule> added) {
  std::vector<OwnRule> after;
  std::size_t exclusion = 0, margin = 0;
  for (const OwnRule& rule : ownRules(*world.peek(object))) {
    const std::size_t index = rule.is_margin ? margin++ : exclusion++;
    std::optional<OwnRule> changed = rule;
    for (const OwnRuleChange& change : changes)
      if (change.is_margin == rule.is_margin && change.index == index) changed = joined(rule, changed, change.to);
    if (changed) after.push_back(*changed);
  }
  after.insert(after.end(), added.begin(), added.end());
  return withOwnRules(object, after);
}

}  // namespace ww::session
