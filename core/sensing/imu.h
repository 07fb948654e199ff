// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/math/pose.h"

namespace ww::sensing {

// What an inertial measurement unit reads, in its own frame.
struct ImuReading {
  Vec3 angular_velocity = Vec3::Zero();  // rad/s
  // m/s^2, gravity included: at rest it is 9.81 upwards.
  Vec3 linear_acceleration = Vec3::Zero();
};

// In the middle of three poses (in the root frame, z up) that are `dt` seconds apart, right to the second order of dt.
// A dt that is not positive counts as rest. `gravity` in the root frame.
ImuReading imuReading(const Pose& before, const Pose& now, const Pose& after, double dt,
                      const Vec3& gravity = Vec3(0.0, 0.0, -9.81));

}  // namespace ww::sensing
