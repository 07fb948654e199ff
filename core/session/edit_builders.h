// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/shape.h"
#include "core/world/values/world.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}
namespace worldwright::v1 {
class Edits;
}

// Edits from our own types, so that user interfaces need no wire message. Pure; nothing is checked
// here but by apply. Several edits make one batch by `join`.
namespace ww::session {

using EditsPtr = std::shared_ptr<const worldwright::v1::Edits>;

EditsPtr join(const std::vector<EditsPtr>& parts);

// Sets the pose of an object or frame: its pose in `reference`, an object or frame (kRootObject for
// the world).
EditsPtr setPose(world::NodeRef node, world::NodeRef reference, const Pose& reference_t_node);
EditsPtr renameObject(ObjectId object, std::string name, bool name_is_global_alias);
EditsPtr renameFrame(FrameId frame, std::string name);
EditsPtr renameEntity(EntityId entity, std::string name);
// Keeps the global pose.
EditsPtr reparentObject(ObjectId object, ObjectId parent, EntityId parent_entity);
EditsPtr reparentObjectToFrame(ObjectId object, FrameId parent_frame);
EditsPtr reparentFrame(FrameId frame, ObjectId parent, EntityId parent_entity);
EditsPtr reparentFrameToFrame(FrameId frame, FrameId parent_frame);
EditsPtr deleteObject(ObjectId object, bool force);
EditsPtr deleteObjects(std::span<const ObjectId> objects, bool force);
EditsPtr deleteFrame(FrameId frame, bool force);
EditsPtr createFrame(ObjectId parent, EntityId parent_entity, std::string name, const Pose& parent_t_frame);
EditsPtr createFrameOnFrame(FrameId parent, std::string name, const Pose& parent_t_frame);
EditsPtr setAttachmentFrame(FrameId frame, bool is_attachment);
EditsPtr createPrimitive(ObjectId parent, EntityId parent_entity, std::string name,
                         const geometry::Primitive& primitive, const geometry::Color& color,
                         const Pose& parent_t_object);
EditsPtr createFromSceneObject(ObjectId parent, EntityId parent_entity, std::string name,
                               const intrinsic_proto::scene_object::v1::SceneObject& scene_object,
                               const Pose& parent_t_object);
EditsPtr copyObject(ObjectId source, bool with_children);
// At another pose in the object that the source hangs on.
EditsPtr copyObjectTo(ObjectId source, bool with_children, const Pose& parent_object_t_copy);
// All moving joints, in the object's order; radians or metres.
EditsPtr setJoints(ObjectId object, const JointVector& positions);
EditsPtr setJoint(ObjectId object, std::string joint_name, double position);
// Application limits of one joint.
EditsPtr setJointLimits(ObjectId object, const std::string& joint_name, double lower, double upper);
EditsPtr setNamedConfiguration(ObjectId object, std::string name, const JointVector& positions);
EditsPtr removeNamedConfiguration(ObjectId object, std::string name);

// One side of a collision rule: all of an object, or one entity.
struct RuleSide {
  ObjectId object;
  EntityId entity;  // none: the whole object
};
struct CollisionRuleEdit {
  std::vector<RuleSide> left, right;  // empty: anything
  bool is_excluded = true;
  double margin = 0.0;  // metres, when not excluded
};
// Appends a rule to the world's collision settings; `world` is the version it is made for.
EditsPtr addCollisionRule(const world::World& world, const CollisionRuleEdit& rule);
EditsPtr removeCollisionRule(const world::World& world, std::size_t index);
EditsPtr setMinimumMargin(const world::World& world, double metres);

}  // namespace ww::session
