// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/import_service.h"
#include "core/rpc/services.h"
#include "intrinsic/scene/proto/v1/scene_object_import.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

class ImportService final : public so::SceneObjectImport::Service {
 public:
  ImportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper,
                std::shared_ptr<OperationStore> operations)
      : calls_(backend.calls), operations_(std::move(operations)), import_(std::move(keeper), *operations_) {}

  grpc::Status ImportSceneObject(grpc::ServerContext* context, const so::ImportSceneObjectRequest* request,
                                 google::longrunning::Operation* response) override {
    return answer(calls_, *context, "ImportSceneObject", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return import_.importSceneObject(*request, call); });
  }

 private:
  Calls& calls_;
  const std::shared_ptr<OperationStore> operations_;
  ImportCalls import_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeImportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper,
                                                 std::shared_ptr<OperationStore> operations) {
  return std::make_unique<ImportService>(backend, std::move(keeper), std::move(operations));
}

}  // namespace ww::rpc
