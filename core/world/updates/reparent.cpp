// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

struct Place {
  EntityId entity;
  FrameId frame;  // set when the place is a frame
};

Result<Place> placeFor(const World& world, const pb::ReparentObjectRequest& request) {
  Place place;
  if (request.has_parent_frame()) {
    WW_ASSIGN(place.frame, resolve(world, request.parent_frame()));
    place.entity = world.frame(place.frame)->parent_entity;
    return place;
  }
  const bool old_field = request.has_new_parent();
  if (!request.has_parent_object() && !old_field) {
    return fail(Code::kInvalidArgument, "the new parent is not set").withHint("set parent_object or parent_frame");
  }
  WW_ASSIGN(place.entity, resolveOne(world, request.has_parent_object() ? request.parent_object() : request.new_parent()));
  return place;
}

// A frame's parent frame and all frames that ride on it follow it to another object.
Status moveFrameTree(WorldEditor& editor, FrameId id, const Place& place) {
  const World& world = editor.world();
  const ObjectId target = world.owner(place.entity)->object;
  const FramePtr frame = world.frame(id);
  const Pose root_t_frame = world.rootT(id);
  const Pose root_t_parent = place.frame ? world.rootT(place.frame) : world.rootT(place.entity);
  std::vector<FrameId> below;
  for (const FrameId other : world.framesOf(*world.object(frame->object))) {
    if (world.frame(other)->parent_frame == id) below.push_back(other);
  }
  if (target != frame->object) WW_TRY(editor.checkFreeFrameName(target, frame->name));
  const bool same_place = frame->parent_frame == place.frame && frame->parent_entity == place.entity;
  if (!same_place) editor.move(id, target, place.entity, place.frame, root_t_parent.inverse() * root_t_frame);
  for (const FrameId child : below) WW_TRY(moveFrameTree(editor, child, {place.entity, id}));
  return okStatus();
}

}  // namespace

Status reparentObject(WorldEditor& editor, const pb::ReparentObjectRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const ObjectId id, resolve(world, request.object()));
  if (id == kRootObject) return fail(Code::kInvalidArgument, "the root object has no parent");
  WW_ASSIGN(const Place place, placeFor(world, request));
  const EntityOwner owner = *world.owner(place.entity);
  const ObjectId parent = owner.object;
  if (owner.frame) return fail(Code::kInvalidArgument, "the entity filter selects the entity of a frame").withHint("use parent_frame");
  if (world.isAncestor(id, parent)) {
    return fail(Code::kInvalidArgument, fmt::format("'{}' cannot hang on '{}', which is part of it or hangs on it",
                                                    world.display(id), world.display(parent)));
  }
  const ObjectPtr object = world.object(id);
  if (object->parent != parent) WW_TRY(editor.checkFreeName(parent, object->name, false));
  const bool snaps = place.frame && world.frame(place.frame)->is_attachment;
  if (!snaps && object->parent_entity == place.entity) return okStatus();
  const Pose root_t_object = snaps ? world.rootT(place.frame) : world.rootT(id);
  editor.move(id, parent, place.entity, world.rootT(place.entity).inverse() * root_t_object);
  return okStatus();
}

Status reparentFrame(WorldEditor& editor, const pb::ReparentFrameRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const FrameId id, resolve(world, request.frame()));
  Place place;
  if (request.has_parent_frame()) {
    WW_ASSIGN(place.frame, resolve(world, request.parent_frame()));
    place.entity = world.frame(place.frame)->parent_entity;
    for (FramePtr f = world.frame(place.frame); f; f = world.frame(f->parent_frame)) {
      if (f->id == id) return fail(Code::kInvalidArgument, fmt::format("frame '{}' cannot ride on itself", world.display(id)));
      if (!f->parent_frame) break;
    }
  } else if (request.has_parent_object()) {
    WW_ASSIGN(place.entity, resolveOne(world, request.parent_object()));
    if (world.owner(place.entity)->frame) return fail(Code::kInvalidArgument, "the entity filter selects the entity of a frame").withHint("use parent_frame");
  } else {
    return fail(Code::kInvalidArgument, "the new parent is not set").withHint("set parent_object or parent_frame");
  }
  return moveFrameTree(editor, id, place);
}

}  // namespace ww::world::updates
