// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/picture/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ww::io::worker {
namespace {

const std::array<double, 256>& lightOfBytes() {
  static const std::array<double, 256> all = [] {
    std::array<double, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = linearLight(static_cast<double>(i) / 255.0);
    return out;
  }();
  return all;
}

}  // namespace

double linearLight(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }

double srgbOfLight(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

Eigen::Vector4d Picture::at(double u, double v) const {
  if (!std::isfinite(u) || !std::isfinite(v) || rgba.empty()) return Eigen::Vector4d(0.5, 0.5, 0.5, 1.0);
  const auto place = [](double t, unsigned count) {
    const auto i = static_cast<unsigned>((t - std::floor(t)) * count);
    return std::min(i, count - 1);
  };
  const std::size_t i = 4 * (std::size_t{place(1.0 - v, height)} * width + place(u, width));
  const auto& light = lightOfBytes();
  return {light[rgba[i]], light[rgba[i + 1]], light[rgba[i + 2]], rgba[i + 3] / 255.0};
}

Eigen::Vector4d Picture::mean() const {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const auto& light = lightOfBytes();
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
    sum += Eigen::Vector4d(light[rgba[i]], light[rgba[i + 1]], light[rgba[i + 2]], rgba[i + 3] / 255.0);
  return rgba.empty() ? Eigen::Vector4d(0.5, 0.5, 0.5, 1.0)
                      : Eigen::Vector4d(sum / (0.25 * static_cast<double>(rgba.size())));
}

}  // namespace ww::io::worker
