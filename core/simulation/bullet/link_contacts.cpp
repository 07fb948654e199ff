// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/link_contacts.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>

namespace ww::simulation {
namespace {

using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Response = Eigen::Matrix<double, Eigen::Dynamic, 6>;
using Speeds = Eigen::Map<Eigen::VectorXd>;

constexpr double kWarm = 0.85;     // of the impulses of the step before
constexpr int kNobody = -2;        // no link, nor the base
constexpr double kDeepest = 1e-3;  // metres; what overlaps by more is pushed apart no harder

Vector3 vectorOf(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

// Of a point at p that moves with a frame: as seen from the root's origin.
Vector6 aboutOrigin(const Vector3& along, const Vector3& p) {
  Vector6 out;
  out << p.cross(along), along;
  return out;
}

bool isPlain(const btManifoldPoint& point) {
  return point.m_combinedSpinningFriction <= 0.0 && point.m_combinedRollingFriction <= 0.0 &&
         (point.m_contactPointFlags & BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED) == 0;
}

bool isPlain(const btPersistentManifold& manifold) {
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    if (!isPlain(manifold.getContactPoint(i))) return false;
  }
  return true;
}

const btMultiBodyLinkCollider* longOne(const btCollisionObject* object) {
  const auto* collider = btMultiBodyLinkCollider::upcast(object);
  if (!collider || object->isStaticObject()) return nullptr;
  return collider->m_multiBody->getNumLinks() >= LinkContacts::kLong ? collider : nullptr;
}

}  // namespace

// What impulses do to it, in this step.
struct LinkContacts::Mechanism {
  explicit Mechanism(btMultiBody& of) : body(of) {}
  void prepare(btMultiBodyJacobianData& data);
  Vector6 twist(int link, const btScalar* speeds) const { return twist(link, speeds, kNobody, Vector6::Zero()); }
  // One that the twist of a link above it may be known for.
  Vector6 twist(int link, const btScalar* speeds, int known, const Vector6& twist_of_known) const;
  void addImpulse(int link, const Vector6& impulse, btScalar* speeds) const;

  btMultiBody& body;
  int at = 0;  // of its speeds, in the solver's data
  Vector3 base = Vector3::Zero();
  std::vector<Vector6> screws;      // of each link's joint: its twist at unit speed
  std::vector<Response> responses;  // all speeds to a unit impulse; the base's first

 private:
  Response unit(btMultiBodyJacobianData& data, int first, int count) const;
};

// One of up to four, with a row along its normal and two across.
struct LinkContacts::Point {
  btManifoldPoint* of = nullptr;
  Vector6 wrench[3], response[3];  // of a unit impulse on the link, and the link's twist by it
  double ease[3] = {}, speed[3] = {}, applied[3] = {}, wanted = 0.0, softness = 0.0, friction = 0.0;
  void solve(Vector6& twist, Vector6& impulse, double& most);
  void change(int row, double impulse, Vector6& twist, Vector6& sum, double& most);
};

struct LinkContacts::Touch {
  btPersistentManifold* manifold = nullptr;
  Mechanism* mechanism = nullptr;
  int link = -1;
  bool first = true;  // the link is the first of the manifold
  std::vector<Point> points;
  Vector6 impulse = Vector6::Zero();
};

LinkContacts::LinkContacts() = default;
LinkContacts::~LinkContacts() = default;

// Speeds of unit impulses at some of its own.
Response LinkContacts::Mechanism::unit(btMultiBodyJacobianData& data, int first, int count) const {
  const int size = 6 + body.getNumDofs();
  Response out(size, 6);
  out.setZero();
  Eigen::VectorXd push = Eigen::VectorXd::Zero(size);
  for (int i = 0; i < count; ++i) {
    push[first + i] = 1.0;
    body.calcAccelerationDeltasMultiDof(push.data(), out.col(i).data(), data.scratch_r, data.scratch_v);
    push[first + i] = 0.0;
  }
  return out;
}

void LinkContacts::Mechanism::prepare(btMultiBodyJacobianData& data) {
  const int links = body.getNumLinks(), size = 6 + body.getNumDofs();
  at = body.getCompanionId();
  if (at < 0) {
    at = data.m_deltaVelocities.size();
    body.setCompanionId(at);
    data.m_deltaVelocities.resize(at + size);
    Speeds(&data.m_deltaVelocities[at], size).setZero();
  }
  base = vectorOf(body.getBasePos());
  screws.resize(static_cast<std::size_t>(links));
  responses.resize(static_cast<std::size_t>(links) + 1);
  responses[0].setZero(size, 6);
  if (!body.hasFixedBase()) {
    const Response own = unit(data, 0, 6);
    Matrix6 shift = Matrix6::Identity();  // of an impulse, from the origin to the base
    shift.topRightCorner<3, 3>() << 0.0, base.z(), -base.y(), -base.z(), 0.0, base.x(), base.y(), -base.x(), 0.0;
    responses[0].noalias() = own * shift;
  }
  for (int k = 0; k < links; ++k) {
    const btMultibodyLink& link = body.getLink(k);
    const btTransform& place = link.m_cachedWorldTransform;
    const Vector3 turn = vectorOf(place.getBasis() * link.getAxisTop(0));
    const Vector3 shift = vectorOf(place.getBasis() * link.getAxisBottom(0));
    Vector6& screw = screws[static_cast<std::size_t>(k)];
    screw << turn, shift + vectorOf(place.getOrigin()).cross(turn);
    const Response own = unit(data, 6 + link.m_dofOffset, 1);
    Response& out = responses[static_cast<std::size_t>(k) + 1];
    out = responses[static_cast<std::size_t>(link.m_parent + 1)];
    out.noalias() += own.col(0) * screw.transpose();
  }
}

Vector6 LinkContacts::Mechanism::twist(int link, const btScalar* speeds, int known,
                                       const Vector6& twist_of_known) const {
  Vector6 out = Vector6::Zero();
  int k = link;
  for (; k >= 0 && k != known; k = body.getLink(k).m_parent)
    out += speeds[6 + body.getLink(k).m_dofOffset] * screws[static_cast<std::size_t>(k)];
  if (k == known) return out + twist_of_known;
  if (body.hasFixedBase()) return out;
  const Vector3 turn(speeds[0], speeds[1], speeds[2]), shift(speeds[3], speeds[4], speeds[5]);
  out.head<3>() += turn;
  out.tail<3>() += shift + base.cross(turn);
  return out;
}

void LinkContacts::Mechanism::addImpulse(int link, const Vector6& impulse, btScalar* speeds) const {
  const Response& response = responses[static_cast<std::size_t>(link + 1)];
  Speeds(speeds, response.rows()).noalias() += response * impulse;
}

LinkContacts::Mechanism& LinkContacts::mechanism(btMultiBody& body) {
  for (const auto& known : mechanisms_) {
    if (&known->body == &body) return *known;
  }
  return *mechanisms_.emplace_back(std::make_unique<Mechanism>(body));
}

void LinkContacts::take(std::span<btPersistentManifold* const> manifolds, std::vector<btPersistentManifold*>& rest) {
  mechanisms_.clear();
  touches_.clear();
  rest.clear();
  for (btPersistentManifold* manifold : manifolds) {
    const btCollisionObject *a = manifold->getBody0(), *b = manifold->getBody1();
    const btMultiBodyLinkCollider *la = longOne(a), *lb = longOne(b);
    const bool one_stands = (la && b->isStaticObject()) || (lb && a->isStaticObject());
    if (!one_stands || !isPlain(*manifold)) {
      rest.push_back(manifold);
      continue;
    }
    const btMultiBodyLinkCollider& link = la ? *la : *lb;
    Touch touch;
    touch.manifold = manifold;
    touch.mechanism = &mechanism(*link.m_multiBody);
    touch.link = link.m_link;
    touch.first = la != nullptr;
    touches_.push_back(std::move(touch));
  }
  // From link to link, so that little is between one and the next.
  std::ranges::stable_sort(touches_, {}, &Touch::link);
}

void LinkContacts::prepare(btMultiBodyJacobianData& data, const btContactSolverInfo& info) {
  for (const auto& mechanism : mechanisms_) mechanism->prepare(data);
  for (Touch& touch : touches_) {
    addPoints(touch, info);
    for (const Point& point : touch.points) {
      for (int row = 0; row < 3; ++row) touch.impulse += point.applied[row] * point.wrench[row];
    }
    touch.mechanism->addImpulse(touch.link, touch.impulse, &data.m_deltaVelocities[touch.mechanism->at]);
  }
}

void LinkContacts::addPoints(Touch& touch, const btContactSolverInfo& info) {
  const Mechanism& of = *touch.mechanism;
  const double dt = info.m_timeStep, side = touch.first ? 1.0 : -1.0;
  const Response& all = of.responses[static_cast<std::size_t>(touch.link + 1)];
  Matrix6 response;  // the link's own twist
  for (int i = 0; i < 6; ++i) response.col(i) = of.twist(touch.link, all.col(i).data());
  const Vector6 before = of.twist(touch.link, of.body.getVelocityVector());
  const bool warm = (info.m_solverMode & SOLVER_USE_WARMSTARTING) != 0;
  for (int i = 0; i < touch.manifold->getNumContacts(); ++i) {
    btManifoldPoint& cp = touch.manifold->getContactPoint(i);
    if (cp.getDistance() > touch.manifold->getContactProcessingThreshold()) continue;
    Point& point = touch.points.emplace_back();
    point.of = &cp;
    point.friction = cp.m_combinedFriction;
    btPlaneSpace1(cp.m_normalWorldOnB, cp.m_lateralFrictionDir1, cp.m_lateralFrictionDir2);
    const btVector3 along[3] = {cp.m_normalWorldOnB, cp.m_lateralFrictionDir1, cp.m_lateralFrictionDir2};
    const Vector3 p = vectorOf(touch.first ? cp.getPositionWorldOnA() : cp.getPositionWorldOnB());
    double erp = info.m_erp2;
    point.softness = info.m_globalCfm / dt;
    if (cp.m_contactPointFlags & BT_CONTACT_FLAG_HAS_CONTACT_ERP) {
      erp = cp.m_contactERP;
    } else if (cp.m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING) {
      const double stiff = dt * cp.m_combinedContactStiffness1, all_of_it = stiff + cp.m_combinedContactDamping1;
      erp = stiff / all_of_it;
      point.softness = 1.0 / (all_of_it * dt);
    }
    for (int row = 0; row < 3; ++row) {
      point.wrench[row] = aboutOrigin(side * vectorOf(along[row]), p);
      point.response[row] = response * point.wrench[row];
      point.speed[row] = point.wrench[row].dot(before);
      const double ease = point.wrench[row].dot(point.response[row]) + (row == 0 ? point.softness : 0.0);
      point.ease[row] = ease > SIMD_EPSILON ? info.m_sor / ease : 0.0;
    }
    const double gap = cp.getDistance() + info.m_linearSlop;
    point.wanted = gap > 0.0 ? -gap / dt : erp * std::min(-gap, kDeepest) / dt;
    if (-point.speed[0] > info.m_restitutionVelocityThreshold)
      point.wanted += cp.m_combinedRestitution * -point.speed[0];
    if (!warm) continue;
    point.applied[0] = kWarm * cp.m_appliedImpulse;
    point.applied[1] = kWarm * cp.m_appliedImpulseLateral1;
    point.applied[2] = kWarm * cp.m_appliedImpulseLateral2;
  }
}

void LinkContacts::Point::change(int row, double impulse, Vector6& twist, Vector6& sum, double& most) {
  const double change = impulse - applied[row];
  if (change == 0.0) return;
  applied[row] = impulse;
  twist += change * response[row];
  sum += change * wrench[row];
  if (ease[row] > 0.0) most = std::max(most, std::abs(change / ease[row]));
}

void LinkContacts::Point::solve(Vector6& twist, Vector6& impulse, double& most) {
  const double gap = wanted - speed[0] - wrench[0].dot(twist) - softness * applied[0];
  change(0, std::max(0.0, applied[0] + ease[0] * gap), twist, impulse, most);
  const double bears = friction * applied[0];
  double rub[2];
  for (int i = 0; i < 2; ++i) rub[i] = applied[i + 1] - ease[i + 1] * (speed[i + 1] + wrench[i + 1].dot(twist));
  const double size = std::sqrt(rub[0] * rub[0] + rub[1] * rub[1]), share = size > bears ? bears / size : 1.0;
  for (int i = 0; i < 2; ++i) change(i + 1, share * rub[i], twist, impulse, most);
}

double LinkContacts::solve(btMultiBodyJacobianData& data) {
  double most = 0.0;
  const Touch* before = nullptr;
  Vector6 twist = Vector6::Zero();
  for (Touch& touch : touches_) {
    btScalar* speeds = &data.m_deltaVelocities[touch.mechanism->at];
    const bool same = before && before->mechanism == touch.mechanism;
    twist = touch.mechanism->twist(touch.link, speeds, same ? before->link : kNobody, twist);
    before = &touch;
    Vector6 impulse = Vector6::Zero();
    for (Point& point : touch.points) point.solve(twist, impulse, most);
    if (impulse.isZero(0.0)) continue;
    touch.impulse += impulse;
    touch.mechanism->addImpulse(touch.link, impulse, speeds);
  }
  return most * most;
}

void LinkContacts::finish() {
  for (const auto& mechanism : mechanisms_) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(6 + mechanism->body.getNumDofs());
    for (const Touch& touch : touches_) {
      if (touch.mechanism == mechanism.get()) mechanism->addImpulse(touch.link, touch.impulse, sum.data());
    }
    mechanism->body.setCompanionId(-1);
    mechanism->body.applyDeltaVeeMultiDof2(sum.data(), 1.0);
  }
  for (const Touch& touch : touches_) {
    for (const Point& point : touch.points) {
      point.of->m_appliedImpulse = point.applied[0];
      point.of->m_appliedImpulseLateral1 = point.applied[1];
      point.of->m_appliedImpulseLateral2 = point.applied[2];
    }
  }
  touches_.clear();
  mechanisms_.clear();
}

}  // namespace ww::simulation
