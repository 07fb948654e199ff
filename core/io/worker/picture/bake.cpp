// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/picture/bake.h"

#include <algorithm>
#include <cmath>

namespace ww::io::worker {
namespace {

constexpr int kSamples = 4;  // along an edge of a triangle
constexpr double kShades = 63.0;

}  // namespace

Eigen::Vector4d meanOn(const Picture& picture, const std::array<Eigen::Vector2d, 3>& places) {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  int count = 0;
  // A lattice inside of the triangle, the edges left out.
  for (int i = 0; i < kSamples; ++i) {
    for (int k = 0; i + k < kSamples; ++k, ++count) {
      const double s = (i + 1.0 / 3.0) / kSamples, t = (k + 1.0 / 3.0) / kSamples;
      const Eigen::Vector2d at = (1.0 - s - t) * places[0] + s * places[1] + t * places[2];
      sum += picture.at(at.x(), at.y());
    }
  }
  sum /= count;
  sum[3] = 1.0;  // what is cut out by a picture would be a veil
  return sum;
}

geometry::Color pictureColor(const Eigen::Vector4d& light) {
  const auto shade = [](double v) {
    return static_cast<float>(std::round(srgbOfLight(std::clamp(v, 0.0, 1.0)) * kShades) / kShades);
  };
  const double alpha = std::clamp(light[3], 0.0, 1.0);
  return {shade(light[0]), shade(light[1]), shade(light[2]), alpha > 0.02 ? static_cast<float>(alpha) : 1.0f};
}

}  // namespace ww::io::worker
