// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "core/scene/updates/rule_list.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene {
namespace {

using OwnPolicy = intrinsic_proto::scene_object::v1::UpdateCollisionRules;
using OwnPair = intrinsic_proto::scene_object::v1::CollisionEntityPair;

bool isSamePair(const OwnPair& x, const OwnPair& y) {
  const std::string &xl = x.left_entity().entity_name(), &xr = x.right_entity().entity_name();
  const std::string &yl = y.left_entity().entity_name(), &yr = y.right_entity().entity_name();
  return (xl == yl && xr == yr) || (xl == yr && xr == yl);
}

// One list of rules, of one kind, by the policy.
template <typename OwnRule>
void changeList(google::protobuf::RepeatedPtrField<OwnRule>& rules, const OwnRule& rule, int policy) {
  if (policy == OwnPolicy::POLICY_CLEAR_AND_REPLACE) rules.Clear();
  if (policy == OwnPolicy::POLICY_REMOVE || policy == OwnPolicy::POLICY_REPLACE_OR_APPEND) {
    bool any = false;
    for (auto it = rules.begin(); it != rules.end();) {
      const bool is_it = isSamePair(it->entity_pair(), rule.entity_pair());
      any = any || is_it;
      if (is_it && policy == OwnPolicy::POLICY_REMOVE) {
        it = rules.erase(it);
        continue;
      }
      if (is_it) *it = rule;
      ++it;
    }
    if (any || policy == OwnPolicy::POLICY_REMOVE) return;
  }
  *rules.Add() = rule;
}

}  // namespace

void changeRules(intrinsic_proto::scene_object::v1::CollisionRules& rules, const OwnPolicy& update) {
  if (update.policy() == OwnPolicy::POLICY_CLEAR_ALL) {
    rules.clear_margin_rules();
    rules.clear_exclusion_rules();
  } else if (update.has_exclusion_rule()) {
    changeList(*rules.mutable_exclusion_rules(), update.exclusion_rule(), update.policy());
  } else if (update.has_margin_rule()) {
    changeList(*rules.mutable_margin_rules(), update.margin_rule(), update.policy());
  }
}

namespace updates {
namespace {

Status checkPairNamed(Draft& draft, const OwnPair& pair) {
  for (const auto* side : {&pair.left_entity(), &pair.right_entity()}) {
    if (!side->entity_name().empty()) WW_TRY(draft.named(side->entity_name(), "entity_name").status());
  }
  return okStatus();
}

}  // namespace

static Status applyRules(Draft& draft, const so::UpdateCollisionRules& update) {
  if (!OwnPolicy::UpdateCollisionRulesPolicy_IsValid(update.policy()))
    return fail(failures::kNoSuchPolicy, {{"policy", arg::Number{static_cast<double>(update.policy())}}});
  const bool clears = update.policy() == OwnPolicy::POLICY_CLEAR_ALL;
  if (!clears && update.rule_case() == OwnPolicy::RULE_NOT_SET)
    return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"rule"}}});
  // What names something that is gone may be taken out all the same.
  if (!clears && update.policy() != OwnPolicy::POLICY_REMOVE) {
    const double margin = update.margin_rule().hard_margin();
    WW_TRY(checkPairNamed(
        draft, update.has_margin_rule() ? update.margin_rule().entity_pair() : update.exclusion_rule().entity_pair()));
    if (!(std::isfinite(margin) && margin >= 0.0))
      return fail(failures::kRuleMargin, {{"margin", arg::Length{margin}}});
  }
  so::CollisionRules rules = draft.object().collision_rules();
  changeRules(rules, update);
  if (rules.ByteSizeLong() == 0) draft.object().clear_collision_rules();
  else *draft.object().mutable_collision_rules() = std::move(rules);
  return okStatus();
}

UpdateKind collisionRulesKind() { return kindOf<applyRules>(); }

}  // namespace updates
}  // namespace ww::scene
