// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/draco_mesh.h"

#include <draco/compression/decode.h>

#include <array>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

Status damaged() { return fail(failures::kDracoDamaged); }

bool isWhole(draco::DataType type) {
  switch (type) {
    case draco::DT_INT8:
    case draco::DT_UINT8:
    case draco::DT_INT16:
    case draco::DT_UINT16:
    case draco::DT_INT32:
    case draco::DT_UINT32: return true;
    default: return false;
  }
}

}  // namespace

DracoMesh::DracoMesh(std::unique_ptr<draco::Mesh> mesh) : mesh_(std::move(mesh)) {}
DracoMesh::DracoMesh(DracoMesh&&) noexcept = default;
DracoMesh::~DracoMesh() = default;

Result<DracoMesh> DracoMesh::decode(std::string_view bytes, std::uint64_t max_triangles) {
  draco::DecoderBuffer buffer;
  buffer.Init(bytes.data(), bytes.size());
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return damaged();
  std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
  if (!mesh || mesh->num_points() == 0 || mesh->num_faces() == 0) return damaged();
  if (mesh->num_faces() > max_triangles) {
    return fail(failures::kTooManyTriangles,
                {{"count", arg::Count{mesh->num_faces()}}, {"most", arg::Count{max_triangles}}});
  }
  for (draco::FaceIndex i(0); i < mesh->num_faces(); ++i) {
    for (const draco::PointIndex& corner : mesh->face(i)) {
      if (corner.value() >= mesh->num_points()) return damaged();
    }
  }
  return DracoMesh(std::move(mesh));
}

std::vector<std::uint32_t> DracoMesh::indices() const {
  std::vector<std::uint32_t> out;
  out.reserve(3 * std::size_t{mesh_->num_faces()});
  for (draco::FaceIndex i(0); i < mesh_->num_faces(); ++i) {
    for (const draco::PointIndex& corner : mesh_->face(i)) out.push_back(corner.value());
  }
  return out;
}

std::size_t DracoMesh::vertexCount() const { return mesh_->num_points(); }

Result<DracoMesh::Attribute> DracoMesh::attribute(std::uint64_t id) const {
  const draco::PointAttribute* in =
      id <= 0xffffffffu ? mesh_->GetAttributeByUniqueId(static_cast<std::uint32_t>(id)) : nullptr;
  if (in == nullptr || in->num_components() == 0 || in->num_components() > 4) return damaged();
  Attribute out;
  out.components = in->num_components();
  out.values.reserve(out.components * mesh_->num_points());
  const bool whole = isWhole(in->data_type());
  for (draco::PointIndex i(0); i < mesh_->num_points(); ++i) {
    const draco::AttributeValueIndex at = in->mapped_index(i);
    if (at.value() >= in->size()) return damaged();
    std::array<float, 4> numbers{};
    std::array<std::int32_t, 4> wholes{};
    // Asked for floats, a normalised attribute would be scaled here already; what counts is the accessor of the file.
    if (!(whole ? in->ConvertValue(at, wholes.data()) : in->ConvertValue(at, numbers.data()))) return damaged();
    for (std::size_t k = 0; k < out.components; ++k)
      out.values.push_back(whole ? static_cast<float>(wholes[k]) : numbers[k]);
  }
  return out;
}

}  // namespace ww::io::worker
