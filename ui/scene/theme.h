// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>

namespace ww::ui::scene {

// Colours of the scene by role.
struct SceneTheme {
  QColor background_top, background_bottom;
  QColor grid_minor, grid_major;  // with alpha
  QColor text, text_dim, halo;    // halo with alpha
  QColor hover;
  QColor selected{0xff, 0x9f, 0x1c}, active{0xff, 0xc8, 0x57};
  QColor selected_text{0xff, 0xc8, 0x57};  // names: outlines may be brighter than what can be read
  QColor contact, ghost, accent;
  QColor cube_face, cube_text, cube_line;
  QColor trace;
  QColor floor;              // alpha: how much of it near the scene
  double floor_shade = 0.5;  // share of its light that a shadow takes
  double lift = 0.0;         // light added to the darkest colours
  double rim = 0.0;          // of faces that turn away: light added; below 0: share taken
  double exposure = 1.0;
};
SceneTheme sceneTheme(bool dark);

inline const QColor kAxisX(0xe5, 0x48, 0x4d);
inline const QColor kAxisY(0x46, 0xa7, 0x58);
inline const QColor kAxisZ(0x3e, 0x63, 0xdd);

}  // namespace ww::ui::scene
