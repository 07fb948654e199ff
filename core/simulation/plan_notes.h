// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/status.h"
#include "core/world/values/world.h"

namespace ww::simulation {

// Joints of an object that are of kinds which nobody simulates here.
void noteFastJoints(const world::World& world, const world::Object& object, std::vector<Status>& notes);

}  // namespace ww::simulation
