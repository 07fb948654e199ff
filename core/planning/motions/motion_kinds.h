// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/planning/segment_planner.h"

namespace ww::planning {

// Not for use outside this folder and the planner. A kind of motion: a file, and a row in motionKinds().
struct MotionKind {
  MotionType type;
  const char* name;   // as the wire's MotionSegment.MotionType has it
  int wire;           // its number there
  bool keeps_line;    // the moving node goes straight
  bool nearest_only;  // of the solutions of a goal the nearest is the goal, and no other
  bool one_end;       // from a start its path leads to one end, and no other is to be had
  // A path from a start that is free to the segment's goal.
  Result<Waypoints> (*plan)(SegmentPlanner& planner, const JointVector& start);
  // Tells the planner what a path that was planned before follows; null: nothing.
  Status (*follow)(SegmentPlanner& planner, const Waypoints& path);
  // What lists of kinds call it, and a step: "Move to {target}".
  const char* choice;
  const char* step;
};
std::span<const MotionKind> motionKinds();
const MotionKind& motionKind(MotionType type);

// Fail with the reason, which is in the diagnosis of the planner as well; radians or metres.
Result<Waypoints> planAny(SegmentPlanner& planner, const JointVector& start);
Result<Waypoints> planLinear(SegmentPlanner& planner, const JointVector& start);
Status followLine(SegmentPlanner& planner, const Waypoints& path);
Result<Waypoints> planJoint(SegmentPlanner& planner, const JointVector& start);

}  // namespace ww::planning
