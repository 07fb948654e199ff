// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/export_service.h"

#include <google/protobuf/descriptor.pb.h>

#include "core/exchange/exporter.h"
#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

Status check(const so::ExportRequest& request) {
  if (!request.has_scene_object() || !request.scene_object().has_proto()) return fail(failures::kNoSceneObject);
  if (request.format() == so::ExportRequest::EXPORT_FORMAT_SDF ||
      request.format() == so::ExportRequest::EXPORT_FORMAT_UNSPECIFIED)
    return okStatus();
  return fail(failures::kNoExportFormat, {{"format", arg::Number{static_cast<double>(request.format())}}});
}

exchange::ExportOptions optionsOf(const so::ExportRequest& request) {
  exchange::ExportOptions out;
  out.format = "sdf";
  out.stem = request.scene_object().proto().name();
  out.with_meshes = request.include_geometries();
  out.with_user_data = request.include_user_data();
  if (request.has_fds()) out.user_data_types = std::make_shared<google::protobuf::FileDescriptorSet>(request.fds());
  return out;
}

Result<so::ExportResponse> made(const so::ExportRequest& request, exchange::ExportResult result) {
  so::ExportResponse out;
  if (!request.include_geometries()) {
    out.set_sdf(std::move(result.files.front().bytes));
    return out;
  }
  std::string zip = exchange::packed(result);
  if (zip.empty() || zip.size() > 0x7fff0000u)
    return fail(failures::kExportTooLarge, {{"most", arg::Bytes{0x7fff0000u}}});
  out.set_zip_archive(std::move(zip));
  return out;
}

struct Exported {
  so::ExportResponse response;
  std::vector<std::string> notes;
};

Result<Exported> exportNow(const so::ExportRequest& request, geometry::GeometryStore& store, std::stop_token stop) {
  exchange::ExportScene scene;
  scene.name = request.scene_object().proto().name();
  scene.objects.push_back({request.scene_object().proto(), Pose::identity()});
  WW_ASSIGN(exchange::ExportResult result,
            exchange::exportScene(scene, optionsOf(request), store, std::move(stop), Progress()));
  Exported out;
  for (const Diagnostic& loss : result.losses) out.notes.push_back(loss.message);
  WW_ASSIGN(out.response, made(request, std::move(result)));
  return out;
}

}  // namespace

ExportCalls::ExportCalls(std::shared_ptr<GeometryKeeper> keeper)
    : keeper_(std::move(keeper)), pool_(phrase(WW_TEXT("Core", "exports"))) {}

Result<so::ExportResponse> ExportCalls::exportObject(const so::ExportRequest& request, CallContext& call) {
  WW_TRY(check(request));
  // The work may outlast the call that was cancelled.
  const auto kept = std::make_shared<const so::ExportRequest>(request);
  const auto work = [keeper = keeper_, kept](std::stop_token stop) {
    return exportNow(*kept, keeper->store(), std::move(stop));
  };
  WW_ASSIGN(Exported done, pool_.run<Exported>(call, work));
  call.notes.insert(call.notes.end(), done.notes.begin(), done.notes.end());
  return std::move(done.response);
}

}  // namespace ww::rpc
