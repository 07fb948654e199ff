// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/geometry/mesh.h"

namespace ww::geometry {

enum class GlbAxes {
  kAsIs,  // the numbers of the mesh, as renderables on the wire
  kYUp    // turned, z up to y up, as glTF viewers expect
};

// Binary glTF 2.0 of the mesh: metres, floats, one material per color; triangles outside of all color runs
// get `fallback`. Empty when the mesh has no triangles or would need more than 4 GB.
std::string toGlb(const Mesh& mesh, Color fallback = {}, GlbAxes axes = GlbAxes::kAsIs);

}  // namespace ww::geometry
