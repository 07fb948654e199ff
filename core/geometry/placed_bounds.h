// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/geometry.h"

namespace ww::geometry {

// The axis-aligned box around the geometry itself once it is placed (Bounds::transformed gives one around
// the moved box, which is larger when it is turned). Exact for primitives but frustums, else by all vertices.
Bounds placedBounds(const Geometry& geometry, const Eigen::Affine3d& root_t_shape);

}  // namespace ww::geometry
