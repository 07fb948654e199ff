// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/planning/types.h"
#include "ui/bridge/motion.h"

namespace ww::ui {

// Why a motion failed, in the words and units of the window. A failure without a diagnosis comes back
// as it is.
Status motionFailure(const planning::Diagnosis& why, const Status& status, const MotionRequest& request, const world::World& world);

// The tool or the target went while the motion was asked for.
Status whyNoTarget();
// No part of the robot is moved by joints.
Status whyNoTool();

// "3.2 mm", with as many places as tell.
QString lengthText(double metres);

// "crate and table overlap by 3.2 mm", of a pair that is nearer than its margin allows.
QString pairText(const world::World& world, const collision::Contact& contact);

}  // namespace ww::ui
