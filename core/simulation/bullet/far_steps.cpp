// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/far_steps.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>

#include "core/simulation/bullet/convert.h"
#include "core/simulation/bullet/tags.h"

namespace ww::simulation {
namespace {

// Which part of what was met; null: not known.
const PartTag* partMet(const btCollisionWorld::LocalConvexResult& met) {
  const btCollisionShape& shape = *met.m_hitCollisionObject->getCollisionShape();
  if (!shape.isCompound()) return static_cast<const PartTag*>(shape.getUserPointer());
  const auto* info = met.m_localShapeInfo;
  if (!info || info->m_shapePart != -1) return nullptr;  // a triangle
  const auto& all = static_cast<const btCompoundShape&>(shape);
  const bool is_one = info->m_triangleIndex >= 0 && info->m_triangleIndex < all.getNumChildShapes();
  return is_one ? static_cast<const PartTag*>(all.getChildShape(info->m_triangleIndex)->getUserPointer()) : nullptr;
}

bool mayTouch(const PieceTag& piece, const PartTag& other) {
  return std::ranges::any_of(piece.parts, [&](const PartTag* part) { return (*other.touching)(*part, other); });
}

// The first that a body may touch, and goes towards.
class FirstMet final : public btCollisionWorld::ClosestConvexResultCallback {
 public:
  FirstMet(const btRigidBody& body, const btVector3& from, const btVector3& to, btCollisionWorld& world)
      : ClosestConvexResultCallback(from, to), body_(body), world_(world) {
    m_collisionFilterGroup = body.getBroadphaseProxy()->m_collisionFilterGroup;
    m_collisionFilterMask = body.getBroadphaseProxy()->m_collisionFilterMask;
  }

  bool needsCollision(btBroadphaseProxy* proxy) const override {
    const auto* other = static_cast<const btCollisionObject*>(proxy->m_clientObject);
    if (other == &body_ || !other->hasContactResponse() || !ClosestConvexResultCallback::needsCollision(proxy))
      return false;
    auto* own = const_cast<btBroadphaseProxy*>(body_.getBroadphaseProxy());
    return world_.getPairCache()->needsBroadphaseCollision(proxy, own) &&
           world_.getDispatcher()->needsResponse(&body_, other);
  }

  btScalar addSingleResult(btCollisionWorld::LocalConvexResult& met, bool normal_in_world) override {
    const btVector3 normal = normal_in_world
                                 ? met.m_hitNormalLocal
                                 : met.m_hitCollisionObject->getWorldTransform().getBasis() * met.m_hitNormalLocal;
    if (normal.dot(m_convexToWorld - m_convexFromWorld) >= 0.0) return 1.0;
    // Rules are of parts, and colliders of pieces.
    const PartTag* part = partMet(met);
    if (part && !mayTouch(*static_cast<const PieceTag*>(body_.getUserPointer()), *part)) return 1.0;
    return ClosestConvexResultCallback::addSingleResult(met, normal_in_world);
  }

 private:
  const btRigidBody& body_;
  btCollisionWorld& world_;
};

btTransform after(const btRigidBody& body, double seconds) {
  btTransform out;
  btTransformUtil::integrateTransform(body.getWorldTransform(), body.getLinearVelocity(), body.getAngularVelocity(),
                                      seconds, out);
  return out;
}

}  // namespace

void FarSteps::begin(const btAlignedObjectArray<btRigidBody*>& bodies, double dt, btCollisionWorld& world) {
  stops_.clear();
  for (int i = 0; i < bodies.size(); ++i) {
    btRigidBody& body = *bodies[i];
    auto& tag = *static_cast<PieceTag*>(body.getUserPointer());
    if (!tag.find_core || !body.isActive()) continue;
    if (body.getLinearVelocity().length2() * dt * dt < tag.least_way * tag.least_way) continue;
    if (!tag.core) tag.core = tag.find_core();
    const btVector3 center = toBullet(tag.core->center);
    const btVector3 from = body.getWorldTransform() * center, to = after(body, dt) * center;
    if (tag.core->radius <= 0.0 || (to - from).length2() < tag.core->radius * tag.core->radius) continue;
    const btSphereShape ball(tag.core->radius);
    FirstMet met(body, from, to, world);
    const btQuaternion any = btQuaternion::getIdentity();
    world.convexSweepTest(&ball, btTransform(any, from), btTransform(any, to), met);
    if (met.hasHit() && met.m_closestHitFraction < 1.0)
      stops_.push_back({&body, after(body, dt * met.m_closestHitFraction)});
  }
}

void FarSteps::finish() {
  for (const Stop& stop : stops_) stop.body->proceedToTransform(stop.at);
}

}  // namespace ww::simulation
