// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/editor.h"

namespace intrinsic_proto::world {
class CreateFrameRequest;
class CreateObjectRequest;
class DeleteFrameRequest;
class DeleteObjectRequest;
class ReparentFrameRequest;
class ReparentObjectRequest;
class ToggleCollisionsRequest;
class UpdateCollisionSettingsRequest;
class UpdateEntityPropertiesRequest;
class UpdateFrameNameRequest;
class UpdateFramePropertiesRequest;
class UpdateKinematicObjectPropertiesRequest;
class UpdateObjectJointRequest;
class UpdateObjectJointsRequest;
class UpdateObjectNameRequest;
class UpdateObjectPropertiesRequest;
class UpdateTransformRequest;
}  // namespace intrinsic_proto::world
namespace worldwright::v1 {
class CopyObject;
class Edit;
class RenameEntity;
}  // namespace worldwright::v1

namespace ww::world {

// Every kind of edit: one function in a file of its own, one row in the table of registry.cpp. Each
// checks its message and either changes the editor's world or fails; a failed batch is dropped whole.
Status applyEdit(WorldEditor& editor, const worldwright::v1::Edit& edit);

namespace updates {
namespace pb = intrinsic_proto::world;
Status createObject(WorldEditor&, const pb::CreateObjectRequest&);
Status copyObject(WorldEditor&, const worldwright::v1::CopyObject&);
Status deleteObject(WorldEditor&, const pb::DeleteObjectRequest&);
Status renameObject(WorldEditor&, const pb::UpdateObjectNameRequest&);
Status renameEntity(WorldEditor&, const worldwright::v1::RenameEntity&);
Status reparentObject(WorldEditor&, const pb::ReparentObjectRequest&);
Status objectProperties(WorldEditor&, const pb::UpdateObjectPropertiesRequest&);
Status entityProperties(WorldEditor&, const pb::UpdateEntityPropertiesRequest&);
Status objectJoints(WorldEditor&, const pb::UpdateObjectJointsRequest&);
Status objectJoint(WorldEditor&, const pb::UpdateObjectJointRequest&);
Status kinematicProperties(WorldEditor&, const pb::UpdateKinematicObjectPropertiesRequest&);
Status createFrame(WorldEditor&, const pb::CreateFrameRequest&);
Status deleteFrame(WorldEditor&, const pb::DeleteFrameRequest&);
Status renameFrame(WorldEditor&, const pb::UpdateFrameNameRequest&);
Status reparentFrame(WorldEditor&, const pb::ReparentFrameRequest&);
Status frameProperties(WorldEditor&, const pb::UpdateFramePropertiesRequest&);
Status transform(WorldEditor&, const pb::UpdateTransformRequest&);
Status collisionSettings(WorldEditor&, const pb::UpdateCollisionSettingsRequest&);
Status toggleCollisions(WorldEditor&, const pb::ToggleCollisionsRequest&);
}  // namespace updates

}  // namespace ww::world
