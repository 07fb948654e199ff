// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/project/records.h"
#include "core/project/stored.h"

namespace ww::project {

// A row that the file is to hold.
struct WantedPart {
  WorldPart part;
  Sha256 hash{};
  std::string bytes;  // empty while nobody has needed them
};

// What a save wants the file to hold. The world must outlive it.
struct Wanted {
  std::vector<WantedPart> parts;  // by id
  std::set<std::string> refs;     // geometry of the parts that have bytes
  std::string content_hash;
  std::string name;             // empty: as stored
  std::string thumbnail;        // empty: as stored
  std::optional<PartRow> view;  // none: as stored; without bytes: no row
  bool sets_history = false;    // false: as stored
  std::vector<PartRow> history;
};
// Parts that were read from a file or written to one are not serialised again: they know their rows.
// RESOURCE_EXHAUSTED; INTERNAL when geometry is not in the store.
Result<Wanted> wantedOf(const world::World& world, const geometry::GeometryStore& store, const SaveOptions& options);
// The same with the bytes of all parts, for a whole file. Fails so, too.
Status serialiseAll(Wanted& wanted, const geometry::GeometryStore& store);

// The difference between a file and what is wanted. What does not match the hashes of the rows is serialised.
struct Plan {
  std::vector<const WantedPart*> put;  // with bytes
  std::vector<const PartRow*> put_history;
  std::vector<Sha256> gone;  // hashes of part rows that go or are exchanged
  std::vector<std::int64_t> remove;
  std::vector<std::string> add_refs;
  std::vector<std::string> changed_meta;
  bool thumbnail = false;
  bool view = false;
  bool strips_history = false;   // all of it goes: nothing may be left in pages that are free then
  std::size_t stored_parts = 0;  // objects, entities and frames, without those of every world
  std::size_t lost_parts = 0;    // of them, that change or go

  bool empty() const {
    return put.empty() && remove.empty() && add_refs.empty() && changed_meta.empty() && !thumbnail && !view &&
           put_history.empty();
  }
  // The file holds an earlier state of this world, by all appearances.
  bool sameWorld() const { return lost_parts * 2 <= stored_parts; }
};
// Fails as wantedOf(), and when the file cannot be read.
Result<Plan> planOf(const Stored& stored, Database& db, Wanted& wanted, const geometry::GeometryStore& store);

// What of the file a whole rewrite carries over, since only a newer program knows what it means.
struct Carried {
  std::uint64_t version = kVersion;  // of the format
  std::vector<PartRow> parts;
  std::map<std::string, std::string> meta;
  std::map<std::int64_t, std::string> thumbnails;
  std::string name;
  std::uint64_t revision = 0;
};
Carried carriedOf(const Stored& stored, const Wanted& wanted);
// What goes along when the world of a file is saved elsewhere: no picture, name or revision. Null: nothing.
std::shared_ptr<const Carried> foreignOf(const Stored& stored);
// Adds what goes along, but for parts whose ids are taken.
void addForeign(const Carried& foreign, const Wanted& wanted, Carried& out);

}  // namespace ww::project
