// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/sensing_service.h"
#include "core/rpc/services.h"
#include "worldwright/v1/sensing_service.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace v1 = worldwright::v1;
using grpc::ServerContext;

class SensingService final : public v1::SensingService::Service {
 public:
  explicit SensingService(const Backend& backend)
      : calls_(backend.calls), kept_(backend.kept_worlds), sensing_(backend.worlds, kept_) {}

  grpc::Status ListSensors(ServerContext* context, const v1::ListSensorsRequest* request,
                           v1::ListSensorsResponse* response) override {
    return answer(calls_, *context, "ListSensors", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return sensing_.list(*request, call); });
  }
  grpc::Status Measure(ServerContext* context, const v1::MeasureRequest* request, v1::Measurement* response) override {
    return answer(calls_, *context, "Measure", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return sensing_.measure(*request, call); });
  }
  grpc::Status WatchSensor(ServerContext* context, const v1::WatchSensorRequest* request,
                           grpc::ServerWriter<v1::Measurement>* writer) override {
    return calls_.run(
        *context, "WatchSensor", request->measure().world_id(), request->ByteSizeLong(), [&](CallContext& call) {
          return sensing_.watch(*request, call, [&](const v1::Measurement& m) { return writer->Write(m); });
        });
  }
  grpc::Status CheckSight(ServerContext* context, const v1::CheckSightRequest* request,
                          v1::CheckSightResponse* response) override {
    return answer(calls_, *context, "CheckSight", request->world_id(), request->ByteSizeLong(), response,
                  [&](CallContext& call) { return sensing_.sight(*request, call); });
  }

 private:
  Calls& calls_;
  const std::set<std::string> kept_;
  SensingCalls sensing_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeSensingService(const Backend& backend) {
  return std::make_unique<SensingService>(backend);
}

}  // namespace ww::rpc
