// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/model/limits.h"
#include "core/planning/types.h"

namespace ww::planning {

// What an object says itself of how its tool may move: of translation the smallest of the three axes, either way.
// Infinite where it says nothing (0 on the wire). A motion keeps them where its request asks for Cartesian limits.
model::FrameLimits ownFrameLimits(const world::Object& robot);
// What it says of its tool beside that, of places and jerk among it, which no motion keeps: a note for each field.
Diagnostics ownLimitsWithoutEffect(const world::Object& robot);

// The node that a goal moves, for which Cartesian limits hold: of several constraints the first that names one. None
// where it is about joints alone.
std::optional<world::NodeRef> movingNode(const Goal& goal);
// The same of a segment; of a goal about joints alone its tool.
std::optional<world::NodeRef> limitedNode(const Segment& segment);
// The same where the mechanism is known: of a goal whose moving node stands still while its target rides on the robot,
// the target.
std::optional<world::NodeRef> limitedNode(const Segment& segment, const model::Mechanism& mechanism);

}  // namespace ww::planning
