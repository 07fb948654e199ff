// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/robot_scene.h"
#include "core/planning/types.h"

namespace ww::planning {

// Plans, times and validates a motion. The failure's title says what stands in the way: the pair and its
// depth, the joint and its excess, how far out of reach. `why` (if given) gets the same as data.
// Codes: INVALID_ARGUMENT (request), NOT_FOUND, FAILED_PRECONDITION (collision), OUT_OF_RANGE (limits,
// reach), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, CANCELLED. A cancel is obeyed within a few milliseconds.
Result<Plan> planMotion(const world::World& world, const MotionRequest& request, const PlanOptions& options,
                        Diagnosis* why = nullptr);

// Positions of a node (in the root frame) along a trajectory, at equal times; at least two. None without a robot. Costs
// the robot and the points, not the world.
std::vector<Vec3> tracePoints(const model::Model& model, ObjectId robot, world::NodeRef node,
                              const Trajectory& trajectory, std::size_t count);

// The joints, if all, of an object's named configuration. NOT_FOUND, with the names that exist.
Result<JointVector> namedConfiguration(const world::World& world, ObjectId robot, std::string_view name);

}  // namespace ww::planning
