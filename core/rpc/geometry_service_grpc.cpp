// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/geometry_service.h"
#include "core/rpc/services.h"
#include "intrinsic/geometry/proto/geometry_service.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace v0 = intrinsic_proto::geometry;

class GeometryService final : public v0::GeometryService::Service {
 public:
  GeometryService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper)
      : calls_(backend.calls), geometry_(std::move(keeper)) {}

  grpc::Status GetGeometry(grpc::ServerContext* context, const v0::GetGeometryRequest* request,
                           v0::GeometryWithMetadata* response) override {
    return answer(calls_, *context, "GetGeometry", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return geometry_.getGeometry(*request, call); });
  }
  grpc::Status GetRenderable(grpc::ServerContext* context, const v0::GetRenderableRequest* request,
                             v0::RenderableWithMetadata* response) override {
    return answer(calls_, *context, "GetRenderable", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return geometry_.getRenderable(*request, call); });
  }
  grpc::Status CreateGeometry(grpc::ServerContext* context, const v0::CreateGeometryRequest* request,
                              v0::GeometryWithMetadata* response) override {
    return answer(calls_, *context, "CreateGeometry", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return geometry_.createGeometry(*request, call); });
  }

 private:
  Calls& calls_;
  GeometryCalls geometry_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeGeometryService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper) {
  return std::make_unique<GeometryService>(backend, std::move(keeper));
}

}  // namespace ww::rpc
