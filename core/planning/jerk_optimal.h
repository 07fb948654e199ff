// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/time_optimal.h"

namespace ww::planning {

// A speed along a range of a path with limits of jerk, at rest at both ends: z = v^1.5 as quadratic B-spline of s.
// So chosen, z grows linearly with s from rest at constant jerk, the acceleration a = 2/3 z^(1/3) z' is continuous, and
// the jerk 2/3 z z'' + 2/9 z'^2 is a quadratic form: nothing is singular at rest.
struct SpeedSpline {
  struct Place {
    double v = 0.0, a = 0.0;
  };
  std::vector<double> s;             // knots
  std::vector<std::size_t> piece;    // of the path, between knots
  std::vector<double> coefficients;  // two more than intervals; the first and the last are 0

  // Within the interval `i`, x of its length from its start.
  Place at(std::size_t i, double x) const;
  // Seconds from x0 to x1 of the interval.
  double time(std::size_t i, double x0, double x1) const;
};

// Near the quickest: the time is minimised with barriers of the limits by Newton's method (Boyd and Vandenberghe,
// Convex Optimization, 2004, chapter 11), from a scaled down `start`. Limits hold at three places of each interval.
SpeedSpline fastestSpline(PathLimiter& limiter, const SpeedCurve& start);

}  // namespace ww::planning
