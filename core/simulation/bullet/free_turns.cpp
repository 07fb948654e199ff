// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/free_turns.h"

#include <LinearMath/btTransformUtil.h>

#include <algorithm>

namespace ww::simulation {
namespace {

constexpr double kSlow = 1e-3;   // rad/s: below that it makes no difference
constexpr double kRound = 1e-9;  // of the largest moment: bodies that are as hard to turn about any axis

bool isRound(const btVector3& inverse) {
  return inverse[inverse.maxAxis()] - inverse[inverse.minAxis()] <= kRound * inverse[inverse.maxAxis()];
}

btVector3 speedOf(const btVector3& momentum, const btMatrix3x3& root_r_body, const btVector3& inverse) {
  return root_r_body * (inverse * (root_r_body.transpose() * momentum));
}

}  // namespace

void FreeTurns::begin(const btAlignedObjectArray<btRigidBody*>& bodies, double dt) {
  turns_.clear();
  for (int i = 0; i < bodies.size(); ++i) {
    btRigidBody& body = *bodies[i];
    const btVector3 &inverse = body.getInvInertiaDiagLocal(), &speed = body.getAngularVelocity();
    if (!body.isActive() || inverse[inverse.minAxis()] <= 0.0 || isRound(inverse) || speed.length2() < kSlow * kSlow)
      continue;
    const btTransform& now = body.getWorldTransform();
    const btVector3 moments(1.0 / inverse.x(), 1.0 / inverse.y(), 1.0 / inverse.z());
    const btVector3 momentum = now.getBasis() * (moments * (now.getBasis().transpose() * speed));
    btTransform half;
    btTransformUtil::integrateTransform(now, btVector3(0, 0, 0), speed, 0.5 * dt, half);
    body.setAngularVelocity(speedOf(momentum, half.getBasis(), inverse));
    turns_.push_back({&body, momentum});
  }
}

void FreeTurns::finish() {
  for (const Turn& turn : turns_) {
    btRigidBody& body = *turn.body;
    body.setAngularVelocity(speedOf(turn.momentum, body.getWorldTransform().getBasis(), body.getInvInertiaDiagLocal()));
  }
}

}  // namespace ww::simulation
