// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/attachment.h"

#include "worldwright/v1/file.pb.h"

namespace ww::world {

bool ridesOn(const World& world, FrameId frame, FrameId on) {
  return ridesOnAny(world, frame, [on](FrameId at) { return at == on; });
}

FrameId attachedTo(const World& world, const Object& object) {
  const FrameId id{object.message->parent_frame()};
  const Frame* frame = id ? world.peek(id) : nullptr;
  return frame && frame->object == object.parent && frame->parent_entity == object.parent_entity ? id : FrameId{};
}

std::vector<ObjectId> attachedBelow(const World& world, const Frame& frame) {
  std::vector<ObjectId> out;
  for (const std::uint64_t id : frame.message->attached_objects()) {
    const Object* object = world.peek(ObjectId{id});
    if (object && ridesOn(world, attachedTo(world, *object), frame.id)) out.push_back({id});
  }
  return out;
}

Pose entityTFrame(const World& world, const Frame& frame) {
  Pose pose = frame.parent_t_this;
  for (const Frame* f = world.peek(frame.parent_frame); f; f = world.peek(f->parent_frame))
    pose = f->parent_t_this * pose;
  return pose;
}

}  // namespace ww::world
