// SPDX-License-Identifier: Apache-2.0
// What of the world is on the surface, and what is left off it.
#include <QRectF>
#include <algorithm>

#include "ui/scene/fit_points.h"
#include "ui/scene/viewport.h"

namespace ww::ui {

bool Viewport::shows(const Bounds& box) const {
  constexpr double kDot = 8.0, kPart = 0.85;
  const auto view = viewTransform();
  QRectF on;
  for (const Vec3& corner : scene::fitPoints({box})) {
    const auto p = view.project(corner);
    if (!p) return false;
    const QRectF dot(p->x(), p->y(), 1e-3, 1e-3);
    on = on.isNull() ? dot : on.united(dot);
  }
  const QRectF seen = on.intersected(QRectF(0, 0, view.width(), view.height()));
  return std::max(on.width(), on.height()) > kDot && seen.width() >= kPart * on.width() &&
         seen.height() >= kPart * on.height();
}

void setFilming(const Viewport& view, bool on) {
  view.surface()->frameGraph().setToolsEnabled(!on);
  view.surface()->requestFrame();
}

}  // namespace ww::ui
