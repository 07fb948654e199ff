// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/program/dialects/robot_program.h"
#include "core/program/dialects/rules.h"

namespace ww::program::dialects {

// A line on which the tool turns, rad/s, and its point stays where it is.
bool turnsInPlace(const Move& move);

// The limits of the tool that a move was planned with and a language has no statement for, for a comment beside it.
// Empty where it says all.
std::string unsaidWords(const Move& move, const ControllerRules& rules);

}  // namespace ww::program::dialects
