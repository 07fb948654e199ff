// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>

#include <vector>

#include "core/simulation/bullet/engine.h"

namespace ww::simulation {

// Adds the parts of two colliders that may touch and overlap where they are, each pair once, by more than that depth in
// metres.
void addOverlaps(btCollisionWorld& world, btCollisionObject& a, btCollisionObject& b, double deeper_than_m,
                 std::vector<Overlap>& out);

}  // namespace ww::simulation
