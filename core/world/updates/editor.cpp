// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/editor.h"

#include <algorithm>

#include "core/world/failures/failures.h"
#include "core/world/records/hashes.h"
#include "core/world/records/records.h"
#include "core/world/records/structure_hash.h"
#include "core/world/values/placing.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::world {

Status WorldEditor::checkFreeName(ObjectId parent, std::string_view name, bool alias) const {
  WW_TRY(checkName(name));
  // Whoever asks for it by name would get the world.
  if (name == world_.peek(kRootObject)->name && (alias || parent == kRootObject)) {
    return fail(failures::kNameOfRoot, {{"name", arg::Name{std::string(name)}},
                                        {"free", arg::Name{freePartName(world_, parent, name, alias)}}});
  }
  if (world_.childNamed(parent, name) || world_.frameNamed(parent, name)) {
    return fail(failures::kNameTaken, {{"name", arg::Name{std::string(name)}},
                                       {"parent", nodeArg(world_, parent)},
                                       {"free", arg::Name{freePartName(world_, parent, name, alias)}}});
  }
  if (alias && world_.aliasNamed(name)) {
    return fail(failures::kAliasTaken, {{"name", arg::Name{std::string(name)}},
                                        {"free", arg::Name{freePartName(world_, parent, name, alias)}}});
  }
  return okStatus();
}

Status WorldEditor::checkFreeFrameName(ObjectId object, std::string_view name) const {
  WW_TRY(checkFreeName(object, name, false));
  // Frames are entities too, and those of an object have names of their own each.
  if (object == kRootObject || !world_.peek(object)->entityNamed(name)) return okStatus();
  return fail(failures::kEntityNameTaken, {{"name", arg::Name{std::string(name)}},
                                           {"object", nodeArg(world_, object)},
                                           {"free", arg::Name{freePartName(world_, object, name, false)}}});
}

void WorldEditor::addName(std::uint64_t parent, std::string_view name, std::uint64_t id) {
  world_.d_.names.add(parent, name, id);
}

void WorldEditor::dropName(std::uint64_t parent, std::string_view name, std::uint64_t id) {
  world_.d_.names.drop(parent, name, id);
}

void WorldEditor::put(Object object) {
  const std::uint64_t id = object.id.value;
  const Object* parent = object.parent ? world_.peek(object.parent) : nullptr;
  object.hangs_on_base = parent && parent->rootEntity() == object.parent_entity;
  auto next = std::make_shared<Object>(std::move(object));
  noteChange(world_.d_.structure, world_.peek(ObjectId{id}), next.get());
  seat(world_.d_, std::move(next));
  world_.d_.pose_epoch = newPoseEpoch();
}

// A version of the parent that this edit made is changed in place: taking out many children costs what each does.
void WorldEditor::dropChild(ObjectId parent, ObjectId child) {
  ObjectSeat* seat = world_.d_.objects.own(parent.value);
  if (seat && seat->object.use_count() == 1) {
    std::const_pointer_cast<Object>(seat->object)->children.erase(child.value);
    return;
  }
  Object changed = copyOf(parent);
  changed.children.erase(child.value);
  put(std::move(changed));
}

void WorldEditor::add(Object object) {
  const ObjectId id = object.id;
  addName(object.parent.value, object.name, id.value);
  if (object.name_is_global_alias) addName(0, object.name, id.value);
  std::size_t place = 0;
  for (const EntityPtr& e : object.entities) world_.d_.entities.set(e->id.value, EntityOwner{id, {}, place++});
  Object parent = copyOf(object.parent);
  parent.children.set(id.value, Present{});
  put(std::move(parent));
  put(std::move(object));
}

void WorldEditor::add(Frame frame) {
  addName(frame.object.value, frame.name, frame.id.value);
  world_.d_.entities.set(frame.entity.value, EntityOwner{frame.object, frame.id});
  Object object = copyOf(frame.object);
  object.frames.set(frame.id.value, Present{});
  put(std::move(object));
  replace(std::move(frame));
}

void WorldEditor::removeObject(ObjectId id) {
  const ObjectPtr object = world_.object(id);
  for (const FrameId frame : world_.framesOf(*object)) removeFrame(frame);
  dropName(object->parent.value, object->name, id.value);
  if (object->name_is_global_alias) dropName(0, object->name, id.value);
  for (const EntityPtr& e : object->entities) world_.d_.entities.erase(e->id.value);
  dropChild(object->parent, id);
  noteChange(world_.d_.structure, world_.peek(id), nullptr);
  world_.d_.objects.erase(id.value);
}

void WorldEditor::removeFrame(FrameId id) {
  const FramePtr frame = world_.frame(id);
  dropName(frame->object.value, frame->name, id.value);
  world_.d_.entities.erase(frame->entity.value);
  Object object = copyOf(frame->object);
  object.frames.erase(id.value);
  put(std::move(object));
  noteChange(world_.d_.structure, frame.get(), nullptr);
  world_.d_.frames.erase(id.value);
}

void WorldEditor::replace(Object object) { put(std::move(object)); }

void WorldEditor::replace(Frame frame) {
  const std::uint64_t id = frame.id.value;
  auto next = std::make_shared<const Frame>(std::move(frame));
  noteChange(world_.d_.structure, world_.peek(FrameId{id}), next.get());
  world_.d_.frames.set(id, std::move(next));
}

void WorldEditor::replaceWithEntities(Object object) {
  for (const EntityPtr& e : world_.peek(object.id)->entities) world_.d_.entities.erase(e->id.value);
  std::size_t place = 0;
  for (const EntityPtr& e : object.entities) world_.d_.entities.set(e->id.value, EntityOwner{object.id, {}, place++});
  put(std::move(object));
}

Status WorldEditor::replace(Entity entity) {
  Object object = copyOf(entity.object);
  const std::size_t at = object.entities.indexOf(entity.id);
  const bool as_before = derivesAlike(*object.entities[at], entity);
  object.entities.set(at, std::make_shared<const Entity>(std::move(entity)));
  if (!as_before) WW_TRY(deriveJoints(object));
  put(std::move(object));
  return okStatus();
}

void WorldEditor::rename(ObjectId id, std::string name, bool alias) {
  Object object = copyOf(id);
  dropName(object.parent.value, object.name, id.value);
  if (object.name_is_global_alias) dropName(0, object.name, id.value);
  object.name = std::move(name);
  object.name_is_global_alias = alias;
  addName(object.parent.value, object.name, id.value);
  if (alias) addName(0, object.name, id.value);
  put(std::move(object));
}

void WorldEditor::rename(FrameId id, std::string name) {
  Frame frame = *world_.frame(id);
  dropName(frame.object.value, frame.name, id.value);
  frame.name = std::move(name);
  addName(frame.object.value, frame.name, id.value);
  replace(std::move(frame));
}

void WorldEditor::move(ObjectId id, ObjectId parent, EntityId parent_entity, const Pose& parent_entity_t_object) {
  Object object = copyOf(id);
  if (object.parent != parent) {
    dropName(object.parent.value, object.name, id.value);
    addName(parent.value, object.name, id.value);
    dropChild(object.parent, id);
    Object new_parent = copyOf(parent);
    new_parent.children.set(id.value, Present{});
    put(std::move(new_parent));
  }
  object.parent = parent;
  object.parent_entity = parent_entity;
  object.parent_entity_t_this = {parent_entity_t_object.p, normalizedOnce(parent_entity_t_object.q)};
  put(std::move(object));
}

void WorldEditor::move(FrameId id, ObjectId object_id, EntityId parent_entity, FrameId parent_frame,
                       const Pose& parent_t_frame) {
  Frame frame = *world_.frame(id);
  if (frame.object != object_id) {
    dropName(frame.object.value, frame.name, id.value);
    addName(object_id.value, frame.name, id.value);
    world_.d_.entities.set(frame.entity.value, EntityOwner{object_id, id});
    Object old_object = copyOf(frame.object);
    old_object.frames.erase(id.value);
    put(std::move(old_object));
    Object new_object = copyOf(object_id);
    new_object.frames.set(id.value, Present{});
    put(std::move(new_object));
  }
  frame.object = object_id;
  frame.parent_entity = parent_entity;
  frame.parent_frame = parent_frame;
  frame.parent_t_this = {parent_t_frame.p, normalizedOnce(parent_t_frame.q)};
  replace(std::move(frame));
}

void WorldEditor::setCollisionSettings(intrinsic_proto::world::CollisionSettings settings) {
  world::setCollisionSettings(world_.d_,
                              std::make_shared<const intrinsic_proto::world::CollisionSettings>(std::move(settings)));
}

}  // namespace ww::world
