// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/world/updates/dropped_rules.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

namespace pb = intrinsic_proto::world;
using Side = google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>;

// True when nothing of the reference is left.
bool lose(pb::ObjectOrEntityReference& ref, const Gone& gone) {
  if (ref.has_entity()) return gone.entities.contains(ref.entity().id());
  if (ref.has_object()) return gone.objects.contains(ref.object().id());
  if (!ref.has_object_with_filter()) return false;
  if (gone.objects.contains(ref.object_with_filter().reference().id())) return true;
  auto& filter = *ref.mutable_object_with_filter()->mutable_entity_filter();
  auto& entities = *filter.mutable_entity_references();
  const int before = entities.size();
  for (auto it = entities.begin(); it != entities.end();)
    it = gone.entities.contains(it->id()) ? entities.erase(it) : it + 1;
  const bool selects = filter.include_all_entities() || filter.include_base_entity() || filter.include_final_entity();
  return before > 0 && entities.empty() && !selects;
}

bool concerns(const Side& side, const Gone& gone) {
  for (pb::ObjectOrEntityReference ref : side) {
    const int before = ref.object_with_filter().entity_filter().entity_references_size();
    if (lose(ref, gone) || ref.object_with_filter().entity_filter().entity_references_size() != before) return true;
  }
  return false;
}

// True when a side that named something names nothing now: left so, it would mean anything.
bool emptied(Side& side, const Gone& gone) {
  const bool named = !side.empty();
  for (auto it = side.begin(); it != side.end();) it = lose(*it, gone) ? side.erase(it) : it + 1;
  return named && side.empty();
}

// With all below it.
void addTree(Gone& gone, const World& world, ObjectId top) {
  std::vector<ObjectId> order{top};
  for (std::size_t i = 0; i < order.size(); ++i) {
    addTo(gone, world, order[i]);
    for (const ObjectId child : world.childrenOf(*world.peek(order[i]))) order.push_back(child);
  }
}

// With those that ride on it.
void addTree(Gone& gone, const World& world, FrameId top) {
  std::vector<FrameId> order{top};
  const std::vector<FrameId> all = world.framesOf(*world.peek(world.peek(top)->object));
  for (std::size_t i = 0; i < order.size(); ++i) {
    addTo(gone, world, order[i]);
    for (const FrameId other : all) {
      if (world.peek(other)->parent_frame == order[i]) order.push_back(other);
    }
  }
}

}  // namespace

void addTo(Gone& gone, const World& world, ObjectId id) {
  const Object& object = *world.peek(id);
  gone.objects.insert(toWire(id));
  for (const EntityPtr& e : object.entities) gone.entities.insert(toWire(e->id));
  for (const FrameId f : world.framesOf(object)) addTo(gone, world, f);
}

void addTo(Gone& gone, const World& world, FrameId id) { gone.entities.insert(toWire(world.peek(id)->entity)); }

bool hasRules(const World& world) {
  return !world.collisionSettings().collision_rules().empty() || !world.data().record->switched_off_rules().empty();
}

// Rules that are switched off could not be switched on again.
static void dropFromSwitchedOff(WorldEditor& editor, const Gone& gone) {
  const auto& now = editor.world().data().record->switched_off_rules();
  const auto touched = [&gone](const worldwright::v1::SwitchedOffRule& off) {
    return concerns(off.rule().left(), gone) || concerns(off.rule().right(), gone);
  };
  if (std::none_of(now.begin(), now.end(), touched)) return;
  auto record = std::make_shared<worldwright::v1::WorldRecord>(*editor.world().data().record);
  auto& rules = *record->mutable_switched_off_rules();
  for (auto it = rules.begin(); it != rules.end();) {
    auto& rule = *it->mutable_rule();
    const bool left = emptied(*rule.mutable_left(), gone), right = emptied(*rule.mutable_right(), gone);
    it = left || right ? rules.erase(it) : it + 1;
  }
  editor.setRecord(std::move(record));
}

void dropFromRules(WorldEditor& editor, const Gone& gone) {
  dropFromSwitchedOff(editor, gone);
  const auto& now = editor.world().collisionSettings().collision_rules();
  bool any = false;
  for (const auto& rule : now) any = any || concerns(rule.left(), gone) || concerns(rule.right(), gone);
  if (!any) return;
  pb::CollisionSettings settings = editor.world().collisionSettings();
  auto& rules = *settings.mutable_collision_rules();
  for (auto it = rules.begin(); it != rules.end();) {
    const bool left = emptied(*it->mutable_left(), gone), right = emptied(*it->mutable_right(), gone);
    it = left || right ? rules.erase(it) : it + 1;
  }
  editor.setCollisionSettings(std::move(settings));
}

Phrase deletionLabel(const World& world, const std::string& name, NodeRef node) {
  const std::size_t rules = rulesDroppedWith(world, {&node, 1});
  if (rules == 0) return labelOfOne(WW_TEXT("Core", "Delete {name}"), name);
  if (rules == 1) return labelOfOne(WW_TEXT("Core", "Delete {name}, with a collision rule"), name);
  return phrase(WW_TEXT("Core", "Delete {name}, with {count} collision rules"),
                {{"name", arg::Words{name}}, {"count", arg::Count{rules}}});
}

}  // namespace ww::world::updates

namespace ww::world {

std::size_t rulesDroppedWith(const World& world, std::span<const NodeRef> nodes) {
  auto rules = world.collisionSettings().collision_rules();
  if (rules.empty()) return 0;
  updates::Gone gone;
  for (const NodeRef& node : nodes) {
    if (const auto* object = std::get_if<ObjectId>(&node)) updates::addTree(gone, world, *object);
    if (const auto* frame = std::get_if<FrameId>(&node)) updates::addTree(gone, world, *frame);
  }
  return static_cast<std::size_t>(std::count_if(rules.begin(), rules.end(), [&](auto& rule) {
    const bool left = updates::emptied(*rule.mutable_left(), gone),
               right = updates::emptied(*rule.mutable_right(), gone);
    return left || right;
  }));
}

}  // namespace ww::world
