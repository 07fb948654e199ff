// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/motion.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Whether a motion was refused for the side from which its target is to be met.
bool isUpsideDown(const MotionOutcome& refused, const usecase::Target& target, const world::World& world);
// Turns a frame by half a turn about its x axis, as one step.
void turnOver(SessionBridge& bridge, FrameId frame);

}  // namespace ww::ui
