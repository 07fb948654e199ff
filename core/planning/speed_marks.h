// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/jerk_optimal.h"

namespace ww::planning {

// A motion along a range of a path at one time: seconds, place, speed and acceleration along it.
struct Mark {
  double t = 0.0, s = 0.0, v = 0.0, a = 0.0;
  std::size_t piece = 0;
};

// How dense marks are, seconds: on lines at constant jerk, where cubics are exact, and on curves.
struct MarkSpacing {
  double line = 0.02, curve = 0.01, least = 2e-5;
};

// Marks of the quickest motion along a range, at rest at both ends: where anything changes, and between.
std::vector<Mark> fastestMarks(PathLimiter& limiter, PieceRange range, const MarkSpacing& spacing);

}  // namespace ww::planning
