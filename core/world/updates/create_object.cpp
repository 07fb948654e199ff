// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/geometry/wire_convert.h"
#include "core/world/instantiate.h"
#include "core/world/references.h"
#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

Result<so::SceneObject> sceneObjectOf(const pb::CreateObjectRequest& request) {
  if (request.has_create_from_scene_object()) {
    so::SceneObject scene = request.create_from_scene_object().scene_object();
    for (const auto& [key, value] : request.user_data()) (*scene.mutable_user_data())[key] = value;
    return scene;
  }
  if (!request.has_create_single_entity_object()) {
    return fail(Code::kInvalidArgument, "the object to create is not described")
        .withHint("set create_single_entity_object or create_from_scene_object");
  }
  const pb::ObjectSpecForSingleEntityObject& spec = request.create_single_entity_object();
  if (spec.geometry_component().named_geometries().empty()) {
    return fail(Code::kInvalidArgument, "an object of a single entity needs at least one geometry");
  }
  so::SceneObject scene;
  scene.set_name(request.name());
  so::Entity* entity = scene.add_entities();
  entity->set_name(spec.entity_local_name().empty() ? request.name() : spec.entity_local_name());
  *entity->mutable_link()->mutable_geometry_component() = spec.geometry_component();
  for (const auto& [key, value] : request.user_data()) (*scene.mutable_user_data())[key] = value;
  return scene;
}

void addRuleAgainstAll(WorldEditor& editor, ObjectId object, const pb::CollisionAction& action) {
  pb::CollisionSettings settings = editor.world().collisionSettings();
  pb::CollisionSettings::CollisionRule* rule = settings.add_collision_rules();
  rule->add_left()->mutable_object()->set_id(toWire(object));
  *rule->mutable_collision_action() = action;
  editor.setCollisionSettings(std::move(settings));
}

}  // namespace

Status createObject(WorldEditor& editor, const pb::CreateObjectRequest& request) {
  NewObject place;
  place.name = request.name();
  place.name_is_global_alias = request.name_is_global_alias();
  place.parent = kRootObject;
  place.parent_entity = kRootEntity;
  if (request.has_parent_object()) {
    WW_ASSIGN(place.parent_entity, resolveOne(editor.world(), request.parent_object()));
    place.parent = editor.world().owner(place.parent_entity)->object;
  }
  WW_TRY(editor.checkFreeName(place.parent, place.name, place.name_is_global_alias));
  // The wire's pose is in the parent's root entity, also when the object hangs on another one.
  WW_ASSIGN(const Pose parent_t_object, geometry::fromWireOrIdentity(request.has_parent_object_t_created_object(),
                                                                     request.parent_object_t_created_object()));
  const Object& parent = *editor.world().object(place.parent);
  place.parent_entity_t_object = place.parent_entity == parent.rootEntity()
                                     ? parent_t_object
                                     : World::objectTEntity(parent, place.parent_entity).inverse() * parent_t_object;
  WW_ASSIGN(const so::SceneObject scene, sceneObjectOf(request));
  WW_ASSIGN(const ObjectId id, instantiate(editor, place, scene));
  if (request.has_action_for_object_entities()) addRuleAgainstAll(editor, id, request.action_for_object_entities());
  return okStatus();
}

}  // namespace ww::world::updates
