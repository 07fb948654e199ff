// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/wrappers.pb.h>

#include "core/geometry/wire_convert.h"
#include "core/scene/updates/apply.h"
#include "core/world/records/records.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/instantiate.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world::updates {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

constexpr double kDefaultMass = 1.0;  // kg

// Mass and inertia of a solid box as large as the geometry.
void setDefaultPhysics(const geometry::GeometryStore& store, so::Link& link) {
  Bounds box;
  for (const char* kind : {"Intrinsic_Collision", "Intrinsic_Visual"}) {
    const auto placed = toPlaced(link.geometry_component(), kind, store);
    for (std::size_t i = 0; box.empty() && placed.ok() && i < placed.value().size(); ++i) {
      const PlacedGeometry& g = placed.value()[i];
      box.add(g.geometry->bounds.transformed(g.ref_t_shape));
    }
  }
  const Vec3 size = box.size(), square = size.cwiseAbs2();
  auto* physics = link.mutable_physics_component();
  physics->set_mass_kg(kDefaultMass);
  Pose center;
  if (!box.empty()) center.p = box.center();
  geometry::toWire(center, physics->mutable_this_t_center_of_mass());
  const Vec3 moments = (Vec3::Constant(square.sum()) - square) * (kDefaultMass / 12.0);
  geometry::toWire(Eigen::MatrixXd(moments.asDiagonal()), physics->mutable_inertia());
}

bool hasGeometry(const pb::GeometryComponent& component) {
  for (const char* kind : {"Intrinsic_Collision", "Intrinsic_Visual"}) {
    const auto set = component.named_geometries().find(kind);
    if (set != component.named_geometries().end() && !set->second.named_geometries().empty()) return true;
  }
  return false;
}

Result<so::SceneObject> singleEntity(WorldEditor& editor, const pb::CreateObjectRequest& request) {
  const pb::ObjectSpecForSingleEntityObject& spec = request.create_single_entity_object();
  so::SceneObject scene;
  scene.set_name(request.name());
  so::Entity* entity = scene.add_entities();
  entity->set_name(spec.entity_local_name().empty() ? request.name() : spec.entity_local_name());
  auto& component = *entity->mutable_link()->mutable_geometry_component();
  component = spec.geometry_component();
  WW_TRY(internGeometry(component, editor.store(), editor.made()));
  if (!hasGeometry(component)) return fail(failures::kWithoutGeometry, {{"name", arg::Name{request.name()}}});
  setDefaultPhysics(editor.store(), *entity->mutable_link());
  return scene;
}

Result<so::SceneObject> sceneObjectOf(WorldEditor& editor, const pb::CreateObjectRequest& request) {
  so::SceneObject scene;
  switch (request.object_spec_case()) {
    case pb::CreateObjectRequest::kCreateFromSceneObject:
      scene = request.create_from_scene_object().scene_object();
      for (const auto& [key, text] : request.create_from_scene_object().user_data()) {
        WW_TRY(checkClientKey(key));
        google::protobuf::StringValue value;
        value.set_value(text);
        (*scene.mutable_user_data())[key].PackFrom(value);
      }
      break;
    case pb::CreateObjectRequest::kCreateSingleEntityObject: {
      WW_ASSIGN(scene, singleEntity(editor, request));
      break;
    }
    default: return fail(failures::kNotDescribed, {{"name", arg::Name{request.name()}}});
  }
  for (const auto& [key, value] : request.user_data()) {
    WW_TRY(checkClientKey(key));
    (*scene.mutable_user_data())[key] = value;
  }
  WW_TRY(checkUserDataSize(scene.user_data()));
  return scene;
}

Status addRuleAgainstAll(WorldEditor& editor, ObjectId object, const pb::CollisionAction& action) {
  Status status = checkAction(action);
  if (!status.ok()) return std::move(status).in("action_for_object_entities");
  pb::CollisionSettings settings = editor.world().collisionSettings();
  pb::CollisionSettings::CollisionRule* rule = settings.add_collision_rules();
  rule->add_left()->mutable_object()->set_id(toWire(object));
  *rule->mutable_collision_action() = action;
  editor.setCollisionSettings(std::move(settings));
  return okStatus();
}

void keepPose(WorldEditor& editor, ObjectId id, const intrinsic_proto::Pose& sent) {
  if (!hasUnknown(sent)) return;
  Object object = *editor.world().object(id);
  rememberPose(object, sent);
  editor.replace(std::move(object));
}

}  // namespace

static Status createObject(WorldEditor& editor, const pb::CreateObjectRequest& request) {
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
  WW_ASSIGN(const Pose parent_t_object,
            poseOrIdentityIn("parent_object_t_created_object", request.has_parent_object_t_created_object(),
                             request.parent_object_t_created_object()));
  const Object& parent = *editor.world().object(place.parent);
  place.parent_entity_t_object = place.parent_entity == parent.rootEntity()
                                     ? parent_t_object
                                     : World::objectTEntity(parent, place.parent_entity).inverse() * parent_t_object;
  WW_ASSIGN(const so::SceneObject scene, sceneObjectOf(editor, request));
  WW_ASSIGN(const ObjectId id, instantiate(editor, place, scene));
  keepPose(editor, id, request.parent_object_t_created_object());
  if (request.has_action_for_object_entities())
    return addRuleAgainstAll(editor, id, request.action_for_object_entities());
  return okStatus();
}

static Status createConfigured(WorldEditor& editor, const worldwright::v1::CreateConfiguredObject& request) {
  pb::CreateObjectRequest create = request.request();
  if (!create.has_create_from_scene_object())
    return fail(failures::kConfigOfNothing, {{"name", arg::Name{create.name()}}});
  so::SceneObject& object = *create.mutable_create_from_scene_object()->mutable_scene_object();
  WW_ASSIGN(object, scene::configured(object, request.config()));
  return createObject(editor, create);
}

namespace {

Phrase createObjectLabel(const World&, const pb::CreateObjectRequest& u) {
  return labelOfOne(WW_TEXT("Core", "Create {name}"), labelName(u.name()));
}

Phrase createConfiguredLabel(const World& w, const worldwright::v1::CreateConfiguredObject& u) {
  return createObjectLabel(w, u.request());
}

}  // namespace

EditKinds createObjectKinds() {
  return {ownKind<createObject, createObjectLabel>(worldwright::v1::Edit::kCreateObject),
          ownKind<createConfigured, createConfiguredLabel>(worldwright::v1::Edit::kCreateConfiguredObject)};
}

}  // namespace ww::world::updates
