// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include "core/simulation/bullet/tags.h"

namespace ww::simulation {

// Bullet asks by global functions what happens at contacts; these find all they need by the tags of the shapes, so
// that any number of simulations may run at once.
void useContactRules();

// Two colliders meet when some of their parts may touch.
class PieceFilter final : public btOverlapFilterCallback {
 public:
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override;
};

// Contacts that are softer than the engine takes deep overlaps for, before they are solved: its threshold (metres,
// below 0) lets springs out of account beyond it.
void fitCompliance(btDispatcher& dispatcher, const std::vector<PartTag*>& tags, double dt_s, double threshold_m);

// Torsion that grows with the depth of contacts, as deep as they are now. Before the former, which changes depths.
void fitTorsion(btDispatcher& dispatcher, const std::vector<PartTag*>& tags);

// The part that a shape belongs to; null for what is not ours.
const PartTag* partOf(const btCollisionObject* object, const btCollisionShape* shape);

}  // namespace ww::simulation
