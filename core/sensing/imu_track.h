// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

#include "core/sensing/imu.h"

namespace ww::sensing {

// What an inertial measurement unit reads on its way, out of where it was seen at some times. A parabola through the
// poses of the last kSpan seconds, so that times that are off by some milliseconds become no jolts; what it reads is of
// the middle of them.
class ImuTrack {
 public:
  static constexpr double kSpan = 0.2;                // seconds
  static constexpr double kMostAcceleration = 981.0;  // m/s^2: what moves by more was put elsewhere, and begins anew

  // `time_s` goes up; a pose of a time that has been is passed over. Pose in the root frame.
  void add(double time_s, const Pose& root_t_unit);
  // At rest until three poses have come. `gravity` in the root frame, m/s^2. `ahead` seconds after the
  // middle, or before it where that is below 0, by the same parabola.
  ImuReading reading(const Vec3& gravity = Vec3(0.0, 0.0, -9.81), double ahead = 0.0) const;
  bool empty() const { return seen_.empty(); }
  // Where it was then; there must be one. In the root frame.
  Pose pose(double ahead = 0.0) const;
  double begin() const { return seen_.front().time_s; }           // seconds: of the first pose that it goes by
  double time() const { return seen_[seen_.size() / 2].time_s; }  // seconds: when it read that

 private:
  // Way (root frame, from the middle) and turn (rotation vector in the unit's frame of the middle) as a + b t + c t^2.
  using Fit = Eigen::Matrix<double, 3, 6>;
  Fit fit() const;
  static Quat turned(const Fit& fit, double ahead);  // from the middle
  struct Seen {
    double time_s = 0.0;
    Pose root_t_unit;
  };
  bool jumps(double time_s, const Vec3& p) const;

  std::deque<Seen> seen_;
};

}  // namespace ww::sensing
