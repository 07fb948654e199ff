// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/body.h"

#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>

#include <algorithm>
#include <cmath>

#include "core/simulation/bullet/convert.h"
#include "core/simulation/bullet/link_contacts.h"

namespace ww::simulation {
namespace {

constexpr double kSleepSpeed = 0.02;  // m/s and rad/s
constexpr double kNoLimitForce = 1e12;
constexpr double kNoLimitSpeed = 1e6;  // m/s and rad/s
// A mechanism is at rest only if it is slower than this for so long: what sags slowly goes on.
constexpr double kMechanismSleepSpeed = 2e-4;  // m/s and rad/s, of all that it has together
constexpr double kMechanismSleepTime = 0.5;    // seconds

using RowPtr = std::unique_ptr<JointRow>;

JointRow& rowAt(btMultiBodyDynamicsWorld& world, btMultiBody& multi, RowPtr& row, int joint,
                JointResponses& responses) {
  if (!row) {
    row = std::make_unique<JointRow>(&multi, joint, responses);
    row->finalizeMultiDof();
    world.addMultiBodyConstraint(row.get());
  }
  return *row;
}

void dropRow(btMultiBodyDynamicsWorld& world, RowPtr& row) {
  if (row) world.removeMultiBodyConstraint(row.get());
  row.reset();
}

}  // namespace

Body::Body(btMultiBodyDynamicsWorld& world, Touching& touching, AssemblyPtr assembly, int number,
           std::uint32_t first_tag, bool sleeps)
    : world_(world),
      touching_(touching),
      spec_(std::move(assembly)),
      axes_(spec_->axes),
      links_(spec_->pieces.size()),
      responses_(spec_->axes.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    BodyLink& link = links_[i];
    link.tag.assembly = number;
    link.tag.piece = static_cast<int>(i);
    link.setInertia(spec_->pieces[i]);
    link.makeShapes(spec_->pieces[i], spec_->kind != AssemblyKind::kStatic, touching_, first_tag);
  }
  if (spec_->kind == AssemblyKind::kMechanism) makeMulti();
  else makeRigid();
  wake(sleeps);
}

Body::~Body() {
  for (Rows& rows : rows_) {
    for (RowPtr* r : {&rows.friction, &rows.damping, &rows.servo, &rows.follow, &rows.limit}) dropRow(world_, *r);
  }
  for (const auto& tie : ties_) world_.removeMultiBodyConstraint(tie.get());
  for (const BodyLink& link : links_) {
    if (btRigidBody* body = btRigidBody::upcast(link.object.get())) world_.removeRigidBody(body);
    else if (link.object) world_.removeCollisionObject(link.object.get());
  }
  if (multi_) world_.removeMultiBody(multi_.get());
}

void Body::makeRigid() {
  BodyLink& link = links_.front();
  const bool moves = spec_->kind == AssemblyKind::kFree;
  btRigidBody::btRigidBodyConstructionInfo info(moves ? link.mass : 0.0, nullptr, link.collisionShape(),
                                                moves ? toBullet(link.moments) : btVector3(0, 0, 0));
  info.m_startWorldTransform = toBullet(spec_->root_t_base * link.piece_t_principal);
  info.m_linearSleepingThreshold = info.m_angularSleepingThreshold = kSleepSpeed;
  auto body = std::make_unique<btRigidBody>(info);
  body->setLinearVelocity(toBullet(spec_->velocity));
  body->setAngularVelocity(toBullet(spec_->angular_velocity));
  body->setFlags(0);  // see FreeTurns
  if (moves) link.lookForCore(spec_->pieces.front());
  link.setCollider(*body);
  const int all = btBroadphaseProxy::AllFilter, still = btBroadphaseProxy::StaticFilter;
  if (link.shapes.empty()) world_.addRigidBody(body.get(), 0, 0);
  else if (moves) world_.addRigidBody(body.get(), btBroadphaseProxy::DefaultFilter, all);
  else world_.addRigidBody(body.get(), still, all ^ still);
  link.object = std::move(body);
}

void Body::setupLink(int i) {
  const Axis& axis = axes_[static_cast<std::size_t>(i)];
  const BodyLink& parent = links_[static_cast<std::size_t>(axis.parent)];
  const BodyLink& own = links_[static_cast<std::size_t>(i) + 1];
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
  BodyLink& link = links_[static_cast<std::size_t>(link_of_body) + 1];
  auto collider = std::make_unique<btMultiBodyLinkCollider>(multi_.get(), link_of_body);
  collider->setCollisionShape(link.collisionShape());
  collider->setFriction(1.0);
  link.setCollider(*collider);
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
  const BodyLink& base = links_.front();
  multi_ = std::make_unique<btMultiBody>(joints, spec_->floating ? base.mass : 0.0, toBullet(base.moments),
                                         !spec_->floating, true);
  multi_->setBaseWorldTransform(toBullet(spec_->root_t_base * base.piece_t_principal));
  for (int i = 0; i < joints; ++i) setupLink(i);
  multi_->finalizeMultiDof();
  multi_->setHasSelfCollision(true);
  multi_->setUseGyroTerm(true);
  multi_->setLinearDamping(0.0);
  multi_->setAngularDamping(0.0);
  multi_->setMaxCoordinateVelocity(kNoLimitSpeed);
  multi_->setMaxAppliedImpulse(kNoLimitForce);
  multi_->setSleepThreshold(kMechanismSleepSpeed * kMechanismSleepSpeed);
  multi_->setSleepTimeout(kMechanismSleepTime);
  multi_->setBaseVel(toBullet(spec_->velocity));
  multi_->setBaseOmega(toBullet(spec_->angular_velocity));
  for (int i = 0; i < joints; ++i) {
    multi_->setJointPos(i, axes_[static_cast<std::size_t>(i)].position);
    multi_->setJointVel(i, axes_[static_cast<std::size_t>(i)].velocity);
  }
  world_.addMultiBody(multi_.get());
  for (int i = -1; i < joints; ++i) addLinkCollider(i);
  placeLinks(world_, *multi_, links_);
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

void Body::makeRows(int joint) {
  const auto row = [this](RowPtr& at, int of_joint) -> JointRow& {
    return rowAt(world_, *multi_, at, of_joint, responses_);
  };
  const Axis& axis = axes_[static_cast<std::size_t>(joint)];
  Rows& rows = rows_[static_cast<std::size_t>(joint)];
  if (axis.friction > 0.0) row(rows.friction, joint).rub(axis.friction);
  else dropRow(world_, rows.friction);
  if (axis.damping > 0.0) row(rows.damping, joint).damp(axis.damping);
  else dropRow(world_, rows.damping);
  if (axis.leader >= 0) row(rows.follow, joint).follow(axis.leader, axis.multiplier);
  if (axis.leader < 0 && (std::isfinite(axis.lower) || std::isfinite(axis.upper)))
    row(rows.limit, joint).keepWithin(axis.lower, axis.upper);
  else dropRow(world_, rows.limit);
  if (rows.drive.servo) row(rows.servo, joint);
  else dropRow(world_, rows.servo);
  busy_ = false;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    busy_ |= rows_[i].drive.servo || axes_[i].leader >= 0 || axes_[i].spring_stiffness > 0.0;
  wakeLinks();
}

void Body::wakeLinks() {
  // Only long ones may sleep: others cost little.
  wakeMechanism(*multi_, links_, sleeps_ && !busy_ && multi_->getNumLinks() >= LinkContacts::kLong);
}

btRigidBody* Body::rigid() const { return btRigidBody::upcast(links_.front().object.get()); }

}  // namespace ww::simulation
