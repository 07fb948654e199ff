// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/mark_uniforms.h"

#include <QVector4D>
#include <cmath>

#include "ui/scene/overlays/backdrop.h"

namespace ww::ui::scene {
namespace {

QColor withAlpha(QColor color, float alpha) {
  color.setAlphaF(alpha);
  return color;
}

}  // namespace

void setMarkColors(FrameGraph& graph, const SceneTheme& theme) {
  graph.setUniform(QStringLiteral("outlineHover"), vec4(withAlpha(theme.hover, 0.9f)));
  graph.setUniform(QStringLiteral("outlineSelected"), vec4(theme.selected));
  graph.setUniform(QStringLiteral("outlineActive"), vec4(theme.active));
  graph.setUniform(QStringLiteral("outlineContact"), vec4(theme.contact));
  graph.setUniform(QStringLiteral("outlineGhost"), vec4(withAlpha(theme.ghost, 0.9f)));
  graph.setUniform(QStringLiteral("labelHalo"), vec4(theme.halo));
  graph.setUniform(QStringLiteral("rubberColor"), vec4(withAlpha(theme.accent, 0.14f)));
}

void placeRubber(SceneWindow& window, const QRectF& rect, bool touch) {
  FrameGraph& graph = window.frameGraph();
  const double h = window.height(), k = window.devicePixelRatio();
  const auto px = [k](double x) { return static_cast<float>(std::round(x * k)); };
  graph.setUniform(QStringLiteral("rubberRect"),
                   QVector4D(px(rect.left()), px(h - rect.bottom()), px(rect.right()), px(h - rect.top())));
  graph.setUniform(QStringLiteral("rubberTouch"), touch ? 1.0f : 0.0f);
}

}  // namespace ww::ui::scene
