// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/geometry/store.h"
#include "core/project/stored.h"
#include "core/world/values/world.h"

namespace ww::project {

// A part of a world, which must outlive it, and the row that it is or will be.
struct WorldPart {
  std::int64_t id = 0;
  std::int64_t kind = 0;
  std::variant<const world::World*, const world::Object*, const world::Entity*, const world::Frame*> is;
};
std::vector<WorldPart> partsOf(const world::World& world);  // by id
// Where the part keeps the hash of the row that it was read from or last written as; null for the world's own.
const world::CachedDigest* rowDigestOf(const WorldPart& part);
// Serialised deterministically. RESOURCE_EXHAUSTED when it is too large.
Result<PartRow> rowOf(const WorldPart& part);
// DATA_LOSS unless reading the row makes the same part again. The geometry must be in the store.
Status checkReadBack(const PartRow& row, const WorldPart& part, const geometry::GeometryStore& store);
// Tells the parts of a world the rows that they were read from; rows by id.
void rememberRows(const world::World& world, const std::vector<PartRow>& rows);
// Whether both say the same, though a newer program may have ordered the bytes otherwise.
bool sameRecord(const PartRow& a, const PartRow& b);

// The world that parts make; those of unknown kinds are passed over. DATA_LOSS when they make none; the
// geometry must be in the store.
Result<world::World> worldOf(const std::vector<PartRow>& parts, const geometry::GeometryStore& store);

// Every geometry that the bytes of a part name, also in fields that this program does not know.
void forEachRef(std::string_view bytes, const std::function<void(std::string_view)>& fn);

}  // namespace ww::project
