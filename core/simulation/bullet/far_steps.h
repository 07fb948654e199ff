// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <vector>

namespace ww::simulation {

// A free body that goes farther in a step than it is thick stops at what it meets on the way, and touches it in the
// next step, rather than to be past it unseen. Bullet does so for convex shapes about their centre of mass alone; here
// a ball within the body is looked for (PieceTag::find_core), whatever its shape is and wherever that stands.
class FarSteps {
 public:
  // Before poses go on by so many seconds with the speeds that were found.
  void begin(const btAlignedObjectArray<btRigidBody*>& bodies, double dt, btCollisionWorld& world);
  // After that.
  void finish();

 private:
  struct Stop {
    btRigidBody* body;
    btTransform at;
  };
  std::vector<Stop> stops_;
};

}  // namespace ww::simulation
