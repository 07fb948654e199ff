// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <random>

#include "arm.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

// Random edits of every kind for the world that they are given; many of them cannot be done.
class Gardener {
 public:
  explicit Gardener(std::uint64_t seed) : random_(seed) {}

  session::EditsPtr edit(const world::World& w) {
    if (w.objectCount() > kManyObjects) return session::deleteObject(object(w), true);
    switch (random_() % 32) {
      case 0: return box(object(w), name(), pose());
      case 1:
        return session::createFromSceneObject(object(w), {}, name(), makeArm(1 + static_cast<int>(random_() % 4)),
                                              pose());
      case 2: return session::copyObject(object(w), random_() % 4 == 0);
      case 3: return session::deleteObject(object(w), random_() % 8 == 0);
      case 4: return box(object(w), name(), pose());
      case 5: return session::renameObject(object(w), name(), random_() % 2);
      case 6: return session::reparentObject(object(w), object(w), entity(w));
      case 7: return session::reparentObject(object(w), object(w), {});
      case 8: return session::reparentObjectToFrame(object(w), frame(w));
      case 9: return session::setPose(object(w), world::kRootObject, pose());
      case 10: return session::setPose(frame(w), object(w), pose());
      case 11: return session::createFrame(object(w), {}, name(), pose());
      case 12: return session::createFrameOnFrame(frame(w), name(), pose());
      case 13: return session::reparentFrame(frame(w), object(w), {});
      case 14: return session::reparentFrameToFrame(frame(w), frame(w));
      case 15:
      case 16: return session::deleteFrame(frame(w), random_() % 2);
      case 17: return session::setAttachmentFrame(frame(w), random_() % 2);
      case 18: return session::renameEntity(entity(w), name());
      case 19: return session::renameFrame(frame(w), name());
      case 20:
      case 21: return joints(w);
      case 22: return rule(w);
      default: return wire(w);
    }
  }

 private:
  // Beyond it trees are deleted, so that each step stays cheap.
  static constexpr std::size_t kManyObjects = 120;
  using Update = intrinsic_proto::world::ObjectWorldUpdate;

  // Messages as a careless client sends them, with filters, names and numbers that may make no sense.
  session::EditsPtr wire(const world::World& w) {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    auto* edit = edits->add_edits();
    if (random_() % 20 == 0) {
      create(w, *edit->mutable_create_object());
      return edits;
    }
    Update& u = *edit->mutable_world_update();
    switch (random_() % 9) {
      case 0: transform(w, *u.mutable_update_transform()); break;
      case 1: objectProperties(w, *u.mutable_update_object_properties()); break;
      case 2: entityProperties(w, *u.mutable_update_entity_properties()); break;
      case 3: kinematics(w, *u.mutable_update_kinematic_object_properties()); break;
      case 4: limits(w, *u.mutable_update_object_joints()); break;
      case 5: toggle(w, *u.mutable_toggle_collisions()); break;
      case 6:
        if (random_() % 2) return session::createFrame(object(w), {}, name(), pose());
        *u.mutable_delete_object()->mutable_object() = objectRef(w);
        u.mutable_delete_object()->set_reparent_child_objects(true);
        break;
      case 7:
        *u.mutable_reparent_object()->mutable_object() = objectRef(w);
        filtered(w, *u.mutable_reparent_object()->mutable_parent_object());
        break;
      default:
        *u.mutable_reparent_frame()->mutable_frame() = frameRef(w);
        filtered(w, *u.mutable_reparent_frame()->mutable_parent_object());
        break;
    }
    return edits;
  }

  double number() { return static_cast<double>(random_() % 2000) / 1000.0 - 1.0; }
  // Now and then a number that is none.
  double wild() {
    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), -1e300, 1e18};
    return random_() % 40 ? number() : bad[random_() % 4];
  }
  Pose pose() {
    return {Vec3(number(), number(), number()),
            Quat(Eigen::AngleAxisd(3 * number(), Vec3(number(), 0.3, 1).normalized()))};
  }
  void wirePose(intrinsic_proto::Pose* out) {
    const Pose p = pose();
    out->mutable_position()->set_x(random_() % 40 ? p.p.x() : std::nan(""));
    out->mutable_position()->set_z(p.p.z());
    out->mutable_orientation()->set_x(p.q.x());
    out->mutable_orientation()->set_y(p.q.y());
    out->mutable_orientation()->set_z(p.q.z());
    out->mutable_orientation()->set_w(random_() % 20 ? p.q.w() : wild());
  }
  std::string name() { return random_() % 30 ? fmt::format("n{}", random_() % 60) : "no name"; }

  ObjectId object(const world::World& w) {
    std::vector<ObjectId> all;
    w.forEachObject([&](const world::Object& o) { all.push_back(o.id); });
    return all[random_() % all.size()];
  }
  ObjectId kinematicObject(const world::World& w) {
    std::vector<ObjectId> all{world::kRootObject};
    w.forEachObject([&](const world::Object& o) {
      if (o.isKinematic()) all.push_back(o.id);
    });
    return all[random_() % all.size()];
  }
  FrameId frame(const world::World& w) {
    std::vector<FrameId> all;
    w.forEachFrame([&](const world::Frame& f) { all.push_back(f.id); });
    return all.empty() || random_() % 30 == 0 ? FrameId{123456789} : all[random_() % all.size()];
  }
  EntityId entity(const world::World& w) {
    const world::ObjectPtr o = w.object(object(w));
    return o->entities[random_() % o->entities.size()]->id;
  }
  intrinsic_proto::world::ObjectReference objectRef(const world::World& w, bool kinematic = false) {
    intrinsic_proto::world::ObjectReference ref;
    const ObjectId id = kinematic ? kinematicObject(w) : object(w);
    if (random_() % 2) ref.set_id(random_() % 20 ? world::toWire(id) : "o123456789");
    else ref.mutable_by_name()->set_object_name(w.peek(id)->name);
    return ref;
  }
  intrinsic_proto::world::FrameReference frameRef(const world::World& w) {
    intrinsic_proto::world::FrameReference ref;
    ref.set_id(world::toWire(frame(w)));
    return ref;
  }
  void filter(const world::World& w, intrinsic_proto::world::ObjectEntityFilter* out) {
    switch (random_() % 5) {
      case 0: out->set_include_final_entity(true); break;
      case 1: out->set_include_all_entities(true); break;
      case 2: out->add_entity_names(fmt::format("link_{}", random_() % 3)); break;
      case 3: out->add_entity_references()->set_id(world::toWire(entity(w))); break;
      default: out->set_include_base_entity(true); break;
    }
  }
  void filtered(const world::World& w, intrinsic_proto::world::ObjectReferenceWithEntityFilter& out) {
    *out.mutable_reference() = objectRef(w);
    if (random_() % 10) filter(w, out.mutable_entity_filter());
  }
  void node(const world::World& w, intrinsic_proto::world::TransformNodeReference* out) {
    out->set_id(random_() % 3 ? world::toWire(object(w)) : world::toWire(frame(w)));
  }

  void create(const world::World& w, intrinsic_proto::world::CreateObjectRequest& r) {
    r.set_name(name());
    filtered(w, *r.mutable_parent_object());
    wirePose(r.mutable_parent_object_t_created_object());
    r.mutable_action_for_object_entities()->mutable_margin()->set_hard_margin(
        static_cast<float>(0.1 * number() + 0.08));
    *r.mutable_create_from_scene_object()->mutable_scene_object() = makeArm(2);
    (*r.mutable_user_data())[random_() % 4 ? "mine" : "FLOWSTATE_X"].set_value("v");
  }
  void transform(const world::World& w, intrinsic_proto::world::UpdateTransformRequest& r) {
    node(w, r.mutable_node_a());
    node(w, r.mutable_node_b());
    if (random_() % 3) *r.mutable_node_to_update() = random_() % 2 ? r.node_a() : r.node_b();
    if (random_() % 3 == 0) filter(w, r.mutable_node_a_filter());
    if (random_() % 3 == 0) filter(w, r.mutable_node_b_filter());
    wirePose(r.mutable_a_t_b());
  }
  void objectProperties(const world::World& w, intrinsic_proto::world::UpdateObjectPropertiesRequest& r) {
    *r.mutable_object() = objectRef(w);
    if (random_() % 2) r.mutable_simulation_component()->set_is_static(random_() % 2);
    if (random_() % 2) return;
    r.mutable_user_data()->set_policy(
        static_cast<intrinsic_proto::world::UpdateUserData::UpdateUserDataPolicy>(random_() % 7));
    (*r.mutable_user_data()->mutable_user_data())[random_() % 9 ? fmt::format("k{}", random_() % 4) : "FLOWSTATE_X"]
        .set_value(fmt::format("{}", random_() % 3));
  }
  void entityProperties(const world::World& w, intrinsic_proto::world::UpdateEntityPropertiesRequest& r) {
    filtered(w, *r.mutable_entity());
    if (random_() % 2) r.mutable_physics_component()->set_mass_kg(wild() + 1.0);
    if (random_() % 4 == 0) {
      const auto made = box(world::kRootObject, "x");
      *r.mutable_geometry_component() =
          made->edits(0).create_object().create_single_entity_object().geometry_component();
    }
    if (random_() % 8 == 0) r.mutable_collision_action()->mutable_margin()->set_hard_margin(static_cast<float>(wild()));
  }
  void kinematics(const world::World& w, intrinsic_proto::world::UpdateKinematicObjectPropertiesRequest& r) {
    *r.mutable_object() = objectRef(w, true);
    const auto id = world::resolve(w, r.object());
    if (random_() % 2) r.mutable_mounted_payload()->set_mass_kg(wild() + 0.9);
    if (random_() % 3 == 0) r.add_named_joint_configurations_to_remove("home");
    if (random_() % 3 == 0) r.mutable_robot_kinematics_update()->set_ik_solver_key(name());
    if (random_() % 3 == 0) {
      auto* change = r.mutable_robot_kinematics_update()->mutable_robot_entity_updates()->add_entities();
      change->set_entity_name(random_() % 2 ? "joint_1" : "link_1");
      wirePose(change->mutable_parent_t_entity());
    }
    if (random_() % 3 || !id.ok()) return;
    auto* set = r.add_named_joint_configurations_to_set();
    set->set_name("home");
    for (std::size_t i = 0; i < w.peek(id.value())->moving_joints.size(); ++i) set->add_joint_positions(wild());
  }
  void limits(const world::World& w, intrinsic_proto::world::UpdateObjectJointsRequest& r) {
    *r.mutable_object() = objectRef(w, true);
    r.add_joint_names("joint_1");
    auto* which = random_() % 2 ? r.mutable_joint_system_limits() : r.mutable_joint_application_limits();
    which->mutable_min_position()->add_values(-2 + wild());
    which->mutable_max_position()->add_values(2 + wild());
    if (random_() % 2) which->mutable_max_velocity()->add_values(1 + wild());
    if (random_() % 2) r.add_joint_positions(3 * wild());
  }
  void toggle(const world::World& w, intrinsic_proto::world::ToggleCollisionsRequest& r) {
    r.set_toggle_mode(static_cast<intrinsic_proto::world::ToggleMode>(random_() % 3));
    filtered(w, *r.mutable_object_a());
    filtered(w, *r.mutable_object_b());
  }
  session::EditsPtr joints(const world::World& w) {
    const world::ObjectPtr o = w.object(kinematicObject(w));
    JointVector q = o->jointPositions();
    for (double& v : q) v = 3 * wild();
    if (random_() % 3 == 0 && !o->moving_joints.empty()) return session::setJoint(o->id, o->movingJointName(0), q[0]);
    return random_() % 2 ? session::setJoints(o->id, q) : session::setNamedConfiguration(o->id, "home", q);
  }
  session::EditsPtr rule(const world::World& w) {
    if (random_() % 3 == 0) return session::setMinimumMargin(w, 0.001 * static_cast<double>(random_() % 5));
    if (random_() % 2 == 0) return session::removeCollisionRule(w, 0);
    const ObjectId left = random_() % 4 ? object(w) : ObjectId{123456789};
    return session::addCollisionRule(w, {{{left, {}}}, {}, random_() % 2 == 0, wild() + 0.9});
  }

  std::mt19937_64 random_;
};

}  // namespace ww::test
