// SPDX-License-Identifier: Apache-2.0
#include "core/project/assembly.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/project/failures.h"
#include "core/project/records.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

// Objects and frames that together make a world, though a few among them do not fit: groups that fail
// are halved until the culprits stand alone.
class Assembly {
 public:
  Assembly(Salvage& salvage, const geometry::GeometryStore& store, const std::string& path)
      : salvage_(salvage), store_(store), path_(path) {}

  Result<world::World> run() {
    auto world = worldOf(salvage_.parts, store_);
    if (world.ok()) return world;
    dropCollisionSettings();
    world = worldOf(salvage_.parts, store_);
    if (world.ok()) return world;
    return assemble();
  }

 private:
  using Group = std::vector<const PartRow*>;

  void dropCollisionSettings() {
    for (PartRow& part : salvage_.parts) {
      worldwright::v1::WorldRecord record;
      if (part.kind != kWorldPart || !record.ParseFromString(part.bytes)) continue;
      if (!record.has_collision_settings()) return;
      record.clear_collision_settings();
      part.bytes = record.SerializeAsString();
      salvage_.lost.push_back(fail(failures::kLostRules));
    }
  }

  // One group for each object with its entities, one for each frame; parents have lower ids.
  std::vector<Group> groups() {
    std::map<std::uint64_t, Group> objects;
    std::vector<Group> frames;
    for (const PartRow& part : salvage_.parts) {
      worldwright::v1::EntityRecord entity;
      if (part.kind == kObjectPart) objects[static_cast<std::uint64_t>(part.id)].push_back(&part);
      else if (part.kind == kEntityPart && entity.ParseFromString(part.bytes))
        objects[entity.object()].push_back(&part);
      else if (part.kind == kFramePart) frames.push_back({&part});
      else base_.push_back(part);
    }
    std::vector<Group> out;
    for (auto& [id, group] : objects) out.push_back(std::move(group));
    out.insert(out.end(), frames.begin(), frames.end());
    return out;
  }

  Result<world::World> assemble() {
    const std::vector<Group> all = groups();
    if (all.empty()) return fail(failures::kNothingIntact, {{"file", arg::Place{path_}}});
    add(all, 0, all.size());
    salvage_.parts = base_;
    return worldOf(base_, store_);
  }

  void add(const std::vector<Group>& all, std::size_t from, std::size_t to) {
    std::vector<PartRow> candidate = base_;
    for (std::size_t i = from; i < to; ++i) {
      for (const PartRow* part : all[i]) candidate.push_back(*part);
    }
    const auto world = worldOf(candidate, store_);
    if (world.ok()) {
      base_ = std::move(candidate);
    } else if (to - from == 1) {
      const auto named = std::min_element(all[from].begin(), all[from].end(),
                                          [](const PartRow* a, const PartRow* b) { return a->kind < b->kind; });
      salvage_.lost.push_back(within(world.status(), partName((*named)->kind, (*named)->id)));
    } else {
      const std::size_t middle = from + (to - from) / 2;
      add(all, from, middle);
      add(all, middle, to);
    }
  }

  Salvage& salvage_;
  const geometry::GeometryStore& store_;
  const std::string& path_;
  std::vector<PartRow> base_;
};

}  // namespace

Result<world::World> assembleWorld(Salvage& salvage, const geometry::GeometryStore& store, const std::string& path) {
  return Assembly(salvage, store, path).run();
}

Result<world::World> worldOfDamaged(std::vector<PartRow> parts, const geometry::GeometryStore& store,
                                    const std::string& path, std::vector<Status>& lost) {
  std::set<std::string, std::less<>> lost_refs;
  for (const PartRow& part : parts)
    if (part.kind == kEntityPart)
      forEachRef(part.bytes, [&](std::string_view ref) {
        if (!store.find(ref)) lost_refs.emplace(ref);
      });
  Stored stored;
  stored.parts = std::move(parts);
  std::ranges::sort(stored.parts, {}, &PartRow::id);
  Salvage salvage = soundParts(stored, lost_refs);
  WW_ASSIGN(world::World world, assembleWorld(salvage, store, path));
  lost.insert(lost.end(), salvage.lost.begin(), salvage.lost.end());
  return world;
}

}  // namespace ww::project
