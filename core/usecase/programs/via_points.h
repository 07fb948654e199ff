// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "core/program/planned.h"

namespace ww::usecase {

// The fewest joint positions (radians or metres) found such that straight motions from one to the next stay within
// `tolerance` of the motion (L2 norm, radians or metres): the first and the last of it, and what lies between where it
// is not straight. Ramer 1972; Douglas, Peucker 1973. The motion must not be empty.
std::vector<JointVector> viaPoints(const program::Motion& motion, double tolerance);

// Where the tool is, in metres, in a frame that stands still.
using ToolPlace = std::function<Vec3(const JointVector&)>;

// How far from each point the tool may leave straight motions of the joints from one point to the next, in metres, so
// that a controller that cuts the corner there keeps the joints within `tolerance` of them (L2 norm, radians or
// metres): whatever it does between the places where it leaves one and meets the next stays in the triangle of the
// corner. Those of two neighbours have room beside each other, also beside the radii of the first and the last point,
// which are given (metres) and not changed.
std::vector<double> cornerRadii(const std::vector<JointVector>& points, double tolerance, const ToolPlace& tool,
                                double first, double last);

}  // namespace ww::usecase
