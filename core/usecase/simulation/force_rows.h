// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/simulation/moment.h"

namespace ww::usecase {

// Surfaces that pass each other faster than that slip, m/s.
constexpr double kSlippingSpeed = 5e-3;

// A joint at a moment, and what its drive does.
struct JointForceRow {
  std::string name;  // "robot::joint_1"
  bool revolute = true;
  double position = 0.0, velocity = 0.0;  // radians or metres, per second
  double effort = 0.0, limit = 0.0;       // Nm or N, of the drive in the last step; infinite: none is known
};
// Of all that the simulation moves, in the order of the objects and of their joints.
std::vector<JointForceRow> jointForceRows(const world::World& world, const simulation::Moment& moment);

// Two things that touch.
struct ContactRow {
  EntityId a, b;       // it acts on the first, which moves more freely; none: the floor
  std::string on, by;  // "crate::body"; empty: the floor
  std::size_t points = 0;
  double force = 0.0;  // N, of all points together
  double slip = 0.0;   // m/s, of the point that slips most
  bool slips() const { return slip > kSlippingSpeed; }
};
// The strongest first. What presses with less than a thousandth of a newton is left out.
std::vector<ContactRow> contactRows(const world::World& world, const simulation::Moment& moment);

}  // namespace ww::usecase
