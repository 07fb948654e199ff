// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/types.h"
#include "ui/bridge/motion.h"

namespace ww::ui {

// Why a motion failed, in the words and units of the window. A failure without a diagnosis comes back
// as it is.
Status motionFailure(const planning::Diagnosis& why, const Status& status, const MotionRequest& request, const world::World& world);

}  // namespace ww::ui
