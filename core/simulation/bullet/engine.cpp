// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/engine.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <map>

#include "core/base/vector_state.h"
#include "core/simulation/bullet/body.h"
#include "core/simulation/bullet/contact_rule.h"
#include "core/simulation/bullet/convert.h"
#include "core/simulation/bullet/far_steps.h"
#include "core/simulation/bullet/fast_turns.h"
#include "core/simulation/bullet/free_turns.h"
#include "core/simulation/bullet/overlap.h"
#include "core/simulation/bullet/rests.h"
#include "core/simulation/bullet/solver.h"

namespace ww::simulation {
namespace {

constexpr double kNoPush = -1e-3;      // metres; what overlaps by more is moved apart without gaining speed
constexpr double kLeastBounce = 0.01;  // m/s

// Of what slides slower Bullet drops points in time.
bool barelyMoves(const btCollisionObject& object) {
  const auto* body = btRigidBody::upcast(&object);
  if (!body) return object.isStaticObject() && !btMultiBodyLinkCollider::upcast(&object);
  constexpr double kSlow = 0.02;  // m/s and rad/s
  return body->getLinearVelocity().length2() < kSlow * kSlow && body->getAngularVelocity().length2() < kSlow * kSlow;
}

// With a look at contacts before they are solved, and at what turns fast.
class LookedAtWorld final : public btMultiBodyDynamicsWorld {
 public:
  using btMultiBodyDynamicsWorld::btMultiBodyDynamicsWorld;
  std::function<void()> before_solving;

  void solveConstraints(btContactSolverInfo& info) override {
    if (before_solving) before_solving();
    btMultiBodyDynamicsWorld::solveConstraints(info);
  }

  void solveExternalForces(btContactSolverInfo& info) override {
    turns_.begin(m_multiBodies, info.m_timeStep);
    btMultiBodyDynamicsWorld::solveExternalForces(info);
    turns_.finish(info.m_timeStep);
  }

  void integrateTransforms(btScalar dt) override {
    free_turns_.begin(m_nonStaticRigidBodies, dt);
    far_steps_.begin(m_nonStaticRigidBodies, dt, *this);
    btMultiBodyDynamicsWorld::integrateTransforms(dt);
    far_steps_.finish();
    free_turns_.finish();
  }

  void updateActivationState(btScalar dt) override {
    rests_.look(m_nonStaticRigidBodies, dt);
    btMultiBodyDynamicsWorld::updateActivationState(dt);
  }

  void removeRigidBody(btRigidBody* body) override {
    rests_.forget(*body);
    btMultiBodyDynamicsWorld::removeRigidBody(body);
  }

  // Of what would be met on the way: they know no rules and materials. Bodies stop there instead (see FarSteps).
  void createPredictiveContacts(btScalar) override {}

 private:
  FastTurns turns_;
  FarSteps far_steps_;
  FreeTurns free_turns_;
  Rests rests_;
};

}  // namespace

struct Engine::Impl {
  explicit Impl(MayTouch may_touch) : touching(std::move(may_touch)) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&filter);
    world.setForceUpdateAllAabbs(false);
    // All corners of what lies on a plane in each step, not one a step.
    configuration.setPlaneConvexMultipointIterations(8, MANIFOLD_CACHE_SIZE + 1);
  }
  Body& body(int assembly) { return *bodies.at(assembly); }
  void findModes();
  bool sleeps() const { return properties.ode.auto_disable_bodies; }
  // Of which the first part is on the manifold's first body.
  double slipAt(const btPersistentManifold& manifold, const btManifoldPoint& point, const PartTag& first,
                const PartTag& second) const;
  void dropLeftBehind();

  Touching touching;
  PhysicsProperties properties;
  PieceFilter filter;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  ContactSolver solver;
  LookedAtWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::map<int, std::unique_ptr<Body>> bodies;
  std::vector<PartTag*> tags;  // by id; those of assemblies that are gone are null
  int next = 0;
};

// Friction of one size in all directions is a cone, unless a material asks for directions.
void Engine::Impl::findModes() {
  bool directed = false, pyramid = false, fitted = false;
  for (const auto& [number, body] : bodies) {
    const ContactModes modes = body->modes();
    directed |= modes.directed;
    pyramid |= modes.pyramid;
    fitted |= modes.fitted;
  }
  touching.directed = directed;
  world.before_solving = nullptr;
  if (fitted) {
    world.before_solving = [this] {
      fitTorsion(dispatcher, tags);
      fitCompliance(dispatcher, tags, properties.time_step, kNoPush);
    };
  }
  int& mode = world.getSolverInfo().m_solverMode;
  mode = SOLVER_USE_WARMSTARTING | SOLVER_SIMD | SOLVER_USE_2_FRICTION_DIRECTIONS;
  if (directed) mode |= SOLVER_ENABLE_FRICTION_DIRECTION_CACHING;
  if (pyramid) mode |= SOLVER_DISABLE_IMPLICIT_CONE_FRICTION;
}

// Points of contact that something has slid away from since the step before. Bullet drops them after it has looked for
// new ones: until then they would take the places of these, and what slides fast would stand on one corner.
void Engine::Impl::dropLeftBehind() {
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    if (manifold.getNumContacts() > 0 && !(barelyMoves(*manifold.getBody0()) && barelyMoves(*manifold.getBody1())))
      manifold.refreshContactPoints(manifold.getBody0()->getWorldTransform(), manifold.getBody1()->getWorldTransform());
  }
}

double Engine::Impl::slipAt(const btPersistentManifold& manifold, const btManifoldPoint& point, const PartTag& first,
                            const PartTag& second) const {
  const Vec3 p = fromBullet(point.getPositionWorldOnB()), n = fromBullet(point.m_normalWorldOnB);
  const auto speed = [&](const btCollisionObject* object, const PartTag& part) -> Vec3 {
    const auto& tag = *static_cast<const PieceTag*>(object->getUserPointer());
    const Body& body = *bodies.at(tag.assembly);
    const Twist twist = body.velocityOfCenter(tag.piece);
    const Vec3 carried = part.collider_t_part * part.material.surface_velocity;
    return twist.linear + twist.angular.cross(p - body.rootTPrincipal(tag.piece).p) +
           fromBullet(object->getWorldTransform().getBasis() * toBullet(carried));
  };
  const Vec3 relative = speed(manifold.getBody0(), first) - speed(manifold.getBody1(), second);
  return (relative - relative.dot(n) * n).norm();
}

Engine::Engine(const PhysicsProperties& properties, MayTouch may_touch)
    : impl_(std::make_unique<Impl>(std::move(may_touch))) {
  useContactRules();
  impl_->findModes();
  set(properties);
}

Engine::~Engine() = default;

void Engine::set(const PhysicsProperties& properties) {
  impl_->properties = properties;
  impl_->touching.step_s = properties.time_step;
  btContactSolverInfo& info = impl_->world.getSolverInfo();
  info.m_numIterations = static_cast<int>(properties.ode.sor_pgs_iters);
  info.m_splitImpulsePenetrationThreshold = kNoPush;
  info.m_erp = info.m_erp2 = properties.ode.erp;
  info.m_globalCfm = properties.ode.cfm;
  info.m_sor = properties.ode.sor_pgs_w;
  info.m_leastSquaresResidualThreshold = properties.ode.sor_pgs_rms_error_tol;
  info.m_linearSlop = properties.ode.contact_surface_layer;
  info.m_restitutionVelocityThreshold = kLeastBounce;
  for (const auto& [number, body] : impl_->bodies) body->wake(impl_->sleeps());
  impl_->world.setGravity(toBullet(properties.gravity));
  impl_->solver.setGravity(toBullet(properties.gravity));
}

int Engine::add(AssemblyPtr assembly) {
  const int number = impl_->next++;
  auto body = std::make_unique<Body>(impl_->world, impl_->touching, std::move(assembly), number,
                                     static_cast<std::uint32_t>(impl_->tags.size()), impl_->sleeps());
  const std::vector<PartTag*> tags = body->tags();
  impl_->tags.insert(impl_->tags.end(), tags.begin(), tags.end());
  const ContactModes modes = body->modes();
  impl_->bodies.emplace(number, std::move(body));
  if (modes.directed || modes.fitted) impl_->findModes();
  return number;
}

void Engine::remove(int assembly) {
  const auto it = impl_->bodies.find(assembly);
  for (const PartTag* tag : it->second->tags()) impl_->tags[tag->id] = nullptr;
  while (!impl_->tags.empty() && !impl_->tags.back()) impl_->tags.pop_back();
  impl_->bodies.erase(it);
  impl_->findModes();
  // What lay on it must fall.
  for (const auto& [number, body] : impl_->bodies) body->wake(impl_->sleeps());
}

const Assembly& Engine::assembly(int number) const { return impl_->body(number).spec(); }
AssemblyPtr Engine::assemblyPtr(int number) const { return impl_->body(number).specPtr(); }
void Engine::forgetTouching(EntityId entity) { impl_->touching.forget(entity); }

void Engine::step() {
  clearVectorState();
  for (const auto& [number, body] : impl_->bodies) {
    if (body->spec().kind != AssemblyKind::kStatic)
      body->beforeStep(impl_->properties.time_step, impl_->properties.gravity);
  }
  impl_->dropLeftBehind();
  impl_->world.stepSimulation(impl_->properties.time_step, 0);
}

void Engine::addForce(PieceId piece, const Vec3& force, const Vec3& p_in_root, const Vec3& torque) {
  impl_->body(piece.assembly).addForce(piece.piece, force, p_in_root, torque);
}
void Engine::addEffort(int assembly, int joint, double effort) { impl_->body(assembly).addEffort(joint, effort); }
void Engine::drive(int assembly, int joint, const JointDrive& drive) { impl_->body(assembly).drive(joint, drive); }
void Engine::setJointProperties(int assembly, int joint, const Axis& axis) {
  impl_->body(assembly).setJointProperties(joint, axis);
}

void Engine::setMaterial(PieceId piece, EntityId part, const Material& material) {
  Body& body = impl_->body(piece.assembly);
  if (PartTag* tag = body.tag(piece.piece, part)) tag->material = material;
  body.materialChanged(piece.piece);
  impl_->findModes();
  for (const auto& [number, other] : impl_->bodies) other->wake(impl_->sleeps());
}

void Engine::setGravity(PieceId piece, EntityId part, bool on) {
  Body& body = impl_->body(piece.assembly);
  body.setGravity(piece.piece, part, on);
  body.wake(impl_->sleeps());
}

bool Engine::isFixed(PieceId piece) const { return impl_->body(piece.assembly).isFixed(piece.piece); }
PieceState Engine::state(PieceId piece) const { return impl_->body(piece.assembly).state(piece.piece); }
Vec3 Engine::centerOfMass(PieceId piece) const { return impl_->body(piece.assembly).rootTPrincipal(piece.piece).p; }
JointState Engine::joint(int assembly, int joint) const {
  return impl_->body(assembly).joint(joint, impl_->properties.time_step);
}
Eigen::Matrix3d Engine::mobility(PieceId piece, const Vec3& p_in_root) const {
  return impl_->body(piece.assembly).mobility(piece.piece, p_in_root);
}
bool Engine::asleep(int assembly) const { return impl_->body(assembly).asleep(); }

void Engine::setBase(int assembly, const PieceState& state) {
  impl_->body(assembly).setBase(state);
  for (const auto& [number, body] : impl_->bodies) body->wake(impl_->sleeps());
}
void Engine::setJoint(int assembly, int joint, double position, double velocity) {
  impl_->body(assembly).setJoint(joint, position, velocity);
  for (const auto& [number, body] : impl_->bodies) body->wake(impl_->sleeps());
}

std::vector<ContactPoint> Engine::contacts() const {
  std::vector<ContactPoint> out;
  const double dt = impl_->properties.time_step;
  for (int i = 0; i < impl_->dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold& manifold = *impl_->dispatcher.getManifoldByIndexInternal(i);
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      const btManifoldPoint& p = manifold.getContactPoint(k);
      const auto ids = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p.m_userPersistentData));
      const std::size_t first = ids >> 32, second = ids & 0xffffffffu;
      if (p.m_appliedImpulse <= 0.0 || first >= impl_->tags.size() || second >= impl_->tags.size()) continue;
      // Not solved in the last step: it keeps what it had before things parted.
      if (p.getDistance() > manifold.getContactProcessingThreshold()) continue;
      const PartTag *a = impl_->tags[first], *b = impl_->tags[second];
      if (!a || !b) continue;
      const auto* piece = static_cast<const PieceTag*>(manifold.getBody0()->getUserPointer());
      const bool swapped = std::ranges::find(piece->parts, a) == piece->parts.end();
      const btVector3 impulse = p.m_appliedImpulse * p.m_normalWorldOnB +
                                p.m_appliedImpulseLateral1 * p.m_lateralFrictionDir1 +
                                p.m_appliedImpulseLateral2 * p.m_lateralFrictionDir2;
      const double side = swapped ? -1.0 : 1.0;
      ContactPoint point;
      point.a = a->part->entity;
      point.b = b->part->entity;
      point.position = fromBullet(p.getPositionWorldOnB());
      point.normal = side * fromBullet(p.m_normalWorldOnB);
      point.force = side / dt * fromBullet(impulse);
      // Its distance may be fitted to the solver (see fitCompliance).
      point.depth = std::max<double>(0.0, (p.m_positionWorldOnB - p.m_positionWorldOnA).dot(p.m_normalWorldOnB));
      point.slip = impl_->slipAt(manifold, p, swapped ? *b : *a, swapped ? *a : *b);
      out.push_back(point);
    }
  }
  return out;
}

std::vector<Overlap> Engine::overlaps(int assembly, int other, double deeper_than_m) const {
  std::vector<Overlap> out;
  const std::vector<btCollisionObject*> of_a = impl_->body(assembly).colliders();
  const std::vector<btCollisionObject*> of_b = impl_->body(other).colliders();
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    for (std::size_t k = assembly == other ? i + 1 : 0; k < of_b.size(); ++k)
      addOverlaps(impl_->world, *of_a[i], *of_b[k], deeper_than_m, out);
  }
  return out;
}

Energy Engine::energy() const {
  Energy sum;
  for (const auto& [number, body] : impl_->bodies) body->addTo(sum, impl_->properties.gravity);
  return sum;
}

Sha256 Engine::hash() const {
  Hasher hasher;
  for (const auto& [number, body] : impl_->bodies) body->addTo(hasher);
  return hasher.finish();
}

}  // namespace ww::simulation
