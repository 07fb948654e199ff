// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/body_link.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/simulation/bullet/convert.h"

namespace ww::simulation {

void BodyLink::setInertia(const Piece& piece) {
  const Inertial sum = piece.inertial();
  mass = sum.mass;
  piece_t_principal.p = sum.com;
  Eigen::Matrix3d inertia = 0.5 * (sum.inertia + sum.inertia.transpose());
  const double most = inertia.cwiseAbs().maxCoeff();
  Eigen::Matrix3d off = inertia;
  off.diagonal().setZero();
  moments = inertia.diagonal();
  if (off.cwiseAbs().maxCoeff() > 1e-12 * most) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
    piece_t_principal.q = Quat(axes).normalized();
    moments = solver.eigenvalues();
  }
  moments = moments.cwiseMax(0.0);
}

void BodyLink::makeShapes(const Piece& piece, bool moves, Touching& touching, std::uint32_t& next_tag) {
  const Pose principal_t_piece = piece_t_principal.inverse();
  for (const Part& part : piece.parts) {
    auto& made = *parts.emplace_back(std::make_unique<PartTag>());
    made = {&part, part.material, (principal_t_piece * part.piece_t_part).q, &touching, next_tag++};
    floats.push_back(!part.gravity);
    some_float |= !part.gravity && part.inertial.mass > 0.0;
    for (const Solid& solid : part.solids) {
      BulletShape shape = makeShape(solid, moves);
      if (!shape.shape) continue;
      shape.shape->setUserPointer(&made);
      shape.part_t_shape = principal_t_piece * part.piece_t_part * shape.part_t_shape;
      shapes.push_back(std::move(shape));
    }
    if (!part.solids.empty()) tag.parts.push_back(&made);
  }
}

btCollisionShape* BodyLink::collisionShape() {
  if (shapes.empty()) {
    whole = std::make_unique<btSphereShape>(1e-3);
    return whole.get();
  }
  const Pose& at = shapes.front().part_t_shape;
  const bool centred = at.p.norm() < 1e-12 && std::abs(at.q.w()) > 1.0 - 1e-15;
  if (shapes.size() == 1 && centred) return shapes.front().shape.get();
  auto compound = std::make_unique<btCompoundShape>();
  for (const BulletShape& s : shapes) compound->addChildShape(toBullet(s.part_t_shape), s.shape.get());
  whole = std::move(compound);
  return whole.get();
}

// The largest that some solid has.
void BodyLink::lookForCore(const Piece& piece) {
  constexpr double kLeastPart = 0.02;  // of the smallest solid: what goes less in a step is not past anything
  double least = 0.0;
  for (const BulletShape& s : shapes) {
    btVector3 low, high;
    s.shape->getAabb(btTransform::getIdentity(), low, high);
    const btVector3 size = high - low;
    const double side = size[size.minAxis()];
    least = least > 0.0 ? std::min(least, side) : side;
  }
  if (least <= 0.0) return;
  tag.least_way = kLeastPart * least;
  tag.find_core = [&piece, principal_t_piece = piece_t_principal.inverse()] {
    CoreBall most;
    for (const Part& part : piece.parts) {
      for (const Solid& solid : part.solids) {
        CoreBall core = coreOf(solid);
        core.center = principal_t_piece * (part.piece_t_part * core.center);
        if (core.radius > most.radius) most = core;
      }
    }
    return most;
  };
}

void BodyLink::setCollider(btCollisionObject& collider) const {
  collider.setUserPointer(const_cast<PieceTag*>(&tag));
  collider.setCollisionFlags(collider.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
  const bool bounces = std::ranges::any_of(parts, [](const auto& part) { return part->material.restitution > 0.0; });
  // Of two in contact one is enough, and what stands still never meets its like.
  if (bounces && !collider.isStaticObject()) collider.setContactProcessingThreshold(0.0);
}

void placeLinks(btCollisionWorld& world, btMultiBody& multi, std::span<const BodyLink> links) {
  btAlignedObjectArray<btQuaternion> rotations;
  btAlignedObjectArray<btVector3> places;
  multi.forwardKinematics(rotations, places);
  multi.updateCollisionObjectWorldTransforms(rotations, places);
  for (const BodyLink& link : links) {
    if (!link.object) continue;
    link.object->setInterpolationWorldTransform(link.object->getWorldTransform());
    world.updateSingleAabb(link.object.get());
  }
}

void forgetContacts(btCollisionWorld& world, std::span<const BodyLink> links) {
  btOverlappingPairCache* pairs = world.getPairCache();
  for (const BodyLink& link : links) {
    if (link.object && link.object->getBroadphaseHandle())
      pairs->cleanProxyFromPairs(link.object->getBroadphaseHandle(), world.getDispatcher());
  }
}

void wakeMechanism(btMultiBody& multi, std::span<const BodyLink> links, bool may_sleep) {
  multi.wakeUp();
  multi.setCanSleep(may_sleep);
  for (const BodyLink& link : links) {
    if (link.object) link.object->forceActivationState(ACTIVE_TAG);
  }
}

}  // namespace ww::simulation
