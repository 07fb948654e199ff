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
  std::vector<OwnRule> rules = ownRules(*world.peek(object));
  std::size_t at = 0;
  const auto it =
      std::ranges::find_if(rules, [&](const OwnRule& rule) { return rule.is_margin == is_margin && at++ == index; });
  if (it != rules.end()) rules.erase(it);
  return withOwnRules(object, rules);
}

}  // namespace ww::session
