// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/joint_tree.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace ww::kinematics {
namespace {

// The entity that an entity hangs on, across objects; none at the root.
EntityId above(const world::World& world, EntityId id) {
  const auto entity = world.entity(id);
  if (!entity) return {};
  if (entity->parent) return entity->parent;
  const auto object = world.object(entity->object);
  return object ? object->parent_entity : EntityId{};
}

EntityId entityOf(const world::World& world, world::NodeRef node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return world.object(*object)->rootEntity();
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.frame(*frame)->parent_entity;
  const EntityId entity = std::get<EntityId>(node);
  const auto* owner = world.owner(entity);
  if (owner && owner->frame) return world.frame(owner->frame)->parent_entity;
  return entity;
}

int indexOf(const std::vector<EntityId>& entities, EntityId id) {
  const auto it = std::ranges::find(entities, id);
  return it == entities.end() ? -1 : static_cast<int>(it - entities.begin());
}

}  // namespace

Result<JointTree> JointTree::make(const world::World& world, ObjectId id) {
  const auto object = world.object(id);
  if (!object) return fail(Code::kNotFound, "there is no such robot");
  if (!object->isKinematic()) {
    return fail(Code::kFailedPrecondition, fmt::format("{} has no joint that moves", world.display(id)))
        .withHint("choose an object with joints");
  }
  JointTree tree;
  tree.world_ = world;
  tree.object_ = id;
  tree.start_ = object->jointPositions();
  for (const std::size_t i : object->moving_joints) {
    const auto& entity = *object->entities[i];
    Joint joint;
    EntityId up = entity.parent;
    while (up && joint.parent < 0) {
      joint.parent = indexOf(tree.entities_, up);
      if (joint.parent < 0) up = object->entity(up)->parent;
    }
    const Pose root_t_above = entity.parent ? world.rootT(entity.parent) : Pose();
    const Pose base = joint.parent < 0 ? Pose() : world.rootT(tree.entities_[static_cast<std::size_t>(joint.parent)]);
    joint.before = base.inverse() * root_t_above * entity.joint->parent_t_inboard;
    joint.after = entity.joint->outboard_t_child;
    joint.revolute = entity.joint->motion == world::MotionType::kRevolute;
    joint.axis = entity.joint->axis;
    tree.joints_.push_back(joint);
    tree.limits_.push_back(entity.joint->application);
    tree.names_.push_back(entity.name);
    tree.entities_.push_back(entity.id);
  }
  return tree;
}

void JointTree::jointPoses(const JointVector& q, std::span<Pose> out) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    const double value = q[static_cast<Eigen::Index>(i)];
    Pose pose = joint.parent < 0 ? joint.before : out[static_cast<std::size_t>(joint.parent)] * joint.before;
    if (joint.revolute) pose.q = pose.q * Quat(Eigen::AngleAxisd(value, joint.axis));
    else pose.p += pose.q * (value * joint.axis);
    out[i] = pose * joint.after;
  }
}

std::vector<Pose> JointTree::jointPoses(const JointVector& q) const {
  std::vector<Pose> out(joints_.size());
  jointPoses(q, out);
  return out;
}

Riding JointTree::riding(world::NodeRef node) const {
  const Pose root_t_node = world_.rootT(node);
  for (EntityId at = entityOf(world_, node); at; at = above(world_, at)) {
    const int joint = indexOf(entities_, at);
    if (joint >= 0) return {joint, world_.rootT(at).inverse() * root_t_node};
  }
  return {-1, root_t_node};
}

Pose JointTree::rootT(const Riding& node, const JointVector& q) const {
  if (node.joint < 0) return node.joint_t_node;
  return jointPoses(q)[static_cast<std::size_t>(node.joint)] * node.joint_t_node;
}

std::vector<std::size_t> JointTree::chain(const Riding& node) const {
  std::vector<std::size_t> out;
  for (int i = node.joint; i >= 0; i = joints_[static_cast<std::size_t>(i)].parent) out.push_back(static_cast<std::size_t>(i));
  std::ranges::reverse(out);
  return out;
}

std::pair<Vec3, Vec3> JointTree::axis(std::size_t i, std::span<const Pose> root_t_joint) const {
  // The joint's motion leaves its own axis where it is, so the moved outboard frame has it too.
  const Pose root_t_outboard = root_t_joint[i] * joints_[i].after.inverse();
  return {root_t_outboard.q * joints_[i].axis, root_t_outboard.p};
}

Jacobian JointTree::jacobian(const Riding& node, const JointVector& q) const {
  Jacobian out = Jacobian::Zero(6, static_cast<Eigen::Index>(joints_.size()));
  if (node.joint < 0) return out;
  const auto poses = jointPoses(q);
  const Vec3 tip = poses[static_cast<std::size_t>(node.joint)] * node.joint_t_node.p;
  for (const std::size_t i : chain(node)) {
    const auto [direction, point] = axis(i, poses);
    const auto column = static_cast<Eigen::Index>(i);
    if (joints_[i].revolute) {
      out.col(column).head<3>() = direction.cross(tip - point);
      out.col(column).tail<3>() = direction;
    } else {
      out.col(column).head<3>() = direction;
    }
  }
  return out;
}

std::string amountText(bool revolute, double amount) {
  if (!revolute) return fmt::format("{:.4f} m", amount);
  return fmt::format("{:.4f} rad ({:.2f} deg)", amount, amount * 180.0 / M_PI);
}

}  // namespace ww::kinematics
