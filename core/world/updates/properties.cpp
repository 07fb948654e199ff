// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/records.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

using UserData = google::protobuf::Map<std::string, google::protobuf::Any>;

// A client may send back what it has read: a reserved key with the value that it has is no change.
Status checkKeys(const UserData& data, const UserData& given) {
  for (const auto& [key, value] : given) {
    if (key.empty()) return fail(failures::kKeyEmpty);
    const auto known = data.find(key);
    if (known == data.end() || !sameMessage(known->second, value)) WW_TRY(checkClientKey(key));
  }
  return okStatus();
}

Status insert(UserData& data, const UserData& given) {
  for (const auto& [key, value] : given) {
    if (!data.contains(key)) continue;
    return fail(failures::kKeyTaken, {{"key", arg::Name{key}}});
  }
  data.insert(given.begin(), given.end());
  return okStatus();
}

Status remove(UserData& data, const UserData& given) {
  for (const auto& [key, value] : given) {
    if (data.contains(key)) WW_TRY(checkClientKey(key));
    data.erase(key);
  }
  return okStatus();
}

void clear(UserData& data) {
  for (auto it = data.begin(); it != data.end();) {
    if (isReservedKey(it->first)) ++it;
    else it = data.erase(it);
  }
}

Status updateUserData(UserData& data, const pb::UpdateUserData& update) {
  const UserData& given = update.user_data();
  switch (update.policy()) {
    case pb::UpdateUserData::POLICY_REMOVE: return remove(data, given);
    case pb::UpdateUserData::POLICY_CLEAR_ALL: clear(data); return okStatus();
    default: WW_TRY(checkKeys(data, given));
  }
  switch (update.policy()) {
    case pb::UpdateUserData::POLICY_UNSPECIFIED:
    case pb::UpdateUserData::POLICY_INSERT: return insert(data, given);
    case pb::UpdateUserData::POLICY_CLEAR_AND_REPLACE: clear(data); break;
    case pb::UpdateUserData::POLICY_INSERT_OR_UPDATE: break;
    default:
      return fail(failures::kNoSuchPolicy,
                  {{"policy", arg::Number{static_cast<double>(static_cast<int>(update.policy()))}}});
  }
  for (const auto& [key, value] : given) data[key] = value;
  return okStatus();
}

void setSimulation(worldwright::v1::ObjectRecord& record, const pb::SimulationComponent& sent) {
  auto* spec = record.mutable_content()->mutable_simulation_spec();
  spec->set_is_static(sent.is_static());
  spec->set_disabled(sent.disabled());
  if (sent.GetReflection()->GetUnknownFields(sent).empty()) record.clear_simulation_component();
  else *record.mutable_simulation_component() = sent;
}

Status checkHas(const World& world, EntityId id, bool has, const FailureRow& row) {
  return has ? okStatus() : fail(row, {{"entity", nodeArg(world, id)}});
}

Status setComponents(WorldEditor& editor, const Entity& entity, const pb::UpdateEntityPropertiesRequest& request) {
  worldwright::v1::EntityRecord record = toRecord(entity);
  auto* link = record.mutable_content()->mutable_link();
  if (request.has_physics_component()) {
    WW_TRY(checkHas(editor.world(), entity.id, link->has_physics_component(), failures::kNoPhysics));
    *link->mutable_physics_component() = request.physics_component();
    WW_TRY(checkPhysics(*link->mutable_physics_component()));
  }
  if (request.has_geometry_component()) {
    WW_TRY(checkHas(editor.world(), entity.id, link->has_geometry_component(), failures::kNoGeometry));
    *link->mutable_geometry_component() = request.geometry_component();
    WW_TRY(internGeometry(*link->mutable_geometry_component(), editor.store(), editor.made()));
  }
  if (sameMessage(record, toRecord(entity))) return okStatus();
  WW_ASSIGN(const EntityPtr changed, toEntity(record, editor.store()));
  return editor.replace(*changed);
}

Status addRule(WorldEditor& editor, EntityId id, const pb::CollisionAction& action) {
  WW_TRY(checkAction(action));
  pb::CollisionSettings::CollisionRule rule;
  rule.add_left()->mutable_entity()->set_id(toWire(id));
  *rule.mutable_collision_action() = action;
  for (const auto& known : editor.world().collisionSettings().collision_rules()) {
    if (sameMessage(known, rule)) return okStatus();
  }
  pb::CollisionSettings settings = editor.world().collisionSettings();
  *settings.add_collision_rules() = std::move(rule);
  editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

}  // namespace

static Status objectProperties(WorldEditor& editor, const pb::UpdateObjectPropertiesRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(failures::kRootProperties, {{"object", nodeArg(editor.world(), id)}});
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  if (request.has_simulation_component()) setSimulation(*record, request.simulation_component());
  if (request.has_user_data()) {
    WW_TRY(updateUserData(*record->mutable_content()->mutable_user_data(), request.user_data()));
    WW_TRY(checkUserDataSize(record->content().user_data()));
  }
  if (sameMessage(*record, *object.message)) return okStatus();
  object.message = std::move(record);
  editor.replace(std::move(object));
  return okStatus();
}

static Status entityProperties(WorldEditor& editor, const pb::UpdateEntityPropertiesRequest& request) {
  WW_ASSIGN(const EntityId id, resolveOneOrBase(editor.world(), request.entity()));
  const EntityPtr entity = editor.world().entity(id);
  if (request.has_physics_component() || request.has_geometry_component()) {
    const bool is_link = entity->kind == EntityKind::kLink;
    WW_TRY(checkHas(editor.world(), id, is_link,
                    request.has_physics_component() ? failures::kNoPhysics : failures::kNoGeometry));
    WW_TRY(setComponents(editor, *entity, request));
  }
  return request.has_collision_action() ? addRule(editor, id, request.collision_action()) : okStatus();
}

namespace {

Phrase objectPropertiesLabel(const World& w, const pb::UpdateObjectPropertiesRequest& u) {
  return labelOfOne(WW_TEXT("Core", "Change properties of {name}"), labelName(w, u.object()));
}

Phrase entityPropertiesLabel(const World& w, const pb::UpdateEntityPropertiesRequest& u) {
  return labelOfOne(WW_TEXT("Core", "Change properties of {name}"), labelName(w, u.entity()));
}

}  // namespace

EditKinds propertyKinds() {
  return {wireKind<objectProperties, objectPropertiesLabel>(pb::ObjectWorldUpdate::kUpdateObjectProperties),
          wireKind<entityProperties, entityPropertiesLabel>(pb::ObjectWorldUpdate::kUpdateEntityProperties)};
}

}  // namespace ww::world::updates
