// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/world/values/world.h"

namespace ww::usecase {

// The dialect (its id) of the controllers that the robot's maker builds, as its name tells the maker or the model, or
// else the file that it came from and the folders around that; empty where none of them does.
std::string dialectOfMaker(const world::World& world, ObjectId robot);

}  // namespace ww::usecase
