// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace ww::world {

template <typename Record>
using RecordPtrs = std::vector<std::shared_ptr<const Record>>;

// A world from its records (hostile input), which it keeps: every reference and invariant is checked;
// DATA_LOSS else.
Result<World> fromRecords(const worldwright::v1::WorldRecord& world,
                          const RecordPtrs<worldwright::v1::ObjectRecord>& objects,
                          const RecordPtrs<worldwright::v1::EntityRecord>& entities,
                          const RecordPtrs<worldwright::v1::FrameRecord>& frames, const geometry::GeometryStore& store);

// Refs of all geometry that a world uses, sorted, without repeats.
std::vector<std::string> geometryRefs(const World& world);

}  // namespace ww::world
