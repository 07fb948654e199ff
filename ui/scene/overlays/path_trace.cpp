// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/path_trace.h"

#include <algorithm>
#include <cmath>

namespace ww::ui::scene {

void PathTrace::set(std::vector<Vec3> points, std::vector<std::size_t> ticks, bool grey) {
  grey_ = grey;
  points_ = std::move(points);
  ticks_ = std::move(ticks);
}

// Below the path: the wider the nearer the motion comes to something; striped where that is below what is warned of.
void PathTrace::addRibbon(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& lines) const {
  if (grey_ || nearness_.size() != points_.size()) return;
  constexpr double kNarrow = 4.0, kWide = 11.0, kRim = 5.0, kStripe = 14.0;  // pixels
  const auto blend = [&theme](float share) {
    const QColor &far = theme.trace, &near = theme.contact;
    const auto mix = [share](float a, float b) { return a + share * (b - a); };
    return QColor::fromRgbF(mix(far.redF(), near.redF()), mix(far.greenF(), near.greenF()),
                            mix(far.blueF(), near.blueF()), 0.55f);
  };
  double walked = 0.0;  // pixels: segments are shorter than a stripe
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    walked += (points_[i + 1] - points_[i]).norm() / std::max(view.metresPerPixel(points_[i]), 1e-9);
    const float share = std::max(nearness_[i], nearness_[i + 1]);
    if (share <= 0.0f) continue;
    const double width = kNarrow + share * (kWide - kNarrow);
    lines.push_back({points_[i], points_[i + 1], blend(share), width, 0});
    if (share >= 1.0f && std::fmod(walked, kStripe) < 0.5 * kStripe)
      lines.push_back({points_[i], points_[i + 1], theme.contact, width + kRim, 0});
  }
}

void PathTrace::addLines(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& lines) const {
  addRibbon(view, theme, lines);
  for (std::size_t i = 0; i + 1 < points_.size(); ++i)
    lines.push_back({points_[i], points_[i + 1], grey_ ? theme.text_dim : theme.trace, 2.5, 0});
  // A tick is a very short thick line: a dot, whatever the direction of the view.
  for (const std::size_t i : ticks_)
    if (i < points_.size()) {
      const Vec3 d = 3.0 * view.metresPerPixel(points_[i]) * view.camera().right();
      lines.push_back({points_[i] - d, points_[i] + d, grey_ ? theme.text_dim : theme.text, 6, 0});
    }
}

}  // namespace ww::ui::scene
