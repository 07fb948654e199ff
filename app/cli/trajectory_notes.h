// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "core/base/diagnostic.h"
#include "core/base/status.h"
#include "core/planning/trajectory.h"

namespace ww::cli {

// What velocities that do not fit positions (radians or metres, of these joints) and times look like: times in
// milliseconds; and of a trajectory with a `problem` of limits, degrees, none at all, or one state that is off.
Diagnostics unfitNotes(std::span<const std::string> joints, const planning::Trajectory& trajectory,
                       const Status& problem);
// That it begins later than at 0; `robot` as it is called.
Diagnostics lateNote(const std::string& robot, const planning::Trajectory& trajectory);
// The problem in the light of such a note: then no other plan helps, nor slower motion. Others as they are.
Status inLightOf(const Diagnostic& note, Status problem);

}  // namespace ww::cli
