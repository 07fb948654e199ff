// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/join_meshes.h"

namespace ww::io::worker {

void appendMesh(const geometry::Mesh& mesh, const std::optional<geometry::Color>& color, geometry::Mesh& to) {
  const auto vertex = static_cast<std::uint32_t>(to.vertices.size());
  const auto first = static_cast<std::uint32_t>(to.triangles.size());
  const bool normals = !mesh.normals.empty() && to.normals.size() == to.vertices.size();
  to.vertices.insert(to.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
  if (normals) to.normals.insert(to.normals.end(), mesh.normals.begin(), mesh.normals.end());
  else to.normals.clear();
  for (const geometry::Triangle& t : mesh.triangles)
    to.triangles.push_back({t[0] + vertex, t[1] + vertex, t[2] + vertex});
  std::vector<geometry::ColorRun> runs = mesh.colors;
  if (runs.empty() && color) runs = {{0, static_cast<std::uint32_t>(mesh.triangles.size()), *color}};
  for (const geometry::ColorRun& run : runs) {
    const bool goes_on = !to.colors.empty() && to.colors.back().color == run.color &&
                         to.colors.back().first + to.colors.back().count == first + run.first;
    if (goes_on) to.colors.back().count += run.count;
    else to.colors.push_back({first + run.first, run.count, run.color});
  }
}

}  // namespace ww::io::worker
