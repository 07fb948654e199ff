// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "core/math/pose.h"

namespace ww::model {

struct JointState {
  JointVector q, v, a;  // radians or metres, per second, per second squared
};

// Positions of a mechanism's joints over time: states at increasing times from 0 on, whole nanoseconds apart.
// Between two states the motion is the cubic polynomial that fits positions and velocities of both; `a` at a
// state is that of what follows.
struct Trajectory {
  std::vector<double> times;  // seconds
  std::vector<JointState> states;

  bool empty() const { return times.empty(); }
  double duration() const { return times.empty() ? 0.0 : times.back(); }
  // Times outside are clamped. Must not be empty.
  JointState sample(double time) const;
  // The other after this one, which must end where that starts.
  void append(const Trajectory& next);
};

}  // namespace ww::model
