// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/trajectory.h"

namespace ww::planning {

// A trajectory whose states are joined by quintics, which fit positions, velocities and accelerations of both, as one
// joined by cubics: with states of it every millisecond (a million of them in longer motions), between which the two
// hardly differ. As it is where times do not rise.
Trajectory quinticAsCubic(Trajectory given);

}  // namespace ww::planning
