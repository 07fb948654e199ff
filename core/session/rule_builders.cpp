// SPDX-License-Identifier: Apache-2.0
#include "core/session/rule_builders.h"

#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {
namespace {

namespace pb = intrinsic_proto::world;

EditsPtr withSettings(pb::CollisionSettings settings) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  *edits->add_edits()->mutable_world_update()->mutable_update_collision_settings()->mutable_collision_settings() =
      std::move(settings);
  return edits;
}

void addSides(const std::vector<RuleSide>& sides,
              google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>* out) {
  for (const RuleSide& side : sides) {
    if (side.entity) out->Add()->mutable_entity()->set_id(world::toWire(side.entity));
    else out->Add()->mutable_object()->set_id(world::toWire(side.object));
  }
}

void setSide(const world::World& world, const RuleSide& side, pb::ObjectReferenceWithEntityFilter* out) {
  const auto* owner = side.entity ? world.owner(side.entity) : nullptr;
  out->mutable_reference()->set_id(world::toWire(owner ? owner->object : side.object));
  if (side.entity) out->mutable_entity_filter()->add_entity_references()->set_id(world::toWire(side.entity));
  else out->mutable_entity_filter()->set_include_all_entities(true);
}

EditsPtr toggle(const world::World& world, const RuleSide& a, const RuleSide& b, pb::ToggleMode mode) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_world_update()->mutable_toggle_collisions();
  request.set_toggle_mode(mode);
  setSide(world, a, request.mutable_object_a());
  setSide(world, b, request.mutable_object_b());
  return edits;
}

}  // namespace

EditsPtr excludePair(const world::World& world, const RuleSide& a, const RuleSide& b) {
  return toggle(world, a, b, pb::TOGGLE_MODE_DISABLE);
}

EditsPtr checkPair(const world::World& world, const RuleSide& a, const RuleSide& b) {
  return toggle(world, a, b, pb::TOGGLE_MODE_ENABLE);
}

EditsPtr switchCheckingOn(const world::World& world) {
  pb::CollisionSettings settings = world.collisionSettings();
  settings.set_disable_collision_checking(false);
  return withSettings(std::move(settings));
}

EditsPtr addCollisionRule(const world::World& world, const CollisionRuleEdit& rule) {
  pb::CollisionSettings settings = world.collisionSettings();
  pb::CollisionSettings::CollisionRule* added = settings.add_collision_rules();
  addSides(rule.left, added->mutable_left());
  addSides(rule.right, added->mutable_right());
  if (rule.is_excluded) added->mutable_collision_action()->set_is_excluded(true);
  else added->mutable_collision_action()->mutable_margin()->set_hard_margin(static_cast<float>(rule.margin));
  return withSettings(std::move(settings));
}

EditsPtr removeCollisionRule(const world::World& world, std::size_t index) {
  pb::CollisionSettings settings = world.collisionSettings();
  auto& rules = *settings.mutable_collision_rules();
  if (index < static_cast<std::size_t>(rules.size())) rules.erase(rules.begin() + static_cast<int>(index));
  return withSettings(std::move(settings));
}

EditsPtr setMinimumMargin(const world::World& world, double metres) {
  pb::CollisionSettings settings = world.collisionSettings();
  settings.set_minimum_margin(metres);
  return withSettings(std::move(settings));
}

bool isCheckingOff(const world::World& world) { return world.collisionSettings().disable_collision_checking(); }

}  // namespace ww::session
