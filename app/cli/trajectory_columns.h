// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww::cli {

// Where the columns of a table with a trajectory stand, by the names in its first line.
struct TrajectoryColumns {
  std::size_t time = 0;
  std::vector<std::size_t> position, velocity, acceleration;  // by joint
};

// "time_s" or the like; "q1", "v1" and "a1" count joints from 1; else a column has the name of a joint, with its kind
// before or behind it where it is no position: "elbow", "elbow_velocity", "acc_elbow". Where all columns are numbered
// the joints are as many as they say, else these. INVALID_ARGUMENT for a name that is none of these, one that is there
// twice, and one that is missing.
Result<TrajectoryColumns> columnsOf(const std::string& path, std::span<const std::string> header,
                                    std::span<const std::string> joints);

}  // namespace ww::cli
