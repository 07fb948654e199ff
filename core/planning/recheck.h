// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/kinematics/joint_tree.h"
#include "core/planning/types.h"
#include "core/validate/kept.h"

namespace ww::planning {

// A trajectory that was planned for the same request in another state of the world, if it is a plan for it in this one
// as well: it starts where the request does, and the judge finds nothing against it. Fails with what does, and for
// requests of several segments and of straight lines, of which a trajectory alone does not tell enough. The plan has no
// paths, and the report that it would have had. Costs the judge and no search.
Result<Plan> recheck(const world::World& world, const MotionRequest& request, const Trajectory& trajectory,
                     const PlanOptions& options);

// What the judge is to look for along a motion of a segment (path constraints), from where the motion starts, radians
// or metres; none: nothing. Fails as constraints::makeTask.
Result<std::vector<validate::Held>> heldAlong(const kinematics::JointTree& tree, const Segment& segment,
                                              const JointVector& start, const std::vector<world::JointLimits>& limits);

}  // namespace ww::planning
