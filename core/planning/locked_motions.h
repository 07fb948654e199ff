// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/math/pose.h"

namespace ww::planning {

// Paths of motions that clients want to drive again as they were planned, by an id that is made of what they are: the
// same motion has the same id. Kept as long as this is; thread-safe.
class LockedMotions {
 public:
  // Of a segment.
  struct Path {
    std::vector<JointVector> waypoints;  // radians or metres
    double padding = 0.0;                // that it was planned with, metres
  };
  using Motion = std::vector<Path>;

  // RESOURCE_EXHAUSTED when there is no more room.
  Result<std::string> save(const Motion& motion);
  std::optional<Motion> find(const std::string& id) const;
  std::size_t size() const;

 private:
  static constexpr std::size_t kMostBytes = 64u << 20;
  mutable std::mutex mutex_;
  std::map<std::string, Motion> motions_;
  std::size_t bytes_ = 0;
};

}  // namespace ww::planning
