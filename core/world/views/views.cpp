// SPDX-License-Identifier: Apache-2.0
#include "core/world/views/views.h"

#include <cmath>
#include <map>

#include "core/geometry/wire_convert.h"
#include "core/world/records/records.h"
#include "core/world/records/unknown_fields.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

// What is computed has rounding in its norm; what is sent must not.
Pose sendable(const Pose& pose) { return {pose.p, normalizedOnce(pose.q)}; }

void setIdAndName(const std::string& id, const std::string& name, pb::IdAndName* out) {
  out->set_id(id);
  out->set_name(name);
}

// A pose of a message that came from a file: clients refuse one without a unit quaternion.
void completePose(intrinsic_proto::Pose& pose) {
  const auto& o = pose.orientation();
  const Quat q(o.w(), o.x(), o.y(), o.z());
  const double norm = q.norm();
  const Pose sound{Vec3(pose.position().x(), pose.position().y(), pose.position().z()),
                   std::isfinite(norm) && norm > 0.5 ? normalizedOnce(q) : Quat::Identity()};
  geometry::toWire(sound, &pose);
}

// Of an object that is attached to a frame, the frame's own.
EntityId parentEntity(const World& world, const Object& object) {
  const Frame* frame = world.peek(attachedTo(world, object));
  return frame ? frame->entity : object.parent_entity;
}

// The entity that a frame is.
pb::Entity frameEntity(const World& world, const Object& object, const Frame& frame, const std::string& world_id) {
  pb::Entity out;
  out.set_world_id(world_id);
  out.set_id(toWire(frame.entity));
  out.set_name(frame.name);
  setIdAndName(toWire(object.id), object.name, out.mutable_object());
  out.set_parent_id(toWire(frame.parent_frame ? world.peek(frame.parent_frame)->entity : frame.parent_entity));
  geometry::toWire(sendable(frame.parent_t_this), out.mutable_parent_t_this());
  return out;
}

using ChildFrames = std::multimap<FrameId, FrameId>;

// Frames of an object by the frame that they ride on.
ChildFrames childFramesOf(const World& world, const Object& object) {
  ChildFrames out;
  for (const FrameId id : world.framesOf(object)) {
    if (const FrameId parent = world.peek(id)->parent_frame) out.emplace(parent, id);
  }
  return out;
}

void setPath(const World& world, ObjectId id, pb::ObjectFullPath* out) {
  for (std::string& part : world.fullPath(id)) out->add_object_names(std::move(part));
}

void addLimits(const JointLimits& l, intrinsic_proto::JointLimits* out) {
  out->mutable_min_position()->add_values(l.lower);
  out->mutable_max_position()->add_values(l.upper);
  out->mutable_max_velocity()->add_values(l.velocity);
  out->mutable_max_acceleration()->add_values(l.acceleration);
  out->mutable_max_jerk()->add_values(l.jerk);
  out->mutable_max_effort()->add_values(0.0);  // always zero on the wire
}

void setKinematics(const World& world, const Object& o, pb::KinematicObjectComponent* out) {
  for (std::size_t i = 0; i < o.moving_joints.size(); ++i) {
    const Joint& joint = o.movingJoint(i);
    out->add_joint_positions(joint.value);
    out->add_joint_entity_ids(toWire(o.entities[o.moving_joints[i]]->id));
    addLimits(joint.system, out->mutable_joint_system_limits());
    addLimits(joint.application, out->mutable_joint_application_limits());
  }
  int named_count = 0;
  for (const NamedConfiguration& c : o.configurations) {
    auto* named = out->add_named_joint_configurations();
    named->set_name(c.name);
    for (const double q : c.positions) named->add_joint_positions(q);
    keepUnknown(o.message->content().properties().kinematics().named_configurations(named_count++), named);
  }
  for (const FrameId id : world.framesOf(o)) {
    const FramePtr frame = world.frame(id);
    if (frame->name == "flange") setIdAndName(toWire(id), frame->name, out->add_iso_flange_frames());
  }
  const auto& kinematics = o.message->content().properties().kinematics();
  if (kinematics.has_limits())
    out->mutable_cartesian_limits()->ParsePartialFromString(kinematics.limits().SerializeAsString());
  if (o.message->has_mounted_payload()) {
    *out->mutable_mounted_payload() = o.message->mounted_payload();
    if (out->mounted_payload().has_tip_t_cog()) completePose(*out->mutable_mounted_payload()->mutable_tip_t_cog());
  }
  for (const auto& solver : kinematics.ik_solvers()) {
    auto* s = out->add_ik_solvers();
    s->set_kinematic_solver_key(solver.ik_solver());
    s->set_base_entity_id(toWire(o.rootEntity()));
    const Entity* tip = solver.has_tip_link_name() ? o.entityNamed(solver.tip_link_name()) : nullptr;
    const EntityId last = o.finalEntity();
    if (tip) s->set_tip_entity_id(toWire(tip->id));
    else if (last) s->set_tip_entity_id(toWire(last));
  }
  out->set_are_kinematics_updated(o.message->are_kinematics_updated());
}

void setComponent(const World& world, const Object& o, View view, pb::ObjectComponent* out) {
  geometry::toWire(sendable(world.parentTObject(o)), out->mutable_parent_t_this());
  if (view == View::kBasic) return;
  if (!o.parent) return;
  const auto& content = o.message->content();
  if (content.has_simulation_spec()) {
    if (o.message->has_simulation_component()) *out->mutable_simulation_component() = o.message->simulation_component();
    out->mutable_simulation_component()->set_is_static(content.simulation_spec().is_static());
    out->mutable_simulation_component()->set_disabled(content.simulation_spec().disabled());
  }
  *out->mutable_user_data() = content.user_data();
}

}  // namespace

pb::Entity toWireEntity(const World& world, const Object& object, const Entity& entity, const std::string& world_id) {
  pb::Entity out;
  const worldwright::v1::EntityRecord record = toRecord(entity);
  out.set_world_id(world_id);
  out.set_id(toWire(entity.id));
  out.set_name(entity.name);
  setIdAndName(toWire(object.id), object.name, out.mutable_object());
  // Unset for the root entity of the world.
  if (entity.parent) out.set_parent_id(toWire(entity.parent));
  else if (object.parent_entity) out.set_parent_id(toWire(parentEntity(world, object)));
  if (entity.parent || object.parent_entity) {
    const Frame* frame = entity.parent ? nullptr : world.peek(attachedTo(world, object));
    const Pose in_parent = entity.parent ? entity.parent_t_this
                           : frame       ? entityTFrame(world, *frame).inverse() * object.parent_entity_t_this
                                         : object.parent_entity_t_this;
    geometry::toWire(sendable(in_parent), out.mutable_parent_t_this());
  }
  const auto& content = record.content();
  if (content.link().has_geometry_component()) {
    *out.mutable_geometry_component() = content.link().geometry_component();
    addOldGeometries(*out.mutable_geometry_component());
  }
  if (content.link().has_physics_component()) *out.mutable_physics_component() = content.link().physics_component();
  if (content.has_joint()) *out.mutable_kinematics_component() = content.joint().kinematics_component();
  if (content.has_sensor()) *out.mutable_sensor_component() = content.sensor().sensor_component();
  if (out.physics_component().has_this_t_center_of_mass())
    completePose(*out.mutable_physics_component()->mutable_this_t_center_of_mass());
  if (out.kinematics_component().has_parent_t_inboard())
    completePose(*out.mutable_kinematics_component()->mutable_parent_t_inboard());
  if (out.kinematics_component().has_outboard_t_child())
    completePose(*out.mutable_kinematics_component()->mutable_outboard_t_child());
  return out;
}

namespace {

pb::Frame wireFrame(const World& world, const Frame& frame, bool with_pose, const std::string& world_id,
                    const ChildFrames& children) {
  pb::Frame out;
  out.set_world_id(world_id);
  out.set_id(toWire(frame.id));
  out.set_name(frame.name);
  const Object* object = world.peek(frame.object);
  setIdAndName(toWire(object->id), object->name, out.mutable_object());
  setPath(world, object->id, out.mutable_object_full_path());
  out.set_is_attachment_frame(frame.is_attachment);
  if (frame.parent_frame) {
    setIdAndName(toWire(frame.parent_frame), world.peek(frame.parent_frame)->name, out.mutable_parent_frame());
  }
  const auto [first, last] = children.equal_range(frame.id);
  for (auto it = first; it != last; ++it)
    setIdAndName(toWire(it->second), world.peek(it->second)->name, out.add_child_frames());
  if (!with_pose) return out;
  const bool direct = frame.parent_frame || frame.parent_entity == object->rootEntity();
  const Pose pose =
      direct ? frame.parent_t_this : World::objectTEntity(*object, frame.parent_entity) * frame.parent_t_this;
  geometry::toWire(sendable(pose), out.mutable_parent_t_this());
  return out;
}

}  // namespace

pb::Frame toWireFrame(const World& world, const Frame& frame, bool with_pose, const std::string& world_id) {
  return wireFrame(world, frame, with_pose, world_id, childFramesOf(world, *world.peek(frame.object)));
}

std::vector<pb::Frame> toWireFrames(const World& world, const Object& object, bool with_pose,
                                    const std::string& world_id) {
  std::vector<pb::Frame> out;
  const ChildFrames children = childFramesOf(world, object);
  for (const FrameId id : world.framesOf(object))
    out.push_back(wireFrame(world, *world.peek(id), with_pose, world_id, children));
  return out;
}

pb::Object toWireObject(const World& world, const Object& o, View view, const std::string& world_id) {
  pb::Object out;
  out.set_world_id(world_id);
  out.set_id(toWire(o.id));
  out.set_name(o.name);
  out.set_name_is_global_alias(o.name_is_global_alias);
  out.set_type(!o.parent ? pb::ROOT : o.isKinematic() ? pb::KINEMATIC_OBJECT : pb::PHYSICAL_OBJECT);
  setPath(world, o.id, out.mutable_object_full_path());
  if (o.parent) {
    setIdAndName(toWire(o.parent), world.object(o.parent)->name, out.mutable_parent());
    out.mutable_parent_entity()->set_id(toWire(parentEntity(world, o)));
  }
  for (const ObjectId id : world.childrenOf(o)) setIdAndName(toWire(id), world.object(id)->name, out.add_children());
  for (pb::Frame& frame : toWireFrames(world, o, view == View::kFull, world_id)) *out.add_frames() = std::move(frame);
  setComponent(world, o, view, out.mutable_object_component());
  if (view == View::kBasic) return out;
  out.set_root_entity_id(toWire(o.rootEntity()));
  for (const EntityPtr& e : o.entities) (*out.mutable_entities())[toWire(e->id)] = toWireEntity(world, o, *e, world_id);
  for (const FrameId id : world.framesOf(o)) {
    const Frame& frame = *world.peek(id);
    (*out.mutable_entities())[toWire(frame.entity)] = frameEntity(world, o, frame, world_id);
  }
  if (o.isKinematic()) setKinematics(world, o, out.mutable_kinematic_object_component());
  return out;
}

intrinsic_proto::scene_object::v1::SceneObject toSceneObject(const World& world, const Object& o) {
  intrinsic_proto::scene_object::v1::SceneObject scene = o.message->content();
  if (scene.name().empty()) scene.set_name(o.name);
  for (const EntityPtr& e : o.entities) {
    auto* entity = scene.add_entities();
    *entity = toRecord(*e).content();
    if (e->parent) entity->set_parent_name(o.entity(e->parent)->name);
    else entity->clear_parent_t_this();
  }
  for (const FrameId id : world.framesOf(o)) {
    const FramePtr frame = world.frame(id);
    auto* entity = scene.add_entities();
    *entity = toRecord(*frame).content();
    entity->set_parent_name(frame->parent_frame ? world.frame(frame->parent_frame)->name
                                                : o.entity(frame->parent_entity)->name);
  }
  return scene;
}

}  // namespace ww::world
