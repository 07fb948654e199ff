// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/program/planned.h"
#include "core/world/values/world.h"

// Programs of a world as user interfaces show and change them: plain data, without messages.
namespace ww::session {

// What a step names: the node, and its name in the world; where the world has none, what the step calls it.
struct StepNode {
  std::optional<world::NodeRef> node;
  std::string words;  // empty: nothing is named
};

// A target that steps of ours do not make, as a client sets it: kept as it is.
struct OtherTarget {
  std::string kind;  // the field of the constraint: "position_equality"
};
// A node, a named configuration, joint positions (radians or metres, in joint order), or another.
using TargetData = std::variant<StepNode, std::string, JointVector, OtherTarget>;

struct MoveData {
  TargetData target;
  std::optional<Pose> frame_t_tool;  // of a node: the pose of the tool in it
  program::MotionKind kind = program::MotionKind::kAny;
  double speed = 1.0;  // share of the velocity limits
  program::Blend blend;
  StepNode robot, tool;  // empty: those of the program
};
// Attaches or detaches.
struct HoldData {
  bool attaches = true;
  StepNode object, to;
};
struct WaitData {
  double seconds = 0.0;
};
// Sets a signal or awaits it.
struct SignalData {
  bool awaits = false;
  std::string signal;
  program::SignalValue value = false;
  double expected_seconds = 0.0;  // of a signal that is awaited
};
struct JointData {
  StepNode object;
  std::string joint;
  double position = 0.0;  // radians or metres
  double speed = 1.0;     // share of the velocity limits
};
struct CallData {
  std::string program;
};
// What a newer program knows.
struct StrangeData {};
using StepWhat = std::variant<StrangeData, MoveData, HoldData, WaitData, SignalData, JointData, CallData>;

struct StepData {
  StepWhat what;
  std::string name, comment;
  bool off = false;     // passed over
  bool locked = false;  // its motion is kept when the program is planned anew
};

// Where the robot starts: where it stands, a named configuration, or joint positions (radians or metres).
using ProgramStart = std::variant<std::monostate, std::string, JointVector>;

struct ProgramData {
  std::string name, comment;
  bool is_newer = false;  // than this program: kept as it is
  StepNode robot, tool;   // empty: the likeliest
  ProgramStart start;
  std::vector<StepData> steps;
};

// In their order.
std::vector<std::string> programNames(const world::World& world);
// None where there is no such program.
std::optional<ProgramData> programData(const world::World& world, std::string_view name);
// Whether both worlds have the program, with the same steps and all; plans are no part of it.
bool sameProgram(const world::World& a, const world::World& b, std::string_view name);
// "program", or with a number behind it: a name that no program of the world has.
std::string freeProgramName(const world::World& world, const std::string& wished);

}  // namespace ww::session
