// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/limits.h"
#include "core/planning/path_curve.h"

namespace ww::test {

// Slow and plain ways to time a path that nowhere stops, apart from the planner's own: durations in seconds. Both look
// at limits at their points only, so that they are, if anything, too quick.

// Without limits of jerk: sets of speeds from which the end can be reached, at even places.
double fastestSeconds(const planning::PathCurve& path, const std::vector<model::DynamicLimit>& limits,
                      std::size_t points);

// With them: the squares of the speed at some 400 places as unknowns, differences for derivatives, barriers, a sparse
// factorisation for each of up to 400 of Newton's steps.
double fastestSmoothSeconds(const planning::PathCurve& path, const std::vector<model::DynamicLimit>& limits);

}  // namespace ww::test
