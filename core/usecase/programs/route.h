// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace ww::usecase {

// What a step of a program draws into the world: the way of its tool, in the root frame.
struct RouteLeg {
  std::size_t step = 0;               // of the program, from 0; what it calls is its own
  std::vector<Vec3> points;           // of the plan; without one from target to target, where these are poses
  std::optional<Pose> root_t_target;  // where it ends
  bool is_planned = false;            // and still the step that was planned
};

// The moves of a program in the model's world, in their order. Nothing where there is no such program.
std::vector<RouteLeg> programRoute(const model::Model& model, const std::string& name);

}  // namespace ww::usecase
