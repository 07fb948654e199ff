// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>

#include "core/session/program_data.h"
#include "core/session/program_steps.h"

// Changes of steps that leave alone what they do not name, whatever a step has besides. As the edits of
// program_steps.h: pure, for the version `world`, checked by apply alone.
namespace ww::session {

// Each part that is given is written into every step that has such a thing; steps of other kinds stay.
struct StepChange {
  // ---- of moves
  std::optional<StepTarget> target = {};  // takes the pose in a frame away
  // Of a move to a node: the pose of the tool in it; none: that of the node itself.
  std::optional<std::optional<Pose>> frame_t_tool = {};
  // Numbers of that pose by themselves, X, Y and Z in metres: the others of each step stay, and how it is turned.
  std::array<std::optional<double>, 3> offset_metres = {};
  // The tool, an object or frame: from now on only its origin has to be at the target, however it is turned.
  std::optional<world::NodeRef> position_alone_of = {};
  std::optional<program::MotionKind> kind = {};
  std::optional<program::Blend> blend = {};
  std::optional<double> blend_metres = {}, blend_joint_radians = {};  // of it, by themselves
  // ---- of others
  std::optional<double> speed = {};    // share of the velocity limits, of joints that are set as well
  std::optional<double> seconds = {};  // to wait, or a signal is expected to take
  std::optional<std::string> signal = {};
  std::optional<program::SignalValue> value = {};
  std::optional<ObjectId> object = {};  // attached, detached, or whose joint is set
  std::optional<std::string> joint = {};
  std::optional<double> position = {};  // of the joint, radians or metres
  std::optional<std::string> callee = {};
  // ---- of all
  std::optional<std::string> name = {}, comment = {};
};
// Steps are counted from 0; those that are not there are passed over.
EditsPtr changeSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                     const StepChange& change);

EditsPtr setProgramStart(const world::World& world, const std::string& program, const ProgramStart& start);
// Another program with the same steps, without a plan.
EditsPtr copyProgram(const world::World& world, const std::string& program, std::string as);
// One without steps.
EditsPtr newProgram(std::string name);

}  // namespace ww::session
