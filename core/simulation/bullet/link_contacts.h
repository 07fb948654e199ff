// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

class btManifoldPoint;
class btPersistentManifold;

namespace ww::simulation {

// Where links of long mechanisms touch what stands still. Bullet goes through all speeds of a mechanism for each of the
// three rows of each point, several times; here they are gone through once for all points of a link, by what impulses
// on that link do (about the root's origin: torque, then force).
class LinkContacts {
 public:
  static constexpr int kLong = 24;  // joints; Bullet's own are as quick for less

  LinkContacts();
  ~LinkContacts();

  // Keeps what is solved here, from the step that begins on, and leaves the rest in its order.
  void take(std::span<btPersistentManifold* const> manifolds, std::vector<btPersistentManifold*>& rest);
  // Before the rows of joints are made: impulses of the step before are a start.
  void prepare(btMultiBodyJacobianData& data, const btContactSolverInfo& info);
  bool empty() const { return touches_.empty(); }
  // Once for all; the largest change of a speed, squared.
  double solve(btMultiBodyJacobianData& data);
  // To the mechanisms and the points.
  void finish();

 private:
  struct Mechanism;
  struct Point;
  struct Touch;
  Mechanism& mechanism(btMultiBody& body);
  void addPoints(Touch& touch, const btContactSolverInfo& info);

  std::vector<std::unique_ptr<Mechanism>> mechanisms_;
  std::vector<Touch> touches_;
};

}  // namespace ww::simulation
