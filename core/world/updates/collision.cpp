// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

using Sides = google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>;

// Rules are kept by id, so that a rename cannot change what they mean.
Status toIds(const World& world, Sides& sides) {
  for (pb::ObjectOrEntityReference& side : sides) {
    WW_TRY(resolve(world, side).status());
    pb::ObjectReference* ref = side.has_object()               ? side.mutable_object()
                               : side.has_object_with_filter() ? side.mutable_object_with_filter()->mutable_reference()
                                                               : nullptr;
    if (ref && ref->has_by_name()) ref->set_id(toWire(resolve(world, *ref).value()));
  }
  return okStatus();
}

Status checkRule(const World& world, pb::CollisionSettings::CollisionRule& rule) {
  WW_TRY(toIds(world, *rule.mutable_left()));
  WW_TRY(toIds(world, *rule.mutable_right()));
  const pb::CollisionAction& action = rule.collision_action();
  if (action.action_case() == pb::CollisionAction::ACTION_NOT_SET) {
    return fail(Code::kInvalidArgument, "a collision rule has no action").withHint("set is_excluded or margin");
  }
  if (action.has_margin() && !(std::isfinite(action.margin().hard_margin()) && action.margin().hard_margin() >= 0)) {
    return fail(Code::kInvalidArgument, "a collision margin is negative or not finite");
  }
  return okStatus();
}

// An exclusion rule that this program's toggling made: sides of single entities.
bool isPairRule(const pb::CollisionSettings::CollisionRule& rule, const std::string& a, const std::string& b) {
  const auto one = [](const Sides& sides, const std::string& id) {
    return sides.size() == 1 && sides.Get(0).has_entity() && sides.Get(0).entity().id() == id;
  };
  return rule.collision_action().is_excluded() &&
         ((one(rule.left(), a) && one(rule.right(), b)) || (one(rule.left(), b) && one(rule.right(), a)));
}

Result<std::vector<EntityId>> side(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  WW_ASSIGN(const ObjectId object, resolve(world, ref.reference()));
  pb::ObjectEntityFilter filter = ref.entity_filter();
  if (!ref.has_entity_filter()) filter.set_include_all_entities(true);
  WW_ASSIGN(std::vector<EntityId> picked, resolve(world, object, filter));
  if (picked.empty()) {
    return fail(Code::kInvalidArgument, fmt::format("the entity filter selects nothing of '{}'", world.display(object)));
  }
  return picked;
}

}  // namespace

Status collisionSettings(WorldEditor& editor, const pb::UpdateCollisionSettingsRequest& request) {
  if (!request.has_collision_settings()) return fail(Code::kInvalidArgument, "collision_settings is not set");
  pb::CollisionSettings settings = request.collision_settings();
  if (!(std::isfinite(settings.minimum_margin()) && settings.minimum_margin() >= 0)) {
    return fail(Code::kInvalidArgument, "minimum_margin is negative or not finite");
  }
  for (int i = 0; i < settings.collision_rules_size(); ++i) {
    Status status = checkRule(editor.world(), *settings.mutable_collision_rules(i));
    if (!status.ok()) return std::move(status).in(fmt::format("collision rule {}", i));
  }
  editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

Status toggleCollisions(WorldEditor& editor, const pb::ToggleCollisionsRequest& request) {
  WW_ASSIGN(const std::vector<EntityId> left, side(editor.world(), request.object_a()));
  WW_ASSIGN(const std::vector<EntityId> right, side(editor.world(), request.object_b()));
  const bool enable = request.toggle_mode() == pb::TOGGLE_MODE_ENABLE;
  if (!enable && request.toggle_mode() != pb::TOGGLE_MODE_DISABLE) return fail(Code::kInvalidArgument, "toggle_mode is not set");
  pb::CollisionSettings settings = editor.world().collisionSettings();
  auto& rules = *settings.mutable_collision_rules();
  bool changed = false;
  for (const EntityId l : left) {
    for (const EntityId r : right) {
      if (l == r) continue;
      const std::string a = toWire(l), b = toWire(r);
      const auto it = std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return isPairRule(rule, a, b); });
      if (enable == (it == rules.end())) continue;
      changed = true;
      if (enable) {
        rules.erase(it);
        continue;
      }
      auto* rule = rules.Add();
      rule->add_left()->mutable_entity()->set_id(a);
      rule->add_right()->mutable_entity()->set_id(b);
      rule->mutable_collision_action()->set_is_excluded(true);
    }
  }
  if (changed) editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

}  // namespace ww::world::updates
