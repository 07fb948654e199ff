// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/planning/path_curve.h"
#include "core/planning/path_limits.h"
#include "core/planning/trajectory.h"

namespace ww::planning {

// Seconds, some two months: no motion takes longer, as its states are too few to keep its limits by then.
inline constexpr double kEndless = 5e6;
// About the seconds of the quickest motion along a path; not finite where limits are next to nothing.
double roughSeconds(const PathCurve& path, const PathLimits& limits);

// The quickest motion along a path, at rest at its ends and where it stops. Without limits of jerk it is the optimum
// of the path to within a per cent, with them a local optimum of all speeds along it. Limits hold at every time and of
// the cubics between the states too, those of the frame each millisecond. States at most 20 ms apart, on curves 10 ms
// (in motions of more than ten minutes 60,000), and at changes of jerk; they are on the path and their velocities along
// it; `a` is what the cubic that follows has. `places` (may be null): where on the path each state is, by s.
// Of one that is endless its ends alone.
Trajectory timeCurve(const PathCurve& path, const PathLimits& limits, std::vector<double>* places = nullptr);

// The same along waypoints with corners rounded. At least one waypoint; repeated ones are dropped.
Trajectory timePath(const std::vector<JointVector>& waypoints, const std::vector<DynamicLimit>& limits,
                    const CornerCheck& isFree);

}  // namespace ww::planning
