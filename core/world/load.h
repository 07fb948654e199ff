// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/geometry/store.h"
#include "core/world/world.h"

namespace ww::world {


// A world from its records (hostile input): every reference and invariant is checked; DATA_LOSS else.
Result<World> fromRecords(const worldwright::v1::WorldRecord& world,
                          const std::vector<worldwright::v1::ObjectRecord>& objects,
                          const std::vector<worldwright::v1::EntityRecord>& entities,
                          const std::vector<worldwright::v1::FrameRecord>& frames,
                          const geometry::GeometryStore& store);

// Refs of all geometry that a world uses, sorted, without repeats.
std::vector<std::string> geometryRefs(const World& world);

}  // namespace ww::world
