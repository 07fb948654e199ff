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

double farEnd(double lower, double upper) {
  return std::max(std::isfinite(lower) ? std::abs(lower) : 0.0, std::isfinite(upper) ? std::abs(upper) : 0.0);
}

bool isAboveRate(double application, double system) { return application > system * (1.0 + kLimitSlack); }

bool areRatesWithin(const Limits& application, const Limits& system) {
  return !isAboveRate(application.velocity, system.velocity) &&
         !isAboveRate(application.acceleration, system.acceleration) && !isAboveRate(application.jerk, system.jerk);
}

}  // namespace

double excessOf(double position, const Limits& l) { return std::max(l.lower - position, position - l.upper); }

bool isWithin(double position, const Limits& l, double slack) {
  return position >= l.lower - slack && position <= l.upper + slack;
}

bool isRangeInOrder(const Limits& l) { return l.lower <= l.upper; }

double nearestWithin(double position, const Limits& l) { return std::clamp(position, l.lower, l.upper); }

bool isRangeWithin(const Limits& inner, const Limits& outer) {
  return inner.lower >= outer.lower - kLimitSlack && inner.upper <= outer.upper + kLimitSlack;
}

bool areWithin(const Limits& inner, const Limits& outer) {
  return isRangeWithin(inner, outer) && areRatesWithin(inner, outer) && !isAboveRate(inner.effort, outer.effort);
}

Limits intersection(const Limits& a, const Limits& b) {
  return {std::max(a.lower, b.lower),       std::min(a.upper, b.upper),
          std::min(a.velocity, b.velocity), std::min(a.acceleration, b.acceleration),
          std::min(a.jerk, b.jerk),         std::min(a.effort, b.effort)};
}

double startPosition(const Limits& l) {
  if (isWithin(0.0, l, 0.0)) return 0.0;
  if (std::isfinite(l.lower) && std::isfinite(l.upper)) return 0.5 * (l.lower + l.upper);
  return std::isfinite(l.lower) ? l.lower : l.upper;
}

Status checkRange(const std::string& joint, const Limits& l) {
  if (l.lower <= l.upper && l.lower < kNoLimit && l.upper > -kNoLimit) return okStatus();
  return fail(failures::kNoPosition,
              {{"joint", arg::Name{joint}}, {"lower", arg::Number{l.lower}}, {"upper", arg::Number{l.upper}}});
}

Status checkRangeWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (isRangeWithin(application, system)) return okStatus();
  return fail(failures::kRangeOutside, {{"joint", arg::Name{joint}},
                                        {"lower", arg::Number{application.lower}},
                                        {"upper", arg::Number{application.upper}},
                                        {"system_lower", arg::Number{system.lower}},
                                        {"system_upper", arg::Number{system.upper}}});
}

Status checkRatesWithin(const std::string& joint, const Limits& application, const Limits& system) {
  if (areRatesWithin(application, system)) return okStatus();
  const bool velocity = isAboveRate(application.velocity, system.velocity);
  const bool acceleration = isAboveRate(application.acceleration, system.acceleration);
  const double given = velocity ? application.velocity : acceleration ? application.acceleration : application.jerk;
  const Phrase kind = phrase(velocity       ? WW_TEXT("Core", "velocity")
                             : acceleration ? WW_TEXT("Core", "acceleration")
                                            : WW_TEXT("Core", "jerk"));
  return fail(failures::kRateAbove, {{"joint", arg::Name{joint}},
                                     {"kind", kind},
                                     {"given", arg::Number{given}},
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
  return excessOf(position, {lower, upper}) > 0.0 && std::abs(position) > least && std::abs(position) <= kMostTurns;
}

bool looksLikeMillimetres(double position, double lower, double upper) {
  constexpr double kMillimetre = 1e-3;
  const double far = farEnd(lower, upper), meant = std::abs(position) * kMillimetre;
  return excessOf(position, {lower, upper}) > 0.0 && std::abs(position) > kFarBeyond * far && meant <= kFarBeyond * far;
}

Status checkPosition(const std::string& joint, double position, const Limits& l, bool slides) {
  if (!std::isfinite(position)) {
    return fail(failures::kPositionNotFinite, {{"joint", arg::Name{joint}}, {"position", arg::Number{position}}});
  }
  if (isWithin(position, l)) return okStatus();
  const double excess = excessOf(position, l);
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
