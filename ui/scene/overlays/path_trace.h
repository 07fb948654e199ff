// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/camera_state.h"
#include "ui/scene/overlays/lines.h"
#include "ui/scene/theme.h"

namespace ww::ui::scene {

// The path of a tool, with ticks at equal times and a ribbon where it comes near to something. Root frame, metres.
class PathTrace {
 public:
  // `ticks`: indices of points. Grey: without what is near it.
  void set(std::vector<Vec3> points, std::vector<std::size_t> ticks, bool grey);
  // A share for each point: 0 far from everything, 1 nearer than what is warned of.
  void setNearness(std::vector<float> nearness) { nearness_ = std::move(nearness); }
  // Dots keep their size in pixels: they are drawn anew with each camera.
  bool hasTicks() const { return !ticks_.empty(); }
  void addLines(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& lines) const;

 private:
  void addRibbon(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& lines) const;

  std::vector<Vec3> points_;
  std::vector<std::size_t> ticks_;
  std::vector<float> nearness_;
  bool grey_ = false;
};

}  // namespace ww::ui::scene
