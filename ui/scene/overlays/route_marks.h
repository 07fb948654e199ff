// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "ui/scene/camera_state.h"
#include "ui/scene/overlays/lines.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_marks.h"

namespace ww::ui::scene {

// The steps of a program in the view: the ways of the tool, and at their ends the targets with the axis along which
// they are approached. As large on the screen from wherever they are seen.
class RouteMarks {
 public:
  void set(std::vector<RouteLeg> legs) { legs_ = std::move(legs); }
  bool empty() const { return legs_.empty(); }
  void addLines(const ViewTransform& view, const SceneTheme& theme, std::vector<Line>& out) const;
  std::vector<Label> labels(const SceneTheme& theme, double dpr) const;
  // The step whose target, else whose way, lies under a pixel; those that are chosen come last, so that a click goes
  // on to what lies behind.
  std::optional<std::size_t> at(const ViewTransform& view, const Eigen::Vector2d& pixel) const;

 private:
  std::vector<RouteLeg> legs_;
};

}  // namespace ww::ui::scene
