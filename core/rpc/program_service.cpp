// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/program_service.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/finding.h"
#include "core/planning/wire_duration.h"
#include "core/program/check.h"
#include "core/rpc/failures.h"
#include "core/rpc/plan_notes.h"
#include "core/rpc/wire_help.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/lock.h"
#include "core/usecase/programs/plan_coverage.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/program_service.pb.h"

namespace ww::rpc {
namespace {

namespace own = worldwright::v1;
using planning::Clock;
using usecase::PlanState;

own::ProgramState stateOnWire(PlanState state) {
  switch (state) {
    case PlanState::kUnplanned: return own::UNPLANNED;
    case PlanState::kFresh: return own::FRESH;
    case PlanState::kChanged: return own::CHANGED;
    case PlanState::kHolds: return own::HOLDS;
    case PlanState::kStale: return own::STALE;
  }
  return own::PROGRAM_STATE_UNSPECIFIED;
}

template <typename List>
void addFindings(const std::vector<usecase::StepFinding>& findings, List* out) {
  for (const usecase::StepFinding& finding : findings) {
    own::ProgramFinding& wire = *out->Add();
    wire.mutable_place()->Add(finding.place.begin(), finding.place.end());
    if (finding.status.failure) wire.set_code(std::string(finding.status.failure->row->code));
    wire.set_message(finding.status.title);
    wire.set_hint(finding.status.hint);
  }
}

// What the motions of a plan are looked at for collisions with, and whether they collide between two checks; `of` names
// the program where there are several.
void tellCoverage(const world::World& world, const own::ProgramPlan& plan, const std::string& of, CallContext& call,
                  bool judged_anew = false) {
  const usecase::PlanCoverage looked = usecase::coverageOf(world, plan);
  if (looked.motions == 0) return;
  if (const Status s = usecase::tellColliding(plan.program(), looked); !s.ok() && !judged_anew)
    for (std::string& text : noteTexts({findingOf(s)})) call.notes.push_back(std::move(text));
  if (!looked.coverage.checked()) {
    const bool all = looked.unchecked.size() >= looked.motions;
    const std::string steps =
        all ? "" : fmt::format("step{} {}", looked.unchecked.size() == 1 ? "" : "s", fmt::join(looked.unchecked, ", "));
    call.notes.push_back(notChecked(looked.coverage, of + (of.empty() || steps.empty() ? "" : ", ") + steps));
  } else if (of.empty()) {
    for (std::string& line : lookedAtNotes(world, looked.coverage, looked.spacing))
      call.notes.push_back(std::move(line));
  }
}

// The same of a plan that is thought to hold; nothing else is to be relied on.
void tellCoverage(const world::World& world, const std::string& name, PlanState state, bool one_of_many,
                  CallContext& call) {
  const own::ProgramPlan* plan = usecase::lastPlanOf(world, name);
  if (!plan || (state != PlanState::kFresh && state != PlanState::kHolds)) return;
  tellCoverage(world, *plan, one_of_many ? "program '" + name + "'" : std::string(), call, state == PlanState::kHolds);
}

}  // namespace

ProgramCalls::ProgramCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept, PlannerLimits limits)
    : worlds_(worlds),
      kept_(kept),
      limits_(limits),
      scenes_(std::make_shared<collision::SceneKeeper>()),
      pool_(phrase(WW_TEXT("Core", "planning of programs")), limits.at_once, limits.max_waiting) {}
ProgramCalls::~ProgramCalls() = default;

Result<own::ListProgramsResponse> ProgramCalls::list(const own::ListProgramsRequest& request, CallContext& call) const {
  WW_ASSIGN(const world::WorldPtr world, findWorld(worldCall(call), request.world_id()));
  own::ListProgramsResponse out;
  for (const own::Program& program : world->data().record->programs()) {
    WW_ASSIGN(const usecase::ProgramCheck check, usecase::lookAtPlan(*world, program.name()));
    own::ProgramSummary& summary = *out.add_programs();
    summary.set_name(program.name());
    summary.set_comment(program.comment());
    summary.set_steps(static_cast<std::uint32_t>(program.steps_size()));
    summary.set_state(stateOnWire(check.state));
    if (check.state != PlanState::kUnplanned) summary.set_duration(check.duration);
    // Clients take 8 KiB of metadata.
    constexpr std::size_t kMostNotes = 10;
    if (call.notes.size() < kMostNotes) tellCoverage(*world, program.name(), check.state, true, call);
  }
  return out;
}

Result<own::GetProgramResponse> ProgramCalls::get(const own::GetProgramRequest& request, CallContext& call) const {
  WW_ASSIGN(const world::WorldPtr world, findWorld(worldCall(call), request.world_id()));
  WW_ASSIGN(const usecase::ProgramCheck check, usecase::lookAtPlan(*world, request.name()));
  const own::WorldRecord& record = *world->data().record;
  own::GetProgramResponse out;
  *out.mutable_program() = *program::find(record.programs(), request.name());
  out.set_state(stateOnWire(check.state));
  addFindings(check.findings, out.mutable_findings());
  tellCoverage(*world, request.name(), check.state, false, call);
  if (!request.with_plan()) return out;
  const auto plan = std::ranges::find(record.program_plans(), request.name(), &own::ProgramPlan::program);
  if (plan != record.program_plans().end()) *out.mutable_plan() = *plan;
  return out;
}

Result<own::Program> ProgramCalls::set(const own::SetProgramRequest& request, CallContext& call) const {
  auto edits = std::make_shared<own::Edits>();
  own::SetProgram& edit = *edits->add_edits()->mutable_set_program();
  *edit.mutable_program() = request.program();
  edit.set_replaces(request.replaces());
  WW_ASSIGN(const session::Committed done, commit(worldCall(call), request.world_id(), std::move(edits)));
  const auto& programs = done.after.world->data().record->programs();
  return *program::find(programs, request.program().name());
}

Status ProgramCalls::remove(const own::DeleteProgramRequest& request, CallContext& call) const {
  auto edits = std::make_shared<own::Edits>();
  edits->add_edits()->mutable_delete_program()->set_name(request.name());
  return commit(worldCall(call), request.world_id(), std::move(edits)).status();
}

// A little before the deadline of the call, so that the planner can say how far it came.
Result<planning::PlanOptions> ProgramCalls::optionsFor(const own::PlanProgramRequest& request,
                                                       const CallContext& call) const {
  planning::PlanOptions out;
  out.seed = request.seed() ? request.seed() : 1;
  const auto left = std::chrono::duration_cast<Clock::duration>(call.deadline - std::chrono::system_clock::now());
  const auto early = std::min<Clock::duration>(left / 5, std::chrono::milliseconds(500));
  out.deadline = Clock::now() + left - early;
  if (!request.has_timeout()) return out;
  WW_ASSIGN(const double seconds, planning::secondsOf(request.timeout(), "timeout"));
  if (!(seconds > 0.0)) return fail(failures::kProgramTimeout, {{"time", arg::Seconds{seconds}}});
  const auto allowed = std::chrono::microseconds(static_cast<std::int64_t>(std::min(seconds, 86400.0) * 1e6));
  out.deadline = std::min(out.deadline, Clock::now() + allowed);
  return out;
}

Result<own::PlanProgramResponse> ProgramCalls::plan(const own::PlanProgramRequest& request, CallContext& call) {
  WW_ASSIGN(const auto session, findSession(worldCall(call), request.world_id()));
  const world::WorldPtr world = session->snapshot().world;
  WW_ASSIGN(planning::PlanOptions options, optionsFor(request, call));
  // Values, not references: the work may outlive a call that was cancelled.
  WW_ASSIGN(const usecase::ProgramOutcome outcome,
            pool_.run<usecase::ProgramOutcome>(
                call, [session, world, options, scenes = scenes_, name = request.name()](std::stop_token stop) mutable {
                  options.stop = std::move(stop);
                  options.scene = scenes->of(session, *world);
                  return usecase::planProgram(*world, name, options);
                }));
  auto edits = std::make_shared<own::Edits>();
  own::SetProgramPlan& edit = *edits->add_edits()->mutable_set_program_plan();
  edit.set_program(request.name());
  *edit.mutable_plan() = *outcome.plan;
  WW_TRY(commit(worldCall(call), request.world_id(), std::move(edits)).status());
  own::PlanProgramResponse out;
  *out.mutable_plan() = *outcome.plan;
  out.set_duration(outcome.duration);
  addFindings(outcome.notes, out.mutable_findings());
  tellCoverage(*world, *outcome.plan, {}, call);
  for (std::string& text : noteTexts(outcome.notes_of_motions)) call.notes.push_back(std::move(text));
  return out;
}

Result<own::LockStepsResponse> ProgramCalls::lock(const own::LockStepsRequest& request, CallContext& call) const {
  WW_ASSIGN(const world::WorldPtr world, findWorld(worldCall(call), request.world_id()));
  std::vector<std::size_t> steps;
  for (const std::uint32_t number : request.steps()) {
    // Step 0 is none: it is refused as one beyond the last.
    steps.push_back(number > 0 ? number - 1 : std::numeric_limits<std::uint32_t>::max());
  }
  WW_ASSIGN(const usecase::LockEdit made, usecase::lockSteps(*world, request.name(), steps, !request.unlock()));
  own::LockStepsResponse out;
  for (const std::size_t step : made.steps) out.add_steps(static_cast<std::uint32_t>(step) + 1);
  if (!made.steps.empty()) {
    auto edits = std::make_shared<own::Edits>(*made.edits);
    WW_TRY(commit(worldCall(call), request.world_id(), std::move(edits)).status());
  }
  WW_ASSIGN(const world::WorldPtr after, findWorld(worldCall(call), request.world_id()));
  const own::Program* now = program::find(after->data().record->programs(), request.name());
  if (!now) return program::noSuchProgram(after->data().record->programs(), request.name());
  *out.mutable_program() = *now;
  return out;
}

Result<own::CheckProgramResponse> ProgramCalls::check(const own::CheckProgramRequest& request, CallContext& call) {
  WW_ASSIGN(const auto session, findSession(worldCall(call), request.world_id()));
  const world::WorldPtr world = session->snapshot().world;
  WW_ASSIGN(planning::PlanOptions options, optionsFor({}, call));
  WW_ASSIGN(const usecase::ProgramCheck found,
            pool_.run<usecase::ProgramCheck>(
                call, [session, world, options, scenes = scenes_, name = request.name()](std::stop_token stop) mutable {
                  options.stop = std::move(stop);
                  options.scene = scenes->of(session, *world);
                  return usecase::checkPlanOf(*world, name, options);
                }));
  own::CheckProgramResponse out;
  out.set_state(stateOnWire(found.state));
  for (const Phrase& change : found.changes) out.add_changes(plain(change));
  addFindings(found.findings, out.mutable_findings());
  tellCoverage(*world, request.name(), found.state, false, call);
  return out;
}

}  // namespace ww::rpc
