// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/empty.pb.h>

#include "core/rpc/failures.h"
#include "core/rpc/wire_help.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {
namespace {

using session::Committed;
using world::World;
using Update = pb::ObjectWorldUpdate;

// Commits one update; `field` gives its place in the message. The world is named by the call, not by the edit.
template <typename Request>
Result<Committed> commitOne(const WorldCall& call, const Request& request, Request* (Update::*field)()) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  Request* copy = (edits->add_edits()->mutable_world_update()->*field)();
  *copy = request;
  copy->clear_world_id();
  return commit(call, request.world_id(), std::move(edits));
}

void give(const World& w, ObjectId id, int view, const std::string& world_id, pb::Object& out) {
  out = world::toWireObject(w, *w.object(id), viewOf(view), world_id);
}

// The update was done, so what it refers to is in the world before it.
template <typename Request>
Status updateObject(const WorldCall& call, const Request& request, Request* (Update::*field)(), pb::Object& out) {
  WW_ASSIGN(const Committed done, commitOne(call, request, field));
  WW_ASSIGN(const ObjectId id, world::resolve(*done.before.world, request.object()));
  give(*done.after.world, id, request.view(), request.world_id(), out);
  return okStatus();
}

template <typename Request>
Status updateFrame(const WorldCall& call, const Request& request, Request* (Update::*field)(), pb::Frame& out) {
  WW_ASSIGN(const Committed done, commitOne(call, request, field));
  WW_ASSIGN(const FrameId id, world::resolve(*done.before.world, request.frame()));
  out = world::toWireFrame(*done.after.world, *done.after.world->frame(id), true, request.world_id());
  return okStatus();
}

// The parent of an object to create: the root object when none is named.
Result<ObjectId> parentOf(const World& w, const pb::CreateObjectRequest& request) {
  if (!request.has_parent_object()) return world::kRootObject;
  return world::resolve(w, request.parent_object().reference());
}

Result<ObjectId> objectOf(const World& w, const pb::CreateFrameRequest& request) {
  if (request.has_parent_object_with_filter())
    return world::resolve(w, request.parent_object_with_filter().reference());
  if (!request.has_parent_frame()) return world::resolve(w, request.parent_object());
  WW_ASSIGN(const FrameId frame, world::resolve(w, request.parent_frame()));
  return w.frame(frame)->object;
}

}  // namespace

Status createObject(const WorldCall& call, const pb::CreateObjectRequest& request, pb::Object& out) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  *edits->add_edits()->mutable_create_object() = request;
  edits->mutable_edits(0)->mutable_create_object()->clear_world_id();
  WW_ASSIGN(const Committed done, commit(call, request.world_id(), std::move(edits)));
  WW_ASSIGN(const ObjectId parent, parentOf(*done.before.world, request));
  const ObjectId id = done.after.world->childNamed(parent, request.name());
  if (!id) return fail(failures::kNewObjectMissing, {{"name", arg::Name{request.name()}}});
  give(*done.after.world, id, request.view(), request.world_id(), out);
  return okStatus();
}

Status deleteObject(const WorldCall& call, const pb::DeleteObjectRequest& request, google::protobuf::Empty&) {
  return commitOne(call, request, &Update::mutable_delete_object).status();
}

Status updateObjectName(const WorldCall& call, const pb::UpdateObjectNameRequest& request, pb::Object& out) {
  return updateObject(call, request, &Update::mutable_update_object_name, out);
}

Status reparentObject(const WorldCall& call, const pb::ReparentObjectRequest& request, pb::Object& out) {
  return updateObject(call, request, &Update::mutable_reparent_object, out);
}

Status updateObjectJoints(const WorldCall& call, const pb::UpdateObjectJointsRequest& request, pb::Object& out) {
  return updateObject(call, request, &Update::mutable_update_object_joints, out);
}

Status updateKinematicObjectProperties(const WorldCall& call, const pb::UpdateKinematicObjectPropertiesRequest& request,
                                       pb::Object& out) {
  return updateObject(call, request, &Update::mutable_update_kinematic_object_properties, out);
}

Status updateObjectProperties(const WorldCall& call, const pb::UpdateObjectPropertiesRequest& request,
                              pb::Object& out) {
  return updateObject(call, request, &Update::mutable_update_object_properties, out);
}

Status updateEntityProperties(const WorldCall& call, const pb::UpdateEntityPropertiesRequest& request,
                              pb::Entity& out) {
  WW_ASSIGN(const Committed done, commitOne(call, request, &Update::mutable_update_entity_properties));
  WW_ASSIGN(const EntityId id, world::resolveOneOrBase(*done.before.world, request.entity()));
  const World& w = *done.after.world;
  const world::ObjectPtr object = w.object(w.owner(id)->object);
  out = world::toWireEntity(w, *object, *object->entity(id), request.world_id());
  return okStatus();
}

Status createFrame(const WorldCall& call, const pb::CreateFrameRequest& request, pb::Frame& out) {
  WW_ASSIGN(const Committed done, commitOne(call, request, &Update::mutable_create_frame));
  WW_ASSIGN(const ObjectId object, objectOf(*done.before.world, request));
  const FrameId id = done.after.world->frameNamed(object, request.new_frame_name());
  if (!id) return fail(failures::kNewFrameMissing, {{"name", arg::Name{request.new_frame_name()}}});
  out = world::toWireFrame(*done.after.world, *done.after.world->frame(id), true, request.world_id());
  return okStatus();
}

Status deleteFrame(const WorldCall& call, const pb::DeleteFrameRequest& request, google::protobuf::Empty&) {
  return commitOne(call, request, &Update::mutable_delete_frame).status();
}

Status updateFrameName(const WorldCall& call, const pb::UpdateFrameNameRequest& request, pb::Frame& out) {
  return updateFrame(call, request, &Update::mutable_update_frame_name, out);
}

Status reparentFrame(const WorldCall& call, const pb::ReparentFrameRequest& request, pb::Frame& out) {
  return updateFrame(call, request, &Update::mutable_reparent_frame, out);
}

Status updateFrameProperties(const WorldCall& call, const pb::UpdateFramePropertiesRequest& request, pb::Frame& out) {
  return updateFrame(call, request, &Update::mutable_update_frame_properties, out);
}

Status toggleCollisions(const WorldCall& call, const pb::ToggleCollisionsRequest& request, pb::Objects& out) {
  WW_ASSIGN(const Committed done, commitOne(call, request, &Update::mutable_toggle_collisions));
  WW_ASSIGN(const ObjectId a, world::resolve(*done.before.world, request.object_a().reference()));
  WW_ASSIGN(const ObjectId b, world::resolve(*done.before.world, request.object_b().reference()));
  give(*done.after.world, a, request.view(), request.world_id(), *out.add_objects());
  if (b != a) give(*done.after.world, b, request.view(), request.world_id(), *out.add_objects());
  return okStatus();
}

}  // namespace ww::rpc
