// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace ww::kinematics {

// What a name says of the place that it names, in the order of choice.
enum class ToolWord { kTool, kTcp, kEndEffector, kGrasp, kFlange, kHand, kNone };

// Of a link or frame, in any case and with whatever stands before and behind: "robot1_tool0",
// "ToolFrame", "tcp_1", "ee_link", "end_effector". A name that goes on to say something else
// ("tool_changer", "ee_camera") is none; a hand or gripper is named so at its end ("panda_hand", "gripper_link").
ToolWord toolWord(std::string_view name);
// Of a link or joint: "panda_leftfinger", "gripper_jaw_1", "thumb".
bool isFingerName(std::string_view name);
// How many words a name has: of "tool0" and "robot1_tool0_spare" the shorter is meant.
int wordCount(std::string_view name);

}  // namespace ww::kinematics
