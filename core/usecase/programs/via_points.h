// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/program/planned.h"

namespace ww::usecase {

// The fewest joint positions (radians or metres) found such that straight motions from one to the next stay within
// `tolerance` of the motion (L2 norm, radians or metres): the first and the last of it, and what lies between where it
// is not straight. Ramer 1972; Douglas, Peucker 1973. The motion must not be empty.
std::vector<JointVector> viaPoints(const program::Motion& motion, double tolerance);

}  // namespace ww::usecase
