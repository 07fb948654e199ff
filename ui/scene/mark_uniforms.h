// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QRectF>

#include "ui/scene/scene_window.h"

// What the shaders of outlines, labels and the rectangle of a selection are given.
namespace ww::ui::scene {

void setMarkColors(FrameGraph& graph, const SceneTheme& theme);
// Logical pixels from the upper left; `touch`: dashed.
void placeRubber(SceneWindow& window, const QRectF& rect, bool touch);

}  // namespace ww::ui::scene
