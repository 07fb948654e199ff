// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <vector>

#include "core/geometry/collision/collision_kinds.h"

namespace ww::geometry {

// Of parts that stand for a mesh. `convex`: meshes of parts are convex and closed. CANCELLED.
Result<CollisionDeviation> deviationOf(const Mesh& seen, const std::vector<Shape>& parts, bool convex,
                                       std::stop_token stop, const Progress& progress);

}  // namespace ww::geometry
