// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/program/planned.h"
#include "core/session/edit_builders.h"

// Edits of programs from our own types, so that user interfaces need no message. `world` is the version that they are
// made for; steps are counted from 0. A program that is not there becomes one of that name; steps that are not there
// are passed over. Nothing is checked here but by apply.
namespace ww::session {

// Where a move goes: an object or frame that the tool meets, a named configuration, or joint positions (radians or
// metres, in the joint order of the robot).
using StepTarget = std::variant<world::NodeRef, std::string, JointVector>;
struct MoveSpec {
  StepTarget target;
  std::optional<Pose> frame_t_tool = {};  // of a node: the pose of the tool in it; none: that of the node itself
  program::MotionKind kind = program::MotionKind::kAny;
  double speed = 1.0;                       // share of the velocity limits
  program::Blend blend = {};                // of the corner to the next step
  std::optional<ObjectId> robot = {};       // none: that of the program
  std::optional<world::NodeRef> tool = {};  // an object or frame; none: that of the program
};

// Put before the step at `at`, or behind the last.
EditsPtr addMove(const world::World& world, const std::string& program, std::size_t at, const MoveSpec& move);
EditsPtr addAttach(const world::World& world, const std::string& program, std::size_t at, ObjectId object);
EditsPtr addDetach(const world::World& world, const std::string& program, std::size_t at, ObjectId object);
EditsPtr addWait(const world::World& world, const std::string& program, std::size_t at, double seconds);
EditsPtr addSetSignal(const world::World& world, const std::string& program, std::size_t at, std::string signal,
                      const program::SignalValue& value);
EditsPtr addAwaitSignal(const world::World& world, const std::string& program, std::size_t at, std::string signal,
                        const program::SignalValue& value, double expected_seconds);
// The position in radians or metres.
EditsPtr addSetJoint(const world::World& world, const std::string& program, std::size_t at, ObjectId object,
                     std::string joint, double position);
EditsPtr addCall(const world::World& world, const std::string& program, std::size_t at, std::string callee);

// What lists of steps do.
EditsPtr changeMove(const world::World& world, const std::string& program, std::size_t step, const MoveSpec& move);
EditsPtr removeSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps);
// Each behind itself.
EditsPtr duplicateSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps);
// In their order, so that they stand before the step at `before`, or behind the last.
EditsPtr moveSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                   std::size_t before);
EditsPtr switchSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                     bool on);
EditsPtr nameStep(const world::World& world, const std::string& program, std::size_t step, std::string name,
                  std::string comment);
// Who moves where steps do not say it; none: the only arm, and its likeliest tool.
EditsPtr setProgramRobot(const world::World& world, const std::string& program, std::optional<ObjectId> robot,
                         std::optional<world::NodeRef> tool);
EditsPtr renameProgram(const world::World& world, const std::string& program, std::string name);

}  // namespace ww::session
