// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

void checkPair(const ObjectIndex& object, const so::CollisionEntityPair& pair, Findings& findings) {
  for (const auto* side : {&pair.left_entity(), &pair.right_entity()}) {
    const std::string& name = side->entity_name();
    if (name.empty() || object.find(name) != ObjectIndex::kNone) continue;  // empty: anything in this scene object
    findings.add(findings.near(fail(failures::kRuleEntity, {{"entity", shownName(name)}}), name));
  }
}

}  // namespace

void collisionRules(const ObjectIndex& object, Findings& findings) {
  const so::CollisionRules& given = object.object().collision_rules();
  for (const auto& rule : given.exclusion_rules()) checkPair(object, rule.entity_pair(), findings);
  for (const auto& rule : given.margin_rules()) {
    checkPair(object, rule.entity_pair(), findings);
    if (std::isfinite(rule.hard_margin()) && rule.hard_margin() >= 0.0) continue;
    findings.add(fail(failures::kRuleMargin, {{"margin", arg::Length{rule.hard_margin()}}}));
  }
}

}  // namespace ww::scene::rules
