// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

constexpr std::size_t kManyMeshes = 200;  // of one thing: more become one

// Puts a mesh behind what is in `to` already, with its own colours or the one that it has; normals only as long as all
// have them.
void appendMesh(const geometry::Mesh& mesh, const std::optional<geometry::Color>& color, geometry::Mesh& to);

}  // namespace ww::io::worker
