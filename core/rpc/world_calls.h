// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "core/rpc/call_context.h"
#include "core/session/world_registry.h"

namespace google::protobuf {
class Empty;
}
namespace intrinsic_proto::world {
class AreFootprintsCompatibleRequest;
class AreFootprintsCompatibleResponse;
class CloneWorldRequest;
class CollisionSettings;
class CompareWorldsRequest;
class CompareWorldsResponse;
class CreateFrameRequest;
class CreateObjectRequest;
class DeleteFrameRequest;
class DeleteObjectRequest;
class DeleteWorldRequest;
class Entity;
class Frame;
class GetCollisionSettingsRequest;
class GetFrameRequest;
class GetObjectRequest;
class GetTransformRequest;
class GetTransformResponse;
class GetWorldRequest;
class ListFramesRequest;
class ListFramesResponse;
class ListObjectsRequest;
class ListObjectsResponse;
class ListWorldsRequest;
class ListWorldsResponse;
class Object;
class Objects;
class ReparentFrameRequest;
class ReparentObjectRequest;
class SwapWorldRequest;
class SyncObjectRequest;
class SyncObjectResponse;
class ToggleCollisionsRequest;
class UpdateCollisionSettingsRequest;
class UpdateEntityPropertiesRequest;
class UpdateFrameNameRequest;
class UpdateFramePropertiesRequest;
class UpdateKinematicObjectPropertiesRequest;
class UpdateObjectJointsRequest;
class UpdateObjectNameRequest;
class UpdateObjectPropertiesRequest;
class UpdateTransformRequest;
class UpdateTransformResponse;
class UpdateWorldResourcesRequest;
class UpdateWorldResourcesResponse;
class World;
class WorldMetadata;
}  // namespace intrinsic_proto::world

// The calls of ObjectWorldService, without gRPC. Each fills its answer, or fails and leaves it alone.
// Reading calls work on a snapshot; changing ones commit, and answer from the world as their own commit
// left it.
namespace ww::rpc {

namespace pb = intrinsic_proto::world;

struct WorldCall {
  session::WorldRegistry& worlds;
  CallContext& call;
  const std::set<std::string>& kept_worlds;
};

// INVALID_ARGUMENT for what is not sound or not said, NOT_FOUND for a world or a node that is not there, ALREADY_EXISTS
// for a name in use, FAILED_PRECONDITION for what the world does not allow as it is, and for a world that clients must
// keep.
Status getWorld(const WorldCall&, const pb::GetWorldRequest&, pb::WorldMetadata&);
Status cloneWorld(const WorldCall&, const pb::CloneWorldRequest&, pb::WorldMetadata&);
Status swapWorld(const WorldCall&, const pb::SwapWorldRequest&, google::protobuf::Empty&);
Status deleteWorld(const WorldCall&, const pb::DeleteWorldRequest&, google::protobuf::Empty&);
Status listWorlds(const WorldCall&, const pb::ListWorldsRequest&, pb::ListWorldsResponse&);
Status getCollisionSettings(const WorldCall&, const pb::GetCollisionSettingsRequest&, pb::CollisionSettings&);
Status updateCollisionSettings(const WorldCall&, const pb::UpdateCollisionSettingsRequest&, pb::World&);
Status toggleCollisions(const WorldCall&, const pb::ToggleCollisionsRequest&, pb::Objects&);
Status getObject(const WorldCall&, const pb::GetObjectRequest&, pb::Object&);
Status listObjects(const WorldCall&, const pb::ListObjectsRequest&, pb::ListObjectsResponse&);
Status createObject(const WorldCall&, const pb::CreateObjectRequest&, pb::Object&);
Status deleteObject(const WorldCall&, const pb::DeleteObjectRequest&, google::protobuf::Empty&);
Status updateObjectName(const WorldCall&, const pb::UpdateObjectNameRequest&, pb::Object&);
Status reparentObject(const WorldCall&, const pb::ReparentObjectRequest&, pb::Object&);
Status updateObjectJoints(const WorldCall&, const pb::UpdateObjectJointsRequest&, pb::Object&);
Status updateKinematicObjectProperties(const WorldCall&, const pb::UpdateKinematicObjectPropertiesRequest&,
                                       pb::Object&);
Status updateObjectProperties(const WorldCall&, const pb::UpdateObjectPropertiesRequest&, pb::Object&);
Status updateEntityProperties(const WorldCall&, const pb::UpdateEntityPropertiesRequest&, pb::Entity&);
Status getFrame(const WorldCall&, const pb::GetFrameRequest&, pb::Frame&);
Status listFrames(const WorldCall&, const pb::ListFramesRequest&, pb::ListFramesResponse&);
Status createFrame(const WorldCall&, const pb::CreateFrameRequest&, pb::Frame&);
Status deleteFrame(const WorldCall&, const pb::DeleteFrameRequest&, google::protobuf::Empty&);
Status updateFrameName(const WorldCall&, const pb::UpdateFrameNameRequest&, pb::Frame&);
Status reparentFrame(const WorldCall&, const pb::ReparentFrameRequest&, pb::Frame&);
Status updateFrameProperties(const WorldCall&, const pb::UpdateFramePropertiesRequest&, pb::Frame&);
Status getTransform(const WorldCall&, const pb::GetTransformRequest&, pb::GetTransformResponse&);
Status updateTransform(const WorldCall&, const pb::UpdateTransformRequest&, pb::UpdateTransformResponse&);
Status updateWorldResources(const WorldCall&, const pb::UpdateWorldResourcesRequest&,
                            pb::UpdateWorldResourcesResponse&);
Status areFootprintsCompatible(const WorldCall&, const pb::AreFootprintsCompatibleRequest&,
                               pb::AreFootprintsCompatibleResponse&);
Status compareWorlds(const WorldCall&, const pb::CompareWorldsRequest&, pb::CompareWorldsResponse&);
Status syncObject(const WorldCall&, const pb::SyncObjectRequest&, pb::SyncObjectResponse&);

}  // namespace ww::rpc
