// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/show.h"

#include <google/protobuf/message.h>

#include <algorithm>

#include "core/planning/motions/motion_type.h"
#include "core/program/target_words.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/last_plan.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;

// As the world calls it; of what is not there, as the reference does.
template <typename Reference>
arg::Words nodeWords(const world::World& world, const Reference& reference) {
  if (const auto node = world::resolve(world, reference); node.ok()) return {world.display(*node)};
  if (!reference.has_by_name()) return {reference.id()};
  std::string text = reference.by_name().ShortDebugString();
  return {text.empty() ? std::string("?") : text};
}

template <typename Step>
arg::Words valueWords(const Step& step) {
  if (step.has_number()) return {plainVoice().number(step.number())};
  return {step.on() ? "on" : "off"};
}

Phrase constraintWords(const intrinsic_proto::motion_planning::v1::GeometricConstraint& target) {
  const auto* field = target.GetDescriptor()->FindFieldByNumber(target.constraint_case());
  return program::targetWords(field ? std::string_view(field->name()) : std::string_view("?"));
}

Phrase moveText(const world::World& world, const v1::MoveStep& move) {
  FailureValue target;
  if (move.has_frame()) target = nodeWords(world, move.frame());
  else if (move.has_configuration()) target = arg::Words{move.configuration()};
  else target = constraintWords(move.constraint());
  const auto type = planning::motionTypeOnWire(move.motion_type());
  return planning::moveText(type.value_or(planning::MotionType::kAny), target);
}

Phrase signalText(const v1::ProgramStep& step) {
  if (step.has_set_signal())
    return phrase(WW_TEXT("Core", "Set {signal} to {value}"),
                  {{"signal", arg::Words{step.set_signal().signal()}}, {"value", valueWords(step.set_signal())}});
  return phrase(WW_TEXT("Core", "Await {signal} at {value}"),
                {{"signal", arg::Words{step.await_signal().signal()}}, {"value", valueWords(step.await_signal())}});
}

}  // namespace

Phrase stepWords(const world::World& world, const v1::ProgramStep& step) {
  switch (step.kind_case()) {
    case v1::ProgramStep::kMove: return moveText(world, step.move());
    case v1::ProgramStep::kAttach:
      return phrase(WW_TEXT("Core", "Attach {object}"), {{"object", nodeWords(world, step.attach().object())}});
    case v1::ProgramStep::kDetach:
      return phrase(WW_TEXT("Core", "Detach {object}"), {{"object", nodeWords(world, step.detach().object())}});
    case v1::ProgramStep::kWait:
      return phrase(WW_TEXT("Core", "Wait {time}"), {{"time", arg::Seconds{step.wait().seconds()}}});
    case v1::ProgramStep::kSetSignal:
    case v1::ProgramStep::kAwaitSignal: return signalText(step);
    case v1::ProgramStep::kSetJoint:
      return phrase(WW_TEXT("Core", "Set {joint} of {object} to {value}"),
                    {{"joint", arg::Words{step.set_joint().joint()}},
                     {"object", nodeWords(world, step.set_joint().object())},
                     {"value", arg::Number{step.set_joint().position()}}});
    case v1::ProgramStep::kCall:
      return phrase(WW_TEXT("Core", "Call {program}"), {{"program", arg::Words{step.call().program()}}});
    case v1::ProgramStep::KIND_NOT_SET: break;
  }
  return phrase(WW_TEXT("Core", "Something that a newer program knows"));
}

std::vector<Phrase> stepWords(const world::World& world, const v1::ProgramPlan& plan) {
  std::vector<Phrase> out;
  for (const v1::PlannedStep& planned : plan.steps()) out.push_back(stepWords(world, planned.step()));
  return out;
}

const v1::ProgramPlan* lastPlanOf(const world::World& world, std::string_view program) {
  const auto& plans = world.data().record->program_plans();
  const auto it = std::ranges::find(plans, program, &v1::ProgramPlan::program);
  return it == plans.end() ? nullptr : &*it;
}

std::size_t stepsAsPlanned(const std::vector<program::FlatStep>& steps, const v1::ProgramPlan& plan) {
  const std::size_t planned = static_cast<std::size_t>(plan.steps_size());
  const auto at = [&plan](std::size_t i) -> const v1::PlannedStep& { return plan.steps(static_cast<int>(i)); };
  std::size_t same = 0;
  while (same < steps.size() && same < planned && program::sameWork(*steps[same].step, at(same).step())) ++same;
  if (same == steps.size() && same == planned) return same;
  while (same > 0 && at(same - 1).goes_on()) --same;
  return same;
}

std::vector<bool> asPlanned(const std::vector<program::FlatStep>& steps, const v1::ProgramPlan& plan) {
  std::vector<bool> out(steps.size(), false);
  const auto planned = static_cast<std::size_t>(plan.steps_size());
  if (steps.size() != planned) {
    std::fill_n(out.begin(), std::min(stepsAsPlanned(steps, plan), steps.size()), true);
    return out;
  }
  for (std::size_t first = 0, end = 0; first < planned; first = end) {
    bool same = true, goes_on = true;
    for (end = first; goes_on && end < planned; ++end) {
      const v1::PlannedStep& step = plan.steps(static_cast<int>(end));
      same = same && program::sameWork(*steps[end].step, step.step());
      goes_on = step.goes_on();
    }
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(first), out.begin() + static_cast<std::ptrdiff_t>(end), same);
  }
  return out;
}

std::string nearestName(const world::World& world, EntityId entity, const std::string& then) {
  return world.owner(entity) ? world.display(entity) : then;
}

Status whyUnplanned(const world::World& world, const std::string& program) {
  const auto& programs = world.data().record->programs();
  if (!program::find(programs, program)) return program::noSuchProgram(programs, program);
  return fail(failures::kNotPlanned, {{"program", arg::Name{program}}});
}

std::optional<world::NodeRef> nodeWithId(const world::World& world, std::uint64_t id) {
  if (world.peek(FrameId{id})) return world::NodeRef(FrameId{id});
  if (world.peek(ObjectId{id})) return world::NodeRef(ObjectId{id});
  if (world.owner(EntityId{id})) return world::NodeRef(EntityId{id});
  return std::nullopt;
}

Result<std::vector<ProgramLine>> programLines(const world::World& world, const std::string& name) {
  const auto& programs = world.data().record->programs();
  const v1::Program* program = program::find(programs, name);
  if (!program) return program::noSuchProgram(programs, name);
  std::vector<ProgramLine> out;
  for (const v1::ProgramStep& step : program->steps()) {
    const auto number = static_cast<std::uint32_t>(out.size()) + 1;
    out.push_back(
        {{number}, stepWords(world, step), step.name(), step.comment(), step.off(), step.has_locked(), {}, {}, {}});
  }
  const v1::ProgramPlan* plan = lastPlanOf(world, name);
  const auto steps = program::expand(programs, name);
  if (!plan || !steps.ok()) return out;
  // Of a step that has changed the times are those of another.
  const std::vector<bool> same = asPlanned(*steps, *plan);
  for (std::size_t i = 0; i < same.size(); ++i) {
    if (!same[i]) continue;
    const v1::PlannedStep& step = plan->steps(static_cast<int>(i));
    ProgramLine& line = out[(*steps)[i].place.front() - 1];
    if (!line.begins) line.begins = step.begins();
    line.ends = step.ends();
    if (step.stops_all_the_same()) line.corner_m = 0.0;
    else if (step.corner().metres() > 0.0) line.corner_m = step.corner().metres();
  }
  return out;
}

}  // namespace ww::usecase
