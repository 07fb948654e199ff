// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QVector4D>

#include "ui/scene/camera_state.h"

namespace ww::ui::scene {

// What a box in the root frame covers of the surface, with some room: left, lower, right and upper edge, -1 to 1. All
// of it where a corner is behind the eye.
QVector4D outlineArea(const Bounds& box, const ViewTransform& view);

}  // namespace ww::ui::scene
