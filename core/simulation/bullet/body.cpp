// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/body.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/simulation/bullet/convert.h"

namespace ww::simulation {
namespace {

constexpr double kSleepSpeed = 0.02;  // m/s and rad/s
constexpr double kNoLimitForce = 1e12;
constexpr double kNoLimitSpeed = 1e6;  // m/s and rad/s

}  // namespace

Body::Body(btMultiBodyDynamicsWorld& world, Touching& touching, AssemblyPtr assembly, int number,
           std::uint32_t first_tag, bool sleeps)
    : world_(world), touching_(touching), spec_(std::move(assembly)), axes_(spec_->axes), links_(spec_->pieces.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    Link& link = links_[i];
    link.tag.assembly = number;
    link.tag.piece = static_cast<int>(i);
    setInertia(spec_->pieces[i], link);
    makeShapes(spec_->pieces[i], link, first_tag);
  }
  if (spec_->kind == AssemblyKind::kMechanism) makeMulti();
  else makeRigid();
  wake(sleeps);
}

Body::~Body() {
  for (Rows& rows : rows_) {
    for (RowPtr* r : {&rows.friction, &rows.damping, &rows.servo, &rows.follow, &rows.limit}) dropRow(*r);
  }
  for (const auto& tie : ties_) world_.removeMultiBodyConstraint(tie.get());
  for (const Link& link : links_) {
    if (btRigidBody* body = btRigidBody::upcast(link.object.get())) world_.removeRigidBody(body);
    else if (link.object) world_.removeCollisionObject(link.object.get());
  }
  if (multi_) world_.removeMultiBody(multi_.get());
}

void Body::setInertia(const Piece& piece, Link& link) {
  const Inertial sum = piece.inertial();
  link.mass = sum.mass;
  link.piece_t_principal.p = sum.com;
  Eigen::Matrix3d inertia = 0.5 * (sum.inertia + sum.inertia.transpose());
  const double most = inertia.cwiseAbs().maxCoeff();
  Eigen::Matrix3d off = inertia;
  off.diagonal().setZero();
  link.moments = inertia.diagonal();
  if (off.cwiseAbs().maxCoeff() > 1e-12 * most) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
    link.piece_t_principal.q = Quat(axes).normalized();
    link.moments = solver.eigenvalues();
  }
  link.moments = link.moments.cwiseMax(0.0);
}

void Body::makeShapes(const Piece& piece, Link& link, std::uint32_t& tag) {
  const bool moves = spec_->kind != AssemblyKind::kStatic;
  const Pose principal_t_piece = link.piece_t_principal.inverse();
  for (const Part& part : piece.parts) {
    auto& made = *link.parts.emplace_back(std::make_unique<PartTag>());
    made = {&part, part.material, (principal_t_piece * part.piece_t_part).q, &touching_, tag++};
    link.floats.push_back(!part.gravity);
    link.some_float |= !part.gravity && part.inertial.mass > 0.0;
    for (const Solid& solid : part.solids) {
      BulletShape shape = makeShape(solid, moves);
      if (!shape.shape) continue;
      shape.shape->setUserPointer(&made);
      shape.part_t_shape = principal_t_piece * part.piece_t_part * shape.part_t_shape;
      link.shapes.push_back(std::move(shape));
    }
    if (!part.solids.empty()) link.tag.parts.push_back(&made);
  }
}

btCollisionShape* Body::shapeOf(Link& link) const {
  if (link.shapes.empty()) {
    link.whole = std::make_unique<btSphereShape>(1e-3);
    return link.whole.get();
  }
  const Pose& at = link.shapes.front().part_t_shape;
  const bool centred = at.p.norm() < 1e-12 && std::abs(at.q.w()) > 1.0 - 1e-15;
  if (link.shapes.size() == 1 && centred) return link.shapes.front().shape.get();
  auto compound = std::make_unique<btCompoundShape>();
  for (const BulletShape& s : link.shapes) compound->addChildShape(toBullet(s.part_t_shape), s.shape.get());
  link.whole = std::move(compound);
  return link.whole.get();
}

void Body::setCollider(const Link& link, btCollisionObject& object) {
  object.setUserPointer(const_cast<PieceTag*>(&link.tag));
  object.setCollisionFlags(object.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
  const bool bounces =
      std::ranges::any_of(link.parts, [](const auto& part) { return part->material.restitution > 0.0; });
  if (bounces) object.setContactProcessingThreshold(0.0);
}

void Body::makeRigid() {
  Link& link = links_.front();
  const bool moves = spec_->kind == AssemblyKind::kFree;
  btRigidBody::btRigidBodyConstructionInfo info(moves ? link.mass : 0.0, nullptr, shapeOf(link),
                                                moves ? toBullet(link.moments) : btVector3(0, 0, 0));
  info.m_startWorldTransform = toBullet(spec_->root_t_base * link.piece_t_principal);
  info.m_linearSleepingThreshold = info.m_angularSleepingThreshold = kSleepSpeed;
  auto body = std::make_unique<btRigidBody>(info);
  body->setLinearVelocity(toBullet(spec_->velocity));
  body->setAngularVelocity(toBullet(spec_->angular_velocity));
  setCollider(link, *body);
  const int all = btBroadphaseProxy::AllFilter, still = btBroadphaseProxy::StaticFilter;
  if (link.shapes.empty()) world_.addRigidBody(body.get(), 0, 0);
  else if (moves) world_.addRigidBody(body.get(), btBroadphaseProxy::DefaultFilter, all);
  else world_.addRigidBody(body.get(), still, all ^ still);
  link.object = std::move(body);
}

void Body::setupLink(int i) {
  const Axis& axis = axes_[static_cast<std::size_t>(i)];
  const Link& parent = links_[static_cast<std::size_t>(axis.parent)];
  const Link& own = links_[static_cast<std::size_t>(i) + 1];
  const Pose& parent_t_principal = parent.piece_t_principal;
  const Pose above_t_own = parent_t_principal.inverse() * axis.parent_t_piece * own.piece_t_principal;
  const Quat own_t_piece = own.piece_t_principal.q.conjugate();
  const btVector3 turn = toBullet(Vec3(own_t_piece * axis.axis));
  const btVector3 to_pivot = toBullet(parent_t_principal.inverse() * (axis.parent_t_piece * axis.on_axis));
  const btVector3 to_center = toBullet(Vec3(own_t_piece * (own.piece_t_principal.p - axis.on_axis)));
  const btQuaternion rotation = toBullet(Quat(above_t_own.q.conjugate()));
  const auto setup = axis.revolute ? &btMultiBody::setupRevolute : &btMultiBody::setupPrismatic;
  (*multi_.*setup)(i, own.mass, toBullet(own.moments), axis.parent - 1, rotation, turn, to_pivot, to_center, false);
}

void Body::addLinkCollider(int link_of_body) {
  Link& link = links_[static_cast<std::size_t>(link_of_body) + 1];
  auto collider = std::make_unique<btMultiBodyLinkCollider>(multi_.get(), link_of_body);
  collider->setCollisionShape(shapeOf(link));
  collider->setFriction(1.0);
  setCollider(link, *collider);
  const bool still = link_of_body < 0 && !spec_->floating;
  if (still) collider->setCollisionFlags(collider->getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
  if (link_of_body < 0) multi_->setBaseCollider(collider.get());
  else multi_->getLink(link_of_body).m_collider = collider.get();
  const int group = still ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter;
  const int mask = still ? btBroadphaseProxy::AllFilter ^ group : btBroadphaseProxy::AllFilter;
  link.object = std::move(collider);
  if (link.shapes.empty()) world_.addCollisionObject(link.object.get(), 0, 0);
  else world_.addCollisionObject(link.object.get(), group, mask);
}

void Body::makeMulti() {
  const int joints = static_cast<int>(axes_.size());
  const Link& base = links_.front();
  multi_ = std::make_unique<btMultiBody>(joints, spec_->floating ? base.mass : 0.0, toBullet(base.moments),
                                         !spec_->floating, false);
  multi_->setBaseWorldTransform(toBullet(spec_->root_t_base * base.piece_t_principal));
  for (int i = 0; i < joints; ++i) setupLink(i);
  multi_->finalizeMultiDof();
  multi_->setHasSelfCollision(true);
  multi_->setUseGyroTerm(true);
  multi_->setLinearDamping(0.0);
  multi_->setAngularDamping(0.0);
  multi_->setMaxCoordinateVelocity(kNoLimitSpeed);
  multi_->setMaxAppliedImpulse(kNoLimitForce);
  multi_->setBaseVel(toBullet(spec_->velocity));
  multi_->setBaseOmega(toBullet(spec_->angular_velocity));
  for (int i = 0; i < joints; ++i) {
    multi_->setJointPos(i, axes_[static_cast<std::size_t>(i)].position);
    multi_->setJointVel(i, axes_[static_cast<std::size_t>(i)].velocity);
  }
  world_.addMultiBody(multi_.get());
  for (int i = -1; i < joints; ++i) addLinkCollider(i);
  placeLinks();
  rows_.resize(axes_.size());
  for (int i = 0; i < joints; ++i) makeRows(i);
  makeTies();
}

void Body::makeTies() {
  for (const Tie& tie : spec_->ties) {
    const auto pivot = [this](int piece, const Vec3& p) {
      return toBullet(links_[static_cast<std::size_t>(piece)].piece_t_principal.inverse() * p);
    };
    auto made = std::make_unique<btMultiBodyPoint2Point>(multi_.get(), tie.piece_a - 1, multi_.get(), tie.piece_b - 1,
                                                         pivot(tie.piece_a, tie.in_a), pivot(tie.piece_b, tie.in_b));
    made->setMaxAppliedImpulse(kNoLimitForce);
    world_.addMultiBodyConstraint(made.get());
    ties_.push_back(std::move(made));
  }
}

JointRow& Body::row(RowPtr& row, int joint) {
  if (!row) {
    row = std::make_unique<JointRow>(multi_.get(), joint);
    row->finalizeMultiDof();
    world_.addMultiBodyConstraint(row.get());
  }
  return *row;
}

void Body::dropRow(RowPtr& row) {
  if (row) world_.removeMultiBodyConstraint(row.get());
  row.reset();
}

void Body::makeRows(int joint) {
  const Axis& axis = axes_[static_cast<std::size_t>(joint)];
  Rows& rows = rows_[static_cast<std::size_t>(joint)];
  if (axis.friction > 0.0) row(rows.friction, joint).rub(axis.friction);
  else dropRow(rows.friction);
  if (axis.damping > 0.0) row(rows.damping, joint).damp(axis.damping);
  else dropRow(rows.damping);
  if (axis.leader >= 0) row(rows.follow, joint).follow(axis.leader, axis.multiplier);
  if (axis.leader < 0 && (std::isfinite(axis.lower) || std::isfinite(axis.upper)))
    row(rows.limit, joint).keepWithin(axis.lower, axis.upper);
  else dropRow(rows.limit);
  if (rows.drive.servo) row(rows.servo, joint);
  else dropRow(rows.servo);
  busy_ = false;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    busy_ |= rows_[i].drive.servo || axes_[i].leader >= 0 || axes_[i].spring_stiffness > 0.0;
}

// Where links and colliders are, after positions were set.
void Body::placeLinks() {
  btAlignedObjectArray<btQuaternion> rotations;
  btAlignedObjectArray<btVector3> places;
  multi_->forwardKinematics(rotations, places);
  multi_->updateCollisionObjectWorldTransforms(rotations, places);
  for (const Link& link : links_) {
    if (!link.object) continue;
    link.object->setInterpolationWorldTransform(link.object->getWorldTransform());
    world_.updateSingleAabb(link.object.get());
  }
}

void Body::forgetContacts() {
  btOverlappingPairCache* pairs = world_.getBroadphase()->getOverlappingPairCache();
  for (const Link& link : links_) {
    if (link.object && link.object->getBroadphaseHandle())
      pairs->cleanProxyFromPairs(link.object->getBroadphaseHandle(), world_.getDispatcher());
  }
}

btRigidBody* Body::rigid() const { return btRigidBody::upcast(links_.front().object.get()); }

}  // namespace ww::simulation
