// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/scene/components.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

using Rule = pb::CollisionSettings::CollisionRule;
using Sides = google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>;
using Entities = std::set<EntityId>;

// Rules are kept by id, so that a rename cannot change what they mean.
Status toIds(const World& world, Sides& sides) {
  for (pb::ObjectOrEntityReference& side : sides) {
    WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, side));
    if (picked.empty()) {
      return fail(failures::kRuleSelectsNothing);
    }
    const bool filtered = side.has_object_with_filter();
    pb::ObjectReference* ref = side.has_object() ? side.mutable_object()
                               : filtered        ? side.mutable_object_with_filter()->mutable_reference()
                                                 : nullptr;
    if (ref && ref->has_by_name()) ref->set_id(toWire(resolve(world, *ref).value()));
    if (!filtered || side.object_with_filter().entity_filter().entity_names().empty()) continue;
    auto& filter = *side.mutable_object_with_filter()->mutable_entity_filter();
    pb::ObjectEntityFilter names;
    names.mutable_entity_names()->Swap(filter.mutable_entity_names());
    const ObjectId object = resolve(world, *ref).value();
    WW_ASSIGN(const std::vector<EntityId> named, resolve(world, object, names));
    for (const EntityId id : named) filter.add_entity_references()->set_id(toWire(id));
  }
  return okStatus();
}

Status checkRule(const World& world, Rule& rule) {
  if (rule.left().empty()) return fail(failures::kRuleLeftEmpty);
  WW_TRY(toIds(world, *rule.mutable_left()));
  WW_TRY(toIds(world, *rule.mutable_right()));
  return checkAction(rule.collision_action());
}

bool has(const google::protobuf::RepeatedPtrField<Rule>& rules, const Rule& rule) {
  return std::any_of(rules.begin(), rules.end(), [&](const Rule& other) { return sameMessage(other, rule); });
}

Status checkNumber(bool present, double value, const char* field) {
  if (!present || (std::isfinite(value) && value >= 0)) return okStatus();
  return fail(failures::kBadSetting, {{"field", arg::Words{field}}, {"value", arg::Number{value}}});
}

// The entities that a request names on one side; the filter must be set and select something.
Result<Entities> toggled(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  WW_ASSIGN(const ObjectId object, resolve(world, ref.reference()));
  if (!ref.has_entity_filter()) {
    return fail(failures::kToggleFilterUnset, {{"object", nodeArg(world, object)}});
  }
  WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, object, ref.entity_filter()));
  if (picked.empty()) {
    return fail(failures::kToggleSelectsNothing, {{"object", nodeArg(world, object)}});
  }
  return Entities(picked.begin(), picked.end());
}

Entities entitiesOf(const World& world, const Sides& sides) {
  Entities all;
  for (const auto& side : sides) {
    // What a rule refers to may be gone since.
    const auto picked = resolve(world, side);
    if (picked.ok()) all.insert(picked.value().begin(), picked.value().end());
  }
  return all;
}

bool meets(const Entities& a, const Entities& b) {
  return std::any_of(a.begin(), a.end(), [&](EntityId id) { return b.contains(id); });
}

bool isExclusion(const Rule& rule) {
  return rule.collision_action().has_is_excluded() && rule.collision_action().is_excluded();
}

void setSide(const WorldEditor& editor, const pb::ObjectReferenceWithEntityFilter& ref, const Entities& entities,
             Sides* out) {
  if (ref.entity_filter().include_all_entities()) {
    out->Add()->mutable_object()->set_id(toWire(resolve(editor.world(), ref.reference()).value()));
    return;
  }
  for (const EntityId id : entities) out->Add()->mutable_entity()->set_id(toWire(id));
}

// True when some exclusion rule covers the pair.
bool isExcluded(const std::vector<std::pair<Entities, Entities>>& rules, EntityId l, EntityId r) {
  return std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    const auto& [left, right] = rule;
    return (left.contains(l) && (right.empty() || right.contains(r))) ||
           (left.contains(r) && (right.empty() || right.contains(l)));
  });
}

void disable(WorldEditor& editor, const pb::ToggleCollisionsRequest& request, const Entities& a, const Entities& b) {
  const World& world = editor.world();
  std::vector<std::pair<Entities, Entities>> rules;
  for (const Rule& rule : world.collisionSettings().collision_rules()) {
    if (!isExclusion(rule)) continue;
    Entities left = entitiesOf(world, rule.left()), right = entitiesOf(world, rule.right());
    if (rule.right().empty() || !right.empty()) rules.emplace_back(std::move(left), std::move(right));
  }
  bool all = true;
  for (const EntityId l : a) {
    for (const EntityId r : b) all = all && (l == r || isExcluded(rules, l, r));
  }
  if (all) return;
  pb::CollisionSettings settings = world.collisionSettings();
  Rule* rule = settings.add_collision_rules();
  setSide(editor, request.object_a(), a, rule->mutable_left());
  setSide(editor, request.object_b(), b, rule->mutable_right());
  rule->mutable_collision_action()->set_is_excluded(true);
  editor.setCollisionSettings(std::move(settings));
}

// What is left of an exclusion rule when the pairs of a and b are taken out; one rule for each set of partners.
std::vector<Rule> withoutPairs(const Rule& rule, const Entities& left, const Entities& right, const Entities& a,
                               const Entities& b) {
  std::map<Entities, Entities> by_partners;
  for (const EntityId l : left) {
    Entities partners;
    for (const EntityId r : right) {
      if (l != r && !(a.contains(l) && b.contains(r)) && !(a.contains(r) && b.contains(l))) partners.insert(r);
    }
    if (!partners.empty()) by_partners[partners].insert(l);
  }
  std::vector<Rule> out;
  for (const auto& [partners, mine] : by_partners) {
    Rule& part = out.emplace_back(rule);
    part.clear_left();
    part.clear_right();
    for (const EntityId id : mine) part.add_left()->mutable_entity()->set_id(toWire(id));
    for (const EntityId id : partners) part.add_right()->mutable_entity()->set_id(toWire(id));
  }
  return out;
}

Status enable(WorldEditor& editor, const Entities& a, const Entities& b) {
  const World& world = editor.world();
  pb::CollisionSettings settings = world.collisionSettings();
  settings.clear_collision_rules();
  bool changed = false;
  std::uint64_t index = 0;
  for (const Rule& rule : world.collisionSettings().collision_rules()) {
    const arg::Count number{index++};
    const Entities left = entitiesOf(world, rule.left()), right = entitiesOf(world, rule.right());
    const bool touches = isExclusion(rule) && (rule.right().empty() ? meets(left, a) || meets(left, b)
                                                                    : (meets(left, a) && meets(right, b)) ||
                                                                          (meets(left, b) && meets(right, a)));
    if (!touches) {
      *settings.add_collision_rules() = rule;
      continue;
    }
    if (rule.right().empty()) return fail(failures::kExcludedWithAll, {{"rule", number}});
    changed = true;
    for (Rule& part : withoutPairs(rule, left, right, a, b)) *settings.add_collision_rules() = std::move(part);
  }
  if (changed) editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

}  // namespace

static Status collisionSettings(WorldEditor& editor, const pb::UpdateCollisionSettingsRequest& request) {
  if (!request.has_collision_settings()) return fail(failures::kSettingsUnset);
  pb::CollisionSettings settings = request.collision_settings();
  WW_TRY(checkNumber(settings.has_minimum_margin(), settings.minimum_margin(), "minimum_margin"));
  if (settings.has_collision_check_spacing())
    WW_TRY(scene::checkPositive(settings.collision_check_spacing(), "collision_check_spacing"));
  for (int i = 0; i < settings.collision_rules_size(); ++i) {
    Status status = checkRule(editor.world(), *settings.mutable_collision_rules(i));
    if (status.ok()) continue;
    // One that was there before, about what has gone, must not keep others from being changed.
    const Rule& sent = request.collision_settings().collision_rules(i);
    if (has(editor.world().collisionSettings().collision_rules(), sent)) *settings.mutable_collision_rules(i) = sent;
    else
      return within(std::move(status), phrase(WW_TEXT("Core", "collision rule {index}"),
                                              {{"index", arg::Count{static_cast<std::size_t>(i)}}}));
  }
  if (!sameMessage(settings, editor.world().collisionSettings())) editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

static Status toggleCollisions(WorldEditor& editor, const pb::ToggleCollisionsRequest& request) {
  WW_ASSIGN(const Entities a, toggled(editor.world(), request.object_a()));
  WW_ASSIGN(const Entities b, toggled(editor.world(), request.object_b()));
  switch (request.toggle_mode()) {
    case pb::TOGGLE_MODE_ENABLE: return enable(editor, a, b);
    case pb::TOGGLE_MODE_DISABLE: disable(editor, request, a, b); return okStatus();
    default: return fail(failures::kToggleModeUnset);
  }
}

// A rule that stays may be about what is gone: switched off it does no harm.
static Status setSwitchedOffRules(WorldEditor& editor, const worldwright::v1::SetSwitchedOffRules& request) {
  auto record = std::make_shared<worldwright::v1::WorldRecord>(*editor.world().data().record);
  auto& rules = *record->mutable_switched_off_rules();
  const auto before = rules;
  rules = request.rules();
  bool same = rules.size() == before.size();
  for (int i = 0; i < rules.size(); ++i) {
    same = same && sameMessage(rules[i], before[i]);
    Status status = checkRule(editor.world(), *rules[i].mutable_rule());
    if (status.ok()) continue;
    const Rule& sent = request.rules(i).rule();
    const bool known =
        std::any_of(before.begin(), before.end(), [&](const auto& other) { return sameMessage(other.rule(), sent); }) ||
        has(editor.world().collisionSettings().collision_rules(), sent);
    if (!known) return status;
    *rules[i].mutable_rule() = sent;
  }
  if (!same) editor.setRecord(std::move(record));
  return okStatus();
}

namespace {

Phrase switchedOffLabel(const World&, const worldwright::v1::SetSwitchedOffRules&) {
  return phrase(WW_TEXT("Core", "Switch collision rules"));
}

Phrase collisionSettingsLabel(const World&, const pb::UpdateCollisionSettingsRequest&) {
  return phrase(WW_TEXT("Core", "Change collision settings"));
}

Phrase toggleCollisionsLabel(const World& w, const pb::ToggleCollisionsRequest& u) {
  return phrase(u.toggle_mode() == pb::TOGGLE_MODE_ENABLE ? WW_TEXT("Core", "Enable collisions of {a} and {b}")
                                                          : WW_TEXT("Core", "Disable collisions of {a} and {b}"),
                {{"a", arg::Words{labelName(w, u.object_a())}}, {"b", arg::Words{labelName(w, u.object_b())}}});
}

}  // namespace

EditKinds collisionKinds() {
  return {wireKind<collisionSettings, collisionSettingsLabel>(pb::ObjectWorldUpdate::kUpdateCollisionSettings),
          wireKind<toggleCollisions, toggleCollisionsLabel>(pb::ObjectWorldUpdate::kToggleCollisions),
          ownKind<setSwitchedOffRules, switchedOffLabel>(worldwright::v1::Edit::kSetSwitchedOffRules)};
}

}  // namespace ww::world::updates
