// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/difference/match.h"
#include "core/difference/references.h"
#include "core/world/views/references.h"

namespace ww::difference {
namespace {

// 0 stands for none.
std::uint64_t mapped(const IdMap& map, std::uint64_t id) { return id ? map.of(id) : 0; }

template <typename Ids>
void mapAll(const IdMap& map, Ids& ids) {
  for (auto& id : ids) id = mapped(map, id);
}

ObjectRecord renumberedOne(const ObjectRecord& from, const IdMap& map) {
  ObjectRecord to = from;
  to.set_id(map.of(from.id()));
  to.set_parent(mapped(map, from.parent()));
  to.set_parent_entity(mapped(map, from.parent_entity()));
  to.set_parent_frame(mapped(map, from.parent_frame()));
  mapAll(map, *to.mutable_entities());
  return to;
}

EntityRecord renumberedOne(const EntityRecord& from, const IdMap& map) {
  EntityRecord to = from;
  to.set_id(map.of(from.id()));
  to.set_object(mapped(map, from.object()));
  to.set_parent(mapped(map, from.parent()));
  return to;
}

FrameRecord renumberedOne(const FrameRecord& from, const IdMap& map) {
  FrameRecord to = from;
  to.set_id(map.of(from.id()));
  to.set_entity(map.of(from.entity()));
  to.set_object(mapped(map, from.object()));
  to.set_parent_entity(mapped(map, from.parent_entity()));
  to.set_parent_frame(mapped(map, from.parent_frame()));
  mapAll(map, *to.mutable_attached_objects());
  return to;
}

template <typename Record>
ById<Record> renumberedAll(const ById<Record>& from, const IdMap& map) {
  ById<Record> to;
  for (const auto& [id, record] : from)
    to.emplace(map.of(id), std::make_shared<const Record>(renumberedOne(*record, map)));
  return to;
}

std::string renumberedText(const std::string& id, const IdMap& map) {
  if (const ObjectId object = world::objectIdFromWire(id)) return world::toWire(ObjectId{map.of(object.value)});
  if (const EntityId entity = world::entityIdFromWire(id)) return world::toWire(EntityId{map.of(entity.value)});
  if (const FrameId frame = world::frameIdFromWire(id)) return world::toWire(FrameId{map.of(frame.value)});
  return id;
}

}  // namespace

Records renumbered(const Records& records, const IdMap& map) {
  if (map.isIdentity()) return records;
  Records out;
  out.world = records.world;
  out.world.clear_program_plans();
  forEachReference(out.world, [&](std::string& id) { id = renumberedText(id, map); });
  out.objects = renumberedAll(records.objects, map);
  out.entities = renumberedAll(records.entities, map);
  out.frames = renumberedAll(records.frames, map);
  if (!out.objects.empty()) out.world.set_next_id(std::max(out.world.next_id(), out.objects.rbegin()->first + 1));
  if (!out.entities.empty()) out.world.set_next_id(std::max(out.world.next_id(), out.entities.rbegin()->first + 1));
  for (const auto& [id, frame] : out.frames)
    out.world.set_next_id(std::max({out.world.next_id(), id + 1, frame->entity() + 1}));
  return out;
}

}  // namespace ww::difference
