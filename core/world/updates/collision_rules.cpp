// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/helpers.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

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

}  // namespace

void dropFromRules(WorldEditor& editor, const Gone& gone) {
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

}  // namespace ww::world::updates
