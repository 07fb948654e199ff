// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/services.h"
#include "core/rpc/world_calls.h"
#include "intrinsic/world/proto/object_world_service.grpc.pb.h"

namespace ww::rpc {
namespace {

// The world that a request is about, for the log.
template <typename Request>
const std::string& worldOf(const Request& request) {
  static const std::string kNone;
  if constexpr (requires { request.world_id(); }) return request.world_id();
  else if constexpr (requires { request.changed_world_id(); }) return request.changed_world_id();
  else if constexpr (requires { request.to_world_id(); }) return request.to_world_id();
  else return kNone;
}

#define WW_RPC(METHOD, FUNCTION, REQUEST, RESPONSE)                                                                   \
  grpc::Status METHOD(grpc::ServerContext* context, const pb::REQUEST* request, RESPONSE* response) override {        \
    return backend_.calls.run(*context, #METHOD, worldOf(*request), request->ByteSizeLong(), [&](CallContext& call) { \
      return FUNCTION({backend_.worlds, call, backend_.kept_worlds}, *request, *response);                            \
    });                                                                                                               \
  }

class WorldService final : public pb::ObjectWorldService::Service {
 public:
  explicit WorldService(const Backend& backend) : backend_(backend) {}

  WW_RPC(GetWorld, getWorld, GetWorldRequest, pb::WorldMetadata)
  WW_RPC(CloneWorld, cloneWorld, CloneWorldRequest, pb::WorldMetadata)
  WW_RPC(SwapWorld, swapWorld, SwapWorldRequest, google::protobuf::Empty)
  WW_RPC(DeleteWorld, deleteWorld, DeleteWorldRequest, google::protobuf::Empty)
  WW_RPC(ListWorlds, listWorlds, ListWorldsRequest, pb::ListWorldsResponse)
  WW_RPC(GetCollisionSettings, getCollisionSettings, GetCollisionSettingsRequest, pb::CollisionSettings)
  WW_RPC(UpdateCollisionSettings, updateCollisionSettings, UpdateCollisionSettingsRequest, pb::World)
  WW_RPC(ToggleCollisions, toggleCollisions, ToggleCollisionsRequest, pb::Objects)
  WW_RPC(GetObject, getObject, GetObjectRequest, pb::Object)
  WW_RPC(ListObjects, listObjects, ListObjectsRequest, pb::ListObjectsResponse)
  WW_RPC(CreateObject, createObject, CreateObjectRequest, pb::Object)
  WW_RPC(DeleteObject, deleteObject, DeleteObjectRequest, google::protobuf::Empty)
  WW_RPC(UpdateObjectName, updateObjectName, UpdateObjectNameRequest, pb::Object)
  WW_RPC(ReparentObject, reparentObject, ReparentObjectRequest, pb::Object)
  WW_RPC(UpdateObjectJoints, updateObjectJoints, UpdateObjectJointsRequest, pb::Object)
  WW_RPC(UpdateKinematicObjectProperties, updateKinematicObjectProperties, UpdateKinematicObjectPropertiesRequest,
         pb::Object)
  WW_RPC(UpdateObjectProperties, updateObjectProperties, UpdateObjectPropertiesRequest, pb::Object)
  WW_RPC(UpdateEntityProperties, updateEntityProperties, UpdateEntityPropertiesRequest, pb::Entity)
  WW_RPC(GetFrame, getFrame, GetFrameRequest, pb::Frame)
  WW_RPC(ListFrames, listFrames, ListFramesRequest, pb::ListFramesResponse)
  WW_RPC(CreateFrame, createFrame, CreateFrameRequest, pb::Frame)
  WW_RPC(DeleteFrame, deleteFrame, DeleteFrameRequest, google::protobuf::Empty)
  WW_RPC(UpdateFrameName, updateFrameName, UpdateFrameNameRequest, pb::Frame)
  WW_RPC(ReparentFrame, reparentFrame, ReparentFrameRequest, pb::Frame)
  WW_RPC(UpdateFrameProperties, updateFrameProperties, UpdateFramePropertiesRequest, pb::Frame)
  WW_RPC(GetTransform, getTransform, GetTransformRequest, pb::GetTransformResponse)
  WW_RPC(UpdateTransform, updateTransform, UpdateTransformRequest, pb::UpdateTransformResponse)
  WW_RPC(UpdateWorldResources, updateWorldResources, UpdateWorldResourcesRequest, pb::UpdateWorldResourcesResponse)
  WW_RPC(AreFootprintsCompatible, areFootprintsCompatible, AreFootprintsCompatibleRequest,
         pb::AreFootprintsCompatibleResponse)
  WW_RPC(CompareWorlds, compareWorlds, CompareWorldsRequest, pb::CompareWorldsResponse)
  WW_RPC(SyncObject, syncObject, SyncObjectRequest, pb::SyncObjectResponse)

 private:
  const Backend& backend_;
};

#undef WW_RPC

}  // namespace

std::unique_ptr<grpc::Service> makeWorldService(const Backend& backend) {
  return std::make_unique<WorldService>(backend);
}

}  // namespace ww::rpc
