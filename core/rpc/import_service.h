// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>

#include "core/rpc/geometry_keeper.h"
#include "core/rpc/operations.h"
#include "intrinsic/scene/proto/v1/scene_object_import.pb.h"

namespace ww::rpc {

// The scene import service but for gRPC. A request that cannot be done is refused at once, a file that cannot be
// read ends its operation with an error. The geometry of a finished import is kept as GeometryKeeper says. What
// a file of this service may hold is narrower than what the editor takes: one model, without nested
// ones, of at most 100 m from corner to corner. Thread-safe.
class ImportCalls {
 public:
  // The operations must outlive this.
  ImportCalls(std::shared_ptr<GeometryKeeper> keeper, OperationStore& operations)
      : keeper_(std::move(keeper)), operations_(operations) {}

  // INVALID_ARGUMENT for a request that is not sound, RESOURCE_EXHAUSTED as OperationStore::start().
  Result<google::longrunning::Operation> importSceneObject(
      const intrinsic_proto::scene_object::v1::ImportSceneObjectRequest& request, CallContext& call);

 private:
  const std::shared_ptr<GeometryKeeper> keeper_;
  OperationStore& operations_;
};

// Of the geometry of one purpose in the object's root entity; nothing when it has none.
std::optional<intrinsic_proto::scene_object::v1::GeometryStats> statsOf(
    const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& purpose,
    const geometry::GeometryStore& store);

}  // namespace ww::rpc
