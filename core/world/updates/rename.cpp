// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/world/records.h"
#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

// Named configurations are kept by joint name.
void renameInConfigurations(worldwright::v1::ObjectRecord& record, const std::string& from, const std::string& to) {
  if (!record.content().properties().has_kinematics()) return;
  auto* kinematics = record.mutable_content()->mutable_properties()->mutable_kinematics();
  for (auto& configuration : *kinematics->mutable_named_configurations()) {
    auto& positions = *configuration.mutable_joint_positions();
    const auto it = positions.find(from);
    if (it == positions.end()) continue;
    const double value = it->second;
    positions.erase(it);
    positions[to] = value;
  }
}

// To a used name: the documents of the wire say INVALID_ARGUMENT, where creation says ALREADY_EXISTS.
Status nameError(Status status) {
  if (status.code == Code::kAlreadyExists) status.code = Code::kInvalidArgument;
  return status;
}

}  // namespace

Status renameObject(WorldEditor& editor, const pb::UpdateObjectNameRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(Code::kInvalidArgument, "the root object cannot be renamed").withHint("its name is always root").about("root");
  const ObjectPtr object = editor.world().object(id);
  const bool alias = request.name_is_global_alias();
  WW_TRY(checkName(request.name()));
  const bool new_name = request.name() != object->name;
  if (new_name) WW_TRY(nameError(editor.checkFreeName(object->parent, request.name(), false)));
  const ObjectId other = alias ? editor.world().aliasNamed(request.name()) : ObjectId{};
  if (other && other != id) {
    return fail(Code::kInvalidArgument, fmt::format("another object has the global name '{}'", request.name()))
        .withHint("choose another name").about(request.name());
  }
  if (new_name || alias != object->name_is_global_alias) editor.rename(id, request.name(), alias);
  return okStatus();
}

Status renameFrame(WorldEditor& editor, const pb::UpdateFrameNameRequest& request) {
  WW_ASSIGN(const FrameId id, resolve(editor.world(), request.frame()));
  const FramePtr frame = editor.world().frame(id);
  if (frame->name == request.name()) return okStatus();
  WW_TRY(nameError(editor.checkFreeFrameName(frame->object, request.name())));
  editor.rename(id, request.name());
  return okStatus();
}

Status renameEntity(WorldEditor& editor, const worldwright::v1::RenameEntity& request) {
  WW_ASSIGN(const EntityId id, resolve(editor.world(), request.entity()));
  const EntityOwner owner = *editor.world().owner(id);
  if (id == kRootEntity) return fail(Code::kInvalidArgument, "the root entity cannot be renamed").withHint("its name is always root").about("root");
  if (owner.frame) return fail(Code::kInvalidArgument, "this is the entity of a frame").withHint("rename the frame").about(editor.world().display(id));
  WW_TRY(checkName(request.name()));
  Object object = *editor.world().object(owner.object);
  const Entity* old = object.entity(id);
  if (old->name == request.name()) return okStatus();
  if (object.entityNamed(request.name()) || editor.world().frameNamed(object.id, request.name())) {
    return fail(Code::kInvalidArgument, fmt::format("'{}' has an entity or frame named '{}' already", object.name, request.name()))
        .withHint("choose another name").about(request.name());
  }
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  renameInConfigurations(*record, old->name, request.name());
  object.message = std::move(record);
  for (EntityPtr& e : object.entities) {
    if (e->id != id) continue;
    auto renamed = std::make_shared<Entity>(*e);
    renamed->name = request.name();
    e = std::move(renamed);
  }
  WW_TRY(deriveJoints(object));
  editor.replace(std::move(object));
  return okStatus();
}

}  // namespace ww::world::updates
