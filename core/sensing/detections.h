// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/sensing/shot.h"
#include "core/world/values/world.h"

namespace ww::sensing {

// Where things are while they are looked at: root_t_node, of a world or of an overlay.
using RootT = std::function<Pose(world::NodeRef)>;
RootT rootTOf(const world::World& world);      // valid as long as the world
RootT rootTOf(const model::Overlay& overlay);  // valid as long as the overlay, one thread at a time

// An object in a picture: just the pixels that show it lie in its box.
struct Box2 {
  ObjectId object;
  int left = 0, top = 0, right = 0, bottom = 0;  // pixels; right and bottom are the first behind the box
  std::size_t pixels = 0;
};
// By object, in the order of the ids.
std::vector<Box2> boxesIn(const Shot& shot);

// An object in space: a box along the axes of the object's own frame, around all that is to be seen of it.
struct Box3 {
  ObjectId object;
  Pose sensor_t_box;         // of the middle of the box
  Vec3 size = Vec3::Zero();  // metres
};
// Of objects that have something to be seen, in their order.
std::vector<Box3> boxesAround(const rays::Room& room, const std::vector<ObjectId>& objects, const RootT& root_t,
                              const Pose& root_t_sensor);

}  // namespace ww::sensing
