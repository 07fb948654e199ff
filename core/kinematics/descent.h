// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik.h"

namespace ww::kinematics {

// Not for use outside this folder. Minimises the pose error of the tip from one start.
class Descent {
 public:
  // `limits` empty: no limits are kept.
  Descent(const JointTree& tree, const Riding& tip, const Pose& goal, std::vector<world::JointLimits> limits);

  struct Found {
    JointVector q;
    double position = 0.0, rotation = 0.0;  // remaining errors, metres and radians
    bool solved() const { return position < 1e-8 && rotation < 1e-8; }
  };
  // `weight` of rotation against position in metres per radian; 0 ignores the orientation.
  Found run(const JointVector& start, int iterations, double weight);
  Found run(const JointVector& start, int iterations = 80) { return run(start, iterations, weight_); }
  // Weighted error at q.
  double error(const JointVector& q) { return errorAt(q, weight_).norm(); }
  const std::vector<std::size_t>& joints() const { return joints_; }  // those that move the tip
  void setGoal(const Pose& goal) { goal_ = goal; }
  Pose tipAt(const JointVector& q);

 private:
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  Vec6 errorAt(const JointVector& q, double weight);
  void fillJacobian(double weight);
  bool step(const Vec6& e, double lambda, const JointVector& q, JointVector& next);

  const JointTree& tree_;
  Riding tip_;
  Pose goal_;
  std::vector<world::JointLimits> limits_;
  std::vector<std::size_t> chain_;       // movers from the root to the tip
  std::vector<std::size_t> joints_;      // a column of the Jacobian for each
  std::vector<Eigen::Index> columns_;    // by mover of the chain
  std::vector<Pose> poses_;
  Pose tip_pose_;
  Jacobian j_;
  std::vector<std::uint8_t> frozen_;
  double weight_ = 0.3;
};

}  // namespace ww::kinematics
