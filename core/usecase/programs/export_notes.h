// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class MoveStep;
}

namespace ww::usecase {

// What the steps of the plan that the world keeps have of their own, limits and conditions on the way, and the language
// of an export does not say: one for each sort, which names its steps; never a reason not to export.
std::vector<Status> exportNotes(const world::World& world, const std::string& program, std::string_view dialect);

// Of one step, for a program's own comments, in English: limits that no language says, and that its speeds do not stand
// for.
std::vector<const char*> unsaidOf(const worldwright::v1::MoveStep& move, bool is_line);

}  // namespace ww::usecase
