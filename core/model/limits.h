// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/model/mechanism.h"

namespace ww::model {

// Limits of one joint's motion; all positive and finite: radians or metres per second, per second squared, per
// second cubed.
struct DynamicLimit {
  double velocity = 1.0, acceleration = 2.0, jerk = 40.0;
};

// Limits that are missing (infinite, zero or negative) are assumed: revolute 1 rad/s and 2 rad/s^2,
// prismatic 0.25 m/s and 0.5 m/s^2, jerk 25/s times the acceleration. `notes` says what was assumed.
std::vector<DynamicLimit> dynamicLimits(const std::vector<world::JointLimits>& limits,
                                        const std::vector<bool>& revolute, const std::vector<std::string>& names,
                                        Diagnostics* notes);

// Limits of how a frame moves: its origin in m/s and m/s^2, its rotation in rad/s and rad/s^2, of the length of
// the vectors. Infinite: none.
struct FrameLimits {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double linear_velocity = kNone, angular_velocity = kNone;
  double linear_acceleration = kNone, angular_acceleration = kNone;
  bool any() const {
    return linear_velocity < kNone || angular_velocity < kNone || linear_acceleration < kNone ||
           angular_acceleration < kNone;
  }
};

// What the joints of a mechanism must keep, in their order.
struct MotionLimits {
  std::vector<world::JointLimits> position;  // radians or metres; the rest is not read
  std::vector<DynamicLimit> dynamic;
  FrameLimits frame{};                     // of `moving`
  std::optional<world::NodeRef> moving{};  // none: no frame has limits
};
// The application's limits, or others in their place (empty: none).
MotionLimits motionLimits(const Mechanism& mechanism, const std::vector<world::JointLimits>& others = {},
                          Diagnostics* notes = nullptr);

// The joint that leaves its range most, if one does: index and excess (radians or metres).
std::optional<std::pair<int, double>> limitExcess(const std::vector<world::JointLimits>& limits, const JointVector& q,
                                                  double tolerance = 1e-9);

}  // namespace ww::model
