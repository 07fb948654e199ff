// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/base/diagnostic.h"
#include "core/model/mechanism.h"

namespace ww::validate {

// That an object hangs on what joints move (a flange, a finger, a carriage) and stands so far from it that nothing can
// hold it there: farther than both are large. Costs what it hangs on and what hangs on it.
std::optional<Diagnostic> strayTool(const world::World& world, ObjectId object);
// The same of all that the robot carries.
Diagnostics strayTools(const model::Mechanism& robot);
// Of a motion or posture of the robot: tools that stand where they belong and do not hang there, and those that hang
// there and stand elsewhere.
Diagnostics toolNotes(const model::Mechanism& robot);

}  // namespace ww::validate
