// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/types.h"

namespace ww::planning {

// What rules have not checked, though it overlaps by more than a millimetre on a motion: told, as "free" and
// "validated" say nothing of it. The deepest place of each pair, the deepest pairs first, five at most. What no joint
// positions can part is put together so on purpose. Looks at some postures, not at all. Never fails.
Diagnostics hiddenOverlaps(const collision::Scene& scene, const Plan& plan);
// Under the world's own rules.
Diagnostics hiddenOverlaps(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory);

}  // namespace ww::planning
