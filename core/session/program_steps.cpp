// SPDX-License-Identifier: Apache-2.0
#include "core/session/program_steps.h"

#include <algorithm>
#include <set>

#include "core/session/program_builders.h"
#include "core/session/program_parts.h"
#include "core/world/views/references.h"
#include "worldwright/v1/program.pb.h"

namespace ww::session {
namespace {

namespace own = worldwright::v1;
using own::Program;
using own::ProgramStep;
using Steps = std::vector<ProgramStep>;

EditsPtr add(const world::World& world, const std::string& name, std::size_t at, ProgramStep step) {
  Program program = parts::programOf(world, name);
  auto& steps = *program.mutable_steps();
  *steps.Add() = std::move(step);
  for (int i = steps.size() - 1; i > 0 && static_cast<std::size_t>(i) > at; --i) steps.SwapElements(i, i - 1);
  return setProgram(program);
}

// All steps of the program as a list that `change` rearranges.
template <typename Change>
EditsPtr rearranged(const world::World& world, const std::string& name, Change change) {
  Program program = parts::programOf(world, name);
  const Steps before(program.steps().begin(), program.steps().end());
  const Steps after = change(before);
  program.clear_steps();
  for (const ProgramStep& step : after) *program.add_steps() = step;
  return setProgram(program);
}

void write(const MoveSpec& move, own::MoveStep& out) {
  parts::writeTarget(move.target, out);
  parts::writeOffset(move.frame_t_tool, out);
  parts::writeKind(move.kind, out);
  out.clear_speed();
  if (move.speed != 1.0) out.set_speed(move.speed);
  parts::writeBlend(move.blend, out);
  out.clear_robot();
  if (move.robot) out.mutable_robot()->set_id(world::toWire(*move.robot));
  out.clear_tool();
  if (move.tool) out.mutable_tool()->set_id(parts::idOfNode(*move.tool));
}

template <typename Step>
void write(const program::SignalValue& value, std::string signal, Step& out) {
  out.set_signal(std::move(signal));
  parts::writeValue(value, out);
}

}  // namespace

EditsPtr addMove(const world::World& world, const std::string& program, std::size_t at, const MoveSpec& move) {
  ProgramStep step;
  write(move, *step.mutable_move());
  return add(world, program, at, std::move(step));
}

EditsPtr addAttach(const world::World& world, const std::string& program, std::size_t at, ObjectId object) {
  ProgramStep step;
  step.mutable_attach()->mutable_object()->set_id(world::toWire(object));
  return add(world, program, at, std::move(step));
}

EditsPtr addDetach(const world::World& world, const std::string& program, std::size_t at, ObjectId object) {
  ProgramStep step;
  step.mutable_detach()->mutable_object()->set_id(world::toWire(object));
  return add(world, program, at, std::move(step));
}

EditsPtr addWait(const world::World& world, const std::string& program, std::size_t at, double seconds) {
  ProgramStep step;
  step.mutable_wait()->set_seconds(seconds);
  return add(world, program, at, std::move(step));
}

EditsPtr addSetSignal(const world::World& world, const std::string& program, std::size_t at, std::string signal,
                      const program::SignalValue& value) {
  ProgramStep step;
  write(value, std::move(signal), *step.mutable_set_signal());
  return add(world, program, at, std::move(step));
}

EditsPtr addAwaitSignal(const world::World& world, const std::string& program, std::size_t at, std::string signal,
                        const program::SignalValue& value, double expected_seconds) {
  ProgramStep step;
  write(value, std::move(signal), *step.mutable_await_signal());
  step.mutable_await_signal()->set_expected_seconds(expected_seconds);
  return add(world, program, at, std::move(step));
}

EditsPtr addSetJoint(const world::World& world, const std::string& program, std::size_t at, ObjectId object,
                     std::string joint, double position) {
  ProgramStep step;
  step.mutable_set_joint()->mutable_object()->set_id(world::toWire(object));
  step.mutable_set_joint()->set_joint(std::move(joint));
  step.mutable_set_joint()->set_position(position);
  return add(world, program, at, std::move(step));
}

EditsPtr addCall(const world::World& world, const std::string& program, std::size_t at, std::string callee) {
  ProgramStep step;
  step.mutable_call()->set_program(std::move(callee));
  return add(world, program, at, std::move(step));
}

EditsPtr changeMove(const world::World& world, const std::string& program, std::size_t step, const MoveSpec& move) {
  return rearranged(world, program, [&](Steps steps) {
    if (step < steps.size() && steps[step].has_move()) write(move, *steps[step].mutable_move());
    return steps;
  });
}

EditsPtr removeSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps) {
  const std::set<std::size_t> chosen(steps.begin(), steps.end());
  return rearranged(world, program, [&](const Steps& all) {
    Steps out;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!chosen.contains(i)) out.push_back(all[i]);
    return out;
  });
}

EditsPtr duplicateSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps) {
  const std::set<std::size_t> chosen(steps.begin(), steps.end());
  return rearranged(world, program, [&](const Steps& all) {
    Steps out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      out.push_back(all[i]);
      // A locked motion begins elsewhere than where it ends.
      if (chosen.contains(i)) out.emplace_back(all[i]).clear_locked();
    }
    return out;
  });
}

EditsPtr moveSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                   std::size_t before) {
  const std::set<std::size_t> chosen(steps.begin(), steps.end());
  return rearranged(world, program, [&](const Steps& all) {
    Steps out, moved;
    std::size_t place = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      (chosen.contains(i) ? moved : out).push_back(all[i]);
      if (i < before) place = out.size();
    }
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(place), moved.begin(), moved.end());
    return out;
  });
}

EditsPtr switchSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                     bool on) {
  return rearranged(world, program, [&](Steps all) {
    for (const std::size_t i : steps)
      if (i < all.size()) all[i].set_off(!on);
    return all;
  });
}

EditsPtr nameStep(const world::World& world, const std::string& program, std::size_t step, std::string name,
                  std::string comment) {
  return rearranged(world, program, [&](Steps steps) {
    if (step >= steps.size()) return steps;
    steps[step].set_name(std::move(name));
    steps[step].set_comment(std::move(comment));
    return steps;
  });
}

EditsPtr setProgramRobot(const world::World& world, const std::string& program, std::optional<ObjectId> robot,
                         std::optional<world::NodeRef> tool) {
  Program changed = parts::programOf(world, program);
  changed.clear_robot();
  changed.clear_tool();
  if (robot) changed.mutable_robot()->set_id(world::toWire(*robot));
  if (tool) changed.mutable_tool()->set_id(parts::idOfNode(*tool));
  return setProgram(changed);
}

EditsPtr renameProgram(const world::World& world, const std::string& program, std::string name) {
  Program changed = parts::programOf(world, program);
  changed.set_name(std::move(name));
  return setProgram(changed, program);
}

}  // namespace ww::session
