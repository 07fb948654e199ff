// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <vector>

#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
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
    return fail(failures::kNewParentUnset);
  }
  WW_ASSIGN(place.entity,
            resolveOne(world, request.has_parent_object() ? request.parent_object() : request.new_parent()));
  return place;
}

// What rides on which frame, of the frames of an object.
std::map<FrameId, std::vector<FrameId>> ridersIn(const World& world, ObjectId object) {
  std::map<FrameId, std::vector<FrameId>> out;
  for (const FrameId id : world.framesOf(*world.peek(object))) {
    if (const FrameId below = world.peek(id)->parent_frame) out[below].push_back(id);
  }
  return out;
}

struct FrameMove {
  FrameId frame;
  Place place;
  Pose place_t_frame;
};

Status moveFrame(WorldEditor& editor, const FrameMove& move) {
  const FramePtr frame = editor.world().frame(move.frame);
  const ObjectId target = editor.world().owner(move.place.entity)->object;
  if (target != frame->object) WW_TRY(editor.checkFreeFrameName(target, frame->name));
  detachAll(editor, move.frame);
  if (target != frame->object) forgetParts(editor, frame->object, {frame->name});
  editor.move(move.frame, target, move.place.entity, move.place.frame, move.place_t_frame);
  return okStatus();
}

// Moves a frame to its new place at the given pose there; the frames that ride on it follow as they are. No recursion:
// clients may have put tens of thousands of them on each other.
Status moveFrameTree(WorldEditor& editor, FrameId top, const Place& place, const Pose& place_t_frame) {
  const World& world = editor.world();
  const auto riders = ridersIn(world, world.peek(top)->object);
  std::vector<FrameMove> open{{top, place, place_t_frame}};
  while (!open.empty()) {
    const FrameMove move = open.back();
    open.pop_back();
    const Frame* frame = world.peek(move.frame);
    if (frame->parent_frame == move.place.frame && frame->parent_entity == move.place.entity) continue;
    WW_TRY(moveFrame(editor, move));
    const auto on_it = riders.find(move.frame);
    if (on_it == riders.end()) continue;
    const std::vector<FrameId>& on = on_it->second;
    for (auto rider = on.rbegin(); rider != on.rend(); ++rider)
      open.push_back({*rider, {move.place.entity, move.frame}, world.peek(*rider)->parent_t_this});
  }
  return okStatus();
}

}  // namespace

static Status reparentObject(WorldEditor& editor, const pb::ReparentObjectRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const ObjectId id, resolve(world, request.object()));
  if (id == kRootObject) return fail(failures::kRootReparented, {{"object", nodeArg(world, id)}});
  WW_ASSIGN(const Place place, placeFor(world, request));
  const ObjectId parent = world.owner(place.entity)->object;
  if (world.isAncestor(id, parent))
    return fail(failures::kHangsOnItself, {{"object", nodeArg(world, id)}, {"parent", nodeArg(world, parent)}});
  const ObjectPtr object = world.object(id);
  if (object->parent != parent) WW_TRY(editor.checkFreeName(parent, object->name, false));
  const bool snaps = place.frame && world.frame(place.frame)->is_attachment;
  if (!snaps && object->parent_entity == place.entity) {
    attach(editor, id, place.frame);
    return okStatus();
  }
  const Pose entity_t_object = snaps ? world.aTB(place.entity, place.frame) : world.aTB(place.entity, id);
  if (object->parent_entity != place.entity || !(object->parent_entity_t_this == entity_t_object)) {
    editor.move(id, parent, place.entity, entity_t_object);
  }
  attach(editor, id, place.frame);
  return okStatus();
}

static Status reparentFrame(WorldEditor& editor, const pb::ReparentFrameRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const FrameId id, resolve(world, request.frame()));
  Place place;
  if (request.has_parent_frame()) {
    WW_ASSIGN(place.frame, resolve(world, request.parent_frame()));
    place.entity = world.frame(place.frame)->parent_entity;
    if (ridesOn(world, place.frame, id)) return fail(failures::kRidesOnItself, {{"frame", nodeArg(world, id)}});
  } else if (request.has_parent_object()) {
    WW_ASSIGN(place.entity, resolveOne(world, request.parent_object()));
    if (world.peek(id)->parent_entity != place.entity) WW_TRY(checkCarriesFrames(world, place.entity));
  } else {
    return fail(failures::kNewParentUnset);
  }
  return moveFrameTree(editor, id, place, place.frame ? world.aTB(place.frame, id) : world.aTB(place.entity, id));
}

namespace {

Phrase attachLabel(const std::string& name, const std::string& parent) {
  return phrase(WW_TEXT("Core", "Attach {name} to {parent}"),
                {{"name", arg::Words{name}}, {"parent", arg::Words{parent}}});
}

Phrase reparentObjectLabel(const World& w, const pb::ReparentObjectRequest& u) {
  const std::string parent = u.has_parent_frame()    ? labelName(w, u.parent_frame())
                             : u.has_parent_object() ? labelName(w, u.parent_object())
                                                     : labelName(w, u.new_parent());
  return attachLabel(labelName(w, u.object()), parent);
}

Phrase reparentFrameLabel(const World& w, const pb::ReparentFrameRequest& u) {
  return attachLabel(labelName(w, u.frame()),
                     u.has_parent_frame() ? labelName(w, u.parent_frame()) : labelName(w, u.parent_object()));
}

}  // namespace

EditKinds reparentKinds() {
  return {wireKind<reparentObject, reparentObjectLabel>(pb::ObjectWorldUpdate::kReparentObject),
          wireKind<reparentFrame, reparentFrameLabel>(pb::ObjectWorldUpdate::kReparentFrame)};
}

}  // namespace ww::world::updates
