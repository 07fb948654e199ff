// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/broad/broad_phase.h"

namespace ww::collision {

// Bullet's tree of boxes. Bullet changes it in place, so each version has one of its own: made anew for each
// change, which costs all bodies. What other kinds are measured against.
BroadPhasePtr makeBulletTree();

}  // namespace ww::collision
