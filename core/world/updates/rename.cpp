// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/scene/followers.h"
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

bool standsInConfigurations(const Record& record, const std::string& joint) {
  const auto& all = record.content().properties().kinematics().named_configurations();
  return std::any_of(all.begin(), all.end(), [&](const auto& c) { return c.joint_positions().contains(joint); });
}

// Named configurations are kept by joint name.
void renameInConfigurations(Object& object, const std::string& from, const std::string& to) {
  if (!standsInConfigurations(*object.message, from)) return;
  auto record = std::make_shared<Record>(*object.message);
  auto* kinematics = record->mutable_content()->mutable_properties()->mutable_kinematics();
  for (auto& configuration : *kinematics->mutable_named_configurations()) {
    auto& positions = *configuration.mutable_joint_positions();
    const auto it = positions.find(from);
    if (it == positions.end()) continue;
    const double value = it->second;
    positions.erase(it);
    positions[to] = value;
  }
  object.message = std::move(record);
}

void renameInFollowers(Object& object, const std::string& from, const std::string& to) {
  if (object.followers.empty()) return;
  auto record = std::make_shared<Record>(*object.message);
  scene::renameInFollows(*record->mutable_content(), from, to);
  object.message = std::move(record);
}

// An object's own collision rules name its entities.
void renameInRules(Object& object, const std::string& from, const std::string& to) {
  if (!object.message->content().has_collision_rules()) return;
  auto record = std::make_shared<Record>(*object.message);
  auto& rules = *record->mutable_content()->mutable_collision_rules();
  const auto rename = [&](auto& list) {
    for (auto& rule : list) {
      auto& pair = *rule.mutable_entity_pair();
      if (pair.left_entity().entity_name() == from) pair.mutable_left_entity()->set_entity_name(to);
      if (pair.right_entity().entity_name() == from) pair.mutable_right_entity()->set_entity_name(to);
    }
  };
  rename(*rules.mutable_exclusion_rules());
  rename(*rules.mutable_margin_rules());
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
  renameInConfigurations(object, old->name, request.name());
  renameInRules(object, old->name, request.name());
  if (old->joint) renameInFollowers(object, old->name, request.name());
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
