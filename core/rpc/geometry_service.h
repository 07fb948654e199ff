// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/io/format.h"
#include "core/rpc/geometry_keeper.h"
#include "core/rpc/work_pool.h"
#include "intrinsic/geometry/proto/geometry_service.pb.h"

namespace worldwright::v1 {
class GeometryBlob;
}

namespace ww::rpc {

// The geometry service but for gRPC, over the store that all worlds share. A geometry's references are the hash of
// its content: equal geometry has equal ones. Both generations of the wire are understood; the old one
// is answered when it was asked in. Thread-safe.
class GeometryCalls {
 public:
  using Data = intrinsic_proto::geometry::GeometryData;
  using Answer = intrinsic_proto::geometry::GeometryWithMetadata;
  using Renderable = intrinsic_proto::geometry::RenderableWithMetadata;

  explicit GeometryCalls(std::shared_ptr<GeometryKeeper> keeper);

  // NOT_FOUND for references that are not of this server, or have expired (see GeometryKeeper).
  Result<Answer> getGeometry(const intrinsic_proto::geometry::GetGeometryRequest& request, CallContext& call);
  // Binary glTF as the client gave it, else made of the exact geometry; levels above 0 are always made.
  // NOT_FOUND as getGeometry(), FAILED_PRECONDITION when it becomes too large.
  Result<Renderable> getRenderable(const intrinsic_proto::geometry::GetRenderableRequest& request, CallContext& call);
  // Of primitives, meshes, and OBJ, STL or glTF files, whose numbers are metres along the axes of the geometry.
  // INVALID_ARGUMENT says what is not sound in them.
  Result<Answer> createGeometry(const intrinsic_proto::geometry::CreateGeometryRequest& request, CallContext& call);

 private:
  // INVALID_ARGUMENT as createGeometry().
  Result<worldwright::v1::GeometryBlob> blobOf(const Data& data, CallContext& call);
  Result<worldwright::v1::GeometryBlob> readFile(io::Format format, const std::string& bytes, CallContext& call);

  const std::shared_ptr<GeometryKeeper> keeper_;
  WorkPool pool_;
};

}  // namespace ww::rpc
