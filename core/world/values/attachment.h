// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

// Objects that are attached to a frame of their parent: they hang on the entity that the frame rides
// on, and go with the frame when its pose is changed. An object is detached when it gets another parent,
// and when the frame goes or gets another parent; it stays where it is then.
namespace ww::world {

// Whether a frame, or one of the frames that it rides on, is such a one. None is, of no frame or one that is gone.
template <typename IsIt>
bool ridesOnAny(const World& world, FrameId frame, const IsIt& is_it) {
  for (const Frame* at = world.peek(frame); at; at = world.peek(at->parent_frame))
    if (is_it(at->id)) return true;
  return false;
}
// Whether a frame is that one, or rides on it.
bool ridesOn(const World& world, FrameId frame, FrameId on);
// None when the object hangs on an entity.
FrameId attachedTo(const World& world, const Object& object);
// All that is attached to the frame or to frames that ride on it.
std::vector<ObjectId> attachedBelow(const World& world, const Frame& frame);
// Pose of the frame in the entity that it rides on.
Pose entityTFrame(const World& world, const Frame& frame);

}  // namespace ww::world
