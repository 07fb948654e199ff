// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

struct Target {
  ObjectId parent;
  EntityId parent_entity;
  Pose parent_entity_t_object;
};

// Copies one object with its frames; maps old entity ids to new ones in `entities`.
ObjectId copyOne(WorldEditor& editor, const Object& source, std::string name, bool alias, const Target& target,
                 std::map<EntityId, EntityId>& entities) {
  Object copy = source;
  copy.id = {editor.newId()};
  copy.name = std::move(name);
  copy.name_is_global_alias = alias;
  copy.parent = target.parent;
  copy.parent_entity = target.parent_entity;
  copy.parent_entity_t_this = {target.parent_entity_t_object.p, normalizedOnce(target.parent_entity_t_object.q)};
  if (copy.message->parent_frame()) {
    auto record = std::make_shared<worldwright::v1::ObjectRecord>(*copy.message);
    record->clear_parent_frame();  // a copy is where it is, and not attached
    copy.message = std::move(record);
  }
  copy.children = {};
  copy.frames = {};
  copy.entities = {};
  for (const EntityPtr& e : source.entities) {
    auto entity = std::make_shared<Entity>(*e);
    entity->id = {editor.newId()};
    entity->object = copy.id;
    if (e->parent) entity->parent = entities.at(e->parent);
    entities[e->id] = entity->id;
    copy.entities.push_back(std::move(entity));
  }
  const ObjectId id = copy.id;
  editor.add(std::move(copy));
  std::map<FrameId, FrameId> frames;
  for (const FrameId old : editor.world().framesOf(source)) frames[old] = {editor.newId()};
  for (const auto& [old, fresh] : frames) {
    Frame frame = *editor.world().frame(old);
    frame.id = fresh;
    if (!frame.message->attached_objects().empty()) {
      auto record = std::make_shared<worldwright::v1::FrameRecord>(*frame.message);
      record->clear_attached_objects();
      frame.message = std::move(record);
    }
    frame.entity = {editor.newId()};
    frame.object = id;
    frame.parent_entity = entities.at(frame.parent_entity);
    if (frame.parent_frame) frame.parent_frame = frames.at(frame.parent_frame);
    editor.add(std::move(frame));
  }
  return id;
}

// An object that is to be copied below a copy, and which entities of that stand for those of its parent.
struct ChildCopy {
  ObjectId child, parent;
  std::shared_ptr<const std::map<EntityId, EntityId>> entities;
};

// Each child comes before its own children, and these before the next child. No recursion: clients may have put tens of
// thousands on each other.
void copyChildren(WorldEditor& editor, const World& before, const Object& source, ObjectId copy,
                  std::map<EntityId, EntityId> entities) {
  std::vector<ChildCopy> open;
  const auto addChildren = [&](const Object& of, ObjectId parent, std::map<EntityId, EntityId> of_parent) {
    const auto shared = std::make_shared<const std::map<EntityId, EntityId>>(std::move(of_parent));
    const std::vector<ObjectId> children = before.childrenOf(of);
    for (auto id = children.rbegin(); id != children.rend(); ++id) open.push_back({*id, parent, shared});
  };
  addChildren(source, copy, std::move(entities));
  while (!open.empty()) {
    const ChildCopy next = std::move(open.back());
    open.pop_back();
    const ObjectPtr child = before.object(next.child);
    std::map<EntityId, EntityId> child_entities;
    const std::string name = freeName(editor.world(), next.parent, child->name, false);
    const Target target{next.parent, next.entities->at(child->parent_entity), child->parent_entity_t_this};
    const ObjectId fresh = copyOne(editor, *child, name, false, target, child_entities);
    addChildren(*child, fresh, std::move(child_entities));
  }
}

Result<Target> targetOf(const World& world, const Object& source, const worldwright::v1::CopyObject& request) {
  Target target{source.parent, source.parent_entity, source.parent_entity_t_this};
  if (request.has_parent()) {
    WW_ASSIGN(target.parent_entity, resolveOneOrBase(world, request.parent()));
    target.parent = world.owner(target.parent_entity)->object;
    target.parent_entity_t_object = world.aTB(target.parent_entity, source.id);
  }
  if (request.has_parent_object_t_copy()) {
    WW_ASSIGN(const Pose pose, poseIn("parent_object_t_copy", request.parent_object_t_copy()));
    target.parent_entity_t_object =
        World::objectTEntity(*world.object(target.parent), target.parent_entity).inverse() * pose;
  }
  return target;
}

}  // namespace

static Status copyObject(WorldEditor& editor, const worldwright::v1::CopyObject& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.source()));
  if (id == kRootObject) return fail(failures::kRootCopied, {{"object", nodeArg(editor.world(), id)}});
  const ObjectPtr source = editor.world().object(id);
  WW_ASSIGN(const Target target, targetOf(editor.world(), *source, request));
  const bool alias = request.name().empty() ? source->name_is_global_alias : request.name_is_global_alias();
  const std::string name =
      request.name().empty() ? freeName(editor.world(), target.parent, source->name, alias) : request.name();
  WW_TRY(editor.checkFreeName(target.parent, name, alias));
  // A copy below itself must not copy the copy: the children are those of the version before. Where there are none,
  // nothing of it is kept, as every edit would have to copy what is shared with it.
  std::optional<World> before;
  if (request.with_children() && !editor.world().childrenOf(*source).empty()) before = editor.world();
  std::map<EntityId, EntityId> entities;
  const ObjectId copy = copyOne(editor, *source, name, alias, target, entities);
  if (before) copyChildren(editor, *before, *source, copy, std::move(entities));
  return okStatus();
}

EditKinds copyObjectKinds() { return {ownKind<copyObject, plainLabel>(worldwright::v1::Edit::kCopyObject)}; }

}  // namespace ww::world::updates
