// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/mesh_lod.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ww::rpc {
namespace {

constexpr std::size_t kFewTriangles = 200;
constexpr double kCellsAtOne = 256.0;

// The cell of each vertex as the index of a new vertex, the mean of those in the cell.
std::vector<std::uint32_t> mergeVertices(const geometry::Mesh& mesh, double cell, std::vector<Vec3>& merged) {
  const Vec3 origin = mesh.bounds().min;
  std::unordered_map<std::uint64_t, std::uint32_t> cells;
  std::vector<std::uint32_t> index(mesh.vertices.size()), count;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3 at = (mesh.vertices[i] - origin) / cell;
    const auto part = [&](int k) { return static_cast<std::uint64_t>(std::clamp(at[k], 0.0, 1e6)); };
    const auto [it, fresh] =
        cells.emplace(part(0) << 42 | part(1) << 21 | part(2), static_cast<std::uint32_t>(merged.size()));
    if (fresh) {
      merged.push_back(Vec3::Zero());
      count.push_back(0);
    }
    index[i] = it->second;
    merged[it->second] += mesh.vertices[i];
    ++count[it->second];
  }
  for (std::size_t i = 0; i < merged.size(); ++i) merged[i] /= count[i];
  return index;
}

// The runs of colour over the triangles that stay; `kept[i]` of the first i do.
std::vector<geometry::ColorRun> keptRuns(const std::vector<geometry::ColorRun>& runs,
                                         const std::vector<std::uint32_t>& kept) {
  std::vector<geometry::ColorRun> out;
  for (const geometry::ColorRun& run : runs) {
    const std::uint32_t first = kept[run.first], end = kept[run.first + run.count];
    if (end > first) out.push_back({first, end - first, run.color});
  }
  return out;
}

}  // namespace

geometry::Mesh coarser(const geometry::Mesh& mesh, int lod) {
  const double diagonal = mesh.bounds().size().norm();
  if (lod <= 0 || mesh.triangles.size() <= kFewTriangles || !(diagonal > 0.0)) return mesh;
  const double cell = diagonal / (kCellsAtOne / std::exp2(std::min(lod, kCoarsestLod) - 1));
  geometry::Mesh out;
  const std::vector<std::uint32_t> index = mergeVertices(mesh, cell, out.vertices);
  std::vector<std::uint32_t> kept{0};
  kept.reserve(mesh.triangles.size() + 1);
  for (const geometry::Triangle& t : mesh.triangles) {
    const geometry::Triangle n{index[t[0]], index[t[1]], index[t[2]]};
    if (n[0] != n[1] && n[1] != n[2] && n[2] != n[0]) out.triangles.push_back(n);
    kept.push_back(static_cast<std::uint32_t>(out.triangles.size()));
  }
  if (out.triangles.empty()) return mesh;
  out.colors = keptRuns(mesh.colors, kept);
  return out;
}

}  // namespace ww::rpc
