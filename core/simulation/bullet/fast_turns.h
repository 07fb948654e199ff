// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <vector>

namespace ww::simulation {

// Bullet takes what turns (gyroscopic, Coriolis and centrifugal forces) as it is at the start of a step, from which a
// mechanism with a fast rotor gains energy in each step, without end. Here they are taken as they are in the middle of
// the step, in mechanisms of which something turns far within one; those that move as robots do cost nothing more.
class FastTurns {
 public:
  // Before Bullet looks for the speeds at the end of a step of so many seconds, without contacts.
  void begin(const btAlignedObjectArray<btMultiBody*>& bodies, double dt);
  // After that, for the same seconds: better ones, from the same forces.
  void finish(double dt);

 private:
  // Speeds as Bullet has them: rad/s and m/s of the base, then of the joints.
  struct Fast {
    btMultiBody* body = nullptr;
    std::vector<btScalar> start;
  };
  void meetInTheMiddle(const Fast& fast, double dt);  // seconds

  std::vector<Fast> fast_;
  btAlignedObjectArray<btScalar> numbers_;
  btAlignedObjectArray<btVector3> vectors_;
  btAlignedObjectArray<btMatrix3x3> matrices_;
  btAlignedObjectArray<btScalar> change_;
};

}  // namespace ww::simulation
