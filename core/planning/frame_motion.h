// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/mechanism.h"
#include "core/planning/path_limits.h"

namespace ww::planning {

// How a node moves with the joints of a mechanism, in the root frame (m and rad per unit of the path); one that no
// joint carries stands still. A value of its own for each thread.
FrameMotion frameMotion(const model::Mechanism& mechanism, world::NodeRef node);

}  // namespace ww::planning
