// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/simulation_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/rpc/failures.h"
#include "core/rpc/wire_help.h"
#include "core/usecase/simulation/preflight.h"
#include "core/usecase/simulation/read_model.h"
#include "worldwright/v1/simulation_service.pb.h"

namespace ww::rpc {
namespace {

using simulation::PlayState;
using simulation::Simulation;

constexpr double kUsualRate = 60.0, kMostRate = 1000.0;  // Hz

// Named as in simulation_interfaces.
constexpr const char* kFeatures[] = {"SPAWNING",
                                     "DELETING",
                                     "ENTITY_STATE_GETTING",
                                     "ENTITY_STATE_SETTING",
                                     "SIMULATION_RESET",
                                     "SIMULATION_RESET_TIME",
                                     "SIMULATION_RESET_STATE",
                                     "SIMULATION_RESET_SPAWNED",
                                     "SIMULATION_STATE_GETTING",
                                     "SIMULATION_STATE_SETTING",
                                     "SIMULATION_STATE_PAUSE",
                                     "STEP_SIMULATION_SINGLE",
                                     "STEP_SIMULATION_MULTIPLE"};

Status badOption(const char* field, double value) {
  return fail(failures::kSimulationOption, {{"field", arg::Words{field}}, {"value", arg::Number{value}}});
}

Result<simulation::SimulationOptions> optionsOf(const own::StartSimulationRequest& request) {
  simulation::SimulationOptions out;
  if (request.no_floor()) out.plan.floor.reset();
  else if (request.has_floor()) out.plan.floor = request.floor();
  if (out.plan.floor && !(std::abs(*out.plan.floor) < 1e6)) return badOption("floor", request.floor());
  out.plan.hold_joints = !request.free_joints();
  out.plan.density = request.density();
  if (!(out.plan.density >= 0.0 && out.plan.density < 1e6)) return badOption("density", request.density());
  if (request.time_step() == 0.0) return out;
  out.physics.time_step = request.time_step();
  if (!(request.time_step() >= 1e-6 && request.time_step() <= 0.1)) return badOption("time_step", request.time_step());
  return out;
}

}  // namespace

SimulationCalls::SimulationCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept)
    : worlds_(worlds), kept_(kept), pool_(phrase(WW_TEXT("Core", "reading of models"))) {}

SimulationCalls::~SimulationCalls() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, run] : runs_) run->ended = true;
}

Result<SimulationCalls::RunPtr> SimulationCalls::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto it = runs_.find(id);
  if (it != runs_.end()) return it->second;
  std::vector<std::string> known;
  for (const auto& [other, run] : runs_) known.push_back(other);
  return withNearest(fail(failures::kNoSuchSimulation, {{"id", arg::Name{id}}}), id, known);
}

own::SimulationReply SimulationCalls::reply(Run& run) {
  own::SimulationReply out;
  out.set_result(own::RESULT_OK);
  out.set_time(run.player.status().time);
  return out;
}

own::GetSimulatorFeaturesResponse SimulationCalls::features() const {
  own::GetSimulatorFeaturesResponse out;
  for (const char* feature : kFeatures) out.add_features(feature);
  out.add_spawn_formats("sdf");
  out.add_spawn_formats("urdf");
  out.set_engine("Bullet");
  return out;
}

Result<own::StartSimulationResponse> SimulationCalls::start(const own::StartSimulationRequest& request,
                                                            CallContext& call) {
  WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, request.world_id()));
  WW_ASSIGN(const simulation::SimulationOptions options, optionsOf(request));
  {
    const std::lock_guard lock(mutex_);
    if (runs_.size() >= kMost) return fail(failures::kTooManySimulations, {{"most", arg::Count{kMost}}});
  }
  const auto run = std::make_shared<Run>(request.world_id(), world,
                                         std::make_unique<Simulation>(*world, worlds_.sharedStore(), options));
  own::StartSimulationResponse out;
  for (const Status& note : run->player.with([](Simulation& s) { return s.notes(); })) out.add_notes(note.title);
  usecase::PreflightOptions check;
  check.plan = options.plan;
  check.time_step = options.physics.time_step;
  check.stop = call.stop;
  for (const Diagnostic& note : usecase::startNotes(*world, check)) out.add_notes(note.message);
  const std::lock_guard lock(mutex_);
  if (runs_.size() >= kMost) return fail(failures::kTooManySimulations, {{"most", arg::Count{kMost}}});
  out.set_simulation_id(fmt::format("simulation_{}", next_++));
  runs_[out.simulation_id()] = run;
  return out;
}

Result<own::SimulationReply> SimulationCalls::end(const own::EndSimulationRequest& request) {
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  run->ended = true;
  run->player.pause();  // ends steps of other calls
  own::SimulationReply out = reply(*run);
  const std::lock_guard lock(mutex_);
  runs_.erase(request.simulation_id());
  return out;
}

own::ListSimulationsResponse SimulationCalls::list() const {
  own::ListSimulationsResponse out;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, run] : runs_) out.add_simulation_ids(id);
  return out;
}

Result<own::GetSimulationStateResponse> SimulationCalls::state(const own::GetSimulationStateRequest& request) const {
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  const simulation::PlayStatus status = run->player.status();
  own::GetSimulationStateResponse out;
  out.set_state(status.state == PlayState::kPlaying ? own::STATE_PLAYING : own::STATE_PAUSED);
  out.set_time(status.time);
  out.set_step(status.step);
  out.set_real_time_factor(status.real_time_factor);
  out.set_paused_because(status.paused_because.title);
  const auto session = worlds_.find(run->world_id);
  out.set_world_has_changed(!session.ok() || (*session)->snapshot().world != run->world);
  return out;
}

Result<own::SimulationReply> SimulationCalls::setState(const own::SetSimulationStateRequest& request) {
  if (!own::SimulationState_IsValid(request.state()))
    return fail(failures::kSimulationState, {{"state", arg::Words{std::to_string(request.state())}}});
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  if (request.state() == own::STATE_PLAYING) {
    run->player.play();
    return reply(*run);
  }
  run->player.pause();
  if (request.state() == own::STATE_STOPPED) run->player.with([](Simulation& s) { s.reset(); });
  return reply(*run);
}

Result<own::SimulationReply> SimulationCalls::step(const own::StepSimulationRequest& request, CallContext& call) {
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  WW_TRY(run->player.step(request.steps(), call.stop));
  return reply(*run);
}

// The text is read first: steps go on meanwhile.
Result<own::SpawnModelResponse> SimulationCalls::spawn(const own::SpawnModelRequest& request, CallContext& call) {
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  simulation::SpawnSource source;
  if (request.copy_of().empty()) {
    const auto text = std::make_shared<usecase::ModelText>();
    text->xml = request.model_xml();
    text->files.insert(request.files().begin(), request.files().end());
    const auto read = [text, store = worlds_.sharedStore()](const std::stop_token& stop) {
      return usecase::readModel(*text, *store, stop);
    };
    WW_ASSIGN(source, pool_.run<simulation::SpawnSource>(call, read));
  }
  own::SpawnModelResponse out;
  WW_TRY(run->player.with([&](Simulation& s) { return simulation::perform(s, request, source, &out); }));
  return out;
}

Result<own::GetPhysicsPropertiesResponse> SimulationCalls::physics(const own::GetPhysicsPropertiesRequest& request) {
  WW_ASSIGN(auto out, perform<own::GetPhysicsPropertiesResponse>(request));
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  out.set_pause(run->player.status().state == PlayState::kPaused);
  return out;
}

Status SimulationCalls::watch(const own::WatchStatesRequest& request, CallContext& call, const Send& send) const {
  WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
  const double rate = request.rate() == 0.0 ? kUsualRate : request.rate();
  if (!(rate > 0.0 && rate <= kMostRate)) return badOption("rate", rate);
  const auto period =
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(1.0 / rate));
  const simulation::StatesWanted wanted{request.with_links(), request.with_joints(), true, request.with_still()};
  auto next = std::chrono::steady_clock::now();
  while (!call.stop.stop_requested() && !run->ended) {
    own::SimulationStates states;
    run->player.with([&](Simulation& s) { simulation::fill(s, wanted, &states); });
    if (!send(states)) break;
    next = std::max(next + period, std::chrono::steady_clock::now());
    // In short sleeps, so that it ends soon.
    while (!call.stop.stop_requested() && !run->ended && std::chrono::steady_clock::now() < next)
      std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(
          std::max<std::chrono::steady_clock::duration>(next - std::chrono::steady_clock::now(), {}),
          std::chrono::milliseconds(50)));
  }
  return okStatus();
}

}  // namespace ww::rpc
