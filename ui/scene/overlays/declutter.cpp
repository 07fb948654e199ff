// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ui/scene/camera_state.h"
#include "ui/scene/overlays/text.h"

namespace ww::ui::scene {
namespace {

struct Placed {
  std::size_t index = 0;
  int priority = 0;
  double depth = 0.0;  // metres from the eye
  QRectF box;          // device pixels, y down
};

}  // namespace

std::vector<Label> readable(std::vector<Label> labels, const ViewTransform& view, const LabelRoom& room) {
  const double dpr = room.dpr, line_height = room.line_height;
  const QRectF surface(0, 0, view.width() * dpr, view.height() * dpr);
  std::vector<Placed> all;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& label = labels[i];
    const auto at = label.on_surface
                        ? std::optional(Eigen::Vector2d(label.anchor.x() / dpr, view.height() - label.anchor.y() / dpr))
                        : view.project(label.anchor);
    if (!at) continue;
    const double w = room.width(label.text);
    const QRectF box(at->x() * dpr + label.dx - (label.centered ? 0.5 * w : 0.0),
                     at->y() * dpr - label.dy - 0.75 * line_height, w, line_height);
    if (!label.on_surface && box.intersects(room.keep_free)) continue;
    if (box.intersects(surface))
      all.push_back({i, label.priority, label.on_surface ? 0.0 : view.depthOf(label.anchor), box});
  }
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) {
    return a.priority != b.priority ? a.priority > b.priority : a.depth < b.depth;
  });
  std::vector<QRectF> taken;
  std::vector<Label> out;
  for (const Placed& p : all) {
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(p.box); })) continue;
    taken.push_back(p.box.adjusted(-2, 0, 2, 0));
    out.push_back(std::move(labels[p.index]));
  }
  return out;
}

}  // namespace ww::ui::scene
