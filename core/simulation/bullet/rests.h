// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <unordered_map>

namespace ww::simulation {

// Bullet lets a body sleep that was slow for a while, also one that goes on slowly: on a slow belt, in little gravity,
// without friction. Here it must have stayed where it was meanwhile.
class Rests {
 public:
  // In each step of so many seconds, before Bullet looks for who may sleep.
  void look(const btAlignedObjectArray<btRigidBody*>& bodies, double dt);
  void forget(const btRigidBody& body) { began_.erase(&body); }

 private:
  std::unordered_map<const btRigidBody*, btTransform> began_;  // where it was when it became slow
};

}  // namespace ww::simulation
