// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/solver.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace ww::simulation {
namespace {

bool isIdle(const btSolverConstraint& row) { return btScalar(row.m_appliedImpulse) == 0.0; }

constexpr double kEasyRatio = 8.0;  // of what a body bears to its own mass, that the usual iterations do for
constexpr double kMostMore = 20.0;  // times as many
constexpr double kBears = 0.5;      // of a normal, upwards
constexpr int kLetGoEvery = 5;      // iterations between looks at what is pressed no longer,
constexpr int kLastOnes = 2;        // and how many of the last ones look
constexpr double kStill = 1e-14;    // (m/s or rad/s)^2, by which speeds still change

long sizeOf(const btMultiBody* body) { return body ? 6L + body->getNumDofs() : 0L; }

long sizeOf(const btCollisionObject* object) {
  const auto* collider = btMultiBodyLinkCollider::upcast(object);
  return collider ? sizeOf(collider->m_multiBody) : 0L;
}

}  // namespace

// Bullet's arrays grow by each row that comes, and are copied as a whole: with as many rows as joints, that would be
// their number to the third power.
void ContactSolver::makeRoom(const std::vector<btPersistentManifold*>& manifolds) {
  constexpr long kRows = 3, kTurning = 3;  // of a contact: pressure and friction; torsion and rolling
  long wanted = 0;
  for (int i = 0; i < m_tmpNumMultiBodyConstraints; ++i) {
    btMultiBodyConstraint& c = *m_tmpMultiBodyConstraints[i];
    wanted += c.getNumRows() * (sizeOf(c.getMultiBodyA()) + sizeOf(c.getMultiBodyB()));
  }
  for (const btPersistentManifold* of : manifolds) {
    const btPersistentManifold& manifold = *of;
    const long size = sizeOf(manifold.getBody0()) + sizeOf(manifold.getBody1());
    for (int k = 0; size > 0 && k < manifold.getNumContacts(); ++k) {
      const btManifoldPoint& point = manifold.getContactPoint(k);
      const bool turns = point.m_combinedSpinningFriction > 0.0 || point.m_combinedRollingFriction > 0.0;
      wanted += size * (turns ? kRows + kTurning : kRows);
    }
  }
  for (auto* array : {&m_data.m_jacobians, &m_data.m_deltaVelocitiesUnitImpulse}) {
    if (wanted <= array->capacity()) continue;
    array->resize(0);
    array->reserve(static_cast<int>(wanted + wanted / 2));
  }
}

void ContactSolver::convertContacts(btPersistentManifold** manifolds, int manifold_count,
                                    const btContactSolverInfo& info) {
  links_.take({manifolds, static_cast<std::size_t>(manifold_count)}, rest_);
  makeRoom(rest_);
  links_.prepare(m_data, info);
  btMultiBodyConstraintSolver::convertContacts(rest_.data(), static_cast<int>(rest_.size()), info);
}

btScalar ContactSolver::solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                                     btPersistentManifold** manifolds, int manifold_count,
                                                     btTypedConstraint** constraints, int constraint_count,
                                                     const btContactSolverInfo& info, btIDebugDraw* drawer) {
  const btScalar out = btMultiBodyConstraintSolver::solveGroupCacheFriendlySetup(
      bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  takeJoints();
  return out;
}

// From top to bottom: what lies on several hands on its share to each.
double ContactSolver::mostBorne(btPersistentManifold** manifolds, int manifold_count) {
  rests_.clear();
  bearers_.assign(static_cast<std::size_t>(m_tmpSolverBodyPool.size()), {});
  const btVector3 up = gravity_.isZero() ? gravity_ : -gravity_.normalized();
  for (int i = 0; i < manifold_count; ++i) {
    const btPersistentManifold& manifold = *manifolds[i];
    const auto *a = btRigidBody::upcast(manifold.getBody0()), *b = btRigidBody::upcast(manifold.getBody1());
    if (!a || !b || manifold.getNumContacts() == 0 || a->getInvMass() <= 0.0 || b->getInvMass() <= 0.0) continue;
    // The normal goes from b to a.
    const double upward = manifold.getContactPoint(0).m_normalWorldOnB.dot(up);
    if (std::abs(upward) < kBears) continue;
    if (upward < 0.0) std::swap(a, b);
    rests_.push_back({a->getWorldTransform().getOrigin().dot(up), a->getCompanionId(), b->getCompanionId()});
    Bearer& top = bearers_[static_cast<std::size_t>(a->getCompanionId())];
    ++top.on;
    top.mass = 1.0 / a->getInvMass();
    bearers_[static_cast<std::size_t>(b->getCompanionId())].mass = 1.0 / b->getInvMass();
  }
  std::ranges::sort(rests_, [](const Rest& x, const Rest& y) {
    return x.height != y.height ? x.height > y.height : x.top != y.top ? x.top < y.top : x.below < y.below;
  });
  double most = 1.0;
  for (const Rest& rest : rests_) {
    const Bearer& top = bearers_[static_cast<std::size_t>(rest.top)];
    Bearer& below = bearers_[static_cast<std::size_t>(rest.below)];
    below.load += (top.mass + top.load) / top.on;
    most = std::max(most, below.load / below.mass);
  }
  return most;
}

btScalar ContactSolver::solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                                          btPersistentManifold** manifolds, int manifold_count,
                                                          btTypedConstraint** constraints, int constraint_count,
                                                          const btContactSolverInfo& info, btIDebugDraw* drawer) {
  btContactSolverInfo more = info;
  const double factor = std::clamp(mostBorne(manifolds, manifold_count) / kEasyRatio, 1.0, kMostMore);
  // A long mechanism is slow, and its contacts begin where they were: at rest there is little to do.
  if (!links_.empty()) more.m_leastSquaresResidualThreshold = std::max(info.m_leastSquaresResidualThreshold, kStill);
  more.m_numIterations = static_cast<int>(std::ceil(factor * info.m_numIterations));
  return btMultiBodyConstraintSolver::solveGroupCacheFriendlyIterations(bodies, body_count, manifolds, manifold_count,
                                                                        constraints, constraint_count, more, drawer);
}

// Out of the rows that Bullet solves; their order stays.
void ContactSolver::takeJoints() {
  joints_.resize(0);
  speeds_.clear();
  btMultiBodyConstraintArray& all = m_multiBodyNonContactConstraints;
  int left = 0;
  for (int i = 0; i < all.size(); ++i) {
    if (const auto* joint = dynamic_cast<const JointRow*>(all[i].m_orgConstraint)) {
      joints_.push_back(all[i]);
      speeds_.push_back(joint->speeds());
    } else {
      if (left != i) all[left] = all[i];
      ++left;
    }
  }
  all.resize(left);
}

btScalar ContactSolver::solve(btMultiBodySolverConstraint& row, const JointSpeeds& speeds) {
  btScalar* moved = &m_data.m_deltaVelocities[row.m_deltaVelAindex];
  const btScalar applied = row.m_appliedImpulse;
  const btScalar wanted = applied + row.m_rhs - applied * row.m_cfm - speeds.of(moved) * row.m_jacDiagABInv;
  const btScalar now = std::clamp(wanted, row.m_lowerLimit, row.m_upperLimit), change = now - applied;
  if (change == 0.0) return 0.0;
  row.m_appliedImpulse = now;
  const auto size = static_cast<Eigen::Index>(sizeOf(row.m_multiBodyA));
  const Eigen::Map<const Eigen::VectorXd> response(&m_data.m_deltaVelocitiesUnitImpulse[row.m_jacAindex], size);
  Eigen::Map<Eigen::VectorXd>(moved, size) += change * response;
  return row.m_jacDiagABInv > 0.0 ? change / row.m_jacDiagABInv : 0.0;
}

// To and fro, so that what one end of a chain does comes to the other as soon.
btScalar ContactSolver::solveJoints(int iteration) {
  btScalar most = 0.0;
  const int count = joints_.size();
  for (int k = 0; k < count; ++k) {
    const int i = iteration % 2 ? k : count - 1 - k;
    const btScalar change = solve(joints_[i], speeds_[static_cast<std::size_t>(i)]);
    most = std::max(most, change * change);
  }
  return most;
}

btScalar ContactSolver::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                                      const btContactSolverInfo& info) {
  for (int i = 0; i < joints_.size(); ++i) {
    const btMultiBodySolverConstraint& row = joints_[i];
    row.m_orgConstraint->internalSetAppliedImpulse(row.m_orgDofIndex, row.m_appliedImpulse);
    row.m_multiBodyA->setCompanionId(-1);
    row.m_multiBodyA->applyDeltaVeeMultiDof2(&m_data.m_deltaVelocitiesUnitImpulse[row.m_jacAindex],
                                             row.m_appliedImpulse);
  }
  joints_.resize(0);
  links_.finish();
  return btMultiBodyConstraintSolver::solveGroupCacheFriendlyFinish(bodies, body_count, info);
}

btScalar ContactSolver::solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** constraints, int constraint_count,
                                             const btContactSolverInfo& info, btIDebugDraw* drawer) {
  const btScalar of_joints = solveJoints(iteration);
  const btScalar left = btMultiBodyConstraintSolver::solveSingleIteration(
      iteration, bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  const btScalar of_links = links_.solve(m_data);
  if (iteration % kLetGoEvery != 0 && iteration + kLastOnes < info.m_numIterations)
    return std::max({left, of_joints, of_links});
  letGo();
  letGo(m_multiBodyFrictionContactConstraints);
  letGo(m_multiBodyTorsionalFrictionContactConstraints);
  letGo(m_multiBodySpinningFrictionContactConstraints);
  return std::max({left, of_joints, of_links});
}

void ContactSolver::letGo() {
  const auto drop = [this](btSolverConstraint& row) {
    row.m_lowerLimit = row.m_upperLimit = 0.0;
    btSequentialImpulseConstraintSolver::resolveSingleConstraintRowGeneric(
        m_tmpSolverBodyPool[row.m_solverBodyIdA], m_tmpSolverBodyPool[row.m_solverBodyIdB], row);
  };
  btConstraintArray& rubbing = m_tmpSolverContactFrictionConstraintPool;
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    const btSolverConstraint& normal = m_tmpSolverContactConstraintPool[i];
    if (btScalar(normal.m_appliedImpulse) > 0.0) continue;
    for (int k = normal.m_frictionIndex; k < rubbing.size() && rubbing[k].m_frictionIndex == i; ++k)
      if (!isIdle(rubbing[k])) drop(rubbing[k]);
  }
  btConstraintArray& rolling = m_tmpSolverContactRollingFrictionConstraintPool;
  for (int k = 0; k < rolling.size(); ++k) {
    btSolverConstraint& row = rolling[k];
    const bool pressed = btScalar(m_tmpSolverContactConstraintPool[row.m_frictionIndex].m_appliedImpulse) > 0.0;
    if (!pressed && !isIdle(row)) drop(row);
  }
}

void ContactSolver::letGo(btMultiBodyConstraintArray& rows) {
  for (int k = 0; k < rows.size(); ++k) {
    btMultiBodySolverConstraint& row = rows[k];
    if (btScalar(row.m_appliedImpulse) == 0.0) continue;
    if (btScalar(m_multiBodyNormalContactConstraints[row.m_frictionIndex].m_appliedImpulse) > 0.0) continue;
    row.m_lowerLimit = row.m_upperLimit = 0.0;
    resolveSingleConstraintRowGeneric(row);
  }
}

}  // namespace ww::simulation
