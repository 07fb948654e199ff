// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/path_search.h"
#include "core/planning/timing.h"

namespace ww::planning {

// What a trajectory must keep.
struct ValidationLimits {
  std::vector<world::JointLimits> position;
  std::vector<DynamicLimit> dynamic;
};

// What was found; `problem` is ok when the trajectory is sound.
struct Validation {
  Status problem;
  std::optional<collision::Contact> contact;  // of a collision
  double at_s = 0.0;                          // when
  JointVector joints;                         // and where
  std::size_t configurations = 0;             // checked for collisions
  double worst_limit_ratio = 0.0;             // largest velocity or acceleration as share of its limit
};

// Checks a trajectory as a controller would run it, apart from how it was planned: collisions at
// configurations at most 1/512 apart, position, velocity and acceleration limits every millisecond (a
// million times in longer motions) and at each state (to 1e-6 of the limit). CANCELLED, DEADLINE_EXCEEDED.
Result<Validation> validateTrajectory(RobotScene& scene, const Trajectory& trajectory, const ValidationLimits& limits,
                                      const Budget& budget);
// With a scene of its own, for a plan that is to be checked against another world.
Result<Validation> validateTrajectory(const world::World& world, ObjectId robot, const Trajectory& trajectory,
                                      const SettingsPtr& settings, const Budget& budget);

// Smallest clearance and joint margin along a trajectory, for the report. Configurations at most 1/32 apart,
// and closely where it comes nearest.
Status measureTrajectory(RobotScene& scene, const Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                         const Budget& budget, TrajectoryReport& report);

// The joint that leaves its range most, if one does: index and excess.
std::optional<std::pair<int, double>> limitExcess(const std::vector<world::JointLimits>& limits, const JointVector& q,
                                                  double tolerance = 1e-9);

}  // namespace ww::planning
