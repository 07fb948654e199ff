// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/types.h"

namespace ww::planning {

// A trajectory that was planned for the same request in another state of the world, if it is a plan for it in this one
// as well: it starts where the request does, and the judge finds nothing against it. Fails with what does, and for
// requests of several segments and of straight lines, of which a trajectory alone does not tell enough. The plan has no
// paths, and the report that it would have had. Costs the judge and no search.
Result<Plan> recheck(const world::World& world, const MotionRequest& request, const Trajectory& trajectory,
                     const PlanOptions& options);

}  // namespace ww::planning
