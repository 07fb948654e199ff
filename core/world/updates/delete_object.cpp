// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

// What goes is asked for by the collision rules only.
void note(const World& world, ObjectId id, Gone& gone) {
  if (world.collisionSettings().collision_rules().empty()) return;
  const Object& object = *world.peek(id);
  gone.objects.insert(toWire(id));
  for (const EntityPtr& e : object.entities) gone.entities.insert(toWire(e->id));
  for (const FrameId f : world.framesOf(object)) gone.entities.insert(toWire(world.peek(f)->entity));
}

void remove(WorldEditor& editor, ObjectId id, Gone& gone) {
  attach(editor, id, {});
  note(editor.world(), id, gone);
  editor.removeObject(id);
}

void deleteTree(WorldEditor& editor, ObjectId id, Gone& gone) {
  // Deepest last in this list, so that no object goes before its children.
  std::vector<ObjectId> order{id};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const ObjectId child : editor.world().childrenOf(*editor.world().peek(order[i]))) order.push_back(child);
  }
  for (auto it = order.rbegin(); it != order.rend(); ++it) remove(editor, *it, gone);
}

// Children go to the grandparent and stay where they are. The name of the object itself gets free.
Status handChildrenUp(WorldEditor& editor, const Object& object) {
  for (const ObjectId id : editor.world().childrenOf(object)) {
    const World& world = editor.world();
    const ObjectPtr child = world.object(id);
    const ObjectId taken = world.childNamed(object.parent, child->name);
    if ((taken && taken != object.id) || world.frameNamed(object.parent, child->name)) {
      return fail(Code::kAlreadyExists, fmt::format("the name '{}' of a child is already used under '{}'", child->name,
                                                    world.display(object.parent)))
          .withHint("rename it first")
          .about(child->name);
    }
    attach(editor, id, {});
    editor.move(id, object.parent, object.parent_entity, object.parent_entity_t_this * world.parentTObject(*child));
  }
  return okStatus();
}

}  // namespace

static Status deleteObject(WorldEditor& editor, const pb::DeleteObjectRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) {
    return fail(Code::kInvalidArgument, "the root object cannot be deleted")
        .withHint("delete the objects in it")
        .about("root");
  }
  const ObjectPtr object = editor.world().object(id);
  if (request.force() && request.reparent_child_objects()) {
    return fail(Code::kInvalidArgument, "force and reparent_child_objects exclude each other")
        .withHint("set one of them")
        .about(object->name);
  }
  Gone gone;
  if (request.force()) {
    deleteTree(editor, id, gone);
  } else {
    if (request.reparent_child_objects()) WW_TRY(handChildrenUp(editor, *object));
    if (!editor.world().peek(id)->children.empty()) {
      return fail(Code::kFailedPrecondition,
                  fmt::format("'{}' has {} child objects", editor.world().display(id), object->children.size()))
          .withHint("delete them first, or set force or reparent_child_objects")
          .about(object->name);
    }
    remove(editor, id, gone);
  }
  dropFromRules(editor, gone);
  return okStatus();
}

namespace {

std::string deleteObjectLabel(const World& w, const pb::DeleteObjectRequest& u) {
  return "Delete " + labelName(w, u.object());
}

}  // namespace

EditKinds deleteObjectKinds() {
  return {wireKind<deleteObject, deleteObjectLabel>(pb::ObjectWorldUpdate::kDeleteObject)};
}

}  // namespace ww::world::updates
