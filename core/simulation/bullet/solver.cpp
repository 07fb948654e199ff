// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/solver.h"

namespace ww::simulation {
namespace {

bool isIdle(const btSolverConstraint& row) { return btScalar(row.m_appliedImpulse) == 0.0; }

}  // namespace

btScalar ContactSolver::solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** constraints, int constraint_count,
                                             const btContactSolverInfo& info, btIDebugDraw* drawer) {
  const btScalar left = btMultiBodyConstraintSolver::solveSingleIteration(
      iteration, bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  letGo();
  letGo(m_multiBodyFrictionContactConstraints);
  letGo(m_multiBodyTorsionalFrictionContactConstraints);
  letGo(m_multiBodySpinningFrictionContactConstraints);
  return left;
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
