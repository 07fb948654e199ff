// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <vector>

namespace ww::simulation {

// A body that turns freely keeps its angular momentum, about whatever axis. Bullet's own ways do not: one makes it lose
// what it has, one gives it more. So its gyroscopic flags are off (see body.cpp), and this is done around the step of
// poses: the body turns as in the middle of the step, and has then the speed that its momentum gives where it is.
class FreeTurns {
 public:
  // Before poses go on by so many seconds with the speeds that were found.
  void begin(const btAlignedObjectArray<btRigidBody*>& bodies, double dt);
  // After that.
  void finish();

 private:
  struct Turn {
    btRigidBody* body;
    btVector3 momentum;  // kg m²/s in the root frame, about its centre
  };
  std::vector<Turn> turns_;
};

}  // namespace ww::simulation
