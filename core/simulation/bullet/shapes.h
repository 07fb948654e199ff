// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <memory>
#include <vector>

#include "core/simulation/bullet/tags.h"

namespace ww::simulation {

// A shape of the engine at its place in a part, with what it needs to live.
struct BulletShape {
  std::shared_ptr<void> data;  // triangles; outlives the shape
  std::unique_ptr<btCollisionShape> shape;
  Pose part_t_shape;
};

// As near to the solid as the engine comes: boxes, balls, cylinders, capsules and hulls exactly; other meshes as they
// are. Null without triangles.
BulletShape makeShape(const Solid& solid, bool moves);

// In the frame of the part. Of a mesh it asks for its cover.
CoreBall coreOf(const Solid& solid);

}  // namespace ww::simulation
