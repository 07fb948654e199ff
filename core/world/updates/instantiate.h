// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/updates/editor.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}
namespace worldwright::v1 {
class EntityRecord;
}

namespace ww::world {

// Where a new object goes and what it is called. Name and place are checked by the caller.
struct NewObject {
  std::string name;
  bool name_is_global_alias = false;
  ObjectId parent;
  EntityId parent_entity;
  Pose parent_entity_t_object;
};

// Adds an object made from a scene object: links, joints and sensors become its entities, frames its
// frames. Inline geometry goes into the store. When the scene object is not sound, the report of
// core/scene/validate.h: INVALID_ARGUMENT, or FAILED_PRECONDITION for a joint of no known kind. NOT_FOUND for
// geometry that is referred to and unknown.
Result<ObjectId> instantiate(WorldEditor& editor, const NewObject& place,
                             const intrinsic_proto::scene_object::v1::SceneObject& scene_object);

// An entity as objects hold them: poses in its components of norm 1 in full precision. Its parent is not looked up.
// NOT_FOUND for geometry that is unknown.
Result<EntityPtr> soundEntity(worldwright::v1::EntityRecord record, const geometry::GeometryStore& store);

}  // namespace ww::world
