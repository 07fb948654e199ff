// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/geometry/store.h"
#include "core/project/stored.h"
#include "core/world/world.h"

namespace ww::project {

// The records of a world, serialised deterministically, by id.
Result<std::vector<PartRow>> partsOf(const world::World& world);
// Whether both say the same, though a newer program may have ordered the bytes otherwise.
bool sameRecord(const PartRow& a, const PartRow& b);

// The world that parts make; those of unknown kinds are passed over. The geometry must be in the store.
Result<world::World> worldOf(const std::vector<PartRow>& parts, const geometry::GeometryStore& store);

// Every geometry that the bytes of a part name, also in fields that this program does not know.
void forEachRef(std::string_view bytes, const std::function<void(std::string_view)>& fn);

}  // namespace ww::project
