// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/coverage.h"
#include "core/planning/types.h"
#include "core/validate/judge.h"

namespace ww::usecase {

// What the judge says of a trajectory, whoever made it.
struct TrajectoryVerdict {
  validate::Verdict verdict;      // its problem is ok when the trajectory is sound
  validate::Clearance clearance;  // of one that is sound wherever it was looked at
  collision::Coverage coverage;   // what was looked at for collisions
  double seconds = 0.0;           // how long the motion takes
  double spacing = 0.0;           // of checks, radians or metres
  bool starts_in_world = false;   // where the robot stands
  // What overlaps wherever the robot stands (no motion helps it, none is refused for it), and what is odd about its
  // tools and the spacing.
  Diagnostics notes;
};

// Limits, times and collisions of a trajectory of one robot under the world's rules, by the judge of core/validate and
// nothing of the planner. `options`: stop and deadline. INVALID_ARGUMENT for a trajectory that is empty or of another
// robot, NOT_FOUND, FAILED_PRECONDITION without joints, CANCELLED, DEADLINE_EXCEEDED.
Result<TrajectoryVerdict> judgeTrajectory(const world::World& world, ObjectId robot,
                                          const planning::Trajectory& trajectory, const planning::PlanOptions& options);

}  // namespace ww::usecase
