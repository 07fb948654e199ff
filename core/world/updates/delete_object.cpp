// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

void deleteTree(WorldEditor& editor, ObjectId id) {
  // Deepest last in this list, so that no object goes before its children.
  std::vector<ObjectId> order{id};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const ObjectId child : editor.world().childrenOf(*editor.world().object(order[i]))) order.push_back(child);
  }
  for (auto it = order.rbegin(); it != order.rend(); ++it) editor.removeObject(*it);
}

// Children go to the grandparent and stay where they are.
Status handChildrenUp(WorldEditor& editor, const Object& object) {
  const ObjectPtr grandparent = editor.world().object(object.parent);
  for (const ObjectId child : editor.world().childrenOf(object)) {
    const std::string name = editor.world().object(child)->name;
    WW_TRY(editor.checkFreeName(grandparent->id, name, false));
    const Pose pose = editor.world().aTB(object.parent_entity, child);
    editor.move(child, grandparent->id, object.parent_entity, pose);
  }
  return okStatus();
}

}  // namespace

Status deleteObject(WorldEditor& editor, const pb::DeleteObjectRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(Code::kInvalidArgument, "the root object cannot be deleted");
  if (request.force() && request.reparent_child_objects()) {
    return fail(Code::kInvalidArgument, "force and reparent_child_objects exclude each other").withHint("set one of them");
  }
  const ObjectPtr object = editor.world().object(id);
  if (request.force()) {
    deleteTree(editor, id);
    return okStatus();
  }
  if (request.reparent_child_objects()) {
    WW_TRY(handChildrenUp(editor, *object));
  } else if (!object->children.empty()) {
    return fail(Code::kFailedPrecondition, fmt::format("'{}' has {} child objects", editor.world().display(id), object->children.size()))
        .withHint("delete them first, or set force or reparent_child_objects").about(object->name);
  }
  editor.removeObject(id);
  return okStatus();
}

}  // namespace ww::world::updates
