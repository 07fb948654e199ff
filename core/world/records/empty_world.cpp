// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/hashes.h"
#include "core/world/records/records.h"
#include "core/world/records/structure_hash.h"
#include "core/world/values/placing.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

WorldData emptyWorld() {
  WorldData d;
  const ObjectPtr root = makeRootObject();
  noteChange(d.structure, nullptr, root.get());
  seat(d, root);
  d.entities.set(kRootEntity.value, EntityOwner{kRootObject, {}, 0});
  setCollisionSettings(d, std::make_shared<intrinsic_proto::world::CollisionSettings>());
  d.record = std::make_shared<worldwright::v1::WorldRecord>();
  d.names.add(0, "root", kRootObject.value);
  return d;
}

}  // namespace

// Here, and not beside the others: the first world is made of records.
World::World() : World(emptyWorld()) {}

}  // namespace ww::world
