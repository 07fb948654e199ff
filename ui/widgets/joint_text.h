// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <utility>

#include "core/world/values/world.h"

namespace ww::ui {

// Where a joint may stand, within the robot's limits and the application's: radians or metres, infinite where there
// is no limit.
std::pair<double, double> rangeOf(const world::Joint& joint);

// Why a joint cannot stand there, or have such application limits, in the units and numbers of the
// fields; empty when it can. Radians or metres.
QString positionProblem(const world::Joint& joint, double position);
QString limitsProblem(const QString& name, const world::Joint& joint, double lower, double upper);

// "knuckle follows finger_joint: -1 × its position + 0°. It stands at -12°." Radians or metres.
QString followerText(const world::Object& object, const world::Follower& follower, double leader_position);

}  // namespace ww::ui
