// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/status.h"
#include "core/program/dialects/robot_program.h"
#include "core/program/dialects/rules.h"

namespace ww::program::dialects {

// Steps there are, numbers that are finite and in their bounds, a joint position for each joint: what every dialect
// needs. Fails with INVALID_ARGUMENT or OUT_OF_RANGE, and names the step.
Status checkData(const RobotProgram& program);

// What the language of a controller cannot say of a program that passed checkData. Fails with FAILED_PRECONDITION or
// OUT_OF_RANGE, and names the step and what to change.
Status checkSayable(const RobotProgram& program, const ControllerRules& rules);

}  // namespace ww::program::dialects
