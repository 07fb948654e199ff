// SPDX-License-Identifier: Apache-2.0
#include "core/project/save_plan.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/project/failures.h"
#include "core/project/records.h"
#include "core/world/records/load.h"

namespace ww::project {
namespace {

constexpr std::size_t kPartsAhead = 16;  // fetched from memory while those before are read

// The root object and its entity are alike in all worlds, and the settings change with every edit.
bool tellsWorldsApart(const PartRow& part) {
  return part.kind != kWorldPart && part.id != static_cast<std::int64_t>(world::kRootObject.value) &&
         part.id != static_cast<std::int64_t>(world::kRootEntity.value);
}

bool isOwnKey(std::string_view key) {
  return key == meta::kFormat || key == meta::kName || key == meta::kRevision || key == meta::kContentHash ||
         key == meta::kHashedBy || key == meta::kImprint || key == meta::kRows;
}

void planMeta(const Stored& stored, const Wanted& wanted, Plan& plan) {
  if (stored.metaOr(meta::kContentHash, "") != wanted.content_hash) plan.changed_meta.emplace_back(meta::kContentHash);
  if (!wanted.name.empty() && stored.metaOr(meta::kName, "") != wanted.name)
    plan.changed_meta.emplace_back(meta::kName);
  const auto thumbnail = stored.thumbnails.find(1);
  plan.thumbnail =
      !wanted.thumbnail.empty() && (thumbnail == stored.thumbnails.end() || thumbnail->second != wanted.thumbnail);
}

void planView(const Stored& stored, const Wanted& wanted, Plan& plan) {
  const PartRow* old = stored.part(kViewId, kViewPart);
  plan.view = wanted.view && wanted.view->bytes != (old ? old->bytes : std::string());
  if (plan.view && old) plan.gone.push_back(old->hash);
}

// Rows that stay cost nothing.
void planHistory(const Stored& stored, const Wanted& wanted, Plan& plan) {
  if (!wanted.sets_history) return;
  std::map<std::int64_t, const PartRow*> rows;
  for (const PartRow& row : wanted.history) rows.emplace(row.id, &row);
  for (const PartRow& old : stored.parts) {
    if (old.kind != kHistoryPart) continue;
    const auto its = rows.find(old.id);
    const bool stays = its != rows.end() && its->second->hash == old.hash;
    if (!stays) plan.gone.push_back(old.hash);
    plan.strips_history |= wanted.history.empty();
    if (its == rows.end()) plan.remove.push_back(old.id);
    if (stays) rows.erase(its);
  }
  for (const auto& [id, row] : rows) plan.put_history.push_back(row);
}

// With the geometry that states of the past need and the world perhaps no longer has.
void addHistory(const SaveOptions& options, const geometry::GeometryStore& store, Wanted& out) {
  if (!options.history) return;
  out.sets_history = true;
  for (const HistoryRow& row : *options.history) {
    if (row.id >= kViewId) continue;
    out.history.push_back({row.id, kHistoryPart, row.bytes, partHash(kHistoryPart, row.id, row.bytes)});
    forEachRef(row.bytes, [&](std::string_view ref) {
      if (store.bytes(ref)) out.refs.emplace(ref);
    });
  }
}

std::optional<PartRow> viewRow(const world::World& world, const SaveOptions& options) {
  if (!options.view) return std::nullopt;
  return PartRow{kViewId, kViewPart, viewBytes(viewIn(world, *options.view)), {}};
}

}  // namespace

namespace {

// The geometry that a part uses, and what is at hand of that which fields of a newer program name, perhaps.
Status addRefs(const WantedPart& part, const geometry::GeometryStore& store, std::set<std::string>& refs) {
  if (const auto* entity = std::get_if<const world::Entity*>(&part.part.is)) {
    for (const auto* placed : {&(*entity)->visual, &(*entity)->collision}) {
      for (const world::PlacedGeometry& g : *placed) {
        if (!store.bytes(g.geometry->ref))
          return fail(failures::kGeometryGone, {{"geometry", arg::Name{g.geometry->ref}}});
      }
    }
  }
  forEachRef(part.bytes, [&](std::string_view ref) {
    if (store.bytes(ref)) refs.emplace(ref);
  });
  return okStatus();
}

Status serialise(WantedPart& wanted, const geometry::GeometryStore& store, std::set<std::string>& refs) {
  WW_ASSIGN(PartRow row, rowOf(wanted.part));
  wanted.hash = row.hash;
  wanted.bytes = std::move(row.bytes);
  return addRefs(wanted, store, refs);
}

}  // namespace

Result<Wanted> wantedOf(const world::World& world, const geometry::GeometryStore& store, const SaveOptions& options) {
  Wanted out;
  const std::vector<WorldPart> parts = partsOf(world);
  out.parts.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i + kPartsAhead < parts.size()) __builtin_prefetch(rowDigestOf(parts[i + kPartsAhead]));
    const WorldPart& part = parts[i];
    WantedPart& wanted = out.parts.emplace_back(WantedPart{part, {}, {}});
    const world::CachedDigest* kept = rowDigestOf(part);
    if (const Sha256* known = kept ? kept->get() : nullptr) wanted.hash = *known;
    else WW_TRY(serialise(wanted, store, out.refs));
  }
  out.content_hash = contentHash(world);
  out.name = options.name;
  out.thumbnail = options.thumbnail;
  out.view = viewRow(world, options);
  addHistory(options, store, out);
  return out;
}

Status serialiseAll(Wanted& wanted, const geometry::GeometryStore& store) {
  for (WantedPart& part : wanted.parts) {
    if (part.bytes.empty()) WW_TRY(serialise(part, store, wanted.refs));
  }
  return okStatus();
}

namespace {

// Whether the file's row (null: none) says what is wanted, though perhaps in another order. What does not stay has
// its bytes then.
Result<bool> staysAsItIs(const PartRow* old, Database& db, WantedPart& wanted, std::set<std::string>& refs,
                         const geometry::GeometryStore& store) {
  if (old && old->hash == wanted.hash) return true;
  if (wanted.bytes.empty()) WW_TRY(serialise(wanted, store, refs));
  if (!old) return false;
  if (old->hash == wanted.hash) return true;
  WW_ASSIGN(std::string bytes, readPartBytes(db, old->id));
  return sameRecord({old->id, old->kind, std::move(bytes), old->hash},
                    {wanted.part.id, wanted.part.kind, wanted.bytes, wanted.hash});
}

}  // namespace

Result<Plan> planOf(const Stored& stored, Database& db, Wanted& wanted, const geometry::GeometryStore& store) {
  Plan plan;
  const auto leaves = [&](const PartRow& old) {
    plan.gone.push_back(old.hash);
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
  for (WantedPart& part : wanted.parts) {
    dropBefore(part.part.id, false);
    const bool present = old != stored.parts.end() && old->id == part.part.id;
    WW_ASSIGN(const bool stays, staysAsItIs(present ? &*old : nullptr, db, part, wanted.refs, store));
    if (!stays) plan.put.push_back(&part);
    if (present && !stays) leaves(*old);
    if (present) ++old;
  }
  dropBefore(0, true);
  for (const PartRow& part : stored.parts) plan.stored_parts += isKnown(part.kind) && tellsWorldsApart(part) ? 1 : 0;
  for (const std::string& ref : wanted.refs) {
    if (!stored.geometry.contains(ref)) plan.add_refs.push_back(ref);
  }
  planMeta(stored, wanted, plan);
  planView(stored, wanted, plan);
  planHistory(stored, wanted, plan);
  return plan;
}

namespace {

std::set<std::int64_t> idsOf(const Wanted& wanted) {
  std::set<std::int64_t> out;
  for (const WantedPart& part : wanted.parts) out.insert(part.part.id);
  return out;
}

bool isForeign(const PartRow& part) {
  return !isKnown(part.kind) && part.kind != kViewPart && part.kind != kHistoryPart;
}

}  // namespace

Carried carriedOf(const Stored& stored, const Wanted& wanted) {
  const std::set<std::int64_t> taken = idsOf(wanted);
  Carried out;
  out.version = std::max<std::uint64_t>(stored.version(), kVersion);
  for (const PartRow& part : stored.parts) {
    if (part.kind == kViewPart && wanted.view) continue;
    if (part.kind == kHistoryPart && wanted.sets_history) continue;
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

std::shared_ptr<const Carried> foreignOf(const Stored& stored) {
  // 0: the entry is lost, of a file that is repaired.
  if (stored.version() != 0 && majorOf(stored.version()) != kMajor) return nullptr;
  auto out = std::make_shared<Carried>();
  out->version = std::max<std::uint64_t>(stored.version(), kVersion);
  std::ranges::copy_if(stored.parts, std::back_inserter(out->parts), isForeign);
  for (const auto& [key, value] : stored.meta)
    if (!isOwnKey(key)) out->meta.emplace(key, value);
  const bool nothing = out->version == kVersion && out->parts.empty() && out->meta.empty();
  return nothing ? nullptr : out;
}

void addForeign(const Carried& foreign, const Wanted& wanted, Carried& out) {
  std::set<std::int64_t> taken = idsOf(wanted);
  for (const PartRow& part : out.parts) taken.insert(part.id);
  std::ranges::copy_if(foreign.parts, std::back_inserter(out.parts),
                       [&](const PartRow& part) { return !taken.contains(part.id); });
  out.meta.insert(foreign.meta.begin(), foreign.meta.end());
  out.version = std::max(out.version, foreign.version);
}

}  // namespace ww::project
