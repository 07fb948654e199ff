// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/collision/checker.h"

namespace ww::collision {

// A straight motion in joint space, looked at in places.
struct Sweep {
  const model::Mechanism& mechanism;  // of the checker's model; its joints are the movers
  const JointVector &from, &to;
  double spacing = 1.0 / 512.0;           // largest distance of two places: L2 norm of radians and metres
  std::function<Status()> interrupted{};  // asked before each place; what is not ok ends the sweep with it
};

// Where on the way (0: from, 1: to) there is a collision, if anywhere: the one that is found first, for a quick
// answer. Looks at the end, then the middle, the quarters and so on, not at the start. The state is left
// somewhere on the way.
Result<std::optional<double>> someCollision(Checker& checker, model::State& state, const Sweep& sweep);
// The first along the way, start left out.
Result<std::optional<double>> firstCollision(Checker& checker, model::State& state, const Sweep& sweep);

}  // namespace ww::collision
