// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/geometry/geometry.h"
#include "core/math/pose.h"
#include "core/scene/limits.h"
#include "core/world/values/digest.h"
#include "core/world/values/entity_list.h"
#include "core/world/values/persistent_map.h"
#include "core/world/values/shared_vector.h"

namespace worldwright::v1 {
class ObjectRecord;
class EntityRecord;
class FrameRecord;
class WorldRecord;
}  // namespace worldwright::v1

namespace ww::world {

constexpr ObjectId kRootObject{1};
constexpr EntityId kRootEntity{2};

using MotionType = JointKind;

// Positions in radians or metres; infinite where there is no limit.
using JointLimits = scene::Limits;

// A joint entity: parent_t_this = parent_t_inboard * motion(value about or along axis) * outboard_t_child.
struct Joint {
  MotionType motion = MotionType::kFixed;
  Vec3 axis = Vec3::UnitZ();  // unit, in the inboard frame
  Pose parent_t_inboard;
  Pose outboard_t_child;
  double value = 0.0;       // radians or metres
  JointLimits system;       // what the hardware allows
  JointLimits application;  // what planning obeys, within the former

  bool moves() const { return motion != MotionType::kFixed; }
  Pose parentTThis(double at_value) const;
};

// One geometry placed in an entity. `ref_t_shape` may scale.
struct PlacedGeometry {
  std::string name;
  geometry::GeometryPtr geometry;
  Eigen::Affine3d ref_t_shape = Eigen::Affine3d::Identity();
  std::optional<geometry::Color> color;  // overrides the geometry's own
};

// Hashes of a part, filled when they are asked for (hashes.h).
struct PartDigests {
  CachedDigest structure;  // without poses that edits change and joint positions
  CachedDigest content;
  CachedDigest row;  // of the row that it was written as, or read from (core/project)
};

enum class EntityKind { kLink, kJoint, kSensor };

// A rigid part of an object: a link, a joint or a sensor. Immutable; a cache of its message.
struct Entity {
  EntityId id;
  ObjectId object;
  EntityId parent;  // in the same object; none for the root entity
  EntityKind kind = EntityKind::kLink;
  Pose parent_t_this;  // identity for the root entity
  std::string name;
  std::optional<Joint> joint;
  std::vector<PlacedGeometry> visual;
  std::vector<PlacedGeometry> collision;
  // Of purposes that only others know: held, or the store would drop it, and files would lack it.
  std::vector<geometry::GeometryPtr> other_geometry;
  // The record as it was last given, with unknown fields; the fields above are the truth.
  std::shared_ptr<const worldwright::v1::EntityRecord> message;
  PartDigests digests;
};

// A joint that goes with another: its value is multiplier * the leader's + offset (radians or metres).
struct Follower {
  std::size_t entity = 0;  // index into Object::entities
  std::size_t leader = 0;  // index into Object::moving_joints; chains of followers are multiplied out
  double multiplier = 1.0, offset = 0.0;

  double at(double leader_value) const { return multiplier * leader_value + offset; }
  bool operator==(const Follower&) const = default;
};

struct NamedConfiguration {
  std::string name;
  JointVector positions;  // in the order of Object::moving_joints
  bool operator==(const NamedConfiguration& o) const {
    return name == o.name && positions.size() == o.positions.size() && positions == o.positions;
  }
};

struct Object {
  // First what a walk up the tree reads, close together.
  ObjectId id;
  ObjectId parent;             // none for the root object
  EntityId parent_entity;      // the entity of the parent that this hangs on
  bool hangs_on_base = false;  // known to be the parent's root entity; false: look. Kept by WorldEditor
  bool name_is_global_alias = false;
  Pose parent_entity_t_this;
  std::string name;
  EntityList entities;                      // parents before children; the first is the root entity
  SharedVector<std::size_t> moving_joints;  // indices into entities, ascending; without those that follow others
  SharedVector<Follower> followers;         // in the order of the entities
  SharedVector<NamedConfiguration> configurations;
  PersistentSet children;  // object ids
  PersistentSet frames;    // frame ids, nested ones included
  std::shared_ptr<const worldwright::v1::ObjectRecord> message;
  PartDigests digests;

  EntityId rootEntity() const { return entities.firstId(); }
  // The only link that no other entity follows; none when that is not unique.
  EntityId finalEntity() const;
  bool isKinematic() const { return !moving_joints.empty(); }
  JointVector jointPositions() const;
  const Follower* followerNamed(std::string_view joint) const;  // null for any other joint
  const std::string& nameOf(const Follower& f) const { return entities[f.entity]->name; }
  const Entity* entity(EntityId id) const;                 // null when there is none
  const Entity* entityNamed(std::string_view name) const;  // null when there is none
  const Joint& movingJoint(std::size_t i) const { return *entities[moving_joints[i]]->joint; }
  const std::string& movingJointName(std::size_t i) const { return entities[moving_joints[i]]->name; }
};
using ObjectPtr = std::shared_ptr<const Object>;

// A named pose that rides on an entity or on another frame of the same object. It has an entity id
// of its own beside its frame id.
struct Frame {
  FrameId id;
  EntityId entity;
  std::string name;
  ObjectId object;
  EntityId parent_entity;  // the entity it rides on, through parent frames as well
  FrameId parent_frame;    // none: directly on the entity
  Pose parent_t_this;      // in the parent frame, else in the parent entity
  bool is_attachment = false;
  std::shared_ptr<const worldwright::v1::FrameRecord> message;
  PartDigests digests;
};
using FramePtr = std::shared_ptr<const Frame>;

}  // namespace ww::world
