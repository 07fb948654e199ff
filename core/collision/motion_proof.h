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

// A motion in joint space, of any form.
struct Course {
  const model::Mechanism& mechanism;  // of the checker's model; its joints are the movers
  // Positions (radians or metres) at t, from 0 to 1.
  std::function<JointVector(double)> at;
  JointVector rates;                      // of each joint what it goes at most by a unit of t, anywhere; at least 0
  std::function<Status()> interrupted{};  // asked before each place; what is not ok ends the work with it
};

// Whether a motion is free everywhere. A stretch of it is free for a pair of bodies when in its middle they are farther
// apart than the margin and than any point of theirs can move against the other until the stretch ends (Schwarzer,
// Saha, Latombe 2005). What of a stretch is not free so is looked at in two parts, by the pairs that were left open
// alone, down to `finest` (of the sum of ways of the joints, L2 norm of radians and metres). Errors are those of
// `interrupted`. The state is left somewhere on the way.
Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Course& course, double finest = 1e-3);
// Of a straight one. Sweep::spacing is not read.
Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Sweep& sweep, double finest = 1e-3);

}  // namespace ww::collision
