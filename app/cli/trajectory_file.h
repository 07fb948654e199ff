// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {

// A planned trajectory by the ending of its file: .csv (seconds; positions, velocities and accelerations of the joints
// in radians or metres), .json or .binpb; "-" is standard output, as JSON. Errors as of writeFile().
Status writeTrajectory(const std::string& path,
                       const intrinsic_proto::motion_planning::v1::TrajectoryPlanningResponse& response);
// One of these, or a message as text; "-" is standard input, a message. INVALID_ARGUMENT with the line for a table that
// is none; else as readMessage().
Result<intrinsic_proto::motion_planning::v1::TrajectoryPlanningResponse> readTrajectory(const std::string& path);

}  // namespace ww::cli
