// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// Wavefront OBJ with normals when the mesh has them, without materials. Numbers read back exactly.
std::string toObj(const Mesh& mesh);

}  // namespace ww::geometry
