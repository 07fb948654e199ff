// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/mentions.h"
#include "core/world/failures/failures.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

using Record = worldwright::v1::ObjectRecord;

// Named configurations, own rules and more are kept by the names of entities.
void renameInRecord(Object& object, const std::string& from, const std::string& to) {
  if (!scene::mentions(object.message->content(), from)) return;
  auto record = std::make_shared<Record>(*object.message);
  scene::renameMentions(*record->mutable_content(), from, to);
  object.message = std::move(record);
}

// To a used name: the documents of the wire say INVALID_ARGUMENT, where creation says ALREADY_EXISTS.
Status nameError(Status status) {
  if (status.code == Code::kAlreadyExists) status.code = Code::kInvalidArgument;
  return status;
}

}  // namespace

static Status renameObject(WorldEditor& editor, const pb::UpdateObjectNameRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(failures::kRootRenamed, {{"object", nodeArg(editor.world(), id)}});
  const ObjectPtr object = editor.world().object(id);
  const bool alias = request.name_is_global_alias();
  WW_TRY(checkName(request.name()));
  const bool new_name = request.name() != object->name;
  if (new_name) WW_TRY(nameError(editor.checkFreeName(object->parent, request.name(), false)));
  const ObjectId other = alias ? editor.world().aliasNamed(request.name()) : ObjectId{};
  if (other && other != id) {
    const std::string free = freePartName(editor.world(), object->parent, request.name(), true);
    return nameError(fail(failures::kAliasTaken, {{"name", arg::Name{request.name()}}, {"free", arg::Name{free}}}));
  }
  if (new_name || alias != object->name_is_global_alias) editor.rename(id, request.name(), alias);
  return okStatus();
}

static Status renameFrame(WorldEditor& editor, const pb::UpdateFrameNameRequest& request) {
  WW_ASSIGN(const FrameId id, resolve(editor.world(), request.frame()));
  const FramePtr frame = editor.world().frame(id);
  if (frame->name == request.name()) return okStatus();
  WW_TRY(nameError(editor.checkFreeFrameName(frame->object, request.name())));
  editor.rename(id, request.name());
  Object object = *editor.world().object(frame->object);
  const auto before = object.message;
  renameInRecord(object, frame->name, request.name());
  if (object.message != before) editor.replace(std::move(object));
  return okStatus();
}

static Status renameEntity(WorldEditor& editor, const worldwright::v1::RenameEntity& request) {
  WW_ASSIGN(const EntityId id, resolve(editor.world(), request.entity()));
  const EntityOwner owner = *editor.world().owner(id);
  if (id == kRootEntity) return fail(failures::kRootEntityRenamed, {{"object", nodeArg(editor.world(), kRootObject)}});
  if (owner.frame) return fail(failures::kFrameEntityRenamed, {{"frame", nodeArg(editor.world(), owner.frame)}});
  WW_TRY(checkName(request.name()));
  Object object = *editor.world().object(owner.object);
  const Entity* old = object.entity(id);
  if (old->name == request.name()) return okStatus();
  if (object.entityNamed(request.name()) || editor.world().frameNamed(object.id, request.name())) {
    const std::string free = freePartName(editor.world(), object.id, request.name(), false);
    return fail(failures::kPartNameTaken, {{"name", arg::Name{request.name()}},
                                           {"object", nodeArg(editor.world(), object.id)},
                                           {"free", arg::Name{free}}});
  }
  renameInRecord(object, old->name, request.name());
  auto renamed = std::make_shared<Entity>(*old);
  renamed->name = request.name();
  // The positions of configurations are in the order of the joints, which stays.
  object.entities.set(object.entities.indexOf(id), std::move(renamed));
  editor.replace(std::move(object));
  return okStatus();
}

namespace {

Phrase renameObjectLabel(const World& w, const pb::UpdateObjectNameRequest& u) {
  return phrase(WW_TEXT("Core", "Rename {name} to {new_name}"),
                {{"name", arg::Words{labelName(w, u.object())}}, {"new_name", arg::Words{u.name()}}});
}

Phrase renameFrameLabel(const World& w, const pb::UpdateFrameNameRequest& u) {
  return phrase(WW_TEXT("Core", "Rename {name} to {new_name}"),
                {{"name", arg::Words{labelName(w, u.frame())}}, {"new_name", arg::Words{u.name()}}});
}

}  // namespace

EditKinds renameKinds() {
  return {wireKind<renameObject, renameObjectLabel>(pb::ObjectWorldUpdate::kUpdateObjectName),
          wireKind<renameFrame, renameFrameLabel>(pb::ObjectWorldUpdate::kUpdateFrameName),
          ownKind<renameEntity, plainLabel>(worldwright::v1::Edit::kRenameEntity)};
}

}  // namespace ww::world::updates
