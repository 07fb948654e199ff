// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace ww::ui {

// What the 3D view's frames have taken of the Qt thread so far.
struct FrameTotals {
  double cpu_ms = 0.0, wall_ms = 0.0;
  std::size_t entities = 0;  // that each frame walks for the world
};

}  // namespace ww::ui
