// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/part_rules.h"

#include <algorithm>

#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace pb = intrinsic_proto::world;
using Rule = pb::CollisionSettings::CollisionRule;
using RuleEnd = google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>;

class RuleCarrier {
 public:
  RuleCarrier(const world::World& before, const EntityChanges& changes, const std::set<EntityId>& shown,
              const world::World& now)
      : before_(before), changes_(changes), now_(now) {
    for (const auto& [old, to] : changes_)
      for (const EntityId id : to)
        if (shown.contains(old)) came_from_[id].insert(old);
  }

  // False when it has to go.
  bool carry(Rule& rule, RuleChanges& told) const {
    const bool excludes = rule.collision_action().has_is_excluded() && rule.collision_action().is_excluded();
    bool lost = false, wider = false;
    const bool stays =
        carryEnd(*rule.mutable_left(), excludes, lost, wider) && carryEnd(*rule.mutable_right(), excludes, lost, wider);
    told.lost += lost || !stays ? 1 : 0;
    told.wider += wider && stays ? 1 : 0;
    return stays;
  }

 private:
  bool carryEnd(RuleEnd& end, bool excludes, bool& lost, bool& wider) const {
    if (end.empty()) return true;  // everything else
    RuleEnd next;
    std::set<EntityId> named, to;
    for (const auto& ref : end) {
      const auto ids = world::resolve(before_, ref);
      if (!ids.ok() || std::ranges::none_of(*ids, [&](EntityId id) { return changes_.contains(id); })) {
        *next.Add() = ref;
        continue;
      }
      named.insert(ids->begin(), ids->end());
    }
    if (named.empty()) return true;
    for (const EntityId id : named) {
      const auto found = changes_.find(id);
      if (found == changes_.end()) to.insert(id);  // a frame's own
      else to.insert(found->second.begin(), found->second.end());
    }
    for (auto it = to.begin(); it != to.end();) {
      const bool is_whole = isWhole(*it, named);
      lost = lost || (!is_whole && excludes);
      wider = wider || (!is_whole && !excludes);
      it = !is_whole && excludes ? to.erase(it) : ++it;
    }
    addRefs(to, next);
    end = std::move(next);
    return !end.empty();
  }

  // All that it was made of is named.
  bool isWhole(EntityId id, const std::set<EntityId>& named) const {
    const auto from = came_from_.find(id);
    return from == came_from_.end() || std::ranges::includes(named, from->second);
  }

  // Whole objects by themselves.
  void addRefs(std::set<EntityId>& ids, RuleEnd& out) const {
    std::set<ObjectId> looked;
    for (const EntityId id : std::vector<EntityId>(ids.begin(), ids.end())) {
      const world::EntityOwner* owner = now_.owner(id);
      if (!owner || !looked.insert(owner->object).second) continue;
      const world::Object& object = *now_.peek(owner->object);
      const auto shows = [](const world::EntityPtr& e) { return !e->visual.empty() || !e->collision.empty(); };
      bool all = true;
      for (const world::EntityPtr& e : object.entities) all = all && (!shows(e) || ids.contains(e->id));
      if (!all) continue;
      for (const world::EntityPtr& e : object.entities) ids.erase(e->id);
      out.Add()->mutable_object()->set_id(world::toWire(object.id));
    }
    for (const EntityId id : ids)
      if (now_.owner(id)) out.Add()->mutable_entity()->set_id(world::toWire(id));
  }

  const world::World& before_;
  const EntityChanges& changes_;
  const world::World& now_;
  std::map<EntityId, std::set<EntityId>> came_from_;
};

// The messages call them old, and they hold all the same.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
const auto& marginsOf(const intrinsic_proto::scene_object::v1::CollisionRules& rules) { return rules.margin_rules(); }
#pragma GCC diagnostic pop

void addPair(EntityId a, EntityId b, pb::CollisionSettings& settings, const auto& setAction) {
  Rule& rule = *settings.add_collision_rules();
  rule.add_left()->mutable_entity()->set_id(world::toWire(a));
  rule.add_right()->mutable_entity()->set_id(world::toWire(b));
  setAction(*rule.mutable_collision_action());
}

}  // namespace

void carryRules(const world::World& before, const EntityChanges& changes, const std::set<EntityId>& shown,
                world::WorldEditor& editor, RuleChanges& told) {
  const RuleCarrier carrier(before, changes, shown, editor.world());
  pb::CollisionSettings settings = before.collisionSettings();
  auto& rules = *settings.mutable_collision_rules();
  for (auto it = rules.begin(); it != rules.end();) it = carrier.carry(*it, told) ? it + 1 : rules.erase(it);
  editor.setCollisionSettings(std::move(settings));
  if (before.data().record->switched_off_rules().empty()) return;
  auto record = std::make_shared<worldwright::v1::WorldRecord>(*before.data().record);
  auto& off = *record->mutable_switched_off_rules();
  for (auto it = off.begin(); it != off.end();) it = carrier.carry(*it->mutable_rule(), told) ? it + 1 : off.erase(it);
  editor.setRecord(std::move(record));
}

void ownRulesToWorld(const world::Object& before, const intrinsic_proto::scene_object::v1::SceneObject& object,
                     const EntityChanges& changes, world::WorldEditor& editor, RuleChanges& told) {
  if (!object.has_collision_rules()) return;
  pb::CollisionSettings settings = editor.world().collisionSettings();
  const auto linkNow = [&](const auto& side) -> EntityId {
    const world::Entity* entity = before.entityNamed(side.entity_name());
    const auto to = entity ? changes.find(entity->id) : changes.end();
    return to == changes.end() || to->second.size() != 1 ? EntityId{} : to->second.front();
  };
  const auto carry = [&](const auto& rule, const auto& setAction) {
    const EntityId a = linkNow(rule.entity_pair().left_entity()), b = linkNow(rule.entity_pair().right_entity());
    if (!a || !b) ++told.lost;
    else if (editor.world().owner(a)->object != editor.world().owner(b)->object) addPair(a, b, settings, setAction);
  };
  for (const auto& rule : object.collision_rules().exclusion_rules())
    if (rule.is_excluded()) carry(rule, [](pb::CollisionAction& action) { action.set_is_excluded(true); });
  for (const auto& rule : marginsOf(object.collision_rules()))
    carry(rule, [&](pb::CollisionAction& action) {
      action.mutable_margin()->set_hard_margin(static_cast<float>(rule.hard_margin()));
    });
  editor.setCollisionSettings(std::move(settings));
}

}  // namespace ww::usecase
