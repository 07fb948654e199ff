// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

namespace ww::simulation {

// Bullet's, in which a contact that is pressed no longer rubs no longer: there it would keep what friction it had until
// then, and what lies on one edge would be held by the corners that it has lifted.
class ContactSolver final : public btMultiBodyConstraintSolver {
 protected:
  btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                btPersistentManifold** manifolds, int manifold_count, btTypedConstraint** constraints,
                                int constraint_count, const btContactSolverInfo& info, btIDebugDraw* drawer) override;

 private:
  void letGo();
  void letGo(btMultiBodyConstraintArray& rows);
};

}  // namespace ww::simulation
