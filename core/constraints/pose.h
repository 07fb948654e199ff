// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/node_task.h"

namespace ww::constraints {

// A pose of a tip in the root frame, for solvers that ask it often; what is missing is the way to the goal, then the
// rotation vector to it, both in the root frame.
class PoseTask {
 public:
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  // The tip must ride on a row.
  PoseTask(const model::Mechanism& mechanism, const model::Mechanism::Seat& tip, const Pose& root_t_goal);

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

 private:
  const model::Mechanism& mechanism_;
  model::Mechanism::Seat tip_;
  Pose goal_;  // in the root frame
  std::vector<std::size_t> chain_, joints_;
  std::vector<Eigen::Index> columns_;  // by row of the chain
};

// Of a PoseEquality, a RelativePose; see ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makePose(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start);
Result<TaskPtr> makeRelativePose(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start);

// What a turn, in the axes of the goal, makes up for of the rotation vector to a goal: the inverse of the right
// Jacobian of the rotations (Chirikjian 2012, 10.86). Radians, below half a turn.
Eigen::Matrix3d rotationChange(const Vec3& rotation_vector);
// Where a node would be in the root frame, displaced and turned from where it is at `start`; see model::RelativePose.
// `start`: radians or metres.
Pose displaced(const model::Mechanism& mechanism, world::NodeRef moving, const Pose& by,
               const std::optional<world::NodeRef>& reference, const JointVector& start);

}  // namespace ww::constraints
