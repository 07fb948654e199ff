// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "core/math/pose.h"
#include "core/sensing/noise.h"
#include "core/world/values/world.h"

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

// How often an inertial unit reads, and what it adds to what is.
struct ImuErrors {
  double rate = 0.0;                         // readings a second; 0: not said
  std::array<Noise, 3> angular_velocity;     // x, y, z of the unit; rad/s
  std::array<Noise, 3> linear_acceleration;  // m/s^2
};

// As the object says of a frame on which it keeps a unit (core/scene/inertial_unit.h; imports of SDF do). Of all else,
// and of what is not there, none.
ImuErrors imuErrorsOf(const world::World& world, world::NodeRef node);
// Which unit draws its noise: equal ids on equal worlds.
std::uint64_t imuNumber(const world::World& world, world::NodeRef node);
// What a unit tells of a reading. Each axis has a bias of its own; `period` in seconds between two readings, which the
// key counts as frames.
ImuReading told(ImuReading reading, const ImuErrors& errors, const NoiseKey& key, double period);

}  // namespace ww::sensing
