// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// What the steps of the plan that the world keeps have of their own, limits and conditions on the way, and the language
// of an export does not say: one for each sort, which names its steps; never a reason not to export.
std::vector<Status> exportNotes(const world::World& world, const std::string& program, std::string_view dialect);

}  // namespace ww::usecase
