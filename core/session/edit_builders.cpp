// SPDX-License-Identifier: Apache-2.0
#include "core/session/edit_builders.h"

#include "core/geometry/store.h"
#include "core/geometry/wire_convert.h"
#include "core/session/pose_builders.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::session {
namespace {

namespace pb = intrinsic_proto::world;
using world::toWire;
using worldwright::v1::Edit;
using worldwright::v1::Edits;

template <typename Fill>
EditsPtr wireUpdate(Fill&& fill) {
  auto edits = std::make_shared<Edits>();
  fill(*edits->add_edits()->mutable_world_update());
  return edits;
}

void setParent(ObjectId parent, EntityId entity, pb::ObjectReferenceWithEntityFilter* out) {
  out->mutable_reference()->set_id(toWire(parent));
  if (entity) out->mutable_entity_filter()->add_entity_references()->set_id(toWire(entity));
  else out->mutable_entity_filter()->set_include_base_entity(true);
}

}  // namespace

EditsPtr join(const std::vector<EditsPtr>& parts) {
  auto all = std::make_shared<Edits>();
  for (const EditsPtr& part : parts) {
    for (const Edit& edit : part->edits()) *all->add_edits() = edit;
  }
  return all;
}

EditsPtr setPose(world::NodeRef node, world::NodeRef reference, const Pose& reference_t_node) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    pb::UpdateTransformRequest& r = *u.mutable_update_transform();
    setNode(reference, r.mutable_node_a());
    setNode(node, r.mutable_node_b());
    setNode(node, r.mutable_node_to_update());
    geometry::toWire(reference_t_node, r.mutable_a_t_b());
  });
}

EditsPtr renameObject(ObjectId object, std::string name, bool alias) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_object_name()->mutable_object()->set_id(toWire(object));
    u.mutable_update_object_name()->set_name(std::move(name));
    u.mutable_update_object_name()->set_name_is_global_alias(alias);
  });
}

EditsPtr renameFrame(FrameId frame, std::string name) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_frame_name()->mutable_frame()->set_id(toWire(frame));
    u.mutable_update_frame_name()->set_name(std::move(name));
  });
}

EditsPtr renameEntity(EntityId entity, std::string name) {
  auto edits = std::make_shared<Edits>();
  auto* rename = edits->add_edits()->mutable_rename_entity();
  rename->mutable_entity()->set_id(toWire(entity));
  rename->set_name(std::move(name));
  return edits;
}

EditsPtr reparentObject(ObjectId object, ObjectId parent, EntityId parent_entity) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_reparent_object()->mutable_object()->set_id(toWire(object));
    setParent(parent, parent_entity, u.mutable_reparent_object()->mutable_parent_object());
  });
}

EditsPtr reparentObjectToFrame(ObjectId object, FrameId parent_frame) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_reparent_object()->mutable_object()->set_id(toWire(object));
    u.mutable_reparent_object()->mutable_parent_frame()->set_id(toWire(parent_frame));
  });
}

EditsPtr reparentFrame(FrameId frame, ObjectId parent, EntityId parent_entity) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_reparent_frame()->mutable_frame()->set_id(toWire(frame));
    setParent(parent, parent_entity, u.mutable_reparent_frame()->mutable_parent_object());
  });
}

EditsPtr reparentFrameToFrame(FrameId frame, FrameId parent_frame) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_reparent_frame()->mutable_frame()->set_id(toWire(frame));
    u.mutable_reparent_frame()->mutable_parent_frame()->set_id(toWire(parent_frame));
  });
}

EditsPtr deleteObject(ObjectId object, bool force) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_delete_object()->mutable_object()->set_id(toWire(object));
    u.mutable_delete_object()->set_force(force);
  });
}

EditsPtr deleteObjects(std::span<const ObjectId> objects, bool force) {
  auto all = std::make_shared<Edits>();
  all->mutable_edits()->Reserve(static_cast<int>(objects.size()));
  for (const ObjectId id : objects) {
    pb::DeleteObjectRequest& request = *all->add_edits()->mutable_world_update()->mutable_delete_object();
    request.mutable_object()->set_id(toWire(id));
    request.set_force(force);
  }
  return all;
}

EditsPtr deleteFrame(FrameId frame, bool force) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_delete_frame()->mutable_frame()->set_id(toWire(frame));
    u.mutable_delete_frame()->set_force(force);
  });
}

EditsPtr createFrame(ObjectId parent, EntityId parent_entity, std::string name, const Pose& parent_t_frame) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    setParent(parent, parent_entity, u.mutable_create_frame()->mutable_parent_object_with_filter());
    u.mutable_create_frame()->set_new_frame_name(std::move(name));
    geometry::toWire(parent_t_frame, u.mutable_create_frame()->mutable_parent_t_new_frame());
  });
}

EditsPtr createFrameOnFrame(FrameId parent, std::string name, const Pose& parent_t_frame) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_create_frame()->mutable_parent_frame()->set_id(toWire(parent));
    u.mutable_create_frame()->set_new_frame_name(std::move(name));
    geometry::toWire(parent_t_frame, u.mutable_create_frame()->mutable_parent_t_new_frame());
  });
}

EditsPtr setAttachmentFrame(FrameId frame, bool is_attachment) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_frame_properties()->mutable_frame()->set_id(toWire(frame));
    u.mutable_update_frame_properties()->mutable_is_attachment_frame()->set_value(is_attachment);
  });
}

EditsPtr createPrimitive(ObjectId parent, EntityId parent_entity, std::string name,
                         const geometry::Primitive& primitive, const geometry::Color& color,
                         const Pose& parent_t_object) {
  auto edits = std::make_shared<Edits>();
  pb::CreateObjectRequest& r = *edits->add_edits()->mutable_create_object();
  r.set_name(name);
  r.set_name_is_global_alias(true);
  setParent(parent, parent_entity, r.mutable_parent_object());
  geometry::toWire(parent_t_object, r.mutable_parent_object_t_created_object());
  intrinsic_proto::geometry::v1::TransformedGeometry shape;
  *shape.mutable_geometry()->mutable_inline_geometry_data() = geometry::toBlob({{{primitive}}, nullptr}).wire();
  geometry::toWire(color, shape.mutable_geometry()->mutable_material_overrides()->mutable_base_color());
  auto& sets = *r.mutable_create_single_entity_object()->mutable_geometry_component()->mutable_named_geometries();
  (*sets["Intrinsic_Visual"].mutable_named_geometries())["shape"] = shape;
  (*sets["Intrinsic_Collision"].mutable_named_geometries())["shape"] = shape;
  return edits;
}

EditsPtr createFromSceneObject(ObjectId parent, EntityId parent_entity, std::string name,
                               const intrinsic_proto::scene_object::v1::SceneObject& scene_object,
                               const Pose& parent_t_object) {
  auto edits = std::make_shared<Edits>();
  pb::CreateObjectRequest& r = *edits->add_edits()->mutable_create_object();
  r.set_name(std::move(name));
  r.set_name_is_global_alias(true);
  setParent(parent, parent_entity, r.mutable_parent_object());
  geometry::toWire(parent_t_object, r.mutable_parent_object_t_created_object());
  *r.mutable_create_from_scene_object()->mutable_scene_object() = scene_object;
  return edits;
}

EditsPtr copyObject(ObjectId source, bool with_children) {
  auto edits = std::make_shared<Edits>();
  auto* copy = edits->add_edits()->mutable_copy_object();
  copy->mutable_source()->set_id(toWire(source));
  copy->set_with_children(with_children);
  return edits;
}

EditsPtr copyObjectTo(ObjectId source, bool with_children, const Pose& parent_object_t_copy) {
  auto edits = std::make_shared<Edits>(*copyObject(source, with_children));
  geometry::toWire(parent_object_t_copy,
                   edits->mutable_edits(0)->mutable_copy_object()->mutable_parent_object_t_copy());
  return edits;
}

EditsPtr setJoints(ObjectId object, const JointVector& positions) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_object_joints()->mutable_object()->set_id(toWire(object));
    for (const double q : positions) u.mutable_update_object_joints()->add_joint_positions(q);
  });
}

EditsPtr setJoint(ObjectId object, std::string joint_name, double position) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_object_joint()->mutable_object()->set_id(toWire(object));
    u.mutable_update_object_joint()->set_joint_name(std::move(joint_name));
    u.mutable_update_object_joint()->set_joint_position(position);
  });
}

EditsPtr setJointLimits(ObjectId object, const std::string& joint_name, double lower, double upper) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    pb::UpdateObjectJointsRequest& r = *u.mutable_update_object_joints();
    r.mutable_object()->set_id(toWire(object));
    r.add_joint_names(joint_name);
    r.mutable_joint_application_limits()->mutable_min_position()->add_values(lower);
    r.mutable_joint_application_limits()->mutable_max_position()->add_values(upper);
  });
}

EditsPtr setNamedConfiguration(ObjectId object, std::string name, const JointVector& positions) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_kinematic_object_properties()->mutable_object()->set_id(toWire(object));
    auto* configuration = u.mutable_update_kinematic_object_properties()->add_named_joint_configurations_to_set();
    configuration->set_name(std::move(name));
    for (const double q : positions) configuration->add_joint_positions(q);
  });
}

EditsPtr removeNamedConfiguration(ObjectId object, std::string name) {
  return wireUpdate([&](pb::ObjectWorldUpdate& u) {
    u.mutable_update_kinematic_object_properties()->mutable_object()->set_id(toWire(object));
    u.mutable_update_kinematic_object_properties()->add_named_joint_configurations_to_remove(std::move(name));
  });
}

}  // namespace ww::session
