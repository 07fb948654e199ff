// SPDX-License-Identifier: Apache-2.0
#include "core/scene/limits.h"

#include <fmt/format.h>

#include <cmath>

namespace ww::scene {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

bool isAboveRate(double application, double system) { return application > system * (1.0 + kLimitSlack); }

Status badLimits(const std::string& joint, std::string title, std::string hint) {
  return fail(Code::kInvalidArgument, std::move(title)).withHint(std::move(hint)).about(joint);
}

}  // namespace

Status checkRange(const std::string& joint, const Limits& l) {
  if (l.lower <= l.upper && l.lower < kNoLimit && l.upper > -kNoLimit) return okStatus();
  return badLimits(joint,
                   fmt::format("the limits [{:.6g}, {:.6g}] of joint '{}' leave no position", l.lower, l.upper, joint),
                   "the lower limit must not be above the upper one; leave out limits that there are not");
}

Status checkRangeWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (application.lower >= system.lower - kLimitSlack && application.upper <= system.upper + kLimitSlack)
    return okStatus();
  return badLimits(joint, fmt::format("application limits of joint '{}' lie outside its system limits", joint),
                   "make the application's range as large as the system's at most");
}

Status checkRatesWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (!isAboveRate(application.velocity, system.velocity) &&
      !isAboveRate(application.acceleration, system.acceleration) && !isAboveRate(application.jerk, system.jerk))
    return okStatus();
  return badLimits(
      joint,
      fmt::format("application velocity, acceleration or jerk limit of joint '{}' is above its system limit", joint),
      "what the application allows is at most what the system can do");
}

Status checkEffortWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (!isAboveRate(application.effort, system.effort)) return okStatus();
  return badLimits(joint, fmt::format("application effort limit of joint '{}' is above its system limit", joint),
                   "what the application allows is at most what the system can do");
}

Status checkPosition(const std::string& joint, double position, const Limits& l, bool slides) {
  if (!std::isfinite(position)) {
    return badLimits(joint, fmt::format("position {} of joint '{}' is not a finite number", position, joint),
                     "positions are finite, in radians or metres");
  }
  if (position >= l.lower - kLimitSlack && position <= l.upper + kLimitSlack) return okStatus();
  const double excess = position > l.upper ? position - l.upper : l.lower - position;
  const char* unit = slides ? "m" : "rad";
  return badLimits(joint,
                   fmt::format("position {:.6g} {} of joint '{}' is {:.6g} {} beyond its limits [{:.6g}, {:.6g}]",
                               position, unit, joint, excess, unit, l.lower, l.upper),
                   "stay within the limits, or change the application limits");
}

}  // namespace ww::scene
