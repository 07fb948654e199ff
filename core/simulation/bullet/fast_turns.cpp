// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/fast_turns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ww::simulation {
namespace {

constexpr double kFar = 0.002;  // radians in a step: a slower rotor gains less than 2 % of its nodding in 1000
constexpr double kSame = 1e-5;  // of the fastest; rounds that change no more are the last
constexpr int kMostRounds = 6;

// Radians a second of the base or of a joint.
double fastestTurn(const btMultiBody& body) {
  double most = body.hasFixedBase() ? 0.0 : body.getBaseOmega().length();
  for (int i = 0; i < body.getNumLinks(); ++i)
    if (body.getLink(i).m_jointType == btMultibodyLink::eRevolute) most = std::max(most, std::abs(body.getJointVel(i)));
  return most;
}

}  // namespace

void FastTurns::begin(const btAlignedObjectArray<btMultiBody*>& bodies, double dt) {
  fast_.clear();
  for (int i = 0; i < bodies.size(); ++i) {
    btMultiBody& body = *bodies[i];
    if (!body.isAwake() || body.getNumLinks() == 0 || fastestTurn(body) * dt < kFar) continue;
    const btScalar* speeds = body.getVelocityVector();
    fast_.push_back({&body, {speeds, speeds + 6 + body.getNumDofs()}});
  }
}

void FastTurns::finish(double dt) {
  for (const Fast& fast : fast_) meetInTheMiddle(fast, dt);
}

// end = start + dt * acceleration((start + end) / 2), by putting in what comes out.
void FastTurns::meetInTheMiddle(const Fast& fast, double dt) {
  btMultiBody& body = *fast.body;
  const int count = static_cast<int>(fast.start.size());
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const auto speed = [&body](int i) { return body.getVelocityVector()[i]; };
  change_.resize(count);
  std::vector<btScalar> end(body.getVelocityVector(), body.getVelocityVector() + count), middle(end.size());
  for (int round = 0; round < kMostRounds; ++round) {
    for (int i = 0; i < count; ++i) {
      middle[at(i)] = 0.5 * (fast.start[at(i)] + end[at(i)]);
      change_[i] = middle[at(i)] - speed(i);
    }
    body.applyDeltaVeeMultiDof(&change_[0], 1.0);
    body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(dt, numbers_, vectors_, matrices_, false, false, false);
    double changed = 0.0, most = 0.0;
    for (int i = 0; i < count; ++i) {
      const double next = fast.start[at(i)] + (speed(i) - middle[at(i)]);
      changed = std::max(changed, std::abs(next - end[at(i)]));
      most = std::max(most, std::abs(next));
      end[at(i)] = next;
    }
    if (changed <= kSame * most) break;
  }
  for (int i = 0; i < count; ++i) change_[i] = end[at(i)] - speed(i);
  body.applyDeltaVeeMultiDof(&change_[0], 1.0);
}

}  // namespace ww::simulation
