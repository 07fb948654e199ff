// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pose_overrides.h"

#include "core/world/attachment.h"

namespace ww::ui {
namespace {

// The pose of an entity in its object's root entity with other joint positions than the object's.
Pose objectTEntity(const world::Object& object, EntityId entity, const JointVector& positions) {
  Pose object_t_entity;
  const world::Entity* at = object.entity(entity);
  while (at && at->parent) {
    Pose parent_t_at = at->parent_t_this;
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
      const world::Entity& joint = *object.entities[object.moving_joints[i]];
      if (joint.id == at->id && static_cast<Eigen::Index>(i) < positions.size())
        parent_t_at = joint.joint->parentTThis(positions[static_cast<Eigen::Index>(i)]);
    }
    object_t_entity = parent_t_at * object_t_entity;
    at = object.entity(at->parent);
  }
  return object_t_entity;
}

}  // namespace

FrameId PoseOverrides::carrier(const world::World& world, const world::Object& object) const {
  if (frames.empty()) return {};
  const FrameId attached = world::attachedTo(world, object);
  for (auto frame = world.frame(attached); frame; frame = world.frame(frame->parent_frame))
    if (frames.contains(frame->id)) return attached;
  return {};
}

std::set<ObjectId> PoseOverrides::moved(const world::World& world) const {
  std::set<ObjectId> out;
  for (const auto& [id, pose] : objects) out.insert(id);
  for (const auto& [id, positions] : joints) out.insert(id);
  for (const auto& [id, pose] : frames)
    if (const auto frame = world.frame(id))
      for (const ObjectId attached : world::attachedBelow(world, *frame)) out.insert(attached);
  return out;
}

std::vector<EntityId> PoseOverrides::movers(const world::World& world) const {
  std::vector<EntityId> out;
  for (const ObjectId id : moved(world)) {
    const auto object = world.object(id);
    if (object && (objects.contains(id) || !joints.contains(id) || carrier(world, *object))) out.push_back(object->rootEntity());
  }
  for (const auto& [id, positions] : joints)
    if (const auto object = world.object(id))
      for (const std::size_t i : object->moving_joints) out.push_back(object->entities[i]->id);
  return out;
}

Pose PoseOverrides::rootT(const world::World& world, world::NodeRef node) const {
  if (empty()) return world.rootT(node);
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    if (const auto found = objects.find(*id); found != objects.end()) return found->second;
    const auto object = world.object(*id);
    if (!object || !object->parent) return Pose::identity();
    if (const FrameId on = carrier(world, *object)) {
      const Pose entity_t_frame = world::entityTFrame(world, *world.frame(on));
      return rootT(world, on) * (entity_t_frame.inverse() * object->parent_entity_t_this);
    }
    return rootT(world, object->parent_entity) * object->parent_entity_t_this;
  }
  if (const auto* id = std::get_if<FrameId>(&node)) {
    if (const auto found = frames.find(*id); found != frames.end()) return found->second;
    const auto frame = world.frame(*id);
    if (!frame) return Pose::identity();
    const auto parent = frame->parent_frame ? world::NodeRef(frame->parent_frame) : world::NodeRef(frame->parent_entity);
    return rootT(world, parent) * frame->parent_t_this;
  }
  const EntityId entity = std::get<EntityId>(node);
  const auto* owner = world.owner(entity);
  if (!owner) return Pose::identity();
  if (owner->frame) return rootT(world, owner->frame);
  const auto object = world.object(owner->object);
  const Pose root_t_object = rootT(world, owner->object);
  const auto positions = joints.find(owner->object);
  if (positions == joints.end()) return root_t_object * world::World::objectTEntity(*object, entity);
  return root_t_object * objectTEntity(*object, entity, positions->second);
}

}  // namespace ww::ui
