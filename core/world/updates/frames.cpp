// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/updates/nothing_to_delete.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {

static Status createFrame(WorldEditor& editor, const pb::CreateFrameRequest& request) {
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
    return fail(failures::kFrameParentUnset, {{"name", arg::Name{request.new_frame_name()}}});
  }
  if (!frame.parent_frame) WW_TRY(checkCarriesFrames(world, frame.parent_entity));
  frame.object = world.owner(frame.parent_entity)->object;
  WW_TRY(editor.checkFreeFrameName(frame.object, request.new_frame_name()));
  WW_ASSIGN(const Pose pose,
            poseOrIdentityIn("parent_t_new_frame", request.has_parent_t_new_frame(), request.parent_t_new_frame()));
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

static Status deleteFrame(WorldEditor& editor, const pb::DeleteFrameRequest& request) {
  const auto found = resolve(editor.world(), request.frame());
  if (!found.ok()) return ofDeletion(found.status(), failures::kHasNoFrames);
  const FrameId id = *found;
  const FramePtr frame = editor.world().frame(id);
  std::vector<FrameId> order{id};
  const std::vector<FrameId> all = editor.world().framesOf(*editor.world().object(frame->object));
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const FrameId other : all) {
      if (editor.world().frame(other)->parent_frame == order[i]) order.push_back(other);
    }
  }
  if (order.size() > 1 && !request.force()) {
    std::vector<std::string> riders;
    for (std::size_t i = 1; i < order.size(); ++i) riders.push_back(editor.world().peek(order[i])->name);
    return fail(failures::kFramesRide,
                {{"frame", nodeArg(editor.world(), id)}, {"riders", arg::Names{std::move(riders)}}});
  }
  detachAll(editor, id);
  Gone gone;
  std::set<std::string> names;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    addTo(gone, editor.world(), *it);
    names.insert(editor.world().peek(*it)->name);
    editor.removeFrame(*it);
  }
  dropFromRules(editor, gone);
  forgetParts(editor, frame->object, names);
  return okStatus();
}

static Status frameProperties(WorldEditor& editor, const pb::UpdateFramePropertiesRequest& request) {
  WW_ASSIGN(const FrameId id, resolve(editor.world(), request.frame()));
  if (!request.has_is_attachment_frame()) return okStatus();
  Frame frame = *editor.world().frame(id);
  if (frame.is_attachment == request.is_attachment_frame().value()) return okStatus();
  frame.is_attachment = request.is_attachment_frame().value();
  editor.replace(std::move(frame));
  return okStatus();
}

namespace {

Phrase createFrameLabel(const World& w, const pb::CreateFrameRequest& u) {
  const std::string parent = u.has_parent_frame()                ? labelName(w, u.parent_frame())
                             : u.has_parent_object_with_filter() ? labelName(w, u.parent_object_with_filter())
                                                                 : labelName(w, u.parent_object());
  return phrase(WW_TEXT("Core", "Create frame {name} on {parent}"),
                {{"name", arg::Words{labelName(u.new_frame_name())}}, {"parent", arg::Words{parent}}});
}

Phrase deleteFrameLabel(const World& w, const pb::DeleteFrameRequest& u) {
  const auto id = resolve(w, u.frame());
  return id.ok() ? deletionLabel(w, labelName(w.display(*id)), *id)
                 : labelOfOne(WW_TEXT("Core", "Delete {name}"), labelName(w, u.frame()));
}

Phrase framePropertiesLabel(const World& w, const pb::UpdateFramePropertiesRequest& u) {
  return labelOfOne(WW_TEXT("Core", "Change properties of {name}"), labelName(w, u.frame()));
}

}  // namespace

EditKinds frameKinds() {
  return {wireKind<createFrame, createFrameLabel>(pb::ObjectWorldUpdate::kCreateFrame),
          wireKind<deleteFrame, deleteFrameLabel>(pb::ObjectWorldUpdate::kDeleteFrame),
          wireKind<frameProperties, framePropertiesLabel>(pb::ObjectWorldUpdate::kUpdateFrameProperties)};
}

}  // namespace ww::world::updates
