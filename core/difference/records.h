// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "core/geometry/store.h"
#include "core/world/values/world.h"
#include "worldwright/v1/file.pb.h"

namespace ww::difference {

using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;
using worldwright::v1::WorldRecord;

template <typename Record>
using ById = std::map<std::uint64_t, std::shared_ptr<const Record>>;

// A world as its records. Ids of objects, entities and frames share one namespace.
struct Records {
  WorldRecord world;
  ById<ObjectRecord> objects;
  ById<EntityRecord> entities;
  ById<FrameRecord> frames;

  // "robot", "cell/robot", "robot:link_3", "robot/flange", as World::display; the id alone where there is none. For
  // the entity of a frame the frame.
  std::string display(std::uint64_t id) const;
  bool holds(std::uint64_t id) const;  // an object, entity or frame; not the own entity of a frame
};

Records recordsOf(const world::World& world);
// Failures as of fromRecords: DATA_LOSS.
Result<world::World> worldOf(const Records& records, const geometry::GeometryStore& store);

}  // namespace ww::difference
