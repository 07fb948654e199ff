// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/cli.h"
#include "core/planning/wire.h"

namespace ww::cli {

// What a package is kept of is planned as a request asks for it: that request, and the motion as it reads. Nothing
// where no path is given. Fails as requestOf().
Status askByRequest(const world::World& world, const std::string& path, planning::MotionRequest& motion,
                    planning::mp::MotionPlanningRequest& request);
// A plan as a replay package; nothing where no path is given, and of one that was cancelled or had no time. Fails as
// packReplay() and writeFile().
Status keepReplay(const Run& run, const std::string& path, const planning::mp::MotionPlanningRequest& request,
                  std::uint64_t seed, const world::World& world, const Result<planning::Plan>& made);

}  // namespace ww::cli
