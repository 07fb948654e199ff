// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/project/stored.h"

namespace ww::project {

// What a save wants the file to hold.
struct Wanted {
  std::vector<PartRow> parts;         // by id
  std::set<std::string> refs;         // geometry that must be there
  std::string content_hash;
  std::string name;                   // empty: as stored
  std::string thumbnail;              // empty: as stored
};
Result<Wanted> wantedOf(const world::World& world, const geometry::GeometryStore& store, const SaveOptions& options);

// The difference between a file and what is wanted.
struct Plan {
  std::vector<const PartRow*> put;
  std::vector<std::int64_t> remove;
  std::vector<std::string> add_refs;
  std::vector<std::string> changed_meta;
  bool thumbnail = false;
  std::size_t stored_parts = 0;  // objects, entities and frames, without those of every world
  std::size_t lost_parts = 0;    // of them, that change or go

  bool empty() const {
    return put.empty() && remove.empty() && add_refs.empty() && changed_meta.empty() && !thumbnail;
  }
  // The file holds an earlier state of this world, by all appearances.
  bool sameWorld() const { return lost_parts * 2 <= stored_parts; }
};
Plan planOf(const Stored& stored, const Wanted& wanted);

// What of the file a whole rewrite carries over, since only a newer program knows what it means.
struct Carried {
  std::vector<PartRow> parts;
  std::map<std::string, std::string> meta;
  std::map<std::int64_t, std::string> thumbnails;
  std::string name;
  std::uint64_t revision = 0;
};
Carried carriedOf(const Stored& stored, const Wanted& wanted);

}  // namespace ww::project
