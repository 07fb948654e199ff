// SPDX-License-Identifier: Apache-2.0
#include "core/difference/records.h"

#include <set>

#include "core/world/records/load.h"

namespace ww::difference {
namespace {

template <typename Record>
const Record* recordIn(const ById<Record>& all, std::uint64_t id) {
  const auto it = all.find(id);
  return it == all.end() ? nullptr : it->second.get();
}

template <typename Record>
world::RecordPtrs<Record> listOf(const ById<Record>& all) {
  world::RecordPtrs<Record> out;
  out.reserve(all.size());
  for (const auto& [id, record] : all) out.push_back(record);
  return out;
}

// A world that is put together may hold a circle before it is looked at.
std::string pathOf(const Records& records, std::uint64_t id) {
  std::string path;
  std::set<std::uint64_t> seen;
  while (seen.insert(id).second) {
    const ObjectRecord* o = recordIn(records.objects, id);
    if (!o) break;
    if (path.empty()) path = o->name();
    else if (o->parent()) path = o->name() + "/" + path;
    if (seen.size() == 1 && o->name_is_global_alias()) break;
    id = o->parent();
  }
  return path;
}

}  // namespace

bool Records::holds(std::uint64_t id) const {
  return objects.contains(id) || entities.contains(id) || frames.contains(id);
}

std::string Records::display(std::uint64_t id) const {
  if (objects.contains(id)) return pathOf(*this, id);
  if (const EntityRecord* e = recordIn(entities, id)) return pathOf(*this, e->object()) + ":" + e->content().name();
  if (const FrameRecord* f = recordIn(frames, id)) return pathOf(*this, f->object()) + "/" + f->content().name();
  for (const auto& [frame, record] : frames)
    if (record->entity() == id) return display(frame);
  return std::to_string(id);
}

Records recordsOf(const world::World& world) {
  Records out;
  out.world = toRecord(world);
  world.forEachObject([&](const world::Object& o) {
    out.objects.emplace(o.id.value, std::make_shared<const ObjectRecord>(toRecord(o)));
    for (const world::EntityPtr& e : o.entities)
      out.entities.emplace(e->id.value, std::make_shared<const EntityRecord>(toRecord(*e)));
  });
  world.forEachFrame(
      [&](const world::Frame& f) { out.frames.emplace(f.id.value, std::make_shared<const FrameRecord>(toRecord(f))); });
  return out;
}

Result<world::World> worldOf(const Records& records, const geometry::GeometryStore& store) {
  return world::fromRecords(records.world, listOf(records.objects), listOf(records.entities), listOf(records.frames),
                            store);
}

}  // namespace ww::difference
