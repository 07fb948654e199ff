// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/broad/broad_phase.h"

namespace ww::collision {

// A binary tree of boxes. A change copies the nodes on the way to it; all others are shared with the version
// before. Built anew, by the surface of its boxes, once changes have made up half of it or one branch long; of many
// boxes only where it is asked, by whoever asks first (the others wait), so that it may be had at once.
BroadPhasePtr makeBoxTree();

}  // namespace ww::collision
