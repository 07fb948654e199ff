// SPDX-License-Identifier: Apache-2.0
#include "core/planning/motions/motion_kinds.h"

#include <algorithm>

namespace ww::planning {

std::span<const MotionKind> motionKinds() {
  // A straight joint motion goes to the nearest solution or fails: one that takes another posture to slip
  // past an obstacle would surprise.
  static constexpr MotionKind kKinds[] = {
      {MotionType::kAny, "ANY", false, &planAny},
      {MotionType::kJoint, "JOINT", true, &planJoint},
  };
  return kKinds;
}

const MotionKind& motionKind(MotionType type) {
  const auto kinds = motionKinds();
  const auto found = std::ranges::find(kinds, type, &MotionKind::type);
  WW_CHECK(found != kinds.end());
  return *found;
}

}  // namespace ww::planning
