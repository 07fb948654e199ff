// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

#include <vector>

#include "core/simulation/bullet/joint_row.h"
#include "core/simulation/bullet/link_contacts.h"

namespace ww::simulation {

// Bullet's, in which a contact that is pressed no longer rubs no longer: there it would keep what friction it had until
// then, and what lies on one edge would be held by the corners that it has lifted. Rows of joints are solved here: they
// are about one or two speeds, where Bullet goes through all of a body's, and there are many in a long chain. Where
// much lies on something light it takes more iterations, or what lies there creeps.
class ContactSolver final : public btMultiBodyConstraintSolver {
 public:
  // m/s^2, root frame: what is heavy on what.
  void setGravity(const btVector3& gravity) { gravity_ = gravity; }
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                         const btContactSolverInfo& info) override;

 protected:
  void convertContacts(btPersistentManifold** manifolds, int manifold_count, const btContactSolverInfo& info) override;
  btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
                                        int manifold_count, btTypedConstraint** constraints, int constraint_count,
                                        const btContactSolverInfo& info, btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** constraints, int constraint_count,
                                             const btContactSolverInfo& info, btIDebugDraw* drawer) override;
  btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int body_count,
                                btPersistentManifold** manifolds, int manifold_count, btTypedConstraint** constraints,
                                int constraint_count, const btContactSolverInfo& info, btIDebugDraw* drawer) override;

 private:
  void makeRoom(const std::vector<btPersistentManifold*>& manifolds);
  void takeJoints();
  // Of all that lies on a body to its own mass, where it is the most.
  double mostBorne(btPersistentManifold** manifolds, int manifold_count);
  btScalar solveJoints(int iteration);  // the largest change of a speed, squared
  btScalar solve(btMultiBodySolverConstraint& row, const JointSpeeds& speeds);
  void letGo();
  void letGo(btMultiBodyConstraintArray& rows);

  // By numbers of the solver; kg, metres.
  struct Rest {
    double height = 0.0;
    int top = 0, below = 0;
  };
  struct Bearer {
    double mass = 0.0, load = 0.0;
    int on = 0;  // so many
  };

  btVector3 gravity_{0.0, 0.0, 0.0};
  std::vector<Rest> rests_;
  std::vector<Bearer> bearers_;
  btMultiBodyConstraintArray joints_;
  std::vector<JointSpeeds> speeds_;  // of joints_
  LinkContacts links_;
  std::vector<btPersistentManifold*> rest_;  // that links_ leaves
};

}  // namespace ww::simulation
