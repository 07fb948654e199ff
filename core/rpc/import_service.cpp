// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/import_service.h"

#include <fmt/format.h>
#include <google/protobuf/any.pb.h>

#include <algorithm>
#include <limits>

#include "core/base/log.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/wire_convert.h"
#include "core/io/importer.h"
#include "core/rpc/failures.h"
#include "core/rpc/import_notes.h"
#include "core/rpc/import_options.h"
#include "core/rpc/scene_mesh.h"
#include "core/rpc/scratch_file.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

constexpr double kLongestDiagonal = 100.0;  // metres

Status checkModels(const io::ImportResult& read) {
  if (read.objects.size() != 1) {
    return fail(failures::kSeveralModels, {{"count", arg::Count{read.objects.size()}}});
  }
  const auto nested = std::find_if(read.diagnostics.begin(), read.diagnostics.end(),
                                   [](const Diagnostic& d) { return d.code == "nested-models"; });
  if (nested == read.diagnostics.end()) return okStatus();
  return fail(failures::kNestedModels, {{"name", arg::Name{nested->path}}});
}

Status checkSize(const io::ImportResult& read) {
  const double diagonal = read.shown_m.size().norm();
  if (diagonal <= kLongestDiagonal) return okStatus();
  return fail(failures::kLargeImport, {{"size", arg::Length{diagonal}}, {"most", arg::Length{kLongestDiagonal}}});
}

// In the words of the service, and without what was found besides: that is told by notes, and has other remedies.
Status refused(Status status, const ImportPlan& plan, const ScratchFile& file) {
  if (status.failure) status.message = detailsText(*status.failure, plainVoice());
  return withoutFolder(inFileTypes(std::move(status), plan.type), file);
}

Result<so::ImportSceneObjectResponse> import(const ImportPlan& plan, const ScratchFile& file, GeometryKeeper& keeper,
                                             std::vector<std::string>& notes, std::stop_token stop,
                                             const Progress& progress) {
  Diagnostics before;
  auto imported = io::importFile(file.path(), plan.options, keeper.store(), std::move(stop), progress, &before);
  if (!imported.ok()) {
    notes = importNotes(before, file);
    return refused(imported.status(), plan, file);
  }
  io::ImportResult& read = imported.value();
  WW_TRY(checkModels(read));
  WW_TRY(checkSize(read));
  notes = importNotes(read.diagnostics, file);
  for (const std::string& note : notes)
    log(LogLevel::kWarning, fmt::format("import of {}: {}", read.objects.front().object.name(), note));
  so::ImportSceneObjectResponse out;
  *out.mutable_scene_object() = std::move(read.objects.front().object);
  WW_TRY(finishObject(plan, *out.mutable_scene_object()));
  if (auto stats = statsOf(out.scene_object(), kVisual, keeper.store()))
    *out.mutable_visual_stats() = std::move(*stats);
  if (auto stats = statsOf(out.scene_object(), kCollision, keeper.store()))
    *out.mutable_collision_stats() = std::move(*stats);
  WW_TRY(keeper.keep(read.geometries));
  return out;
}

}  // namespace

std::optional<so::GeometryStats> statsOf(const so::SceneObject& object, const std::string& purpose,
                                         const geometry::GeometryStore& store) {
  const SceneMesh scene = meshOf(object, purpose, store);
  const geometry::Mesh& mesh = scene.mesh;
  if (mesh.vertices.empty()) return std::nullopt;
  so::GeometryStats out;
  const Bounds bounds = mesh.bounds();
  geometry::toWire(bounds.center(), out.mutable_aabb_center());
  geometry::toWire(Vec3(0.5 * bounds.size()), out.mutable_aabb_extent());
  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) sum += v;
  geometry::toWire(Vec3(sum / static_cast<double>(mesh.vertices.size())), out.mutable_vertex_centroid());
  const auto count = [](std::size_t n) {
    return static_cast<std::int32_t>(std::min<std::size_t>(n, std::numeric_limits<std::int32_t>::max()));
  };
  out.set_num_triangles(count(mesh.triangles.size()));
  out.set_num_vertices(count(mesh.vertices.size()));
  out.set_closed(geometry::isClosed(mesh));
  out.set_contains_primitives(scene.has_primitives);
  if (!out.closed()) return out;
  if (const auto solid = geometry::massProperties(mesh); solid.ok()) {
    out.set_volume(solid.value().volume);
    geometry::toWire(solid.value().centroid, out.mutable_volumetric_centroid());
  }
  return out;
}

Result<google::longrunning::Operation> ImportCalls::importSceneObject(const so::ImportSceneObjectRequest& request,
                                                                      CallContext&) {
  WW_ASSIGN(ImportPlan plan, readPlan(request));
  // To a file at once: the request may be large, and its turn far off.
  WW_ASSIGN(
      const std::shared_ptr<ScratchFile> file,
      ScratchFile::write(fmt::format("scene_object.{}", io::formatInfo(plan.options.type).id), request.file().data()));
  google::protobuf::Any metadata;
  metadata.PackFrom(so::ImportSceneObjectMetadata());
  const auto notes = std::make_shared<std::vector<std::string>>();
  return operations_.start(
      "import", metadata,
      [plan = std::move(plan), file, keeper = keeper_, notes](
          std::stop_token stop, const Progress& progress) -> Result<google::protobuf::Any> {
        const auto response = import(plan, *file, *keeper, *notes, std::move(stop), progress);
        if (!response.ok()) {
          keeper->store().dropUnused();  // what was read before it failed
          return response.status();
        }
        google::protobuf::Any out;
        out.PackFrom(response.value());
        return out;
      },
      notes);
}

}  // namespace ww::rpc
