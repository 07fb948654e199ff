// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/film_desk.h"
#include "ui/bridge/physics.h"

namespace ww::editor {

// What was simulated, as far back as one can look, in frames at the speed at which it is played; as fast as can be: at
// that of the clock. Without moments where physics is off.
FilmStrip physicsStrip(ui::Physics& physics);

}  // namespace ww::editor
