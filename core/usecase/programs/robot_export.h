// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/planning/types.h"
#include "core/program/dialects/dialects.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// The signal that stands for a joint of a gripper, which no controller moves by a statement.
struct GripperSignal {
  std::string signal;
  bool on_when_smaller = true;  // on where the joint goes to a smaller position (closes), else where to a larger one
};

// How the controller counts a joint: sign * position + zero + of_previous * what it calls the joint before.
struct AxisCount {
  double sign = 1.0;         // 1 or -1, a factor
  double zero = 0.0;         // radians or metres
  double of_previous = 0.0;  // a factor; -1 for axis 3 of Fanuc, which is counted from the horizontal
  bool operator==(const AxisCount&) const = default;
};

// What a controller knows and the world does not.
struct ExportChoices {
  std::map<std::string, int> signal_numbers;      // by signal; one that is missing has the number that its name ends in
  std::map<std::string, GripperSignal> grippers;  // by joint
  std::map<std::string, AxisCount> axes;          // by joint; others are counted as in the model
  int tool_number = 1, base_number = 1;           // the controller's
  double blend_share = 0.0;                       // of corners that are rounded, 0 to 1; 0: a radius alone is said
  // Whether corners of joint moves get one, too: of exportProgramOf() where the language rounds them by it.
  bool joint_corner_radii = false;
};

struct ExportAxis {
  std::string name;
  bool slides = false;
};

// What of that a planned program asks for: its signals and the joints of its grippers, each once, in order; and the
// joints of the robot that moves first, which a controller may count otherwise.
struct ExportNeeds {
  std::string robot;
  std::vector<ExportAxis> axes;
  std::vector<std::string> held;  // objects that steps attach or detach
  std::vector<std::string> signals, gripper_joints;
  std::string dialect;  // of the maker of the robot, where its name or its file tells one
};
ExportNeeds exportNeeds(const worldwright::v1::ProgramPlan& plan);
// Of the plan that the world keeps, with the dialect; nothing where there is none.
ExportNeeds exportNeeds(const world::World& world, const std::string& name);

// A planned program for the dialects: calls are replaced by their steps; a motion that goes around something has points
// on the way, so that the joints leave its path by 0.005 rad or m at most, which are no stops where the language rounds
// joint moves by a radius; what is attached and detached is said by comments. It begins with a joint move to where the
// robot stood; one without moves has no joints. FAILED_PRECONDITION for several robots or tools, or signals that are
// set to numbers; NOT_FOUND for what is no longer there; INVALID_ARGUMENT for a plan that does not fit together.
Result<program::dialects::RobotProgram> robotProgram(const world::World& world,
                                                     const worldwright::v1::ProgramPlan& plan,
                                                     const ExportChoices& choices);

// The files of a program of the world. FAILED_PRECONDITION where it is not planned, or its plan no longer holds: that
// is looked at first, as checkPlanOf does with these options. NOT_FOUND where the choices name a signal or a joint that
// the plan has not. Fails so, as robotProgram, and as exportProgram.
Result<std::vector<program::dialects::ExportedFile>> exportProgramOf(const world::World& world, const std::string& name,
                                                                     std::string_view dialect,
                                                                     const ExportChoices& choices,
                                                                     const planning::PlanOptions& options);

}  // namespace ww::usecase
