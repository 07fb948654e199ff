// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

void remove(WorldEditor& editor, ObjectId id, Gone& gone) {
  attach(editor, id, {});
  // What goes is asked for by the collision rules only.
  if (hasRules(editor.world())) addTo(gone, editor.world(), id);
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
      return fail(failures::kChildNameTaken,
                  {{"child", nodeArg(world, id)}, {"parent", nodeArg(world, object.parent)}});
    }
    if (!taken) WW_TRY(editor.checkFreeName(object.parent, child->name, false));
    attach(editor, id, {});
    editor.move(id, object.parent, object.parent_entity, object.parent_entity_t_this * world.parentTObject(*child));
  }
  return okStatus();
}

}  // namespace

static Status deleteObject(WorldEditor& editor, const pb::DeleteObjectRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  const auto named = nodeArg(editor.world(), id);
  if (id == kRootObject) return fail(failures::kRootDeleted, {{"object", named}});
  const ObjectPtr object = editor.world().object(id);
  if (request.force() && request.reparent_child_objects())
    return fail(failures::kForceAndReparent, {{"object", named}});
  Gone gone;
  if (request.force()) {
    deleteTree(editor, id, gone);
  } else {
    if (request.reparent_child_objects()) WW_TRY(handChildrenUp(editor, *object));
    if (!editor.world().peek(id)->children.empty()) {
      std::vector<std::string> children;
      for (const NodeRef& child : childrenOn(editor.world(), id)) children.push_back(editor.world().display(child));
      return fail(failures::kHasChildren, {{"object", named},
                                           {"count", arg::Count{object->children.size()}},
                                           {"children", arg::Names{std::move(children)}}});
    }
    remove(editor, id, gone);
  }
  dropFromRules(editor, gone);
  return okStatus();
}

namespace {

Phrase deleteObjectLabel(const World& w, const pb::DeleteObjectRequest& u) {
  const auto id = resolve(w, u.object());
  // Children that stay keep their rules.
  if (!id.ok() || u.reparent_child_objects())
    return labelOfOne(WW_TEXT("Core", "Delete {name}"), labelName(w, u.object()));
  return deletionLabel(w, labelName(w.display(*id)), *id);
}

}  // namespace

EditKinds deleteObjectKinds() {
  return {wireKind<deleteObject, deleteObjectLabel>(pb::ObjectWorldUpdate::kDeleteObject)};
}

}  // namespace ww::world::updates
