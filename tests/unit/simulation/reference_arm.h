// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>

#include "tests/unit/simulation/lab.h"

namespace ww::test {

// An arm of six turning joints whose equations of motion are solved here by Newton and Euler, with vectors in the root
// frame and steps of Runge and Kutta: nothing in common with the engine.
class ReferenceArm {
 public:
  ReferenceArm();
  Chain chain() const;

  using Torque = std::function<JointVector(const JointVector& q, const JointVector& v)>;
  void integrate(JointVector& q, JointVector& v, double dt, const Torque& torque) const;

 private:
  struct Joint {
    Vec3 axis = Vec3::UnitZ(), place = Vec3::Zero();  // in the link before it
    simulation::Inertial inertial;
  };
  // Torques that bring about an acceleration.
  JointVector torques(const JointVector& q, const JointVector& v, const JointVector& a, double gravity) const;
  JointVector acceleration(const JointVector& q, const JointVector& v, const JointVector& tau) const;

  std::array<Joint, 6> joints_;
};

}  // namespace ww::test
