// SPDX-License-Identifier: Apache-2.0
#include "core/scene/limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/scene/failures.h"

namespace ww::scene {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

constexpr double kFarBeyond = 2.0;  // times the limit: not by a slip

bool isBeyond(double position, double lower, double upper) { return position < lower || position > upper; }

double farEnd(double lower, double upper) {
  return std::max(std::isfinite(lower) ? std::abs(lower) : 0.0, std::isfinite(upper) ? std::abs(upper) : 0.0);
}

bool isAboveRate(double application, double system) { return application > system * (1.0 + kLimitSlack); }

}  // namespace

Status checkRange(const std::string& joint, const Limits& l) {
  if (l.lower <= l.upper && l.lower < kNoLimit && l.upper > -kNoLimit) return okStatus();
  return fail(failures::kNoPosition,
              {{"joint", arg::Name{joint}}, {"lower", arg::Number{l.lower}}, {"upper", arg::Number{l.upper}}});
}

Status checkRangeWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (application.lower >= system.lower - kLimitSlack && application.upper <= system.upper + kLimitSlack)
    return okStatus();
  return fail(failures::kRangeOutside, {{"joint", arg::Name{joint}},
                                        {"lower", arg::Number{application.lower}},
                                        {"upper", arg::Number{application.upper}},
                                        {"system_lower", arg::Number{system.lower}},
                                        {"system_upper", arg::Number{system.upper}}});
}

Status checkRatesWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (!isAboveRate(application.velocity, system.velocity) &&
      !isAboveRate(application.acceleration, system.acceleration) && !isAboveRate(application.jerk, system.jerk))
    return okStatus();
  return fail(failures::kRateAbove, {{"joint", arg::Name{joint}},
                                     {"velocity", arg::Number{system.velocity}},
                                     {"acceleration", arg::Number{system.acceleration}},
                                     {"jerk", arg::Number{system.jerk}}});
}

Status checkEffortWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (!isAboveRate(application.effort, system.effort)) return okStatus();
  return fail(failures::kEffortAbove, {{"joint", arg::Name{joint}}, {"system", arg::Number{system.effort}}});
}

bool looksLikeDegrees(double position, double lower, double upper) {
  constexpr double kTurn = 2.0 * std::numbers::pi, kMostTurns = 720.0;
  // Who slips a little beyond a limit of some turns has meant radians.
  const double least = std::max(kTurn, kFarBeyond * farEnd(lower, upper));
  return isBeyond(position, lower, upper) && std::abs(position) > least && std::abs(position) <= kMostTurns;
}

bool looksLikeMillimetres(double position, double lower, double upper) {
  constexpr double kMillimetre = 1e-3;
  const double far = farEnd(lower, upper), meant = std::abs(position) * kMillimetre;
  return isBeyond(position, lower, upper) && std::abs(position) > kFarBeyond * far && meant <= kFarBeyond * far;
}

Status checkPosition(const std::string& joint, double position, const Limits& l, bool slides) {
  if (!std::isfinite(position)) {
    return fail(failures::kPositionNotFinite, {{"joint", arg::Name{joint}}, {"position", arg::Number{position}}});
  }
  if (position >= l.lower - kLimitSlack && position <= l.upper + kLimitSlack) return okStatus();
  const double excess = position > l.upper ? position - l.upper : l.lower - position;
  const auto shown = [slides](double value) -> FailureValue {
    return slides ? FailureValue(arg::Length{value}) : FailureValue(arg::Angle{value});
  };
  const bool degrees = !slides && looksLikeDegrees(position, l.lower, l.upper);
  const bool millimetres = slides && looksLikeMillimetres(position, l.lower, l.upper);
  return fail(degrees       ? failures::kInDegrees
              : millimetres ? failures::kInMillimetres
                            : failures::kBeyondLimits,
              {{"joint", arg::Name{joint}},
               {"position", shown(position)},
               {"given", arg::Number{position}},
               {"meant", arg::Number{position * (slides ? 1e-3 : std::numbers::pi / 180.0)}},
               {"excess", shown(excess)},
               {"lower", shown(l.lower)},
               {"upper", shown(l.upper)}});
}

}  // namespace ww::scene
