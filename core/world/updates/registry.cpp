// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/registry.h"

#include <fmt/format.h>

#include <google/protobuf/message.h>

#include <cmath>
#include <map>

#include "core/world/diff.h"
#include "core/world/edits.h"
#include "core/world/sync_patch.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world {
namespace {

using pb_update = intrinsic_proto::world::ObjectWorldUpdate;
using worldwright::v1::Edit;

// One row per case of ObjectWorldUpdate.
#define WW_ROW(CASE, FIELD, FUNCTION) \
  {pb_update::CASE, [](WorldEditor& e, const pb_update& u) { return updates::FUNCTION(e, u.FIELD()); }}
const std::map<pb_update::UpdateCase, Status (*)(WorldEditor&, const pb_update&)> kWireKinds = {
    WW_ROW(kUpdateObjectName, update_object_name, renameObject),
    WW_ROW(kUpdateObjectJoints, update_object_joints, objectJoints),
    WW_ROW(kUpdateObjectJoint, update_object_joint, objectJoint),
    WW_ROW(kUpdateFrameName, update_frame_name, renameFrame),
    WW_ROW(kUpdateTransform, update_transform, transform),
    WW_ROW(kReparentObject, reparent_object, reparentObject),
    WW_ROW(kToggleCollisions, toggle_collisions, toggleCollisions),
    WW_ROW(kCreateFrame, create_frame, createFrame),
    WW_ROW(kDeleteFrame, delete_frame, deleteFrame),
    WW_ROW(kDeleteObject, delete_object, deleteObject),
    WW_ROW(kReparentFrame, reparent_frame, reparentFrame),
    WW_ROW(kUpdateObjectProperties, update_object_properties, objectProperties),
    WW_ROW(kUpdateEntityProperties, update_entity_properties, entityProperties),
    WW_ROW(kUpdateCollisionSettings, update_collision_settings, collisionSettings),
    WW_ROW(kUpdateFrameProperties, update_frame_properties, frameProperties),
    WW_ROW(kUpdateKinematicObjectProperties, update_kinematic_object_properties, kinematicProperties),
};
#undef WW_ROW

Status applyWire(WorldEditor& editor, const pb_update& update) {
  const auto row = kWireKinds.find(update.update_case());
  if (row == kWireKinds.end()) {
    return fail(Code::kInvalidArgument, "the update holds no kind that this program knows").withHint("set one of its cases");
  }
  return row->second(editor, update);
}

// Every failure says what to do, also those of checks that many edits share.
Status withDefaults(Status status, const Edit& edit) {
  if (status.ok()) return status;
  if (status.hint.empty()) {
    status.hint = status.code == Code::kNotFound ? "look at the objects and frames that the world has now" : "correct the request and send it again";
  }
  if (!status.subject.empty()) return status;
  const google::protobuf::Message& holder = edit.has_world_update() ? static_cast<const google::protobuf::Message&>(edit.world_update()) : edit;
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  holder.GetReflection()->ListFields(holder, &fields);
  status.subject = fields.empty() ? "edit" : fields.front()->name();
  return status;
}

Status applyKind(WorldEditor& editor, const Edit& edit) {
  switch (edit.kind_case()) {
    case Edit::kWorldUpdate: return applyWire(editor, edit.world_update());
    case Edit::kCreateObject: return updates::createObject(editor, edit.create_object());
    case Edit::kCopyObject: return updates::copyObject(editor, edit.copy_object());
    case Edit::kRenameEntity: return updates::renameEntity(editor, edit.rename_entity());
    case Edit::kPatchWorld: return updates::patchWorld(editor, edit.patch_world());
    case Edit::KIND_NOT_SET: break;
  }
  return fail(Code::kInvalidArgument, "the edit holds no kind that this program knows").withHint("set one of its cases");
}

}  // namespace

Status applyEdit(WorldEditor& editor, const Edit& edit) { return withDefaults(applyKind(editor, edit), edit); }

namespace {

// What edits come to together: none of them may be beyond measure, but their sum be.
Status checkReach(const World& before, const World& after) {
  constexpr double kFarthestJoint = 1e9;  // metres, radians; as far as poses reach
  const WorldDiff changes = diff(before, after);
  for (const ObjectChange& change : changes.objects) {
    if (!change.after) continue;
    if (Status s = checkedPose(change.after->parent_entity_t_this).status(); !s.ok()) return std::move(s).about(change.after->name);
    for (const EntityPtr& entity : change.after->entities) {
      if (Status s = checkedPose(entity->parent_t_this).status(); !s.ok()) return std::move(s).about(entity->name);
      if (entity->joint && !(std::abs(entity->joint->value) <= kFarthestJoint)) {
        return fail(Code::kInvalidArgument, fmt::format("joint '{}' would be beyond all measure", entity->name))
            .about(entity->name);
      }
    }
  }
  for (const FrameChange& change : changes.frames) {
    if (!change.after) continue;
    if (Status s = checkedPose(change.after->parent_t_this).status(); !s.ok()) return std::move(s).about(change.after->name);
  }
  return okStatus();
}

// The failure of edits whose outcome is beyond reach.
Status whichGoesTooFar(const World& world, const worldwright::v1::Edits& edits, geometry::GeometryStore& store) {
  WorldEditor editor(world, store);
  editor.raiseNextId(edits.first_id());
  for (int i = 0; i < edits.edits_size(); ++i) {
    WW_TRY(applyEdit(editor, edits.edits(i)));
    Status far = checkReach(world, editor.world());
    if (far.ok()) continue;
    far.hint = "positions are in metres, joints in radians or metres; check the numbers";
    return edits.edits_size() == 1 ? far : std::move(far).in(fmt::format("update {}", i));
  }
  return fail(Code::kInternal, "an edit is out of reach only as a whole");
}

}  // namespace

Result<World> apply(const World& world, const worldwright::v1::Edits& edits, geometry::GeometryStore& store) {
  WorldEditor editor(world, store);
  editor.raiseNextId(edits.first_id());
  for (int i = 0; i < edits.edits_size(); ++i) {
    Status status = applyEdit(editor, edits.edits(i));
    if (!status.ok()) return edits.edits_size() == 1 ? status : std::move(status).in(fmt::format("update {}", i));
  }
  World result = std::move(editor).finish();
  if (checkReach(world, result).ok()) return result;
  return whichGoesTooFar(world, edits, store);
}

}  // namespace ww::world
