// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/sweep.h"

namespace ww::collision {

// What is known of all of a motion, not only of places on it.
struct MotionVerdict {
  enum class Kind {
    kFree,      // proven, ends included
    kCollides,  // there is a collision at `at`
    kUnproven   // something stays so near around `at` that the proof was given up there
  };
  Kind kind = Kind::kFree;
  double at = 0.0;         // fraction of the way; 0: from, 1: to
  std::size_t places = 0;  // looked at
};

// Whether a straight motion in joint space is free everywhere. A stretch of it is free when in its middle every pair
// of bodies is farther apart than the margin and than any point of theirs can move against the other until the
// stretch ends (Schwarzer, Saha, Latombe 2005); other stretches are halved, down to `finest` (L2 norm of radians and
// metres). Sweep::spacing is not read. Errors are those of Sweep::interrupted. The state is left somewhere on the way.
Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Sweep& sweep, double finest = 1e-3);

}  // namespace ww::collision
