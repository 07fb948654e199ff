// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/planner_service.h"
#include "core/rpc/services.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.grpc.pb.h"

namespace ww::rpc {
namespace {

using google::protobuf::Empty;
using grpc::ServerContext;

class PlannerService final : public mp::MotionPlannerService::Service {
 public:
  PlannerService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper)
      : calls_(backend.calls), planner_(backend.worlds, {}, std::move(keeper), backend.replays) {}

  grpc::Status PlanTrajectory(ServerContext* context, const mp::MotionPlanningRequest* request,
                              mp::TrajectoryPlanningResponse* response) override {
    return answer(calls_, *context, "PlanTrajectory", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return planner_.planTrajectory(*request, call); });
  }
  grpc::Status PlanPath(ServerContext* context, const mp::MotionPlanningRequest* request,
                        mp::PathPlanningResponse* response) override {
    return answer(calls_, *context, "PlanPath", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return planner_.planPath(*request, call); });
  }
  grpc::Status ComputeIk(ServerContext* context, const mp::IkRequest* request, mp::IkResponse* response) override {
    return answer(calls_, *context, "ComputeIk", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return planner_.computeIk(*request, call); });
  }
  grpc::Status ComputeFk(ServerContext* context, const mp::FkRequest* request, mp::FkResponse* response) override {
    return answer(calls_, *context, "ComputeFk", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return planner_.computeFk(*request, call); });
  }
  grpc::Status CheckCollisions(ServerContext* context, const mp::CheckCollisionsRequest* request,
                               mp::CheckCollisionsResponse* response) override {
    return answer(calls_, *context, "CheckCollisions", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return planner_.checkCollisions(*request, call); });
  }
  grpc::Status ClearCache(ServerContext* context, const Empty*, Empty* response) override {
    return answer(calls_, *context, "ClearCache", "", 0, response, [&](CallContext&) {
      planner_.clearCache();
      return okStatus();
    });
  }

 private:
  Calls& calls_;
  PlannerCalls planner_;
};

}  // namespace

std::unique_ptr<grpc::Service> makePlannerService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper) {
  return std::make_unique<PlannerService>(backend, std::move(keeper));
}

}  // namespace ww::rpc
