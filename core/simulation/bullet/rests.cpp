// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/rests.h"

namespace ww::simulation {
namespace {

constexpr double kFarthest = 2e-4;  // metres in the time after which a body sleeps
constexpr double kMostTurn = 2e-3;  // radians

bool isElsewhere(const btTransform& a, const btTransform& b) {
  return a.getOrigin().distance2(b.getOrigin()) > kFarthest * kFarthest ||
         a.getRotation().angleShortestPath(b.getRotation()) > kMostTurn;
}

}  // namespace

void Rests::look(const btAlignedObjectArray<btRigidBody*>& bodies, double dt) {
  for (int i = 0; i < bodies.size(); ++i) {
    btRigidBody& body = *bodies[i];
    const double slow_for = body.getDeactivationTime();
    const int state = body.getActivationState();
    if (slow_for <= 0.0 || (state != ACTIVE_TAG && state != WANTS_DEACTIVATION)) continue;
    if (slow_for <= 1.5 * dt) began_[&body] = body.getWorldTransform();
    if (slow_for + 2.0 * dt < gDeactivationTime) continue;
    const auto began = began_.find(&body);
    if (began != began_.end() && !isElsewhere(began->second, body.getWorldTransform())) continue;
    began_[&body] = body.getWorldTransform();
    body.setDeactivationTime(2.0 * dt);  // it begins anew
    if (state == WANTS_DEACTIVATION) body.setActivationState(ACTIVE_TAG);
  }
}

}  // namespace ww::simulation
