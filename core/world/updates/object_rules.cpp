// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/updates/rule_list.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

// Collision rules that belong to an object itself.
namespace ww::world::updates {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using Policy = so::UpdateCollisionRules;
using EntityPair = so::CollisionEntityPair;

Status checkNamed(const World& world, const Object& object, const EntityPair& pair) {
  for (const auto* side : {&pair.left_entity(), &pair.right_entity()}) {
    const std::string& name = side->entity_name();
    if (name.empty() || object.entityNamed(name) || world.frameNamed(object.id, name)) continue;
    const std::vector<std::string> names = entityNames(object);
    return withNearNames(
        fail(failures::kRuleNamesNoEntity, {{"object", nodeArg(world, object.id)}, {"entity", arg::Name{name}}}), name,
        names, "");
  }
  return okStatus();
}

Status updateRules(const World& world, const Object& object, const Policy& update, so::CollisionRules& rules) {
  const int policy = update.policy();
  if (!Policy::UpdateCollisionRulesPolicy_IsValid(policy))
    return fail(failures::kNoSuchRulePolicy,
                {{"object", nodeArg(world, object.id)}, {"policy", arg::Number{static_cast<double>(policy)}}});
  if (policy == Policy::POLICY_CLEAR_ALL) {
    scene::changeRules(rules, update);
    return okStatus();
  }
  // What names something that is gone may be taken out all the same.
  const bool judged = policy != Policy::POLICY_REMOVE;
  if (update.has_exclusion_rule()) {
    if (judged) WW_TRY(checkNamed(world, object, update.exclusion_rule().entity_pair()));
    scene::changeRules(rules, update);
    return okStatus();
  }
  if (!update.has_margin_rule()) return fail(failures::kRuleUpdateEmpty, {{"object", nodeArg(world, object.id)}});
  const double margin = update.margin_rule().hard_margin();
  if (judged) WW_TRY(checkNamed(world, object, update.margin_rule().entity_pair()));
  if (judged && !(std::isfinite(margin) && margin >= 0.0))
    return fail(failures::kBadMargin, {{"margin", arg::Number{margin}}});
  scene::changeRules(rules, update);
  return okStatus();
}

}  // namespace

static Status updateObjectRules(WorldEditor& editor, const worldwright::v1::UpdateObjectRules& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(failures::kRootProperties, {{"object", nodeArg(editor.world(), id)}});
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  so::CollisionRules rules = record->content().collision_rules();
  for (const Policy& update : request.updates()) WW_TRY(updateRules(editor.world(), object, update, rules));
  if (sameMessage(rules, record->content().collision_rules())) return okStatus();
  const bool empty = rules.ByteSizeLong() == 0;
  if (empty) record->mutable_content()->clear_collision_rules();
  else *record->mutable_content()->mutable_collision_rules() = std::move(rules);
  object.message = std::move(record);
  editor.replace(std::move(object));
  return okStatus();
}

namespace {

Phrase updateObjectRulesLabel(const World& w, const worldwright::v1::UpdateObjectRules& u) {
  return labelOfOne(WW_TEXT("Core", "Change the collision rules of {name}"), labelName(w, u.object()));
}

}  // namespace

EditKinds objectRuleKinds() {
  return {ownKind<updateObjectRules, updateObjectRulesLabel>(worldwright::v1::Edit::kUpdateObjectRules)};
}

}  // namespace ww::world::updates
