// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/mesh_lod.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/simplify.h"

namespace ww::rpc {
namespace {

constexpr std::size_t kFewTriangles = 200;
constexpr double kErrorAtOne = 5e-4;  // of the largest extent, at the first level; each further one allows twice that

}  // namespace

geometry::Mesh coarser(const geometry::Mesh& mesh, int lod) {
  const double extent = mesh.bounds().size().maxCoeff();
  if (lod <= 0 || mesh.triangles.size() <= kFewTriangles || !(extent > 0.0)) return mesh;
  lod = std::min(lod, kCoarsestLod);
  geometry::Mesh out = geometry::reduced(mesh, {std::exp2(-lod), kErrorAtOne * std::exp2(lod - 1) * extent});
  return out.triangles.empty() ? mesh : out;
}

}  // namespace ww::rpc
