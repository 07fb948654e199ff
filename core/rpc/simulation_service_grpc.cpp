// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/services.h"
#include "core/rpc/simulation_service.h"
#include "worldwright/v1/simulation_service.grpc.pb.h"

namespace ww::rpc {
namespace {

using grpc::ServerContext;

class SimulationService final : public own::SimulationService::Service {
 public:
  explicit SimulationService(const Backend& backend)
      : calls_(backend.calls), kept_(backend.kept_worlds), simulations_(backend.worlds, kept_) {}

  grpc::Status GetSimulatorFeatures(ServerContext* context, const own::GetSimulatorFeaturesRequest* request,
                                    own::GetSimulatorFeaturesResponse* response) override {
    return answer(calls_, *context, "GetSimulatorFeatures", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return Result(simulations_.features()); });
  }
  grpc::Status ListSimulations(ServerContext* context, const own::ListSimulationsRequest* request,
                               own::ListSimulationsResponse* response) override {
    return answer(calls_, *context, "ListSimulations", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return Result(simulations_.list()); });
  }
  grpc::Status StartSimulation(ServerContext* context, const own::StartSimulationRequest* request,
                               own::StartSimulationResponse* response) override {
    return answer(calls_, *context, "StartSimulation", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return simulations_.start(*request, call); });
  }
  grpc::Status EndSimulation(ServerContext* context, const own::EndSimulationRequest* request,
                             own::SimulationReply* response) override {
    return answer(calls_, *context, "EndSimulation", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return simulations_.end(*request); });
  }
  grpc::Status GetSimulationState(ServerContext* context, const own::GetSimulationStateRequest* request,
                                  own::GetSimulationStateResponse* response) override {
    return answer(calls_, *context, "GetSimulationState", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return simulations_.state(*request); });
  }
  grpc::Status SetSimulationState(ServerContext* context, const own::SetSimulationStateRequest* request,
                                  own::SimulationReply* response) override {
    return answer(calls_, *context, "SetSimulationState", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return simulations_.setState(*request); });
  }
  grpc::Status StepSimulation(ServerContext* context, const own::StepSimulationRequest* request,
                              own::SimulationReply* response) override {
    return answer(calls_, *context, "StepSimulation", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return simulations_.step(*request, call); });
  }
  grpc::Status SpawnModel(ServerContext* context, const own::SpawnModelRequest* request,
                          own::SpawnModelResponse* response) override {
    return answer(calls_, *context, "SpawnModel", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return simulations_.spawn(*request, call); });
  }
  grpc::Status GetPhysicsProperties(ServerContext* context, const own::GetPhysicsPropertiesRequest* request,
                                    own::GetPhysicsPropertiesResponse* response) override {
    return answer(calls_, *context, "GetPhysicsProperties", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return simulations_.physics(*request); });
  }
  grpc::Status DeleteModel(ServerContext* context, const own::DeleteModelRequest* request,
                           own::SimulationReply* response) override {
    return perform(*context, "DeleteModel", *request, response);
  }
  grpc::Status GetWorldProperties(ServerContext* context, const own::GetWorldPropertiesRequest* request,
                                  own::GetWorldPropertiesResponse* response) override {
    return perform(*context, "GetWorldProperties", *request, response);
  }
  grpc::Status GetModelProperties(ServerContext* context, const own::GetModelPropertiesRequest* request,
                                  own::GetModelPropertiesResponse* response) override {
    return perform(*context, "GetModelProperties", *request, response);
  }
  grpc::Status GetModelState(ServerContext* context, const own::GetModelStateRequest* request,
                             own::GetStateResponse* response) override {
    return perform(*context, "GetModelState", *request, response);
  }
  grpc::Status SetModelState(ServerContext* context, const own::SetModelStateRequest* request,
                             own::SimulationReply* response) override {
    return perform(*context, "SetModelState", *request, response);
  }
  grpc::Status GetLinkProperties(ServerContext* context, const own::GetLinkPropertiesRequest* request,
                                 own::GetLinkPropertiesResponse* response) override {
    return perform(*context, "GetLinkProperties", *request, response);
  }
  grpc::Status SetLinkProperties(ServerContext* context, const own::SetLinkPropertiesRequest* request,
                                 own::SimulationReply* response) override {
    return perform(*context, "SetLinkProperties", *request, response);
  }
  grpc::Status GetLinkState(ServerContext* context, const own::GetLinkStateRequest* request,
                            own::GetStateResponse* response) override {
    return perform(*context, "GetLinkState", *request, response);
  }
  grpc::Status SetLinkState(ServerContext* context, const own::SetLinkStateRequest* request,
                            own::SimulationReply* response) override {
    return perform(*context, "SetLinkState", *request, response);
  }
  grpc::Status GetJointProperties(ServerContext* context, const own::GetJointPropertiesRequest* request,
                                  own::GetJointPropertiesResponse* response) override {
    return perform(*context, "GetJointProperties", *request, response);
  }
  grpc::Status SetJointProperties(ServerContext* context, const own::SetJointPropertiesRequest* request,
                                  own::SimulationReply* response) override {
    return perform(*context, "SetJointProperties", *request, response);
  }
  grpc::Status SetPhysicsProperties(ServerContext* context, const own::SetPhysicsPropertiesRequest* request,
                                    own::SimulationReply* response) override {
    return perform(*context, "SetPhysicsProperties", *request, response);
  }
  grpc::Status GetSurfaceProperties(ServerContext* context, const own::GetSurfacePropertiesRequest* request,
                                    own::GetSurfacePropertiesResponse* response) override {
    return perform(*context, "GetSurfaceProperties", *request, response);
  }
  grpc::Status SetSurfaceProperties(ServerContext* context, const own::SetSurfacePropertiesRequest* request,
                                    own::SimulationReply* response) override {
    return perform(*context, "SetSurfaceProperties", *request, response);
  }
  grpc::Status SetModelConfiguration(ServerContext* context, const own::SetModelConfigurationRequest* request,
                                     own::SimulationReply* response) override {
    return perform(*context, "SetModelConfiguration", *request, response);
  }
  grpc::Status SetJointTrajectory(ServerContext* context, const own::SetJointTrajectoryRequest* request,
                                  own::SimulationReply* response) override {
    return perform(*context, "SetJointTrajectory", *request, response);
  }
  grpc::Status ApplyBodyWrench(ServerContext* context, const own::ApplyBodyWrenchRequest* request,
                               own::SimulationReply* response) override {
    return perform(*context, "ApplyBodyWrench", *request, response);
  }
  grpc::Status ClearBodyWrenches(ServerContext* context, const own::BodyRequest* request,
                                 own::SimulationReply* response) override {
    return perform(*context, "ClearBodyWrenches", *request, response);
  }
  grpc::Status ApplyJointEffort(ServerContext* context, const own::ApplyJointEffortRequest* request,
                                own::SimulationReply* response) override {
    return perform(*context, "ApplyJointEffort", *request, response);
  }
  grpc::Status ClearJointForces(ServerContext* context, const own::JointRequest* request,
                                own::SimulationReply* response) override {
    return perform(*context, "ClearJointForces", *request, response);
  }
  grpc::Status ResetSimulation(ServerContext* context, const own::ResetSimulationRequest* request,
                               own::SimulationReply* response) override {
    return perform(*context, "ResetSimulation", *request, response);
  }
  grpc::Status HoldModel(ServerContext* context, const own::HoldModelRequest* request,
                         own::SimulationReply* response) override {
    return perform(*context, "HoldModel", *request, response);
  }
  grpc::Status ReleaseModel(ServerContext* context, const own::ReleaseModelRequest* request,
                            own::SimulationReply* response) override {
    return perform(*context, "ReleaseModel", *request, response);
  }
  grpc::Status GetContacts(ServerContext* context, const own::GetContactsRequest* request,
                           own::ContactsState* response) override {
    return perform(*context, "GetContacts", *request, response);
  }
  grpc::Status GetEnergy(ServerContext* context, const own::GetEnergyRequest* request,
                         own::GetEnergyResponse* response) override {
    return perform(*context, "GetEnergy", *request, response);
  }
  grpc::Status WatchStates(ServerContext* context, const own::WatchStatesRequest* request,
                           grpc::ServerWriter<own::SimulationStates>* writer) override {
    return calls_.run(*context, "WatchStates", "", request->ByteSizeLong(), [&](CallContext& call) {
      return simulations_.watch(*request, call, [&](const own::SimulationStates& s) { return writer->Write(s); });
    });
  }

 private:
  template <typename Request, typename Response>
  grpc::Status perform(ServerContext& context, std::string_view method, const Request& request, Response* response) {
    return answer(calls_, context, method, "", request.ByteSizeLong(), response,
                  [&](CallContext&) { return simulations_.perform<Response>(request); });
  }

  Calls& calls_;
  const std::set<std::string> kept_;
  SimulationCalls simulations_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeSimulationService(const Backend& backend) {
  return std::make_unique<SimulationService>(backend);
}

}  // namespace ww::rpc
