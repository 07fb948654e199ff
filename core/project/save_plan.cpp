// SPDX-License-Identifier: Apache-2.0
#include "core/project/save_plan.h"

#include "core/project/records.h"
#include "core/world/load.h"

namespace ww::project {
namespace {

// The root object and its entity are alike in all worlds, and the settings change with every edit.
bool tellsWorldsApart(const PartRow& part) {
  return part.kind != kWorldPart && part.id != static_cast<std::int64_t>(world::kRootObject.value) &&
         part.id != static_cast<std::int64_t>(world::kRootEntity.value);
}

bool isOwnKey(std::string_view key) {
  return key == meta::kFormat || key == meta::kName || key == meta::kRevision || key == meta::kContentHash ||
         key == meta::kHashedBy || key == meta::kRows;
}

void planMeta(const Stored& stored, const Wanted& wanted, Plan& plan) {
  if (stored.metaOr(meta::kContentHash, "") != wanted.content_hash) plan.changed_meta.emplace_back(meta::kContentHash);
  if (!wanted.name.empty() && stored.metaOr(meta::kName, "") != wanted.name) plan.changed_meta.emplace_back(meta::kName);
  const auto thumbnail = stored.thumbnails.find(1);
  plan.thumbnail = !wanted.thumbnail.empty() &&
                   (thumbnail == stored.thumbnails.end() || thumbnail->second != wanted.thumbnail);
}

}  // namespace

Result<Wanted> wantedOf(const world::World& world, const geometry::GeometryStore& store, const SaveOptions& options) {
  Wanted out;
  WW_ASSIGN(out.parts, partsOf(world));
  for (const std::string& ref : world::geometryRefs(world)) {
    if (!store.bytes(ref)) return fail(Code::kInternal, "the world uses a geometry that is not there: " + ref);
    out.refs.insert(ref);
  }
  // Named in fields of a newer program, perhaps; kept when at hand.
  for (const PartRow& part : out.parts) {
    forEachRef(part.bytes, [&](std::string_view ref) {
      if (store.bytes(ref)) out.refs.emplace(ref);
    });
  }
  out.content_hash = contentHash(world);
  out.name = options.name;
  out.thumbnail = options.thumbnail;
  return out;
}

Plan planOf(const Stored& stored, const Wanted& wanted) {
  Plan plan;
  const auto leaves = [&](const PartRow& old) {
    if (tellsWorldsApart(old)) ++plan.lost_parts;
  };
  auto old = stored.parts.begin();
  const auto dropBefore = [&](std::int64_t id, bool all) {
    for (; old != stored.parts.end() && (all || old->id < id); ++old) {
      if (!isKnown(old->kind)) continue;
      leaves(*old);
      plan.remove.push_back(old->id);
    }
  };
  for (const PartRow& part : wanted.parts) {
    dropBefore(part.id, false);
    const bool present = old != stored.parts.end() && old->id == part.id;
    if (!present || !sameRecord(*old, part)) {
      plan.put.push_back(&part);
      if (present) leaves(*old);
    }
    if (present) ++old;
  }
  dropBefore(0, true);
  for (const PartRow& part : stored.parts) plan.stored_parts += isKnown(part.kind) && tellsWorldsApart(part) ? 1 : 0;
  for (const std::string& ref : wanted.refs) {
    if (!stored.geometry.contains(ref)) plan.add_refs.push_back(ref);
  }
  planMeta(stored, wanted, plan);
  return plan;
}

Carried carriedOf(const Stored& stored, const Wanted& wanted) {
  std::set<std::int64_t> taken;
  for (const PartRow& part : wanted.parts) taken.insert(part.id);
  Carried out;
  for (const PartRow& part : stored.parts) {
    if (!isKnown(part.kind) && !taken.contains(part.id)) out.parts.push_back(part);
  }
  for (const auto& [key, value] : stored.meta) {
    if (!isOwnKey(key)) out.meta.emplace(key, value);
  }
  out.thumbnails = stored.thumbnails;
  out.name = stored.metaOr(meta::kName, "");
  out.revision = stored.revision();
  return out;
}

}  // namespace ww::project
