// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/outline_area.h"

#include <algorithm>

namespace ww::ui::scene {

QVector4D outlineArea(const Bounds& box, const ViewTransform& view) {
  constexpr double kRoom = 6.0;  // pixels
  Eigen::Vector2d low(1e9, 1e9), high(-1e9, -1e9);
  bool whole = box.empty();
  for (int i = 0; i < 8 && !whole; ++i) {
    const Vec3 corner((i & 1) ? box.max.x() : box.min.x(), (i & 2) ? box.max.y() : box.min.y(),
                      (i & 4) ? box.max.z() : box.min.z());
    const auto p = view.camera().ortho || view.depthOf(corner) > 1e-3 ? view.project(corner) : std::nullopt;
    if (!p) whole = true;
    else low = low.cwiseMin(*p), high = high.cwiseMax(*p);
  }
  if (whole) return {-1, -1, 1, 1};
  const auto x = [&](double px) { return static_cast<float>(std::clamp(2.0 * px / view.width() - 1.0, -1.0, 1.0)); };
  const auto y = [&](double px) { return static_cast<float>(std::clamp(1.0 - 2.0 * px / view.height(), -1.0, 1.0)); };
  return {x(low.x() - kRoom), y(high.y() + kRoom), x(high.x() + kRoom), y(low.y() - kRoom)};
}

}  // namespace ww::ui::scene
