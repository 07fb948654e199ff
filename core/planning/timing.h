// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "core/model/limits.h"
#include "core/planning/trajectory.h"

namespace ww::planning {

using model::DynamicLimit;

// A rounded corner: the direction of the path turns from u1 to u2 (unit in joint space) over a stretch
// of `length`, half of it before the corner and half behind. Its second derivative grows and falls
// linearly, so that passing it at constant speed is a cubic with continuous acceleration.
struct Corner {
  JointVector start, u1, u2;
  double length = 0.0;
  JointVector at(double s) const;
  JointVector derivative(double s) const;
  JointVector second(double s) const;
};

// Whether a rounded corner may be used (collision-free).
using CornerCheck = std::function<bool(const Corner&)>;

// The quickest motion along the waypoints with corners rounded, at rest at both ends: jerk-limited ramps
// on the straight pieces, constant speed through corners; a corner that cannot be rounded is a stop.
// States every 8 ms (in motions of more than eight minutes 60,000) and at each change of jerk, so that the cubic
// between them is the motion itself. At least one waypoint; repeated ones are dropped.
Trajectory timePath(const std::vector<JointVector>& waypoints, const std::vector<DynamicLimit>& limits,
                    const CornerCheck& isFree);

}  // namespace ww::planning
