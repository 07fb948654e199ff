// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik.h"

namespace ww::kinematics {

// Not for use outside this folder and the planner. Minimises what a task misses from one start, by damped least
// squares with limits kept as active set.
class TaskDescent {
 public:
  // `limits` empty: no limits are kept. Tree and task must outlive it.
  TaskDescent(const JointTree& tree, const constraints::Task& task, std::vector<world::JointLimits> limits);

  struct Found {
    JointVector q;         // radians or metres
    double missing = 0.0;  // the largest part of the residual, metres or radians
    bool solved() const { return missing < 1e-8; }
  };
  // No joint moves by more than `largest` in a step (radians or metres).
  Found run(const JointVector& start, int iterations = 80, double largest = 0.7);
  double missing(const JointVector& q) { return residual(q).cwiseAbs().maxCoeff(); }

 private:
  // Of positions in radians or metres.
  Eigen::VectorXd residual(const JointVector& q);
  bool step(const Eigen::VectorXd& e, const Eigen::MatrixXd& j, double lambda, const JointVector& q, JointVector& next);

  const JointTree& tree_;
  const constraints::Task& task_;
  std::vector<world::JointLimits> limits_;
  std::vector<Pose> poses_;
  double largest_ = 0.7;  // radians or metres
};

}  // namespace ww::kinematics
