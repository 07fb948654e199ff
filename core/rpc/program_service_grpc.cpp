// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/program_service.h"
#include "core/rpc/services.h"
#include "worldwright/v1/program_service.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace own = worldwright::v1;
using grpc::ServerContext;

class ProgramService final : public own::ProgramService::Service {
 public:
  explicit ProgramService(const Backend& backend)
      : calls_(backend.calls), kept_(backend.kept_worlds), programs_(backend.worlds, kept_) {}

  grpc::Status ListPrograms(ServerContext* context, const own::ListProgramsRequest* request,
                            own::ListProgramsResponse* response) override {
    return answer(calls_, *context, "ListPrograms", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.list(*request, call); });
  }
  grpc::Status GetProgram(ServerContext* context, const own::GetProgramRequest* request,
                          own::GetProgramResponse* response) override {
    return answer(calls_, *context, "GetProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.get(*request, call); });
  }
  grpc::Status SetProgram(ServerContext* context, const own::SetProgramRequest* request,
                          own::Program* response) override {
    return answer(calls_, *context, "SetProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.set(*request, call); });
  }
  grpc::Status DeleteProgram(ServerContext* context, const own::DeleteProgramRequest* request,
                             google::protobuf::Empty* response) override {
    return answer(calls_, *context, "DeleteProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.remove(*request, call); });
  }
  grpc::Status PlanProgram(ServerContext* context, const own::PlanProgramRequest* request,
                           own::PlanProgramResponse* response) override {
    return answer(calls_, *context, "PlanProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.plan(*request, call); });
  }
  grpc::Status LockSteps(ServerContext* context, const own::LockStepsRequest* request,
                         own::LockStepsResponse* response) override {
    return answer(calls_, *context, "LockSteps", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.lock(*request, call); });
  }
  grpc::Status CheckProgram(ServerContext* context, const own::CheckProgramRequest* request,
                            own::CheckProgramResponse* response) override {
    return answer(calls_, *context, "CheckProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.check(*request, call); });
  }

 private:
  Calls& calls_;
  const std::set<std::string> kept_;
  ProgramCalls programs_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeProgramService(const Backend& backend) {
  return std::make_unique<ProgramService>(backend);
}

}  // namespace ww::rpc
