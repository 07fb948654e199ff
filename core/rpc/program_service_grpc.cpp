// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/program_service.h"
#include "core/rpc/services.h"
#include "worldwright/v1/program_service.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace v1 = worldwright::v1;
using grpc::ServerContext;

class ProgramService final : public v1::ProgramService::Service {
 public:
  explicit ProgramService(const Backend& backend)
      : calls_(backend.calls), kept_(backend.kept_worlds), programs_(backend.worlds, kept_) {}

  grpc::Status ListPrograms(ServerContext* context, const v1::ListProgramsRequest* request,
                            v1::ListProgramsResponse* response) override {
    return answer(calls_, *context, "ListPrograms", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.list(*request, call); });
  }
  grpc::Status GetProgram(ServerContext* context, const v1::GetProgramRequest* request,
                          v1::GetProgramResponse* response) override {
    return answer(calls_, *context, "GetProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.get(*request, call); });
  }
  grpc::Status SetProgram(ServerContext* context, const v1::SetProgramRequest* request,
                          v1::Program* response) override {
    return answer(calls_, *context, "SetProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.set(*request, call); });
  }
  grpc::Status DeleteProgram(ServerContext* context, const v1::DeleteProgramRequest* request,
                             google::protobuf::Empty* response) override {
    return answer(calls_, *context, "DeleteProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.remove(*request, call); });
  }
  grpc::Status PlanProgram(ServerContext* context, const v1::PlanProgramRequest* request,
                           v1::PlanProgramResponse* response) override {
    return answer(calls_, *context, "PlanProgram", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return programs_.plan(*request, call); });
  }
  grpc::Status CheckProgram(ServerContext* context, const v1::CheckProgramRequest* request,
                            v1::CheckProgramResponse* response) override {
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
