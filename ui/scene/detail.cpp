// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/detail.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ww::ui::scene {
namespace {

constexpr unsigned kFewestTriangles = 4'000, kManyTriangles = 50'000;
constexpr double kRoom = 0.7;  // of what is wished, for a change to a coarser level

// Metres of the mesh to a pixel, where an instance comes nearest to the eye; 0 where it comes too near to tell.
double metresPerPixelAt(const InstanceData& data, double radius, const DetailWish& wish) {
  double scale = 0.0;
  for (int c = 0; c < 3; ++c) {
    double column = 0.0;
    for (const auto& row : data.rows) column += static_cast<double>(row[c]) * static_cast<double>(row[c]);
    scale = std::max(scale, std::sqrt(column));
  }
  if (!(scale > 0.0)) return std::numeric_limits<double>::infinity();
  const CameraState& camera = wish.view.camera();
  const Vec3 middle(static_cast<double>(data.rows[0][3]), static_cast<double>(data.rows[1][3]),
                    static_cast<double>(data.rows[2][3]));
  const double depth = wish.view.depthOf(middle) - radius * scale;
  if (!camera.ortho && depth < camera.near_clip) return 0.0;
  const Vec3 nearest = camera.eye + depth * camera.forward();
  return wish.view.metresPerPixel(nearest) / (wish.dpr * scale);
}

}  // namespace

bool isWorthLevels(const LibraryMesh& mesh) { return mesh.gpu.index_count / 3 >= kFewestTriangles; }
bool isLarge(const LibraryMesh& mesh) { return mesh.gpu.index_count / 3 >= kManyTriangles; }

std::size_t levelFor(const BatchGroup& group, const DetailWish& wish) {
  const auto& levels = group.mesh->levels;
  if (levels.empty() || wish.pixels <= 0.0) return 0;
  const double radius = 0.5 * group.mesh->geometry->bounds.size().norm();
  double metres = std::numeric_limits<double>::infinity();  // that may be off
  for (std::size_t i = 0; i < group.instances->size() && metres > levels.front().error; ++i)
    metres = std::min(metres, wish.pixels * metresPerPixelAt(group.instances->at(i), radius, wish));
  const auto coarsest = [&levels](double allowed) {
    std::size_t level = 0;
    while (level < levels.size() && levels[level].error <= allowed) ++level;
    return level;
  };
  const std::size_t most = coarsest(metres);
  return group.level > most ? most : std::max(group.level, coarsest(kRoom * metres));
}

void showLevel(BatchGroup& group, std::size_t level) {
  if (level > group.mesh->levels.size()) level = 0;
  if (group.level == level || !group.faces) return;
  group.level = level;
  group.faces->show(level == 0 ? group.mesh->gpu : group.mesh->levels[level - 1].gpu);
}

std::size_t trianglesOf(const BatchGroup& group) {
  const GpuMesh& mesh = group.level == 0 ? group.mesh->gpu : group.mesh->levels[group.level - 1].gpu;
  return group.instances->size() * (mesh.index_count / 3);
}

}  // namespace ww::ui::scene
