// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/world/values/parts.h"

namespace intrinsic_proto::scene_object::v1 {
class Entity;
class Kinematics;
class SceneObject;
}  // namespace intrinsic_proto::scene_object::v1
namespace intrinsic_proto::world {
class GeometryComponent;
class KinematicsComponent;
}  // namespace intrinsic_proto::world

// From messages to the cached parts. Messages are from outside: all is checked.
namespace ww::world {

ObjectPtr makeRootObject();

// The joint that a component describes; its raw_value defaults to 0, or to the middle (or the
// finite end) of the application limits if 0 lies outside. INVALID_ARGUMENT, FAILED_PRECONDITION.
Result<Joint> toJoint(const intrinsic_proto::world::KinematicsComponent& component);

// All geometry of one kind ("Intrinsic_Visual", "Intrinsic_Collision"). Geometry must be by
// reference and known to the store (NOT_FOUND else).
Result<std::vector<PlacedGeometry>> toPlaced(const intrinsic_proto::world::GeometryComponent& component,
                                             const std::string& kind, const geometry::GeometryStore& store);

// Replaces inline geometry by references into the store. `made` holds it until the world does. Fails as the store.
Status internGeometry(intrinsic_proto::world::GeometryComponent& component, geometry::GeometryStore& store,
                      std::vector<geometry::GeometryPtr>& made);
Status internGeometry(intrinsic_proto::scene_object::v1::SceneObject& scene_object, geometry::GeometryStore& store,
                      std::vector<geometry::GeometryPtr>& made);

// Fills the deprecated list of geometries from the named ones, as old readers want it.
void addOldGeometries(intrinsic_proto::world::GeometryComponent& component);

// An entity from its record, which it keeps; INVALID_ARGUMENT. Its parent is not looked up. Geometry as in toPlaced.
Result<EntityPtr> toEntity(std::shared_ptr<const worldwright::v1::EntityRecord> record,
                           const geometry::GeometryStore& store);
Result<EntityPtr> toEntity(const worldwright::v1::EntityRecord& record, const geometry::GeometryStore& store);
Result<FramePtr> toFrame(std::shared_ptr<const worldwright::v1::FrameRecord> record);
Result<FramePtr> toFrame(const worldwright::v1::FrameRecord& record);
// An object without its entities, children and frames. Fails so, too.
Result<Object> toObject(std::shared_ptr<const worldwright::v1::ObjectRecord> record);
Result<Object> toObject(const worldwright::v1::ObjectRecord& record);

// Fills moving_joints, followers and configurations from entities and the record, and puts followers where their
// leaders have them; call when either changes. The configurations alone when only those of the record do.
// INVALID_ARGUMENT.
Status deriveJoints(Object& object);
Status deriveConfigurations(Object& object);
// True when the object's entity `before` can be exchanged for `after` without deriving them anew.
bool derivesAlike(const Entity& before, const Entity& after);
// Puts followers where their leaders have them: call when positions of joints change.
void placeFollowers(Object& object);
// Programs that know no followers want a position of each joint that moves in a configuration.
void completeConfigurations(const Object& object, intrinsic_proto::scene_object::v1::Kinematics& kinematics);

}  // namespace ww::world
