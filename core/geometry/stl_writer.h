// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// Binary STL, in the unit of the mesh times `scale` (1000 gives millimetres, as most readers assume).
std::string toStl(const Mesh& mesh, double scale = 1.0);

}  // namespace ww::geometry
