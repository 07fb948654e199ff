// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/collision/scene_keeper.h"
#include "core/model/by_owner.h"
#include "core/model/keeper.h"
#include "core/planning/locked_motions.h"
#include "core/planning/wire.h"
#include "core/rpc/geometry_keeper.h"
#include "core/rpc/plan_cache.h"
#include "core/rpc/replay_keeper.h"
#include "core/rpc/work_pool.h"
#include "core/session/world_registry.h"

namespace ww::rpc {

namespace mp = intrinsic_proto::motion_planning::v1;

struct PlannerLimits {
  int at_once = 2;                               // calls that search or check; forward kinematics does not count
  int max_waiting = 32;                          // more are refused with RESOURCE_EXHAUSTED
  std::chrono::seconds longest{90};              // of a call without a configuration of the planner, as the wire says
  std::chrono::seconds longest_configured{180};  // of one with a configuration that sets no time limit
};

// The motion planner service but for gRPC: planning on a snapshot of the world that the request names.
// The stop and the deadline of a call reach the planner. What a client should know of a plan, such as limits that had
// to be assumed, is in the notes of its call, also when the answer comes from the cache. A failed plan leaves a
// MotionPipelineError in the details of its call. The worlds must outlive this. Thread-safe.
class PlannerCalls {
 public:
  // `keeper` holds swept volumes for clients; null: there are none. `replays` keeps the calls of requests with a
  // context as replay packages, and gives answers and errors their logging_id; null: none are kept, and a note says so.
  explicit PlannerCalls(const session::WorldRegistry& worlds, PlannerLimits limits = {},
                        std::shared_ptr<GeometryKeeper> keeper = {}, std::shared_ptr<ReplayKeeper> replays = {});
  ~PlannerCalls();

  // INVALID_ARGUMENT without a world, NOT_FOUND for one that is not there, RESOURCE_EXHAUSTED when too many wait; else
  // as the functions of core/planning/wire.h fail.
  Result<mp::TrajectoryPlanningResponse> planTrajectory(const mp::MotionPlanningRequest& request, CallContext& call);
  Result<mp::PathPlanningResponse> planPath(const mp::MotionPlanningRequest& request, CallContext& call);
  Result<mp::IkResponse> computeIk(const mp::IkRequest& request, CallContext& call);
  Result<mp::FkResponse> computeFk(const mp::FkRequest& request, CallContext& call) const;
  Result<mp::CheckCollisionsResponse> checkCollisions(const mp::CheckCollisionsRequest& request, CallContext& call);
  void clearCache();
  std::size_t cachedPlans() const { return cache_.size(); }
  std::size_t lockedMotions() const { return locked_->size(); }
  int unfinished() const { return pool_.unfinished(); }

 private:
  struct World {
    std::shared_ptr<session::WorldSession> session;
    session::Snapshot snapshot;
  };
  // INVALID_ARGUMENT, NOT_FOUND.
  Result<World> worldOf(const std::string& id) const;
  planning::PlanOptions optionsFor(const CallContext& call, std::chrono::seconds longest) const;
  std::chrono::seconds longestOf(const mp::MotionPlanningRequest& request) const;
  // Where the call is kept; null: its client did not ask for that, or there is no such place.
  std::shared_ptr<ReplayKeeper> replaysFor(bool wanted, CallContext& call) const;
  // Fails as `plan` does.
  template <typename Response, typename Plan>
  Result<Response> planCached(const mp::MotionPlanningRequest& request, CallContext& call, Plan plan);

  const session::WorldRegistry& worlds_;
  const PlannerLimits limits_;
  PlanCache cache_;
  const std::shared_ptr<GeometryKeeper> keeper_;
  const std::shared_ptr<ReplayKeeper> replays_;
  const std::shared_ptr<planning::LockedMotions> locked_;  // shared as the scenes
  const std::shared_ptr<collision::SceneKeeper> scenes_;   // shared with work that outlives its call
  // Beside those in scenes: forward kinematics waits for nobody who makes a scene.
  mutable model::ByOwner<model::ModelKeeper> models_{4};
  WorkPool pool_;  // last: its end waits for work that uses the rest
};

}  // namespace ww::rpc
