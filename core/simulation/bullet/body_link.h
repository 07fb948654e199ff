// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include <span>

#include "core/simulation/bullet/engine.h"
#include "core/simulation/bullet/shapes.h"
#include "core/simulation/bullet/tags.h"

class btCollisionWorld;
class btMultiBody;

namespace ww::simulation {

// A piece of an assembly in Bullet's world: what it weighs and is shaped like. Stays where it is made: Bullet keeps
// pointers into it.
struct BodyLink {
  Pose piece_t_principal;       // where the centre of mass is, along the main axes
  double mass = 0.0;            // kg
  Vec3 moments = Vec3::Zero();  // kg m^2
  std::vector<BulletShape> shapes;
  std::unique_ptr<btCollisionShape> whole;  // null: the only shape itself
  std::unique_ptr<btCollisionObject> object;
  PieceTag tag;
  std::vector<std::unique_ptr<PartTag>> parts;
  std::vector<bool> floats;  // by part: no gravity
  bool some_float = false;

  void setInertia(const Piece& piece);
  // Tags of parts get ids from next_tag on.
  void makeShapes(const Piece& piece, bool moves, Touching& touching, std::uint32_t& next_tag);
  btCollisionShape* collisionShape();
  // For what moves freely: see FarSteps.
  void lookForCore(const Piece& piece);
  void setCollider(btCollisionObject& collider) const;
};

// Where links and colliders of a mechanism are, after positions were set.
void placeLinks(btCollisionWorld& world, btMultiBody& multi, std::span<const BodyLink> links);
// Those of another place.
void forgetContacts(btCollisionWorld& world, std::span<const BodyLink> links);
void wakeMechanism(btMultiBody& multi, std::span<const BodyLink> links, bool may_sleep);

}  // namespace ww::simulation
