// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/joint_tree.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/failures.h"

namespace ww::kinematics {

Result<JointTree> JointTree::make(const model::Model& model, ObjectId object) {
  WW_ASSIGN(model::Mechanism mechanism, model::Mechanism::ofObject(model, object));
  return JointTree(std::move(mechanism));
}

JointTree::JointTree(model::Mechanism mechanism)
    : mechanism_(std::move(mechanism)), start_(mechanism_.restPositions()) {
  const model::Model& model = mechanism_.model();
  for (const model::BodyIndex i : mechanism_.joints()) {
    limits_.push_back(model.joint(i).application);
    names_.push_back(model.jointName(i));
    revolute_.push_back(model.body(i).revolute ? 1 : 0);
  }
  for (const model::BodyIndex i : mechanism_.moved()) movers_.push_back(model.body(i).entity);
}

std::vector<Pose> JointTree::moverPoses(const JointVector& q) const {
  std::vector<Pose> out(movers_.size());
  moverPoses(q, out);
  return out;
}

Riding JointTree::riding(world::NodeRef node) const {
  const model::Mechanism::Seat seat = mechanism_.seat(node);
  return {seat.row, seat.row_t_node};
}

Pose JointTree::rootT(const Riding& node, const JointVector& q) const {
  if (node.joint < 0) return node.joint_t_node;
  return moverPoses(q)[static_cast<std::size_t>(node.joint)] * node.joint_t_node;
}

std::vector<std::size_t> JointTree::chain(const Riding& node) const {
  std::vector<std::size_t> out;
  for (int i = node.joint; i >= 0; i = mechanism_.row(static_cast<std::size_t>(i)).parent)
    out.push_back(static_cast<std::size_t>(i));
  std::ranges::reverse(out);
  return out;
}

Jacobian JointTree::jacobian(const Riding& node, const JointVector& q) const {
  Jacobian out = Jacobian::Zero(6, static_cast<Eigen::Index>(size()));
  if (node.joint < 0) return out;
  const auto poses = moverPoses(q);
  const Vec3 tip = poses[static_cast<std::size_t>(node.joint)] * node.joint_t_node.p;
  for (const std::size_t i : chain(node)) {
    out.col(static_cast<Eigen::Index>(jointOf(i))) += mechanism_.velocity(i, poses, tip);
  }
  return out;
}

FailureValue amountOf(bool revolute, double amount) {
  if (revolute) return arg::Angle{amount};
  return arg::Length{amount};
}

Status standsBeyond(const JointTree& tree, std::size_t joint, const world::JointLimits& limit, double position) {
  const bool above = position > limit.upper, revolute = tree.isRevolute(joint);
  const double end = above ? limit.upper : limit.lower;
  return fail(above ? failures::kStandsAbove : failures::kStandsBelow,
              {{"joint", arg::Name{tree.names()[joint]}},
               {"excess", amountOf(revolute, std::abs(position - end))},
               {"limit", amountOf(revolute, end)}});
}

}  // namespace ww::kinematics
