// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/model/limits.h"
#include "core/model/trajectory.h"

namespace ww::validate {

// An acceleration that a state is given and that its velocities contradict.
struct WrongAcceleration {
  std::size_t state = 0, joint = 0;  // from 0
  double given = 0.0, meant = 0.0;   // radians or metres per second squared; meant: of the motion right after the state
};
// The one that is farthest off, if any is: a trajectory is the cubics through positions and velocities of its states
// (core/model/trajectory.h), and the acceleration at a state is to be that of the piece before or after it, or between
// both; with a tenth of the joint's largest to spare, and half of what it jumps by there. At both ends 0 is as true.
// Times rise.
std::optional<WrongAcceleration> wrongAcceleration(const model::Trajectory& trajectory,
                                                   const std::vector<model::DynamicLimit>& limits);
// That all of them are 0 although velocities change: then none were meant.
bool hasNoAccelerations(const model::Trajectory& trajectory);

}  // namespace ww::validate
