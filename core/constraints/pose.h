// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/constraints/constraint.h"

namespace ww::constraints {

// A pose of a tip in the root frame; what is missing is the way to the goal, then the rotation vector to it, both
// in the root frame.
class PoseTask final : public Task {
 public:
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  // The tip must ride on a row.
  PoseTask(const model::Mechanism& mechanism, const model::Mechanism::Seat& tip, const Pose& root_t_goal,
           std::string text = {});

  const Pose& goal() const { return goal_; }
  void setGoal(const Pose& root_t_goal) { goal_ = root_t_goal; }
  Pose tip(std::span<const Pose> root_t_row) const {
    return root_t_row[static_cast<std::size_t>(tip_.row)] * tip_.row_t_node;
  }
  Vec6 missing(const Pose& root_t_tip) const;
  const std::vector<std::size_t>& chain() const { return chain_; }    // rows that carry the tip, from the root on
  const std::vector<std::size_t>& joints() const { return joints_; }  // those that move the tip
  // Velocity of the tip and its turning, in the root frame: a column for each of joints().
  void velocities(std::span<const Pose> root_t_row, Columns& out) const;

  Eigen::Index rows() const override { return 6; }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose> root_t_row) const override;
  Eigen::MatrixXd jacobian(const JointVector& q, std::span<const Pose> root_t_row) const override;
  Miss distance(const JointVector& q, std::span<const Pose> root_t_row) const override;
  std::string text() const override { return text_; }

 private:
  const model::Mechanism& mechanism_;
  model::Mechanism::Seat tip_;
  Pose goal_;
  std::string text_;
  std::vector<std::size_t> chain_, joints_;
  std::vector<Eigen::Index> columns_;  // by row of the chain
};

// The failure kNotMoved or kTargetMoves (constraints/failures.h) of a node.
Status refuseNode(const FailureRow& row, const model::Mechanism& mechanism, world::NodeRef node);

// Of a PoseEquality; see ConstraintKind::make.
Result<std::unique_ptr<const Task>> makePose(const model::Mechanism& mechanism, const Constraint& constraint);

// The rotation as axis times angle, the shorter way round; radians.
Vec3 rotationVector(const Quat& q);

}  // namespace ww::constraints
