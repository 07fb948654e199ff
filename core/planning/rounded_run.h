// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>

#include "core/planning/segment_planner.h"
#include "core/validate/judge.h"

namespace ww::planning {

// Not for use outside this folder. A segment while it is planned.
struct Part {
  std::size_t index = 0;
  const Segment* segment = nullptr;
  RobotScene* scene = nullptr;       // several may share one
  validate::Judge* judge = nullptr;  // as its scene
  std::unique_ptr<SegmentPlanner> planner;
  Waypoints path;
  model::MotionLimits limits;
};

// Segments that are driven as one, corners between them rounded: one curve, and where on it they meet. The first half
// of a corner belongs to the segment before it, the second to the one behind.
struct RoundedRun {
  struct Seam {
    double begins = 0.0, middle = 0.0, ends = 0.0;  // of the rounding, by the curve's s
    RoundedCorner corner;
  };
  PathCurve curve;
  std::vector<Seam> seams;         // one less than there are parts in it
  std::optional<JointVector> end;  // where it ends when that is not the end of the last part's own path
};

// Of each part but the last a rounding says how the corner behind it is.
// The longest run of linear parts from the first on whose corners can be rounded, by inverse kinematics along a curve
// of the tool that leaves each line within the radii; those that are not free or cannot be followed are made smaller by
// halves, a few times. No seam: not even the first can. `may_drift`: the last part may end in other joint positions
// than its path, at the same pose. Fails with what the budget says.
Result<RoundedRun> roundLines(std::span<Part> parts, std::span<const Rounding> roundings, const Budget& budget,
                              bool may_drift);

// The same of other parts, in joint space; all of them. A corner that cannot be rounded is a stop within.
RoundedRun roundJoints(std::span<Part> parts, std::span<const Rounding> roundings, const Budget& budget);

}  // namespace ww::planning
