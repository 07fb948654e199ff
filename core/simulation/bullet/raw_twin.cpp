// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/raw_twin.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <cmath>

#include "core/simulation/bullet/convert.h"

namespace ww::simulation {

struct RawTwin::Impl {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<btRigidBody*> flying;
  std::unique_ptr<btMultiBody> arm;
  double dt = 0.0;

  void addBody(const Assembly& assembly);
  void addArm(const Assembly& assembly);
};

void RawTwin::Impl::addBody(const Assembly& assembly) {
  const Part& part = assembly.pieces.front().parts.front();
  const Solid& solid = part.solids.front();
  if (std::holds_alternative<Ground>(solid)) {
    shapes.push_back(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0.0));
  } else {
    const auto& box = std::get<geometry::Box>(std::get<geometry::PlacedPrimitive>(solid).primitive);
    auto shape = std::make_unique<btBoxShape>(toBullet(Vec3(0.5 * box.size)));
    shape->setMargin(std::min(1e-3, 0.05 * box.size.minCoeff()));
    shape->initializePolyhedralFeatures();
    shapes.push_back(std::move(shape));
  }
  const bool flies = assembly.kind == AssemblyKind::kFree;
  btRigidBody::btRigidBodyConstructionInfo info(flies ? part.inertial.mass : 0.0, nullptr, shapes.back().get(),
                                                toBullet(Vec3(part.inertial.inertia.diagonal())));
  if (!flies) info.m_localInertia.setZero();
  info.m_startWorldTransform = toBullet(assembly.root_t_base);
  // Bullet multiplies where we take the smaller: the same for things that are all as rough.
  info.m_friction = std::sqrt(part.material.mu);
  info.m_linearSleepingThreshold = info.m_angularSleepingThreshold = 0.02;
  bodies.push_back(std::make_unique<btRigidBody>(info));
  world.addRigidBody(bodies.back().get());
  bodies.back()->forceActivationState(DISABLE_DEACTIVATION);
  if (flies) flying.push_back(bodies.back().get());
}

void RawTwin::Impl::addArm(const Assembly& assembly) {
  const int joints = static_cast<int>(assembly.axes.size());
  arm = std::make_unique<btMultiBody>(joints, 0.0, btVector3(0, 0, 0), true, false);
  for (int i = 0; i < joints; ++i) {
    const Axis& axis = assembly.axes[static_cast<std::size_t>(i)];
    const Inertial inertial = assembly.pieces[static_cast<std::size_t>(i) + 1].inertial();
    const Vec3 before = i == 0 ? Vec3(Vec3::Zero()) : assembly.pieces[static_cast<std::size_t>(i)].inertial().com;
    arm->setupRevolute(i, inertial.mass, toBullet(Vec3(inertial.inertia.diagonal())), i - 1,
                       btQuaternion::getIdentity(), toBullet(axis.axis), toBullet(Vec3(axis.parent_t_piece.p - before)),
                       toBullet(inertial.com));
  }
  arm->finalizeMultiDof();
  arm->setLinearDamping(0.0);
  arm->setAngularDamping(0.0);
  arm->setMaxCoordinateVelocity(1e6);
  world.addMultiBody(arm.get());
}

RawTwin::RawTwin(const std::vector<AssemblyPtr>& assemblies, const PhysicsProperties& properties)
    : impl_(std::make_unique<Impl>()) {
  Impl& d = *impl_;
  d.dt = properties.time_step;
  btContactSolverInfo& info = d.world.getSolverInfo();
  info.m_numIterations = static_cast<int>(properties.ode.sor_pgs_iters);
  info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
  info.m_splitImpulsePenetrationThreshold = -1e-3;
  info.m_erp2 = properties.ode.erp;
  d.world.setForceUpdateAllAabbs(false);
  d.configuration.setPlaneConvexMultipointIterations(8, MANIFOLD_CACHE_SIZE + 1);
  d.world.setGravity(toBullet(properties.gravity));
  for (const AssemblyPtr& assembly : assemblies) {
    if (assembly->kind == AssemblyKind::kMechanism) d.addArm(*assembly);
    else d.addBody(*assembly);
  }
}

RawTwin::~RawTwin() {
  for (const auto& body : impl_->bodies) impl_->world.removeRigidBody(body.get());
  if (impl_->arm) impl_->world.removeMultiBody(impl_->arm.get());
}

void RawTwin::addTorque(int joint, double torque) { impl_->arm->addJointTorque(joint, torque); }
double RawTwin::position(int joint) const { return impl_->arm->getJointPos(joint); }
double RawTwin::speed(int joint) const { return impl_->arm->getJointVel(joint); }
Vec3 RawTwin::place(int body) const {
  return fromBullet(impl_->flying[static_cast<std::size_t>(body)]->getWorldTransform().getOrigin());
}
void RawTwin::step() { impl_->world.stepSimulation(impl_->dt, 0); }

}  // namespace ww::simulation
