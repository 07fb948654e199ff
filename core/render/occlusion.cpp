// SPDX-License-Identifier: Apache-2.0
#include "core/render/occlusion.h"

#include <cmath>

namespace ww::render {
namespace {

// 4 by 4 turns, no two neighbours alike.
constexpr int kTurn[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

}  // namespace

double openSky(const RayScene& scene, const Vec3& point, const Vec3& normal, double range, int rays, int pixel_x,
               int pixel_y) {
  const Vec3 side = (std::abs(normal.z()) < 0.9 ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitX())).cross(normal).normalized();
  const Vec3 other = normal.cross(side);
  const double turn = kTurn[pixel_y & 3][pixel_x & 3] / 16.0;
  const Vec3 start = point + 1e-4 * normal;
  int hidden = 0;
  for (int i = 0; i < rays; ++i) {
    // Equal areas of the disc under the half sphere, along a golden spiral.
    const double r = std::sqrt((i + 0.5) / rays), a = 2.0 * std::numbers::pi * (i * 0.61803398875 + turn);
    const Vec3 dir = r * std::cos(a) * side + r * std::sin(a) * other + std::sqrt(1.0 - r * r) * normal;
    if (scene.blocked({start, dir}, range)) ++hidden;
  }
  return 1.0 - static_cast<double>(hidden) / rays;
}

std::vector<float> blurred(const std::vector<float>& values, const std::vector<float>& depth,
                           const std::vector<std::uint64_t>& ids, int width, int height) {
  std::vector<float> out(values.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto at = static_cast<std::size_t>(y * width + x);
      float sum = 0, weight = 0;
      for (int j = std::max(y - 2, 0); j <= std::min(y + 1, height - 1); ++j) {
        for (int i = std::max(x - 2, 0); i <= std::min(x + 1, width - 1); ++i) {
          const auto other = static_cast<std::size_t>(j * width + i);
          if (other != at && (ids[other] != ids[at] || std::abs(depth[other] - depth[at]) > 0.03f * depth[at]))
            continue;
          sum += values[other];
          weight += 1;
        }
      }
      out[at] = sum / weight;
    }
  }
  return out;
}

}  // namespace ww::render
