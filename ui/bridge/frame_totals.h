// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::ui {

// What the 3D view's frames have taken of the Qt thread so far.
struct FrameTotals { double cpu_ms = 0.0, wall_ms = 0.0; };

}  // namespace ww::ui
