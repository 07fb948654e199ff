// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/program_steps.h"
#include "worldwright/v1/program.pb.h"

// What the builders of programs share: steps as messages. For this folder's sources alone.
namespace ww::session::parts {

// As the world has it; of one that it does not have an empty one of that name.
worldwright::v1::Program programOf(const world::World& world, const std::string& name);
std::string idOfNode(const world::NodeRef& node);

// Leaves out what the target had before, its pose in a frame too.
void writeTarget(const StepTarget& target, worldwright::v1::MoveStep& out);
// Of a move to a frame, the pose of the tool in it; none: that of the frame itself.
void writeOffset(const std::optional<Pose>& frame_t_tool, worldwright::v1::MoveStep& out);
void writeKind(program::MotionKind kind, worldwright::v1::MoveStep& out);
void writeBlend(const program::Blend& blend, worldwright::v1::MoveStep& out);
program::Blend blendOf(const worldwright::v1::MoveStep& move);

// Of a step that sets a signal, or awaits one.
template <typename Step>
void writeValue(const program::SignalValue& value, Step& out) {
  if (const bool* on = std::get_if<bool>(&value)) out.set_on(*on);
  else out.set_number(std::get<double>(value));
}

}  // namespace ww::session::parts
