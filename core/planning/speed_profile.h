// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <vector>

namespace ww::planning {

// Largest speed, acceleration and jerk along a stretch of path.
struct Ramp {
  double velocity = 1.0, acceleration = 1.0, jerk = 1.0;
};

// Largest speed at the other end of a stretch that starts with `v0` and no acceleration and ends with
// none, at most the ramp's velocity.
double reachableSpeed(double v0, double length, const Ramp& top);

// Distance along a stretch over time: phases of constant jerk.
class SpeedProfile {
 public:
  struct State {
    double s = 0.0, v = 0.0, a = 0.0;
  };
  // From v0 to v1 over the length in the least time; each must be reachable from the other.
  static SpeedProfile ramps(double v0, double v1, double length, const Ramp& top);
  // A corner at constant speed, a change in its middle.
  static SpeedProfile constant(double v, double length);

  double duration() const { return phases_.empty() ? 0.0 : phases_.back().end; }
  State at(double time) const;
  // Where the jerk changes, the end included.
  std::vector<double> changes() const;

 private:
  struct Phase {
    State from;
    double start = 0.0, end = 0.0, jerk = 0.0;
  };
  void add(double duration, double jerk);
  void addRamp(double v0, double v1, const Ramp& top);

  std::vector<Phase> phases_;
  State now_;
};

}  // namespace ww::planning
