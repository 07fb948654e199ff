// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/program/dialects/dialects.h"

namespace ww::test {

constexpr double kDegree = 0.017453292519943295;  // radians

// An arm of six axes with a tool and a base, and no steps.
program::dialects::RobotProgram emptyProgram();
// A move of it, in a posture with a name.
program::dialects::Move moveOf(program::dialects::MoveKind kind, const Pose& base_t_tool);
// A joint move and the ten poses of golden/ten_poses.py.
program::dialects::RobotProgram tenPoses();
// A step of each kind.
program::dialects::RobotProgram busyProgram();

// All files of it, one after the other; aborts the test where it is refused.
std::string textIn(std::string_view dialect, const program::dialects::RobotProgram& program);
// The code of the failure; empty where there is none.
std::string refusalOf(std::string_view dialect, const program::dialects::RobotProgram& program);

}  // namespace ww::test
