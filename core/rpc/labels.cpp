// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/labels.h"

#include <fmt/format.h>

#include <map>

#include "core/rpc/wire_status.h"
#include "core/world/references.h"
#include "core/world/transform_nodes.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {
namespace {

namespace pb = intrinsic_proto::world;
using Update = pb::ObjectWorldUpdate;
using world::World;

constexpr std::size_t kLongestName = 60;

// As the world calls it; else (unknown yet, made by an earlier update) as the reference does.
std::string name(const World& w, const pb::ObjectReference& ref) {
  const auto id = world::resolve(w, ref);
  return shortened(id.ok() ? w.display(*id) : ref.has_by_name() ? ref.by_name().object_name() : ref.id(), kLongestName);
}

std::string name(const World& w, const pb::FrameReference& ref) {
  const auto id = world::resolve(w, ref);
  if (id.ok()) return shortened(w.display(*id), kLongestName);
  return shortened(ref.has_by_name() ? ref.by_name().object_name() + "/" + ref.by_name().frame_name() : ref.id(), kLongestName);
}

std::string name(const World& w, const pb::ObjectReferenceWithEntityFilter& ref) { return name(w, ref.reference()); }

std::string move(const World& w, const pb::UpdateTransformRequest& u) {
  const auto node = world::nodeToUpdate(w, u);
  if (node.ok()) return "Move " + shortened(w.display(*node), kLongestName);
  const pb::TransformNodeReference& ref = u.has_node_to_update() ? u.node_to_update() : u.node_b();
  const pb::TransformNodeReferenceByName& by_name = ref.by_name();
  const std::string text = by_name.has_frame() ? by_name.frame().object_name() + "/" + by_name.frame().frame_name() : by_name.object().object_name();
  return "Move " + shortened(text.empty() ? ref.id() : text, kLongestName);
}

std::string moveJoints(const World& w, const pb::UpdateObjectJointsRequest& u) {
  return (u.joint_positions().empty() ? "Change joint limits of " : "Move joints of ") + name(w, u.object());
}

std::string attach(const World& w, const pb::ReparentObjectRequest& u) {
  const std::string parent = u.has_parent_frame()    ? name(w, u.parent_frame())
                             : u.has_parent_object() ? name(w, u.parent_object())
                                                     : name(w, u.new_parent());
  return fmt::format("Attach {} to {}", name(w, u.object()), parent);
}

std::string createFrame(const World& w, const pb::CreateFrameRequest& u) {
  const std::string parent = u.has_parent_frame()                ? name(w, u.parent_frame())
                             : u.has_parent_object_with_filter() ? name(w, u.parent_object_with_filter())
                                                                 : name(w, u.parent_object());
  return fmt::format("Create frame {} on {}", shortened(u.new_frame_name(), kLongestName), parent);
}

std::string kinematics(const World& w, const pb::UpdateKinematicObjectPropertiesRequest& u) {
  const std::string object = name(w, u.object());
  if (u.has_cartesian_limits() || u.has_mounted_payload() || u.has_robot_kinematics_update()) return "Change kinematics of " + object;
  const int set = u.named_joint_configurations_to_set_size(), removed = u.named_joint_configurations_to_remove_size();
  if (set == 1 && removed == 0) return fmt::format("Set configuration {} of {}", shortened(u.named_joint_configurations_to_set(0).name(), kLongestName), object);
  if (set == 0 && removed == 1) return fmt::format("Remove configuration {} of {}", shortened(u.named_joint_configurations_to_remove(0), kLongestName), object);
  return "Change configurations of " + object;
}

const std::map<Update::UpdateCase, std::string (*)(const World&, const Update&)> kLabels = {
    {Update::kUpdateObjectName, [](const World& w, const Update& u) { return fmt::format("Rename {} to {}", name(w, u.update_object_name().object()), u.update_object_name().name()); }},
    {Update::kUpdateObjectJoints, [](const World& w, const Update& u) { return moveJoints(w, u.update_object_joints()); }},
    {Update::kUpdateObjectJoint, [](const World& w, const Update& u) { return fmt::format("Move joint {} of {}", u.update_object_joint().joint_name(), name(w, u.update_object_joint().object())); }},
    {Update::kUpdateFrameName, [](const World& w, const Update& u) { return fmt::format("Rename {} to {}", name(w, u.update_frame_name().frame()), u.update_frame_name().name()); }},
    {Update::kUpdateTransform, [](const World& w, const Update& u) { return move(w, u.update_transform()); }},
    {Update::kReparentObject, [](const World& w, const Update& u) { return attach(w, u.reparent_object()); }},
    {Update::kToggleCollisions, [](const World& w, const Update& u) {
       const pb::ToggleCollisionsRequest& t = u.toggle_collisions();
       return fmt::format("{} collisions of {} and {}", t.toggle_mode() == pb::TOGGLE_MODE_ENABLE ? "Enable" : "Disable", name(w, t.object_a()), name(w, t.object_b()));
     }},
    {Update::kCreateFrame, [](const World& w, const Update& u) { return createFrame(w, u.create_frame()); }},
    {Update::kDeleteFrame, [](const World& w, const Update& u) { return "Delete " + name(w, u.delete_frame().frame()); }},
    {Update::kDeleteObject, [](const World& w, const Update& u) { return "Delete " + name(w, u.delete_object().object()); }},
    {Update::kReparentFrame, [](const World& w, const Update& u) {
       const pb::ReparentFrameRequest& r = u.reparent_frame();
       return fmt::format("Attach {} to {}", name(w, r.frame()), r.has_parent_frame() ? name(w, r.parent_frame()) : name(w, r.parent_object()));
     }},
    {Update::kUpdateObjectProperties, [](const World& w, const Update& u) { return "Change properties of " + name(w, u.update_object_properties().object()); }},
    {Update::kUpdateEntityProperties, [](const World& w, const Update& u) { return "Change properties of " + name(w, u.update_entity_properties().entity()); }},
    {Update::kUpdateCollisionSettings, [](const World&, const Update&) { return std::string("Change collision settings"); }},
    {Update::kUpdateFrameProperties, [](const World& w, const Update& u) { return "Change properties of " + name(w, u.update_frame_properties().frame()); }},
    {Update::kUpdateKinematicObjectProperties, [](const World& w, const Update& u) { return kinematics(w, u.update_kinematic_object_properties()); }},
};

std::string labelOf(const World& w, const worldwright::v1::Edit& edit) {
  if (edit.has_create_object()) return "Create " + shortened(edit.create_object().name(), kLongestName);
  const auto row = kLabels.find(edit.world_update().update_case());
  return row == kLabels.end() ? "Edit" : row->second(w, edit.world_update());
}

}  // namespace

std::string labelOf(const world::World& world, const worldwright::v1::Edits& edits) {
  if (edits.edits().empty()) return "Edit";
  const std::string first = labelOf(world, edits.edits(0));
  const int more = edits.edits_size() - 1;
  if (more == 0) return first;
  return fmt::format("{} and {} more update{}", first, more, more == 1 ? "" : "s");
}

}  // namespace ww::rpc
