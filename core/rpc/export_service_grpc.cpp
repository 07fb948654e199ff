// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/export_service.h"
#include "core/rpc/services.h"
#include "intrinsic/scene/proto/v1/scene_object_export.grpc.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_export.pb.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

class ExportService final : public so::SceneObjectExport::Service {
 public:
  ExportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper)
      : calls_(backend.calls), export_(std::move(keeper)) {}

  grpc::Status Export(grpc::ServerContext* context, const so::ExportRequest* request,
                      so::ExportResponse* response) override {
    return answer(calls_, *context, "Export", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return export_.exportObject(*request, call); });
  }

 private:
  Calls& calls_;
  ExportCalls export_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeExportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper) {
  // The file of this service holds no message that anything needs: unless it is named, the linker leaves it out, and
  // reflection does not know it.
  const void* const volatile file = &descriptor_table_intrinsic_2fscene_2fproto_2fv1_2fscene_5fobject_5fexport_2eproto;
  static_cast<void>(file);
  return std::make_unique<ExportService>(backend, std::move(keeper));
}

}  // namespace ww::rpc
