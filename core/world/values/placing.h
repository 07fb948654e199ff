// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

// Poses in the root object, kept in the seats of the objects, so that asking for one costs a look-up. A small
// subtree that moves gets its new ones at once; after a large one has moved they are worked out when they are asked
// for, and no edit costs more than it changes.
namespace ww::world {

// Puts an object that is new, or another version of one, in its seat. Its parent must be in the world.
void seat(WorldData& data, ObjectPtr object);
// The same for many in any order: poses are worked out when they are asked for.
void seatUnposed(WorldData& data, ObjectPtr object);
// Works out all poses; of a sound world.
void poseAll(WorldData& data);

inline bool isPosed(const WorldData& data, const ObjectSeat& seat) { return seat.posed >= data.poses_sure_since; }
// Pose of an object in the root object, from the root down, so that the bits do not depend on what is known.
Pose rootTObject(const WorldData& data, ObjectId id);
// The same of two at once, whose memory is waited for side by side.
std::pair<Pose, Pose> rootTObjects(const WorldData& data, const ObjectSeat& a, const ObjectSeat& b);

}  // namespace ww::world
