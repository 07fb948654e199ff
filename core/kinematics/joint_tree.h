// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/base/failure.h"
#include "core/model/mechanism.h"

namespace ww::kinematics {

// Where a node rides: on a mover of the tree, or on nothing that moves.
struct Riding {
  int joint = -1;     // index of the mover; -1: it stands still
  Pose joint_t_node;  // root_t_node when it stands still
};

using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // rows: linear, then angular

// A mechanism with what solvers want to know of its joints: names, limits, Jacobians. The movers are the
// joints and their followers, parents before children; joints are those that are free to choose.
// Immutable. Poses are in the root frame; positions in radians or metres.
class JointTree {
 public:
  // All joints of an object but followers; all else is as in the world. NOT_FOUND when there is no such
  // object, FAILED_PRECONDITION when it has no moving joint. From a world: compiles all of it.
  static Result<JointTree> make(const model::Model& model, ObjectId object);
  static Result<JointTree> make(const world::World& world, ObjectId object) {
    return make(model::Model::make(world), object);
  }
  explicit JointTree(model::Mechanism mechanism);

  const model::Mechanism& mechanism() const { return mechanism_; }
  std::size_t size() const { return names_.size(); }
  const std::vector<world::JointLimits>& limits() const { return limits_; }  // the application's
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<EntityId>& movers() const { return movers_; }  // joint entities
  bool isRevolute(std::size_t joint) const { return revolute_[joint] != 0; }
  const JointVector& worldPositions() const { return start_; }

  // Poses of all movers; `q` has size() values, radians or metres.
  void moverPoses(const JointVector& q, std::span<Pose> root_t_mover) const { mechanism_.forward(q, root_t_mover); }
  std::vector<Pose> moverPoses(const JointVector& q) const;
  // Where a node of the world rides; the node must exist. Positions `q` are radians or metres.
  Riding riding(world::NodeRef node) const;
  Pose rootT(const Riding& node, const JointVector& q) const;
  // Movers between the root and the node, from the root on.
  std::vector<std::size_t> chain(const Riding& node) const;
  // The joint that moves a mover, and by how much per its own unit.
  std::size_t jointOf(std::size_t mover) const { return static_cast<std::size_t>(mechanism_.row(mover).joint); }
  double multiplierOf(std::size_t mover) const { return mechanism_.row(mover).multiplier; }
  bool turns(std::size_t mover) const { return mechanism_.row(mover).parent_t_body.revolute; }
  // Velocity of the node's origin and its turning, in the root frame, per joint.
  Jacobian jacobian(const Riding& node, const JointVector& q) const;
  // Axis of a mover's joint in the root frame, and a point on it; `root_t_mover` as moverPoses() gives them.
  std::pair<Vec3, Vec3> axis(std::size_t mover, std::span<const Pose> root_t_mover) const {
    return mechanism_.axis(mover, root_t_mover);
  }

 private:
  model::Mechanism mechanism_;
  std::vector<world::JointLimits> limits_;
  std::vector<std::string> names_;
  std::vector<std::uint8_t> revolute_;
  std::vector<EntityId> movers_;
  JointVector start_;  // radians or metres
};

// A position, or a part of one, as failures take it: an angle or a length.
FailureValue amountOf(bool revolute, double amount);  // radians or metres
// The joint's standing above or below its limit, as a failure; `limit` is that of the joint.
Status standsBeyond(const JointTree& tree, std::size_t joint, const world::JointLimits& limit,
                    double position);  // radians or metres

}  // namespace ww::kinematics
