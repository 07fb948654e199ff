// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/mechanism.h"
#include "core/model/trajectory.h"

namespace ww::validate {

// How fast a node moves in the root frame: of its origin (m/s, m/s^2) and of its rotation (rad/s, rad/s^2).
struct FrameRates {
  double linear_velocity = 0.0, angular_velocity = 0.0;
  double linear_acceleration = 0.0, angular_acceleration = 0.0;
};

// Of a node that a mechanism carries; one that it does not carry stands still. The change of the Jacobian comes from
// differences. One thread at a time.
class FrameSpeed {
 public:
  FrameSpeed(const model::Mechanism& mechanism, world::NodeRef node);
  FrameRates at(const model::JointState& state);

 private:
  using Twist = Eigen::Matrix<double, 6, 1>;
  // The Jacobian at q by a vector of joint speeds: metres and radians per second.
  Twist jacobian(const JointVector& q, const JointVector& by);

  const model::Mechanism& mechanism_;
  model::Mechanism::Seat seat_;
  std::vector<Pose> root_t_row_;
};

}  // namespace ww::validate
