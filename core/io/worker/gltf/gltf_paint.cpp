// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_paint.h"

#include <algorithm>
#include <cmath>

#include "core/io/worker/picture/bake.h"

namespace ww::io::worker {
namespace {

// What cannot be seen at all helps nobody.
float alphaOf(const GltfLook& look, double alpha) {
  return look.blends && alpha > 0.02 ? static_cast<float>(std::min(alpha, 1.0)) : 1.0f;
}

double shown(double light) { return srgbOfLight(std::clamp(light, 0.0, 1.0)); }

}  // namespace

bool GltfPaint::hasPlaces(const GltfLook& look) const {
  return look.picture != nullptr && places && places->components() == 2;
}

bool GltfPaint::varies(const GltfLook& look) const { return hasColors() || hasPlaces(look); }

geometry::Color GltfPaint::on(const std::array<std::uint32_t, 3>& corners, const GltfLook& look) const {
  Eigen::Vector4d light = look.factor;
  if (hasColors()) {
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (const std::uint32_t corner : corners) {
      std::array<float, 4> c = {0.0f, 0.0f, 0.0f, 1.0f};
      colors->floats(corner, c.data());
      for (std::size_t k = 0; k < 4; ++k)
        sum[static_cast<Eigen::Index>(k)] +=
            std::isfinite(c[k]) ? static_cast<double>(std::clamp(c[k], 0.0f, 1.0f)) : 0.5;
    }
    light = light.cwiseProduct(sum / 3.0);
  }
  if (hasPlaces(look)) {
    std::array<Eigen::Vector2d, 3> at;
    for (std::size_t k = 0; k < 3; ++k) {
      std::array<float, 2> uv{};
      places->floats(corners[k], uv.data());
      at[k] = look.places.picture_t_set * Eigen::Vector2d(uv[0], uv[1]);
      at[k].y() = 1.0 - at[k].y();  // v up, as pictures are looked at here
    }
    light = light.cwiseProduct(meanOn(*look.picture, at));
    light[3] = alphaOf(look, light[3]);
    return pictureColor(light);
  }
  if (look.picture != nullptr) light = light.cwiseProduct(look.mean);
  const auto byte = [](double v) { return static_cast<float>(std::round(shown(v) * 255.0) / 255.0); };
  return {byte(light[0]), byte(light[1]), byte(light[2]), std::round(alphaOf(look, light[3]) * 255.0f) / 255.0f};
}

std::optional<geometry::Color> GltfPaint::plain(const GltfLook& look) const {
  if (!look.said) return std::nullopt;
  if (look.picture != nullptr) {
    Eigen::Vector4d light = look.mean.cwiseProduct(look.factor);
    light[3] = alphaOf(look, light[3]);
    return pictureColor(light);
  }
  const Eigen::Vector4d& f = look.factor;
  return geometry::Color{static_cast<float>(shown(f[0])), static_cast<float>(shown(f[1])),
                         static_cast<float>(shown(f[2])), alphaOf(look, f[3])};
}

}  // namespace ww::io::worker
