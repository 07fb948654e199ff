// SPDX-License-Identifier: Apache-2.0
#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"

namespace ww::planning {

Result<Waypoints> planJoint(SegmentPlanner& planner, const JointVector& start) {
  WW_ASSIGN(const auto goals, planner.goals(start));
  WW_ASSIGN(auto straight, planner.straight(start, goals, 0.0));
  if (straight) return std::move(*straight);
  if (const auto broken = planner.refuseBroken(failures::kJointNotKept, {start, goals.front()})) return *broken;
  return planner.refusePath(start, goals.front());
}

}  // namespace ww::planning
