// SPDX-License-Identifier: Apache-2.0
#include "core/render/occlusion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/render/shading.h"

namespace ww::render {
namespace {

// 4 by 4 turns, no two neighbours alike.
constexpr int kTurn[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

constexpr int kTurns = 16;
constexpr int kKeyRays = 4;
constexpr double kKeyRadius = 0.06;  // of the light's disc at a distance of 1: the edge of a shadow is that soft
constexpr double kOff = 1e-4;        // metres off the surface, so that it does not hide itself
constexpr double kFarAway = 1e6;     // metres

// The i-th of n points of equal areas of the unit disc, along a golden spiral.
Eigen::Vector2d onDisc(int i, int n, int turn) {
  const double r = std::sqrt((i + 0.5) / n);
  const double a = 2.0 * std::numbers::pi * (i * 0.61803398875 + static_cast<double>(turn) / kTurns);
  return {r * std::cos(a), r * std::sin(a)};
}

}  // namespace

SoftLight::SoftLight(const RayScene& scene, int sky_rays, double range) : scene_(scene), range_(range) {
  const Vec3 key = keyLightFrom(), side = key.unitOrthogonal(), other = key.cross(side);
  for (int turn = 0; turn < kTurns; ++turn) {
    auto& sky = sky_.emplace_back();
    for (int i = 0; i < sky_rays; ++i) {
      const Eigen::Vector2d p = onDisc(i, sky_rays, turn);
      sky.push_back(Vec3(p.x(), p.y(), std::sqrt(1.0 - p.squaredNorm())).cast<float>());
    }
    auto& keys = key_.emplace_back();
    for (int i = 0; i < kKeyRays; ++i) {
      const Eigen::Vector2d p = kKeyRadius * onDisc(i, kKeyRays, turn);
      keys.push_back((key + p.x() * side + p.y() * other).normalized().cast<float>());
    }
  }
}

float SoftLight::openSky(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const {
  const auto& rays = sky_[static_cast<std::size_t>(kTurn[pixel_y & 3][pixel_x & 3])];
  if (rays.empty()) return 1.0f;
  const Vec3 side = normal.unitOrthogonal();
  Eigen::Matrix3f root_r_point;
  root_r_point << side.cast<float>(), normal.cross(side).cast<float>(), normal.cast<float>();
  std::vector<Eigen::Vector3f> turned(rays.size());
  std::transform(rays.begin(), rays.end(), turned.begin(), [&](const auto& d) { return root_r_point * d; });
  const int hidden = scene_.blocked(point + kOff * normal, turned, range_);
  return 1.0f - static_cast<float>(hidden) / static_cast<float>(rays.size());
}

float SoftLight::keyLight(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const {
  const auto& rays = key_[static_cast<std::size_t>(kTurn[pixel_y & 3][pixel_x & 3])];
  const int hidden = scene_.blocked(point + kOff * normal, rays, kFarAway);
  return 1.0f - static_cast<float>(hidden) / static_cast<float>(rays.size());
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
          if (values[other] < 0.0f) continue;
          if (other != at && (ids[other] != ids[at] || std::abs(depth[other] - depth[at]) > 0.03f * depth[at]))
            continue;
          sum += values[other];
          weight += 1;
        }
      }
      out[at] = weight > 0.0f ? sum / weight : 1.0f;
    }
  }
  return out;
}

}  // namespace ww::render
