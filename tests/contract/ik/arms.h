// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/geometry/store.h"
#include "core/kinematics/ik/closed_form.h"
#include "core/kinematics/random.h"
#include "core/world/values/world.h"

namespace ww::test {

// An arm by its axes: each joint's in the frame of the one before, all frames parallel at zero.
struct ArmJoint {
  Vec3 axis, at;
  double lower = -2.0 * 3.14159265358979, upper = -lower;
  bool revolute = true;
};
struct ArmShape {
  std::string name;
  std::vector<ArmJoint> joints;
  Vec3 tip = Vec3(0, 0, 0.1);
};

// Six joints each, by makers' data sheets or, the odd ones, by nobody's.
std::vector<ArmShape> sixAxisArms();
// Seven joints, a slide among them in one.
std::vector<ArmShape> sevenAxisArms();
// As a file with rounded figures has it: each axis turned and moved by up to `size`, radians and metres.
ArmShape roundedArm(const ArmShape& shape, double size, kinematics::Random& random);

// `shape` must have six joints that turn.
kinematics::SixAxes axesOf(const ArmShape& shape);
// A world with the arm as object `arm` that has a frame `tip`.
world::World worldOf(const ArmShape& shape);

kinematics::Joints6 randomSix(kinematics::Random& random);
// Largest difference of two postures, full turns aside.
double turnDistance(const kinematics::Joints6& a, const kinematics::Joints6& b);
// All postures that Newton's method finds from random starts.
std::vector<kinematics::Joints6> searchAll(const kinematics::SixAxes& arm, const kinematics::Rigid& goal, int starts,
                                           kinematics::Random& random);
// The least singular value of the tip's Jacobian: how far it is from a singularity.
double stiffness(const kinematics::SixAxes& arm, const kinematics::Joints6& q);

}  // namespace ww::test
