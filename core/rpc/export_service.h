// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/rpc/geometry_keeper.h"
#include "core/rpc/work_pool.h"
#include "intrinsic/scene/proto/v1/export.pb.h"

namespace ww::rpc {

// The scene export service but for gRPC. Geometry is looked for among what the server holds, or comes inline.
// What the file has no words for is told in the notes of the call. Thread-safe.
class ExportCalls {
 public:
  explicit ExportCalls(std::shared_ptr<GeometryKeeper> keeper);

  // Text of an SDF file without meshes, or a ZIP with them. INVALID_ARGUMENT without a scene object, for one that is
  // not sound and for other formats, NOT_FOUND for unknown geometry, RESOURCE_EXHAUSTED when too many wait.
  Result<intrinsic_proto::scene_object::v1::ExportResponse> exportObject(
      const intrinsic_proto::scene_object::v1::ExportRequest& request, CallContext& call);

 private:
  const std::shared_ptr<GeometryKeeper> keeper_;
  WorkPool pool_;  // last: its end waits for work that uses the rest
};

}  // namespace ww::rpc
