// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::geometry {

// For each point the index of the first point at exactly the same place (-0 is 0): meshes whose vertices
// are split for shading are joined by it.
std::vector<std::uint32_t> weld(const std::vector<Vec3>& points);

}  // namespace ww::geometry
