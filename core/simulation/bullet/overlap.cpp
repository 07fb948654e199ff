// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/overlap.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>

#include "core/simulation/bullet/contact_rule.h"

namespace ww::simulation {
namespace {

class Deepest final : public btCollisionWorld::ContactResultCallback {
 public:
  Deepest(double deeper_than_m, std::vector<Overlap>& out) : deeper_than_m_(deeper_than_m), out_(out) {}

  bool needsCollision(btBroadphaseProxy*) const override { return true; }

  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* wrap_a, int, int,
                           const btCollisionObjectWrapper* wrap_b, int, int) override {
    const double depth = -point.getDistance();
    const PartTag* a = partOf(wrap_a->getCollisionObject(), wrap_a->getCollisionShape());
    const PartTag* b = partOf(wrap_b->getCollisionObject(), wrap_b->getCollisionShape());
    if (!(depth > deeper_than_m_) || !a || !b || !(*a->touching)(*a, *b)) return 0.0;
    Overlap found{a->part->entity, b->part->entity, depth};
    if (found.b < found.a) std::swap(found.a, found.b);
    const auto known = std::ranges::find_if(out_, [&](const Overlap& o) { return o.a == found.a && o.b == found.b; });
    if (known == out_.end()) out_.push_back(found);
    else known->depth = std::max(known->depth, depth);
    return 0.0;
  }

 private:
  const double deeper_than_m_;
  std::vector<Overlap>& out_;
};

}  // namespace

void addOverlaps(btCollisionWorld& world, btCollisionObject& a, btCollisionObject& b, double deeper_than_m,
                 std::vector<Overlap>& out) {
  btVector3 low_a, high_a, low_b, high_b;
  a.getCollisionShape()->getAabb(a.getWorldTransform(), low_a, high_a);
  b.getCollisionShape()->getAabb(b.getWorldTransform(), low_b, high_b);
  if (!TestAabbAgainstAabb2(low_a, high_a, low_b, high_b)) return;
  Deepest deepest(deeper_than_m, out);
  world.contactPairTest(&a, &b, deepest);
}

}  // namespace ww::simulation
