// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/geometry_service.h"

#include <fmt/format.h>

#include "core/geometry/glb_writer.h"
#include "core/io/importer.h"
#include "core/rpc/failures.h"
#include "core/rpc/geometry_v0.h"
#include "core/rpc/import_notes.h"
#include "core/rpc/mesh_lod.h"
#include "core/rpc/scene_mesh.h"
#include "core/rpc/scratch_file.h"
#include "core/rpc/wire_status.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::rpc {
namespace {

namespace v0 = intrinsic_proto::geometry;
namespace v1 = intrinsic_proto::geometry::v1;
using worldwright::v1::GeometryBlob;

struct Stored {
  geometry::GeometryPtr geometry;
  v1::InlineGeometry wire;
  bool old_form = false;  // asked for in the first generation of the wire
};

const std::string& userGlb(const v1::InlineGeometry& wire) { return wire.renderable().glb_bytes(); }

void fillRefs(const Stored& stored, v1::GeometryStorageRefs* out, v0::GeometryStorageRefs* old) {
  const std::string& ref = stored.geometry->ref;
  out->set_exact_geometry_ref(ref);
  out->set_renderable_ref(ref);
  out->set_keep_renderable(!userGlb(stored.wire).empty());
  old->set_fingerprint(ref);
  old->set_geometry_ref(ref);
  old->set_renderable_ref(ref);
}

// All references of a geometry are the same, so the first that is set will do.
template <typename Request>
Result<std::string> refOf(const Request& request, bool* old_form) {
  const auto& now = request.geometry_storage_refs();
  const auto& old = request.geometry_storage_refs_v0();
  *old_form = now.exact_geometry_ref().empty() && now.renderable_ref().empty();
  for (const std::string* ref : {&now.exact_geometry_ref(), &now.renderable_ref(), &old.geometry_ref(),
                                 &old.renderable_ref(), &old.fingerprint()}) {
    if (!ref->empty()) return *ref;
  }
  return fail(failures::kNoReference);
}

template <typename Request>
Result<Stored> lookUp(const Request& request, GeometryKeeper& keeper) {
  Stored out;
  WW_ASSIGN(const std::string ref, refOf(request, &out.old_form));
  out.geometry = keeper.find(ref);
  const auto bytes = keeper.store().bytes(ref);
  if (!out.geometry || !bytes) {
    return fail(failures::kNoSuchGeometry, {{"ref", arg::Name{shortened(ref, 100)}}});
  }
  GeometryBlob blob;
  blob.ParseFromString(*bytes);
  out.wire = std::move(*blob.mutable_wire());
  return out;
}

GeometryCalls::Answer answerOf(Stored stored) {
  GeometryCalls::Answer out;
  fillRefs(stored, out.mutable_geometry_storage_refs(), out.mutable_geometry_storage_refs_v0());
  if (stored.old_form) *out.mutable_geometry_v0() = toV0(stored.wire, *stored.geometry);
  *out.mutable_inline_geometry() = std::move(stored.wire);
  return out;
}

Status checkGlb(const std::string& bytes) {
  if (bytes.size() >= 12 && bytes.starts_with("glTF")) return okStatus();
  return fail(failures::kNotGlb);
}

Result<std::string> glbOf(const Stored& stored, int lod) {
  if (lod == 0 && !userGlb(stored.wire).empty()) return userGlb(stored.wire);
  std::string out = geometry::toGlb(lod == 0 ? *stored.geometry->mesh : coarser(*stored.geometry->mesh, lod));
  if (!out.empty()) return out;
  return fail(failures::kGlbTooLarge);
}

// The numbers of a file as they are: nothing is turned or scaled.
io::ImportOptions asTheyAre(io::Format format) {
  io::ImportOptions out;
  out.type = format;
  out.unit_scale = 1.0;
  out.up = io::UpAxis::kZ;
  out.drop_collision = true;
  return out;
}

struct ReadMesh {
  geometry::Mesh mesh;
  std::vector<std::string> notes;
};

Result<ReadMesh> readMesh(const ScratchFile& file, io::Format format, std::stop_token stop) {
  geometry::GeometryStore scratch;
  auto read = io::importFile(file.path(), asTheyAre(format), scratch, std::move(stop), Progress());
  if (!read.ok()) return withoutFolder(read.status(), file);
  if (const std::size_t count = read.value().objects.size(); count != 1)
    return fail(failures::kSeveralObjects, {{"count", arg::Count{count}}});
  SceneMesh scene = meshOf(read.value().objects.front().object, kVisual, scratch);
  if (scene.mesh.triangles.empty()) return fail(failures::kNoTriangles);
  return ReadMesh{std::move(scene.mesh), importNotes(read.value().diagnostics, file)};
}

}  // namespace

GeometryCalls::GeometryCalls(std::shared_ptr<GeometryKeeper> keeper)
    : keeper_(std::move(keeper)), pool_(phrase(WW_TEXT("Core", "reading geometry")), 1, 15) {}

Result<GeometryCalls::Answer> GeometryCalls::getGeometry(const v0::GetGeometryRequest& request, CallContext&) {
  WW_ASSIGN(Stored stored, lookUp(request, *keeper_));
  return answerOf(std::move(stored));
}

Result<GeometryCalls::Renderable> GeometryCalls::getRenderable(const v0::GetRenderableRequest& request, CallContext&) {
  WW_ASSIGN(const Stored stored, lookUp(request, *keeper_));
  const int lod = static_cast<int>(std::min<std::uint32_t>(request.lod_level(), kCoarsestLod));
  WW_ASSIGN(std::string glb, glbOf(stored, lod));
  Renderable out;
  fillRefs(stored, out.mutable_geometry_storage_refs(), out.mutable_geometry_storage_refs_v0());
  out.set_lod_level(static_cast<std::uint32_t>(lod));
  if (stored.old_form) out.mutable_renderable_v0()->set_gltf_string(glb);
  out.mutable_renderable()->set_glb_bytes(std::move(glb));
  return out;
}

Result<GeometryCalls::Answer> GeometryCalls::createGeometry(const v0::CreateGeometryRequest& request,
                                                            CallContext& call) {
  auto blob = blobOf(request.data(), call);
  if (!blob.ok()) return blob.status().in("data");
  auto made = keeper_->store().intern(blob.value());
  if (!made.ok()) return made.status().in("data");
  if (Status kept = keeper_->keep({made.value()}); !kept.ok()) {
    made = kept;
    keeper_->store().dropUnused();
    return kept;
  }
  Stored stored{made.value(), std::move(*blob.value().mutable_wire()),
                request.data().has_geometry_v0() || request.data().has_primitive_set_v0()};
  return answerOf(std::move(stored));
}

Result<GeometryBlob> GeometryCalls::readFile(io::Format format, const std::string& bytes, CallContext& call) {
  if (bytes.empty()) return fail(failures::kEmptyFile);
  WW_ASSIGN(const std::shared_ptr<ScratchFile> file,
            ScratchFile::write(fmt::format("geometry.{}", io::formatInfo(format).id), bytes));
  WW_ASSIGN(ReadMesh read, pool_.run<ReadMesh>(call, [file, format](std::stop_token stop) {
    return readMesh(*file, format, std::move(stop));
  }));
  call.notes.insert(call.notes.end(), read.notes.begin(), read.notes.end());
  geometry::Shape shape;
  shape.mesh = std::make_shared<const geometry::Mesh>(std::move(read.mesh));
  WW_TRY(shape.mesh->validate());
  return geometry::toBlob(shape);
}

Result<GeometryBlob> GeometryCalls::blobOf(const Data& data, CallContext& call) {
  GeometryBlob out;
  switch (data.data_case()) {
    case Data::kObjData: return readFile(io::Format::kObj, data.obj_data(), call);
    case Data::kStlBytes: return readFile(io::Format::kStl, data.stl_bytes(), call);
    case Data::kGltfBytes: out.mutable_wire()->mutable_renderable()->set_glb_bytes(data.gltf_bytes()); break;
    case Data::kInlineGeometry: *out.mutable_wire() = data.inline_geometry(); break;
    case Data::kPrimitiveSet:
      *out.mutable_wire()->mutable_exact_geometry()->mutable_primitive_set() = data.primitive_set();
      break;
    case Data::kGeometryV0: *out.mutable_wire() = fromV0(data.geometry_v0()); break;
    case Data::kPrimitiveSetV0:
      *out.mutable_wire()->mutable_exact_geometry()->mutable_primitive_set() = fromV0(data.primitive_set_v0());
      break;
    case Data::DATA_NOT_SET: return fail(failures::kNoGeometry);
  }
  auto& wire = *out.mutable_wire();
  const std::string glb =
      wire.has_renderable() ? wire.renderable().glb_bytes() : wire.generated_renderable().glb_bytes();
  const bool text = data.has_gltf_bytes() && !glb.starts_with("glTF");
  if (!glb.empty() && !text) WW_TRY(checkGlb(glb));
  if (wire.exact_geometry().data_case() != v1::ExactGeometry::DATA_NOT_SET || glb.empty()) return out;
  // Only to be seen so far: its triangles serve as the exact geometry too.
  WW_ASSIGN(GeometryBlob read, readFile(text ? io::Format::kGltf : io::Format::kGlb, glb, call));
  if (!text)
    *read.mutable_wire()->mutable_renderable() =
        wire.has_renderable() ? wire.renderable() : wire.generated_renderable();
  return read;
}

}  // namespace ww::rpc
