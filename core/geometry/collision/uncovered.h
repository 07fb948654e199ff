// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/geometry/mesh.h"

// Not for use outside this folder.
namespace ww::geometry {

using Corners = std::array<Vec3, 3>;  // of a triangle, metres

// What of a triangle lies on none of others in its plane, as triangles; none where that takes too many. `same_m`:
// metres that are no distance.
std::optional<std::vector<Corners>> uncovered(const Corners& triangle, const std::vector<Corners>& others,
                                              double same_m);

}  // namespace ww::geometry
