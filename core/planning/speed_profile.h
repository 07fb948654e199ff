// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>

namespace ww::planning {

// Largest speed, acceleration and jerk along a straight stretch of path, positive; the jerk may be infinite.
struct Ramp {
  double velocity = 1.0, acceleration = 1.0, jerk = 1.0;
};

// Distance along a stretch over time: at most seven phases of constant jerk. No heap.
class SpeedProfile {
 public:
  struct Phase {
    double start = 0.0, duration = 0.0;         // seconds
    double s = 0.0, v = 0.0, a = 0.0, j = 0.0;  // at its start
  };
  // From rest to rest over a positive length in the least time, in closed form.
  static SpeedProfile restToRest(double length, const Ramp& top);
  // From v0 to v1 without limits of jerk; each must be reachable from the other and within the limits.
  static SpeedProfile between(double v0, double v1, double length, const Ramp& top);

  double duration() const { return count_ == 0 ? 0.0 : phases_[count_ - 1].start + phases_[count_ - 1].duration; }
  const Phase* begin() const { return phases_.data(); }
  const Phase* end() const { return phases_.data() + count_; }

 private:
  // Seconds and units of the path by them. Of less than no time there is none.
  void add(double duration, double a, double j);

  std::array<Phase, 7> phases_;
  std::size_t count_ = 0;
  double s_ = 0.0, v_ = 0.0, time_ = 0.0;
};

}  // namespace ww::planning
