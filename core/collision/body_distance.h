// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/body_shape.h"
#include "core/collision/gjk.h"

namespace ww::collision {

// How far to look. The search ends at the first pair of pieces or triangles that is nearer than
// `enough`; pairs farther apart than `beyond` are not looked at.
struct DistanceQuery {
  double beyond = std::numeric_limits<double>::infinity();
  double enough = -std::numeric_limits<double>::infinity();
};

// Signed distance as in Contact; points and normal in the common frame. `distance` is above `beyond`
// (infinite, or a bound) when nothing was found within it.
ConvexDistance bodyDistance(const BodyShape& a, const Pose& frame_t_a, const BodyShape& b, const Pose& frame_t_b,
                            const DistanceQuery& query);

}  // namespace ww::collision
