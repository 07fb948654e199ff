// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ww::planning {

enum class MotionType {
  kAny,     // any path without collision
  kLinear,  // the moving node goes straight and turns evenly
  kJoint    // straight in joint space; for a pose, to the nearest collision-free solution and no other
};

// The kinds of motion there are, as people write them ("any"), in the order of the table.
std::vector<std::string> motionKindNames();
std::optional<MotionType> motionKindNamed(std::string_view name);

}  // namespace ww::planning
