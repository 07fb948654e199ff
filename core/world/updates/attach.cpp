// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/attach.h"

#include <algorithm>

#include "core/world/values/attachment.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

// The record of the object is what counts. Frames list what is attached to them and to the frames that
// ride on them, so that it is found without a search.
void list(WorldEditor& editor, FrameId frame, ObjectId object, bool listed) {
  for (FrameId id = frame; editor.world().peek(id); id = editor.world().peek(id)->parent_frame) {
    Frame changed = *editor.world().peek(id);
    auto record = std::make_shared<worldwright::v1::FrameRecord>(*changed.message);
    auto& all = *record->mutable_attached_objects();
    all.erase(std::remove(all.begin(), all.end(), object.value), all.end());
    if (listed) all.Add(object.value);
    changed.message = std::move(record);
    editor.replace(std::move(changed));
  }
}

}  // namespace

void attach(WorldEditor& editor, ObjectId id, FrameId frame) {
  const FrameId old{editor.world().peek(id)->message->parent_frame()};
  if (old == frame) return;
  list(editor, old, id, false);
  Object changed = *editor.world().peek(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*changed.message);
  record->set_parent_frame(frame.value);
  changed.message = std::move(record);
  editor.replace(std::move(changed));
  list(editor, frame, id, true);
}

void detachAll(WorldEditor& editor, FrameId frame) {
  for (const ObjectId id : attachedBelow(editor.world(), *editor.world().peek(frame))) attach(editor, id, {});
}

void replaceAndCarry(WorldEditor& editor, Frame changed) {
  const World& world = editor.world();
  std::vector<std::pair<ObjectId, Pose>> carried;  // the pose in the frame that it is attached to
  for (const ObjectId id : attachedBelow(world, changed)) {
    const Object& object = *world.peek(id);
    carried.emplace_back(
        id, entityTFrame(world, *world.peek(attachedTo(world, object))).inverse() * object.parent_entity_t_this);
  }
  editor.replace(std::move(changed));
  for (const auto& [id, frame_t_object] : carried) {
    Object object = *world.peek(id);
    object.parent_entity_t_this = entityTFrame(world, *world.peek(attachedTo(world, object))) * frame_t_object;
    object.parent_entity_t_this.q = normalizedOnce(object.parent_entity_t_this.q);
    editor.replace(std::move(object));
  }
}

}  // namespace ww::world
