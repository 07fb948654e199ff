// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/theme.h"

namespace ww::ui::scene {
namespace {

QColor withAlpha(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

SceneTheme dark() {
  SceneTheme t;
  t.background_top = QColor(0x3a, 0x3f, 0x47);
  t.background_bottom = QColor(0x1b, 0x1d, 0x20);
  t.grid_minor = withAlpha(QColor(0xff, 0xff, 0xff), 0.07);
  t.grid_major = withAlpha(QColor(0xff, 0xff, 0xff), 0.19);
  t.text = QColor(0xe6, 0xe7, 0xe9);
  t.text_dim = QColor(0x9d, 0xa3, 0xaa);
  t.halo = withAlpha(QColor(0x16, 0x17, 0x1a), 0.85);
  t.hover = QColor(0xe6, 0xe7, 0xe9);
  t.contact = QColor(0xf8, 0x51, 0x49);
  t.ghost = QColor(0x4c, 0x9a, 0xff);
  t.accent = QColor(0x4c, 0x9a, 0xff);
  t.cube_face = QColor(0x4a, 0x4f, 0x58);
  t.cube_text = QColor(0xe6, 0xe7, 0xe9);
  t.cube_line = QColor(0x6a, 0x70, 0x7a);
  t.trace = QColor(0x4c, 0x9a, 0xff);
  t.floor = withAlpha(QColor(0x28, 0x2b, 0x2f), 0.9);
  t.floor_shade = 0.5;
  t.lift = 0.10;
  t.rim = 0.08;
  return t;
}

SceneTheme light() {
  SceneTheme t;
  t.background_top = QColor(0xe8, 0xec, 0xf1);
  t.background_bottom = QColor(0xcf, 0xd5, 0xdd);
  t.grid_minor = withAlpha(QColor(0x1c, 0x1f, 0x23), 0.08);
  t.grid_major = withAlpha(QColor(0x1c, 0x1f, 0x23), 0.22);
  t.text = QColor(0x1c, 0x1f, 0x23);
  t.text_dim = QColor(0x5f, 0x67, 0x70);
  t.halo = withAlpha(QColor(0xff, 0xff, 0xff), 0.85);
  t.hover = QColor(0x1c, 0x1f, 0x23);
  t.selected = QColor(0xf0, 0x86, 0x00);
  t.active = QColor(0xff, 0xa8, 0x1c);
  t.selected_text = QColor(0x8f, 0x4a, 0x00);
  t.contact = QColor(0xcf, 0x22, 0x2e);
  t.ghost = QColor(0x0b, 0x65, 0xd8);
  t.accent = QColor(0x0b, 0x65, 0xd8);
  t.cube_face = QColor(0xf7, 0xf8, 0xfa);
  t.cube_text = QColor(0x1c, 0x1f, 0x23);
  t.cube_line = QColor(0xb8, 0xbf, 0xc9);
  t.trace = QColor(0x0b, 0x65, 0xd8);
  t.floor = withAlpha(QColor(0xa6, 0xad, 0xb7), 0.95);
  t.floor_shade = 0.34;
  t.lift = 0.012;
  t.rim = -0.15;
  t.exposure = 1.14;
  return t;
}

}  // namespace

SceneTheme sceneTheme(bool is_dark) { return is_dark ? dark() : light(); }

}  // namespace ww::ui::scene
