// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/collision/scene_keeper.h"
#include "core/planning/types.h"
#include "core/rpc/planner_service.h"
#include "core/rpc/work_pool.h"
#include "core/rpc/world_calls.h"

namespace worldwright::v1 {
class CheckProgramRequest;
class CheckProgramResponse;
class DeleteProgramRequest;
class GetProgramRequest;
class GetProgramResponse;
class ListProgramsRequest;
class ListProgramsResponse;
class LockStepsRequest;
class LockStepsResponse;
class PlanProgramRequest;
class PlanProgramResponse;
class Program;
class SetProgramRequest;
}  // namespace worldwright::v1

namespace ww::rpc {

// Programs of worlds, but for gRPC: edits are commits like any other, plans and checks run on a snapshot. A plan is
// kept by a commit of its own; what it depends on is in it, so that edits made meanwhile are seen later. The worlds
// must outlive this. Thread-safe.
class ProgramCalls {
 public:
  explicit ProgramCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept, PlannerLimits limits = {});
  ~ProgramCalls();

  // INVALID_ARGUMENT without a world, NOT_FOUND for a world or program that is not there; else as edits, planProgram,
  // lockSteps and checkPlanOf fail, and RESOURCE_EXHAUSTED when too many wait.
  Result<worldwright::v1::ListProgramsResponse> list(const worldwright::v1::ListProgramsRequest&, CallContext&) const;
  Result<worldwright::v1::GetProgramResponse> get(const worldwright::v1::GetProgramRequest&, CallContext&) const;
  Result<worldwright::v1::Program> set(const worldwright::v1::SetProgramRequest&, CallContext&) const;
  Status remove(const worldwright::v1::DeleteProgramRequest&, CallContext&) const;
  Result<worldwright::v1::PlanProgramResponse> plan(const worldwright::v1::PlanProgramRequest&, CallContext&);
  Result<worldwright::v1::LockStepsResponse> lock(const worldwright::v1::LockStepsRequest&, CallContext&) const;
  Result<worldwright::v1::CheckProgramResponse> check(const worldwright::v1::CheckProgramRequest&, CallContext&);
  int unfinished() const { return pool_.unfinished(); }

 private:
  WorldCall worldCall(CallContext& call) const { return {worlds_, call, kept_}; }
  // INVALID_ARGUMENT for a time limit that is none.
  Result<planning::PlanOptions> optionsFor(const worldwright::v1::PlanProgramRequest& request,
                                           const CallContext& call) const;

  session::WorldRegistry& worlds_;
  const std::set<std::string>& kept_;
  const PlannerLimits limits_;
  const std::shared_ptr<collision::SceneKeeper> scenes_;  // shared with work that outlives its call
  WorkPool pool_;                                         // last: its end waits for work that uses the rest
};

}  // namespace ww::rpc
