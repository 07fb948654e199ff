// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/render/ray_scene.h"

namespace ww::render {

// Rays of one pixel. Their pattern turns from pixel to pixel, in a way that a blur of 4 by 4 pixels evens out; the
// same for the same pixel.
class SoftLight {
 public:
  // `sky_rays` a point in a cosine-weighted half sphere, each `range` metres long.
  SoftLight(const RayScene& scene, int sky_rays, double range);

  // Share of the sky over a point that nothing hides, 0 to 1.
  float openSky(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const;
  // Share of the key light, a disc in the sky, that reaches a point, 0 to 1.
  float keyLight(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const;

 private:
  const RayScene& scene_;
  double range_;                                   // metres
  std::vector<std::vector<Eigen::Vector3f>> sky_;  // per turn, round z
  std::vector<std::vector<Eigen::Vector3f>> key_;  // per turn, root frame
};

// What a pixel has that no ray was spent on: its neighbours' values stand for it.
constexpr float kNotSampled = -1.0f;

// A blur of 4 by 4 pixels of `values` that keeps edges: pixels join only where depth and id agree. Those that were not
// sampled take no part, and get the mean of those that do; 1 where there are none.
std::vector<float> blurred(const std::vector<float>& values, const std::vector<float>& depth,
                           const std::vector<std::uint64_t>& ids, int width, int height);

}  // namespace ww::render
