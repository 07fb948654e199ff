// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <string>

#include "core/base/status.h"

// The limits of a joint, and what is judged by them; nobody else judges. Positions in radians or metres, per second,
// per second squared and cubed; effort in Nm or N. All failures are INVALID_ARGUMENT, about the joint.
namespace ww::scene {

// What two numbers may differ by and count as the same: radians or metres; of rates relative.
constexpr double kLimitSlack = 1e-9;
// What a position that was worked out, or sent by others, may be beyond: radians or metres.
constexpr double kRoundingSlack = 1e-6;

// Infinite where there is no limit.
struct Limits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
  double acceleration = std::numeric_limits<double>::infinity();
  double jerk = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
  bool operator==(const Limits&) const = default;
};

// How far a position is outside, the larger of both ends: radians or metres, negative within.
double excessOf(double position, const Limits& limits);
// Whether a position (radians or metres) is within, but for the slack; NaN is within nothing.
bool isWithin(double position, const Limits& limits, double slack = kLimitSlack);
// The lower end is not above the upper.
bool isRangeInOrder(const Limits& limits);
// The position (radians or metres) of the range that is nearest; the range is in order.
double nearestWithin(double position, const Limits& limits);
// The ranges alone, and rates and effort besides.
bool isRangeWithin(const Limits& inner, const Limits& outer);
bool areWithin(const Limits& inner, const Limits& outer);
// What both allow; `lower` above `upper` when that is nothing.
Limits intersection(const Limits& a, const Limits& b);
// Where a joint stands of which nothing is said: 0, or the middle (or the finite end) where 0 lies outside; radians or
// metres.
double startPosition(const Limits& limits);

// Fails unless both ends are in order, and a finite position is between them.
Status checkRange(const std::string& joint, const Limits& limits);
// Fails unless the application's range is within the system's.
Status checkRangeWithin(const std::string& joint, const Limits& application, const Limits& system);
// Fail when the application's velocity, acceleration and jerk, or effort, are above the system's.
Status checkRatesWithin(const std::string& joint, const Limits& application, const Limits& system);
Status checkEffortWithin(const std::string& joint, const Limits& application, const Limits& system);
// Whether a turn by so many radians is so far beyond the limits that degrees were perhaps meant, though they may be
// beyond them, too.
bool looksLikeDegrees(double position_rad, double lower_rad, double upper_rad);
// The same of so many metres and millimetres.
bool looksLikeMillimetres(double position_m, double lower_m, double upper_m);
// Fails unless finite, and within the application's range; `slides` says that it is in metres.
Status checkPosition(const std::string& joint, double position, const Limits& application, bool slides);

}  // namespace ww::scene
