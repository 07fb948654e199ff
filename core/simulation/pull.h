// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/simulation.h"

namespace ww::simulation {

// What a spring between a point of a body and a point that is held somewhere goes by; root frame, SI units.
struct SpringState {
  Vec3 stretch = Vec3::Zero();                         // metres, from the point of the body to the one that is held
  Vec3 speed = Vec3::Zero();                           // m/s, of the body there
  Eigen::Matrix3d mobility = Eigen::Matrix3d::Zero();  // m/s^2 that a N at the point brings about
  double time_step = 1e-3;                             // seconds
  double most_mass = 1e12;                             // kg, of all that moves with it
};
// The force on the body, N. It is as stiff as the body is heavy there and along the pull, so that a screw and a machine
// come after at the same speed, and damped critically, but no stiffer than all of it would need; beyond half a metre of
// stretch it pulls no harder, and never harder than mostForce(). Stable for all masses and time steps. Zero where
// nothing can move.
Vec3 springForce(const SpringState& state);
// N: twice the weight on earth of all that moves with it, so that it can be lifted and nothing is torn.
double mostForce(const SpringState& state);

// A link that somebody pulls by a spring, as with a mouse: one at a time. What swings on it is calmed a little. It
// lasts over steps until end(), a reset, or until the link is gone.
class Pulls {
 public:
  // From a point of the link (its frame) to one of the root frame, metres. NOT_FOUND, INVALID_ARGUMENT for what is no
  // number, FAILED_PRECONDITION for what stands still; then what was pulled before is let go all the same.
  static Status begin(Simulation& simulation, EntityId link, const Vec3& p_in_link, const Vec3& to_in_root);
  // Where it is pulled to, metres; nothing without a link that is pulled, or for what is no number.
  static void moveTo(Simulation& simulation, const Vec3& to_in_root);
  static void end(Simulation& simulation);

 private:
  friend class Simulation;
  static void apply(Simulation::Impl& d);  // for the step that is made
};

}  // namespace ww::simulation
