// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

// Gives each triangle its colour, of `colors` the one of its index. The one colour that all have is given back, and the
// mesh has none then. Where colours change more often than is practical, shades are joined and triangles sorted by
// them.
std::optional<geometry::Color> colorTriangles(const std::vector<geometry::Color>& colors, geometry::Mesh& mesh);

}  // namespace ww::io::worker
