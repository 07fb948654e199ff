// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/contact_rule.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCompoundCompoundCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>

#include "core/simulation/bullet/convert.h"

namespace ww::simulation {
namespace {

constexpr double kLeastRolling = 1e-12;  // torsion has no effect without rolling friction
constexpr double kRigid = 1e11;          // N/m; compliances from here on are none
constexpr double kGives = 9e-4;          // metres

const PartTag* tagOf(const btCollisionObjectWrapper* wrap) {
  for (const btCollisionObjectWrapper* w = wrap; w; w = w->m_parent) {
    if (const void* tag = w->getCollisionShape()->getUserPointer()) return static_cast<const PartTag*>(tag);
  }
  return partOf(wrap->getCollisionObject(), nullptr);
}

// N/m and N s/m of two surfaces in series; none when both are rigid.
struct Compliance {
  double stiffness = 0.0, damping = 0.0;
};
Compliance complianceOf(const Material& a, const Material& b) {
  const auto stiffness = [](const Material& m) { return m.kp && *m.kp < kRigid ? *m.kp : 0.0; };
  const double ka = stiffness(a), kb = stiffness(b);
  Compliance out;
  out.stiffness = ka <= 0.0 ? kb : kb <= 0.0 ? ka : ka * kb / (ka + kb);
  if (ka > 0.0) out.damping += a.kd.value_or(1.0);
  if (kb > 0.0) out.damping += b.kd.value_or(1.0);
  return out;
}

void soften(const Material& a, const Material& b, btManifoldPoint& point) {
  const Compliance c = complianceOf(a, b);
  if (c.stiffness <= 0.0) return;
  point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
  point.m_combinedContactStiffness1 = c.stiffness;
  point.m_combinedContactDamping1 = c.damping;
}

// 1/kg of what moves, by itself; 0 of what stands.
double easeOf(const btCollisionObject& object) {
  if (object.isStaticObject()) return 0.0;
  if (const btRigidBody* body = btRigidBody::upcast(&object)) return body->getInvMass();
  const btMultiBodyLinkCollider* collider = btMultiBodyLinkCollider::upcast(&object);
  if (!collider) return 0.0;
  const btMultiBody& whole = *collider->m_multiBody;
  const double mass = collider->m_link < 0 ? whole.getBaseMass() : whole.getLinkMass(collider->m_link);
  return mass > 0.0 ? 1.0 / mass : 0.0;
}

// What a link on a joint presses and that is as rigid shares the force out among its points as the solver comes to it:
// a part would turn out of the fingers that hold it, whatever their force. So such contacts give way, by as much as
// their masses move in a step; but by no more than kGives, so that they bear any load.
void giveWay(const btCollisionObject& a, const btCollisionObject& b, double step_s, btManifoldPoint& point) {
  if (!btMultiBodyLinkCollider::upcast(&a) && !btMultiBodyLinkCollider::upcast(&b)) return;
  const double ease_a = easeOf(a), ease_b = easeOf(b);
  const bool is_soft = (point.m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING) != 0;
  const bool bounces = point.m_combinedRestitution > 0.0;
  if (is_soft || bounces || ease_a <= 0.0 || ease_b <= 0.0 || point.getDistance() < -kGives) return;
  const double mass = 1.0 / (ease_a + ease_b);
  point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
  point.m_combinedContactStiffness1 = mass / (step_s * step_s);
  point.m_combinedContactDamping1 = mass / step_s;
}

// Metres; grows with the depth where the surface is a ball's.
double torsionAt(const Material& m, const btManifoldPoint& point) {
  if (m.torsional_coefficient <= 0.0) return m.torsional;
  const double depth = std::max<double>(-point.getDistance(), 0.0);
  return std::max(m.torsional, torsionOf(m.torsional_coefficient, std::sqrt(m.surface_radius * depth)));
}

// Whether a point is told as if that object were the first of its manifold: wrappers may come in either order.
bool isFirst(const btManifoldPoint& point, const btCollisionObject& object, const btCollisionObject& other) {
  const auto off = [&](const btCollisionObject& o) {
    return (o.getWorldTransform() * point.m_localPointA - point.m_positionWorldOnA).length2();
  };
  return off(object) <= off(other);
}

// A part of a contact, and the collider that it is on.
struct Touched {
  const PartTag& tag;
  const btCollisionObject& object;

  Vec3 inRoot(const Vec3& v) const {
    return fromBullet(object.getWorldTransform().getBasis() * toBullet(Vec3(tag.collider_t_part * v)));
  }
};

// What says no direction is as rough across as along.
double across(const Material& m) { return m.fdir1.isZero() ? m.mu : m.mu2; }

// Friction along given directions, as a pyramid; motion of the surfaces.
void direct(const Touched& a, const Touched& b, btManifoldPoint& point) {
  const Vec3 motion = b.inRoot(b.tag.material.surface_velocity) - a.inRoot(a.tag.material.surface_velocity);
  const Touched& leader = a.tag.material.fdir1.isZero() ? b : a;
  const double mu = point.m_combinedFriction;
  const double mu2 = std::min(across(a.tag.material), across(b.tag.material)), most = std::max(mu, mu2);
  const bool pyramid = !leader.tag.material.fdir1.isZero() && most > 0.0;
  Vec3 along = pyramid ? leader.inRoot(leader.tag.material.fdir1) : motion;
  const Vec3 n = fromBullet(point.m_normalWorldOnB);
  along -= along.dot(n) * n;
  if (!(along.norm() > 1e-6)) return;  // along the normal: no direction to keep to
  along.normalize();
  const Vec3 sideways = n.cross(along);
  if (pyramid) point.m_combinedFriction = most;
  // A shorter direction lets through less of the impulse.
  point.m_lateralFrictionDir1 = toBullet(Vec3((pyramid ? mu / most : 1.0) * along));
  point.m_lateralFrictionDir2 = toBullet(Vec3((pyramid ? mu2 / most : 1.0) * sideways));
  point.m_contactMotion1 = motion.dot(fromBullet(point.m_lateralFrictionDir1));
  point.m_contactMotion2 = pyramid ? motion.dot(fromBullet(point.m_lateralFrictionDir2)) : 0.0;
  point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
}

void remember(const PartTag& a, const PartTag& b, btManifoldPoint& point) {
  const std::uint64_t both = (std::uint64_t{a.id} << 32) | b.id;
  point.m_userPersistentData = reinterpret_cast<void*>(static_cast<std::uintptr_t>(both));
}

bool onContact(btManifoldPoint& point, const btCollisionObjectWrapper* wrap_a, int, int,
               const btCollisionObjectWrapper* wrap_b, int, int) {
  const PartTag* a = tagOf(wrap_a);
  const PartTag* b = tagOf(wrap_b);
  if (!a || !b) return false;
  const Material &ma = a->material, &mb = b->material;
  point.m_combinedFriction = std::min(ma.mu, mb.mu);
  point.m_combinedSpinningFriction = std::max(torsionAt(ma, point), torsionAt(mb, point));
  point.m_combinedRollingFriction = std::max(ma.rolling, mb.rolling);
  if (point.m_combinedSpinningFriction > 0.0)
    point.m_combinedRollingFriction = std::max<btScalar>(point.m_combinedRollingFriction, kLeastRolling);
  point.m_combinedRestitution = std::min(ma.restitution, mb.restitution);
  if (point.m_combinedRestitution > 0.0) {
    // What bounces must not be pushed out as well: that would add energy.
    point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
    point.m_contactERP = 0.0;
  } else if (ma.soft_erp || mb.soft_erp) {
    point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
    point.m_contactERP = std::min(ma.soft_erp.value_or(1.0), mb.soft_erp.value_or(1.0));
  }
  soften(ma, mb, point);
  giveWay(*wrap_a->getCollisionObject(), *wrap_b->getCollisionObject(), a->touching->step_s, point);
  remember(*a, *b, point);
  if (!a->touching->directed) return true;
  const Touched first{*a, *wrap_a->getCollisionObject()}, second{*b, *wrap_b->getCollisionObject()};
  if (isFirst(point, first.object, second.object)) direct(first, second, point);
  else direct(second, first, point);
  return true;
}

bool mayMeet(const btCollisionShape* a, const btCollisionShape* b) {
  const auto* ta = static_cast<const PartTag*>(a->getUserPointer());
  const auto* tb = static_cast<const PartTag*>(b->getUserPointer());
  return !ta || !tb || (*ta->touching)(*ta, *tb);
}

}  // namespace

bool Touching::operator()(const PartTag& a, const PartTag& b) const {
  std::uint64_t x = a.part->entity.value, y = b.part->entity.value;
  if (x > y) std::swap(x, y);
  auto& row = known_[y];
  const auto it = row.find(x);
  if (it != row.end()) return it->second;
  return row[x] = ask_(EntityId{x}, EntityId{y});
}

void Touching::forget(EntityId entity) {
  known_.erase(entity.value);
  for (auto& [other, row] : known_) row.erase(entity.value);
}

bool PieceFilter::needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const {
  if (!(a->m_collisionFilterGroup & b->m_collisionFilterMask) ||
      !(b->m_collisionFilterGroup & a->m_collisionFilterMask))
    return false;
  const auto tag = [](const btBroadphaseProxy* p) {
    return static_cast<const PieceTag*>(static_cast<const btCollisionObject*>(p->m_clientObject)->getUserPointer());
  };
  const PieceTag *ta = tag(a), *tb = tag(b);
  if (!ta || !tb) return true;
  for (const PartTag* pa : ta->parts) {
    for (const PartTag* pb : tb->parts) {
      if ((*pa->touching)(*pa, *pb)) return true;
    }
  }
  return false;
}

void fitTorsion(btDispatcher& dispatcher, const std::vector<PartTag*>& tags) {
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      btManifoldPoint& point = manifold.getContactPoint(k);
      const auto ids = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(point.m_userPersistentData));
      const PartTag *first = tags[ids >> 32], *second = tags[ids & 0xffffffffu];
      if (!first || !second) continue;
      const Material &a = first->material, &b = second->material;
      if (a.torsional_coefficient <= 0.0 && b.torsional_coefficient <= 0.0) continue;
      point.m_combinedSpinningFriction = std::max(torsionAt(a, point), torsionAt(b, point));
      point.m_combinedRollingFriction = std::max<btScalar>(point.m_combinedRollingFriction, kLeastRolling);
    }
  }
}

// A spring that is pressed by less and stiffer by as much gives the same force; its damping makes up for the rest.
void fitCompliance(btDispatcher& dispatcher, const std::vector<PartTag*>& tags, double dt_s, double threshold_m) {
  const double most = 0.9 * std::abs(threshold_m);
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      btManifoldPoint& point = manifold.getContactPoint(k);
      const double depth = -point.getDistance();
      if (!(point.m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING) || depth <= 0.0) continue;
      const auto ids = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(point.m_userPersistentData));
      const PartTag *a = tags[ids >> 32], *b = tags[ids & 0xffffffffu];
      if (!a || !b) continue;
      const Compliance c = complianceOf(a->material, b->material);
      if (c.stiffness <= 0.0) continue;  // rigid ones that give way
      const double share = std::max(1.0, depth / most);
      point.m_combinedContactStiffness1 = share * c.stiffness;
      point.m_combinedContactDamping1 = c.damping - (share - 1.0) * c.stiffness * dt_s;
      point.setDistance(-depth / share);
    }
  }
}

const PartTag* partOf(const btCollisionObject* object, const btCollisionShape* shape) {
  if (shape && shape->getUserPointer()) return static_cast<const PartTag*>(shape->getUserPointer());
  const auto* piece = static_cast<const PieceTag*>(object->getUserPointer());
  return piece && !piece->parts.empty() ? piece->parts.front() : nullptr;
}

void useContactRules() {
  static const bool once = [] {
    gContactAddedCallback = onContact;
    gCompoundChildShapePairCallback = gCompoundCompoundChildShapePairCallback = mayMeet;
    return true;
  }();
  (void)once;
}

}  // namespace ww::simulation
