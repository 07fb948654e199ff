// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/world/world.h"

namespace ww::kinematics {

// Where a node rides: on a moving joint of the tree, or on nothing that moves.
struct Riding {
  int joint = -1;      // index of the joint; -1: it stands still
  Pose joint_t_node;   // root_t_node when it stands still
};

using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // rows: linear, then angular

// The moving joints of one object, compiled for quick forward kinematics; everything else is as in the
// world it was made from. Immutable. Poses are in the root frame.
class JointTree {
 public:
  // NOT_FOUND when there is no such object, FAILED_PRECONDITION when it has no moving joint.
  static Result<JointTree> make(const world::World& world, ObjectId object);

  ObjectId object() const { return object_; }
  std::size_t size() const { return joints_.size(); }
  const std::vector<world::JointLimits>& limits() const { return limits_; }  // the application's
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<EntityId>& entities() const { return entities_; }
  bool isRevolute(std::size_t i) const { return joints_[i].revolute; }
  const JointVector& worldPositions() const { return start_; }

  // Poses of all joints' entities; `q` has size() values.
  void jointPoses(const JointVector& q, std::span<Pose> root_t_joint) const;
  std::vector<Pose> jointPoses(const JointVector& q) const;
  // Where a node of the world rides; the node must exist.
  Riding riding(world::NodeRef node) const;
  Pose rootT(const Riding& node, const JointVector& q) const;
  // Joints between the root and the node, from the root on.
  std::vector<std::size_t> chain(const Riding& node) const;
  // Velocity of the node's origin and its turning, in the root frame, per joint; `root_t_joint` as
  // jointPoses() gives them.
  Jacobian jacobian(const Riding& node, const JointVector& q) const;
  // Axis of joint i in the root frame, and a point on it.
  std::pair<Vec3, Vec3> axis(std::size_t i, std::span<const Pose> root_t_joint) const;

 private:
  struct Joint {
    int parent = -1;             // joint above; -1: none
    bool revolute = true;
    Vec3 axis = Vec3::UnitZ();
    Pose before, after;          // parent joint (or root) to inboard; outboard to the joint's entity
  };

  world::World world_;
  ObjectId object_;
  std::vector<Joint> joints_;
  std::vector<world::JointLimits> limits_;
  std::vector<std::string> names_;
  std::vector<EntityId> entities_;
  JointVector start_;
};

// Positions with the joints' names and units for messages: "0.120 rad (6.9 deg)" or "0.050 m".
std::string amountText(bool revolute, double amount);

}  // namespace ww::kinematics
