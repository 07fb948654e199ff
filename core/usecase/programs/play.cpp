// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/play.h"

#include <algorithm>

#include "core/usecase/failures.h"
#include "core/usecase/programs/last_plan.h"
#include "core/world/views/references.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

using worldwright::v1::ProgramPlan;

// What the step attaches hangs where the plan says, whatever program, tool or robot it left that to.
Result<worldwright::v1::AttachStep> pinned(const world::World& world, const worldwright::v1::PlannedStep& step) {
  worldwright::v1::AttachStep out = step.step().attach();
  WW_ASSIGN(const ObjectId object, world::resolve(world, out.object()));
  for (const auto& held : step.held()) {
    if (held.object() != object.value) continue;
    out.mutable_to()->Clear();
    out.mutable_to()->mutable_reference()->set_id(world::toWire(ObjectId{held.parent()}));
    out.mutable_to()->mutable_entity_filter()->add_entity_references()->set_id(
        world::toWire(EntityId{held.parent_entity()}));
  }
  return out;
}

Status play(Stage& stage, const worldwright::v1::PlannedStep& step, const program::PlannedStep& plain,
            const std::vector<program::Mover>& movers) {
  if (plain.mover) WW_TRY(stage.setJoints(movers[*plain.mover].object, plain.motion.q.back()));
  if (step.step().has_set_signal()) stage.setSignal(step.step().set_signal());
  if (step.step().has_detach()) WW_TRY(stage.detach(step.step().detach()));
  if (!step.step().has_attach()) return okStatus();
  WW_ASSIGN(const auto attach, pinned(stage.world(), step));
  return stage.attach({}, attach);
}

// Everything that the plan moves stands where its first motion begins.
Status begin(Stage& stage, const program::PlannedProgram& program) {
  for (std::size_t mover = 0; mover < program.movers.size(); ++mover) {
    const auto first =
        std::ranges::find_if(program.steps, [&](const program::PlannedStep& step) { return step.mover == mover; });
    if (first == program.steps.end()) continue;
    const ObjectId object = program.movers[mover].object;
    if (!stage.world().peek(object))
      return fail(failures::kRobotGone, {{"robot", arg::Name{program.movers[mover].name}}});
    WW_TRY(stage.setJoints(object, first->motion.q.front()));
  }
  return okStatus();
}

}  // namespace

Result<Playback> Playback::make(const world::World& world, const ProgramPlan& plan) {
  Playback out;
  WW_ASSIGN(out.program_, program::plannedProgram(plan));
  Stage stage(world);
  WW_TRY(begin(stage, out.program_));
  for (std::size_t i = 0; i < out.program_.steps.size(); ++i) {
    out.before_.push_back(stage);
    WW_TRY(play(stage, plan.steps(static_cast<int>(i)), out.program_.steps[i], out.program_.movers));
  }
  out.before_.push_back(std::move(stage));
  return out;
}

Result<Playback> Playback::ofLastPlan(const world::World& world, const std::string& name) {
  if (const ProgramPlan* plan = lastPlanOf(world, name)) return make(world, *plan);
  return whyUnplanned(world, name);
}

std::vector<ObjectId> Playback::riders() const {
  std::vector<ObjectId> out;
  for (const program::PlannedStep& step : program_.steps)
    for (const program::Held& held : step.held)
      if (std::ranges::find(out, held.object) == out.end()) out.push_back(held.object);
  return out;
}

std::size_t Playback::stepAt(double seconds) const {
  const auto& steps = program_.steps;
  if (steps.empty()) return 0;
  const auto after = std::ranges::upper_bound(steps, seconds, {}, &program::PlannedStep::begins);
  return after == steps.begin() ? 0 : static_cast<std::size_t>(after - steps.begin()) - 1;
}

Result<world::World> Playback::at(double seconds) const {
  if (program_.steps.empty() || seconds >= duration()) return after();
  const std::size_t i = stepAt(seconds);
  const program::PlannedStep& step = program_.steps[i];
  Stage stage = before_[i];
  if (step.mover)
    WW_TRY(
        stage.setJoints(program_.movers[*step.mover].object, program::positionsAt(step.motion, seconds - step.begins)));
  return stage.world();
}

}  // namespace ww::usecase
