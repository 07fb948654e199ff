// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/path_limits.h"

namespace ww::planning {

// Pieces of a path between two stops.
struct PieceRange {
  std::size_t first = 0, last = 0;  // last is not one of them
};

// The quickest speed along a range of a path, at rest at both ends, without limits of jerk.
struct SpeedCurve {
  struct Interval {
    std::size_t piece = 0;
    double length = 0.0;   // along the path, in its unit
    bool uniform = false;  // ramps with the limits of the piece; else the acceleration along the path is constant
    Ramp ramp;             // of a uniform one
  };
  std::vector<double> s, x;         // at nodes: place, speed squared
  std::vector<Interval> intervals;  // between them
};

// By reachable sets, backward and forward (Pham and Pham, A New Approach to Time-Optimal Path Parameterization Based
// on Reachability Analysis, 2018): a linear program in two variables at each node, which has no trouble where a joint
// turns back. Limits hold at both ends of an interval; in between they are exceeded by the square of its length.
SpeedCurve fastestCurve(PathLimiter& limiter, PieceRange range);

}  // namespace ww::planning
