// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Geometry>
#include <QString>
#include <optional>

#include "tests/support/folders.h"

namespace ww::test {

// The sample cell's arm as a product of screws, made from nothing but the answers of `fk` and the limits
// that `get` tells. Metres, radians, root frame; the tip is the gripper's tool frame.
class ArmModel {
 public:
  using Joints = Eigen::Matrix<double, 6, 1>;

  // Aborts the test program when the command line does not answer.
  ArmModel(const QString& world, const ScratchFolder& folder);

  Eigen::Isometry3d tip(const Joints& q) const;
  // The joints within limits that bring the tip nearest to a point; found by descent from many starts.
  Joints nearest(const Eigen::Vector3d& point) const;
  double distance(const Eigen::Vector3d& point) const { return (tip(nearest(point)).translation() - point).norm(); }
  // Joints within limits that bring the tip to a pose, if any; likewise.
  std::optional<Joints> solve(const Eigen::Isometry3d& pose) const;

  Joints lower, upper;

 private:
  // The tip, and how it moves and turns with each joint.
  Eigen::Isometry3d tipWith(const Joints& q, Eigen::Matrix<double, 6, 6>& jacobian) const;
  double descend(Joints& q, const Eigen::Isometry3d& goal, double turn_weight) const;

  Eigen::Isometry3d zero_;
  Eigen::Vector3d axis_[6], point_[6];
};

}  // namespace ww::test
