// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace ww::kinematics {

// What a name says of the place that it names, in the order of choice.
enum class ToolWord { kTool, kTcp, kEndEffector, kGrasp, kFlange, kNone };

// Of a link or frame, in any case and with whatever stands before and behind: "robot1_tool0",
// "ToolFrame", "tcp_1", "ee_link", "end_effector". A name that goes on to say something else
// ("tool_changer", "ee_camera") is none.
ToolWord toolWord(std::string_view name);
// How many words a name has: of "tool0" and "robot1_tool0_spare" the shorter is meant.
int wordCount(std::string_view name);

}  // namespace ww::kinematics
