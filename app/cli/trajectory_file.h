// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {

// A planned trajectory by the ending of its file: .csv (seconds; positions, velocities and accelerations of the joints
// in radians or metres), .json or .binpb; "-" is standard output, as JSON. Errors as of writeFile().
Status writeTrajectory(const std::string& path,
                       const intrinsic_proto::motion_planning::v1::TrajectoryPlanningResponse& response);
// One of these, or a message as text; "-" is standard input, a message.
struct TrajectoryFile {
  intrinsic_proto::motion_planning::v1::TrajectoryPlanningResponse response;
  std::string path;
  std::vector<std::string> columns;  // of a table whose first line names them; its states are not in joint order yet
  std::vector<std::vector<double>> rows;
};
// INVALID_ARGUMENT with line and column for a table that is none; else as readMessage().
Result<TrajectoryFile> readTrajectory(const std::string& path);
// With the columns of a table brought to the order of these joints: "q1" is the first joint's position, and so are
// "elbow", "elbow_position" and "q_elbow" those of a joint `elbow`. INVALID_ARGUMENT for a column that names nothing,
// one that is there twice or missing.
Result<intrinsic_proto::motion_planning::v1::TrajectoryPlanningResponse> inJointOrder(
    TrajectoryFile file, std::span<const std::string> joints);

}  // namespace ww::cli
