// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/world/records.h"
#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

using UserData = google::protobuf::Map<std::string, google::protobuf::Any>;

Status updateUserData(UserData& data, const pb::UpdateUserData& update) {
  switch (update.policy()) {
    case pb::UpdateUserData::POLICY_INSERT:
      for (const auto& [key, value] : update.user_data()) {
        if (data.contains(key)) return fail(Code::kAlreadyExists, fmt::format("user data '{}' exists already", key)).about(key);
        data[key] = value;
      }
      return okStatus();
    case pb::UpdateUserData::POLICY_INSERT_OR_UPDATE:
      for (const auto& [key, value] : update.user_data()) data[key] = value;
      return okStatus();
    case pb::UpdateUserData::POLICY_REMOVE:
      for (const auto& [key, value] : update.user_data()) {
        if (data.erase(key) == 0) return fail(Code::kNotFound, fmt::format("there is no user data '{}'", key)).about(key);
      }
      return okStatus();
    case pb::UpdateUserData::POLICY_CLEAR_AND_REPLACE:
      data = update.user_data();
      return okStatus();
    case pb::UpdateUserData::POLICY_CLEAR_ALL:
      if (!update.user_data().empty()) return fail(Code::kInvalidArgument, "CLEAR_ALL takes no user data");
      data.clear();
      return okStatus();
    default:
      return fail(Code::kInvalidArgument, "the user data policy is not set");
  }
}

}  // namespace

Status objectProperties(WorldEditor& editor, const pb::UpdateObjectPropertiesRequest& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  if (request.has_simulation_component()) {
    auto* spec = record->mutable_content()->mutable_simulation_spec();
    spec->set_is_static(request.simulation_component().is_static());
    spec->set_disabled(request.simulation_component().disabled());
  }
  if (request.has_user_data()) WW_TRY(updateUserData(*record->mutable_content()->mutable_user_data(), request.user_data()));
  object.message = std::move(record);
  editor.replace(std::move(object));
  return okStatus();
}

Status entityProperties(WorldEditor& editor, const pb::UpdateEntityPropertiesRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const ObjectId object, resolve(world, request.entity().reference()));
  WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, object, request.entity().entity_filter()));
  if (picked.empty()) return fail(Code::kInvalidArgument, "the entity filter selects nothing");
  for (const EntityId id : picked) {
    const Entity& entity = *editor.world().object(object)->entity(id);
    worldwright::v1::EntityRecord record = toRecord(entity);
    if (!record.content().has_link()) {
      return fail(Code::kInvalidArgument, fmt::format("'{}' is not a link", world.display(id)))
          .withHint("only links have geometry and physics");
    }
    auto* link = record.mutable_content()->mutable_link();
    if (request.has_physics_component()) *link->mutable_physics_component() = request.physics_component();
    if (request.has_geometry_component()) {
      *link->mutable_geometry_component() = request.geometry_component();
      WW_TRY(internGeometry(*link->mutable_geometry_component(), editor.store()));
    }
    WW_ASSIGN(const EntityPtr changed, toEntity(record, editor.store()));
    WW_TRY(editor.replace(*changed));
    if (request.has_collision_action()) {
      pb::CollisionSettings settings = editor.world().collisionSettings();
      auto* rule = settings.add_collision_rules();
      rule->add_left()->mutable_entity()->set_id(toWire(id));
      *rule->mutable_collision_action() = request.collision_action();
      editor.setCollisionSettings(std::move(settings));
    }
  }
  return okStatus();
}

}  // namespace ww::world::updates
