// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

namespace ww::world {

// Parts that a world is to have, whole, with the ids they have. Values may be shared with other worlds.
struct Parts {
  std::vector<ObjectId> removed_objects;  // with their entities; what hangs on them must go or move too
  std::vector<FrameId> removed_frames;
  // New or instead of those with the same id. Their lists of children and frames are not looked at.
  std::vector<ObjectPtr> objects;
  std::vector<FramePtr> frames;
  std::shared_ptr<const intrinsic_proto::world::CollisionSettings> collision_settings;  // null: stay
  std::shared_ptr<const worldwright::v1::WorldRecord> record;                           // null: stays
};

// The world with these parts. ALREADY_EXISTS when an id or a name is used by something else,
// FAILED_PRECONDITION when what comes out is not sound (a parent is missing, a cycle). Costs the size of
// the parts and of what hangs on them directly.
Result<World> withParts(const World& world, const Parts& parts);

}  // namespace ww::world
