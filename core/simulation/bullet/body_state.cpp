// SPDX-License-Identifier: Apache-2.0
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/simulation/bullet/body.h"
#include "core/simulation/bullet/convert.h"

namespace ww::simulation {
namespace {

constexpr double kFollowShare = 0.2;  // of what a follower is off, made good in a step
constexpr double kFreeForce = 1e12;
constexpr double kFreeSpeed = 1e6;

std::string_view bytesOf(const btScalar* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(btScalar)};
}

}  // namespace

PartTag* Body::tag(int piece, EntityId part) {
  for (const auto& tag : links_[static_cast<std::size_t>(piece)].parts) {
    if (tag->part->entity == part) return tag.get();
  }
  return nullptr;
}

std::vector<PartTag*> Body::tags() const {
  std::vector<PartTag*> out;
  for (const BodyLink& link : links_) {
    for (const auto& tag : link.parts) out.push_back(tag.get());
  }
  return out;
}

std::vector<btCollisionObject*> Body::colliders() const {
  std::vector<btCollisionObject*> out;
  for (const BodyLink& link : links_) {
    if (link.object && !link.shapes.empty()) out.push_back(link.object.get());
  }
  return out;
}

ContactModes Body::modes() const {
  ContactModes out;
  for (const PartTag* tag : tags()) {
    const Material& m = tag->material;
    out.pyramid |= !m.fdir1.isZero();
    out.directed |= !m.fdir1.isZero() || !m.surface_velocity.isZero();
    out.fitted |= m.kp.has_value() || m.torsional_coefficient > 0.0;
  }
  return out;
}

void Body::materialChanged(int piece) {
  BodyLink& link = links_[static_cast<std::size_t>(piece)];
  const bool bounces =
      std::ranges::any_of(link.parts, [](const auto& part) { return part->material.restitution > 0.0; });
  link.object->setContactProcessingThreshold(bounces && !link.object->isStaticObject() ? 0.0 : BT_LARGE_FLOAT);
  forgetContacts(world_, links_);
}

void Body::wake(bool sleeps) {
  sleeps_ = sleeps;
  if (multi_) return wakeLinks();
  rigid()->forceActivationState(sleeps ? ACTIVE_TAG : DISABLE_DEACTIVATION);
  rigid()->setDeactivationTime(0.0);
}

void Body::beforeStep(double dt, const Vec3& gravity) {
  responses_.forget();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const BodyLink& link = links_[i];
    if (!link.some_float || isFixed(static_cast<int>(i))) continue;
    const Pose root_t_piece = rootTPrincipal(static_cast<int>(i)) * link.piece_t_principal.inverse();
    for (std::size_t k = 0; k < link.parts.size(); ++k) {
      if (!link.floats[k]) continue;
      const Part& part = *link.parts[k]->part;
      const Vec3 center = root_t_piece * (part.piece_t_part * part.inertial.com);
      addForce(static_cast<int>(i), -part.inertial.mass * gravity, center, Vec3::Zero());
    }
  }
  if (!torque_.isZero()) turnFree(dt);
  if (!busy_) return;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Axis& axis = axes_[i];
    Rows& rows = rows_[i];
    const int joint = static_cast<int>(i);
    const double q = multi_->getJointPos(joint);
    if (axis.spring_stiffness > 0.0)
      multi_->addJointTorque(joint, -axis.spring_stiffness * (q - axis.spring_reference));
    if (axis.leader >= 0) {
      const double wanted = axis.multiplier * multi_->getJointPos(axis.leader) + axis.offset;
      rows.follow->drive(kFollowShare * (wanted - q) / dt, kFreeForce);
    }
    if (!rows.drive.servo) continue;
    const double most = std::min(rows.drive.speed_limit, kFreeSpeed);
    const double force = std::min(rows.drive.force_limit, kFreeForce);
    if (rows.drive.by_speed) rows.servo->drive(std::clamp(rows.drive.speed, -most, most), force);
    else rows.servo->approach(rows.drive.target, most, force, dt);
  }
}

// A torque as speed from the start of the step.
void Body::turnFree(double dt) {
  rigid()->applyTorqueImpulse(toBullet(Vec3(dt * std::exchange(torque_, Vec3::Zero()))));
}

void Body::addForce(int piece, const Vec3& force, const Vec3& p_in_root, const Vec3& torque) {
  if (isFixed(piece)) return;
  const Vec3 center = rootTPrincipal(piece).p;
  const btVector3 f = toBullet(force), t = toBullet(Vec3(torque + (p_in_root - center).cross(force)));
  if (!multi_) {
    rigid()->activate(true);
    rigid()->applyCentralForce(f);
    torque_ += fromBullet(t);
    return;
  }
  if (asleep()) wakeLinks();
  if (piece == 0) {
    multi_->addBaseForce(f);
    multi_->addBaseTorque(t);
  } else {
    multi_->addLinkForce(piece - 1, f);
    multi_->addLinkTorque(piece - 1, t);
  }
}

void Body::addEffort(int joint, double effort) {
  if (asleep()) wakeLinks();
  multi_->addJointTorque(joint, effort);
}

void Body::drive(int joint, const JointDrive& drive) {
  Rows& rows = rows_[static_cast<std::size_t>(joint)];
  const bool another = rows.drive.servo != drive.servo;
  rows.drive = drive;
  if (another) makeRows(joint);
}

void Body::setJointProperties(int joint, const Axis& axis) {
  Axis& own = axes_[static_cast<std::size_t>(joint)];
  own.damping = axis.damping;
  own.friction = axis.friction;
  own.lower = axis.lower;
  own.upper = axis.upper;
  own.spring_stiffness = axis.spring_stiffness;
  own.spring_reference = axis.spring_reference;
  makeRows(joint);
}

void Body::setGravity(int piece, EntityId part, bool on) {
  BodyLink& link = links_[static_cast<std::size_t>(piece)];
  link.some_float = false;
  for (std::size_t i = 0; i < link.parts.size(); ++i) {
    if (link.parts[i]->part->entity == part) link.floats[i] = !on;
    link.some_float |= link.floats[i] && link.parts[i]->part->inertial.mass > 0.0;
  }
}

bool Body::isFixed(int piece) const {
  if (spec_->kind == AssemblyKind::kStatic) return true;
  return multi_ && piece == 0 && !spec_->floating;
}

bool Body::asleep() const {
  if (multi_) return !multi_->isAwake() && links_.back().object->getActivationState() == ISLAND_SLEEPING;
  return spec_->kind == AssemblyKind::kFree && rigid()->getActivationState() == ISLAND_SLEEPING;
}

Pose Body::rootTPrincipal(int piece) const {
  if (multi_ && piece == 0) return fromBullet(multi_->getBaseWorldTransform());
  return fromBullet(links_[static_cast<std::size_t>(piece)].object->getWorldTransform());
}

std::vector<Twist> Body::linkVelocities() const {
  std::vector<Twist> out(links_.size());
  std::vector<Vec3> centers(links_.size());
  centers[0] = rootTPrincipal(0).p;
  out[0] = {fromBullet(multi_->getBaseVel()), fromBullet(multi_->getBaseOmega())};
  for (std::size_t i = 1; i < links_.size(); ++i) {
    const int joint = static_cast<int>(i) - 1;
    const auto above = static_cast<std::size_t>(axes_[i - 1].parent);
    const Pose at = rootTPrincipal(static_cast<int>(i));
    centers[i] = at.p;
    const btMultibodyLink& link = multi_->getLink(joint);
    const double speed = multi_->getJointVel(joint);
    out[i].angular = out[above].angular + speed * (at.q * fromBullet(link.getAxisTop(0)));
    out[i].linear = out[above].linear + out[above].angular.cross(centers[i] - centers[above]) +
                    speed * (at.q * fromBullet(link.getAxisBottom(0)));
  }
  return out;
}

Twist Body::velocityOfCenter(int piece) const {
  if (isFixed(piece)) return {};
  if (multi_) return linkVelocities()[static_cast<std::size_t>(piece)];
  return {fromBullet(rigid()->getLinearVelocity()), fromBullet(rigid()->getAngularVelocity())};
}

PieceState Body::state(int piece) const {
  const Pose principal = rootTPrincipal(piece);
  PieceState out{principal * links_[static_cast<std::size_t>(piece)].piece_t_principal.inverse(),
                 velocityOfCenter(piece)};
  out.twist.linear += out.twist.angular.cross(out.root_t_piece.p - principal.p);
  return out;
}

JointState Body::joint(int joint, double dt) const {
  const Rows& rows = rows_[static_cast<std::size_t>(joint)];
  return {multi_->getJointPos(joint), multi_->getJointVel(joint), rows.servo ? rows.servo->force(dt) : 0.0};
}

Eigen::Matrix3d Body::mobility(int piece, const Vec3& p_in_root) const {
  Eigen::Matrix3d out = Eigen::Matrix3d::Zero();
  if (isFixed(piece)) return out;
  const BodyLink& link = links_[static_cast<std::size_t>(piece)];
  btAlignedObjectArray<btScalar> jacobian, deltas, scratch;
  btAlignedObjectArray<btVector3> vectors;
  btAlignedObjectArray<btMatrix3x3> matrices;
  for (int axis = 0; multi_ && axis < 3; ++axis) {
    const auto unit = [](int i) { return toBullet(Vec3(Vec3::Unit(i))); };
    const int size = 6 + multi_->getNumDofs();
    const auto fill = [&](int i) {
      jacobian.resize(size);
      multi_->fillConstraintJacobianMultiDof(piece - 1, toBullet(p_in_root), btVector3(0, 0, 0), unit(i), &jacobian[0],
                                             scratch, vectors, matrices);
    };
    fill(axis);
    deltas.resize(size);
    multi_->calcAccelerationDeltasMultiDof(&jacobian[0], &deltas[0], scratch, vectors);
    for (int row = 0; row < 3; ++row) {
      fill(row);
      for (int i = 0; i < size; ++i) out(row, axis) += jacobian[i] * deltas[i];
    }
  }
  if (out.trace() > 0.0 || link.mass <= 0.0) return out;
  // A body alone; of a mechanism nothing is known before its first step.
  const Pose at = rootTPrincipal(piece);
  const Vec3 arm = at.q.conjugate() * (p_in_root - at.p);
  Eigen::Matrix3d cross;
  cross << 0.0, -arm.z(), arm.y(), arm.z(), 0.0, -arm.x(), -arm.y(), arm.x(), 0.0;
  const Vec3 easy = link.moments.cwiseMax(1e-12).cwiseInverse();
  const Eigen::Matrix3d own = Eigen::Matrix3d::Identity() / link.mass - cross * easy.asDiagonal() * cross;
  const Eigen::Matrix3d turn = at.q.toRotationMatrix();
  return turn * own * turn.transpose();
}

void Body::setBase(const PieceState& state) {
  const Pose principal = state.root_t_piece * links_.front().piece_t_principal;
  const Vec3 speed = state.twist.linear + state.twist.angular.cross(principal.p - state.root_t_piece.p);
  forgetContacts(world_, links_);
  if (multi_) {
    multi_->setBaseWorldTransform(toBullet(principal));
    if (spec_->floating) {
      multi_->setBaseVel(toBullet(speed));
      multi_->setBaseOmega(toBullet(state.twist.angular));
    }
    placeLinks(world_, *multi_, links_);
    return;
  }
  btRigidBody& body = *rigid();
  body.setCenterOfMassTransform(toBullet(principal));
  if (spec_->kind == AssemblyKind::kFree) {
    body.setLinearVelocity(toBullet(speed));
    body.setAngularVelocity(toBullet(state.twist.angular));
    body.setInterpolationLinearVelocity(body.getLinearVelocity());
    body.setInterpolationAngularVelocity(body.getAngularVelocity());
    body.clearForces();
  }
  body.setInterpolationWorldTransform(body.getWorldTransform());
  world_.updateSingleAabb(&body);
}

void Body::setJoint(int joint, double position, double velocity) {
  multi_->setJointPos(joint, position);
  multi_->setJointVel(joint, velocity);
  forgetContacts(world_, links_);
  placeLinks(world_, *multi_, links_);
}

void Body::addTo(Energy& sum, const Vec3& gravity) const {
  if (spec_->kind == AssemblyKind::kStatic) return;
  const std::vector<Twist> speeds = multi_ ? linkVelocities() : std::vector<Twist>{velocityOfCenter(0)};
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (isFixed(static_cast<int>(i))) continue;
    const BodyLink& link = links_[i];
    const Pose at = rootTPrincipal(static_cast<int>(i));
    const Vec3 turn = at.q.conjugate() * speeds[i].angular;
    const Vec3 spin = link.moments.cwiseProduct(turn);
    sum.kinetic += 0.5 * link.mass * speeds[i].linear.squaredNorm() + 0.5 * turn.dot(spin);
    sum.potential -= link.mass * gravity.dot(at.p);
    for (std::size_t k = 0; k < link.parts.size(); ++k) {
      if (!link.floats[k]) continue;
      const Part& part = *link.parts[k]->part;
      sum.potential += part.inertial.mass *
                       gravity.dot(at * link.piece_t_principal.inverse() * (part.piece_t_part * part.inertial.com));
    }
    sum.momentum += link.mass * speeds[i].linear;
    sum.angular_momentum += at.p.cross(link.mass * speeds[i].linear) + at.q * spin;
  }
}

void Body::addTo(Hasher& hasher) const {
  for (const BodyLink& link : links_) {
    const btTransform& t = link.object->getWorldTransform();
    hasher.add(bytesOf(&t.getOrigin().x(), 3));
    for (int row = 0; row < 3; ++row) hasher.add(bytesOf(&t.getBasis()[row].x(), 3));
  }
  if (multi_) {
    const auto joints = static_cast<std::size_t>(multi_->getNumDofs());
    hasher.add(bytesOf(multi_->getVelocityVector(), 6 + joints));
    for (int i = 0; i < multi_->getNumLinks(); ++i) hasher.add(bytesOf(multi_->getJointPosMultiDof(i), 1));
  } else {
    hasher.add(bytesOf(&rigid()->getLinearVelocity().x(), 3));
    hasher.add(bytesOf(&rigid()->getAngularVelocity().x(), 3));
  }
}

}  // namespace ww::simulation
