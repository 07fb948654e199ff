// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/pose.h"
#include "core/kinematics/ik.h"

namespace ww::kinematics {

// Not for use outside this folder. Minimises the pose error of the tip from one start. Positions are radians or metres.
class Descent {
 public:
  // `goal` in the root frame; `limits` empty: no limits are kept.
  Descent(const JointTree& tree, const Riding& tip, const Pose& goal, std::vector<world::JointLimits> limits);

  struct Found {
    JointVector q;                          // radians or metres
    double position = 0.0, rotation = 0.0;  // remaining errors, metres and radians
    bool solved() const { return position < 1e-8 && rotation < 1e-8; }
  };
  // `weight` of rotation against position in metres per radian; 0 ignores the orientation.
  Found run(const JointVector& start, int iterations, double weight);
  Found run(const JointVector& start, int iterations = 80) { return run(start, iterations, weight_); }
  // Weighted error at q (radians or metres), in metres; `goal` and the tip are in the root frame.
  double error(const JointVector& q) { return errorAt(q, weight_).norm(); }
  const std::vector<std::size_t>& joints() const { return task_.joints(); }  // those that move the tip
  double weight() const { return weight_; }  // of rotation against position, metres per radian
  void setGoal(const Pose& goal) { task_.setGoal(goal); }
  Pose tipAt(const JointVector& q);

 private:
  using Vec6 = constraints::PoseTask::Vec6;
  // Positions in radians or metres; `weight` in metres per radian.
  Vec6 errorAt(const JointVector& q, double weight);
  void fillJacobian(double weight);
  bool step(const Vec6& e, double lambda, const JointVector& q, JointVector& next);

  const JointTree& tree_;
  constraints::PoseTask task_;
  std::vector<world::JointLimits> limits_;
  std::vector<Pose> poses_;
  Pose tip_pose_;  // in the root frame
  constraints::PoseTask::Columns j_;
  std::vector<std::uint8_t> frozen_;
  double weight_ = 0.3;
};

}  // namespace ww::kinematics
