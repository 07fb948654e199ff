// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <mutex>

#include "core/rpc/work_pool.h"
#include "core/rpc/world_calls.h"
#include "core/simulation/player.h"
#include "core/simulation/wire.h"

namespace worldwright::v1 {
class EndSimulationRequest;
class GetSimulationStateRequest;
class GetSimulationStateResponse;
class GetSimulatorFeaturesResponse;
class ListSimulationsResponse;
class SetSimulationStateRequest;
class StartSimulationRequest;
class StartSimulationResponse;
class StepSimulationRequest;
class WatchStatesRequest;
}  // namespace worldwright::v1

namespace ww::rpc {

namespace own = worldwright::v1;

// The simulations that clients have started, but for gRPC. Each is of a snapshot of a world, which it never changes.
// The worlds must outlive this. Thread-safe.
class SimulationCalls {
 public:
  static constexpr std::size_t kMost = 16;  // simulations at once

  explicit SimulationCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept);
  ~SimulationCalls();

  own::GetSimulatorFeaturesResponse features() const;
  // RESOURCE_EXHAUSTED when there are too many.
  Result<own::StartSimulationResponse> start(const own::StartSimulationRequest&, CallContext&);
  Result<own::SimulationReply> end(const own::EndSimulationRequest&);
  own::ListSimulationsResponse list() const;
  Result<own::GetSimulationStateResponse> state(const own::GetSimulationStateRequest&) const;
  Result<own::SimulationReply> setState(const own::SetSimulationStateRequest&);
  Result<own::SimulationReply> step(const own::StepSimulationRequest&, CallContext&);
  Result<own::SpawnModelResponse> spawn(const own::SpawnModelRequest&, CallContext&);
  Result<own::GetPhysicsPropertiesResponse> physics(const own::GetPhysicsPropertiesRequest&);
  // States at the rate, by `send`, until it says false, the call is to stop, or the simulation has ended.
  // NOT_FOUND, INVALID_ARGUMENT for a rate that is none.
  using Send = std::function<bool(const own::SimulationStates&)>;
  Status watch(const own::WatchStatesRequest&, CallContext&, const Send& send) const;

  // All other operations; NOT_FOUND without such a simulation, else as simulation::perform fails.
  template <typename Response, typename Request>
  Result<Response> perform(const Request& request) {
    WW_ASSIGN(const RunPtr run, find(request.simulation_id()));
    Response out;
    WW_TRY(run->player.with([&](simulation::Simulation& s) { return simulation::perform(s, request, &out); }));
    return out;
  }

 private:
  struct Run {
    Run(std::string id, world::WorldPtr of, std::unique_ptr<simulation::Simulation> simulation)
        : world_id(std::move(id)), world(std::move(of)), player(std::move(simulation)) {}
    std::string world_id;
    world::WorldPtr world;  // that it began with
    simulation::Player player;
    std::atomic<bool> ended = false;
  };
  using RunPtr = std::shared_ptr<Run>;
  // NOT_FOUND
  Result<RunPtr> find(const std::string& id) const;
  static own::SimulationReply reply(Run& run);

  session::WorldRegistry& worlds_;
  const std::set<std::string>& kept_;
  mutable std::mutex mutex_;
  std::map<std::string, RunPtr> runs_;
  std::uint64_t next_ = 1;
  WorkPool pool_;  // reads models; last: its end waits for work that uses the rest
};

}  // namespace ww::rpc
