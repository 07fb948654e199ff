// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/geometry/wire_convert.h"
#include "core/world/attachment.h"
#include "core/world/references.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {

Status createFrame(WorldEditor& editor, const pb::CreateFrameRequest& request) {
  const World& world = editor.world();
  Frame frame;
  if (request.has_parent_frame()) {
    WW_ASSIGN(frame.parent_frame, resolve(world, request.parent_frame()));
    frame.parent_entity = world.frame(frame.parent_frame)->parent_entity;
  } else if (request.has_parent_object_with_filter()) {
    WW_ASSIGN(frame.parent_entity, resolveOneOrBase(world, request.parent_object_with_filter()));
  } else if (request.has_parent_object()) {
    WW_ASSIGN(const ObjectId object, resolve(world, request.parent_object()));
    frame.parent_entity = world.object(object)->rootEntity();
  } else {
    return fail(Code::kInvalidArgument, "the parent of the frame is not set").withHint("set parent_object_with_filter or parent_frame");
  }
  frame.object = world.owner(frame.parent_entity)->object;
  WW_TRY(editor.checkFreeFrameName(frame.object, request.new_frame_name()));
  WW_ASSIGN(const Pose pose, geometry::fromWireOrIdentity(request.has_parent_t_new_frame(), request.parent_t_new_frame()));
  // The wire's pose is in the object's root entity, also when the frame rides on another one.
  const Object& object = *world.object(frame.object);
  frame.parent_t_this = frame.parent_frame || frame.parent_entity == object.rootEntity()
                            ? pose
                            : World::objectTEntity(object, frame.parent_entity).inverse() * pose;
  frame.parent_t_this.q = normalizedOnce(frame.parent_t_this.q);
  frame.name = request.new_frame_name();
  frame.is_attachment = request.designate_as_attachment_frame();
  frame.id = {editor.newId()};
  frame.entity = {editor.newId()};
  frame.message = std::make_shared<worldwright::v1::FrameRecord>();
  rememberPose(frame, request.parent_t_new_frame());
  editor.add(std::move(frame));
  return okStatus();
}

Status deleteFrame(WorldEditor& editor, const pb::DeleteFrameRequest& request) {
  WW_ASSIGN(const FrameId id, resolve(editor.world(), request.frame()));
  const FramePtr frame = editor.world().frame(id);
  std::vector<FrameId> order{id};
  const std::vector<FrameId> all = editor.world().framesOf(*editor.world().object(frame->object));
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const FrameId other : all) {
      if (editor.world().frame(other)->parent_frame == order[i]) order.push_back(other);
    }
  }
  if (order.size() > 1 && !request.force()) {
    return fail(Code::kFailedPrecondition, fmt::format("{} frames ride on '{}'", order.size() - 1, editor.world().display(id)))
        .withHint("delete them first, or set force").about(frame->name);
  }
  detachAll(editor, id);
  Gone gone;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    gone.entities.insert(toWire(editor.world().peek(*it)->entity));
    editor.removeFrame(*it);
  }
  dropFromRules(editor, gone);
  return okStatus();
}

Status frameProperties(WorldEditor& editor, const pb::UpdateFramePropertiesRequest& request) {
  WW_ASSIGN(const FrameId id, resolve(editor.world(), request.frame()));
  if (!request.has_is_attachment_frame()) return okStatus();
  Frame frame = *editor.world().frame(id);
  if (frame.is_attachment == request.is_attachment_frame().value()) return okStatus();
  frame.is_attachment = request.is_attachment_frame().value();
  editor.replace(std::move(frame));
  return okStatus();
}

}  // namespace ww::world::updates
