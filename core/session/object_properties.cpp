// SPDX-License-Identifier: Apache-2.0
#include "core/session/object_properties.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using PhysicsMessage = intrinsic_proto::world::PhysicsComponent;

std::optional<double> limitOrNone(double value) {
  return value > 0.0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Eigen::Matrix3d matrixOf(const intrinsic_proto::Matrixd& wire) {
  const auto read = geometry::fromWire(wire);
  return read.ok() && read->rows() == 3 && read->cols() == 3 ? Eigen::Matrix3d(*read) : Eigen::Matrix3d::Zero();
}

// What a message said of a pose that is kept, at another place.
intrinsic_proto::Pose movedTo(const intrinsic_proto::Pose& kept, bool is_kept, const Vec3& place) {
  intrinsic_proto::Pose out = kept;
  const auto pose = geometry::fromWireOrIdentity(is_kept, kept);
  geometry::toWire(Pose{place, pose.ok() ? pose->q : Quat::Identity()}, &out);
  return out;
}

Vec3 placeOf(const intrinsic_proto::Pose& pose, bool is_kept) {
  const auto read = geometry::fromWireOrIdentity(is_kept, pose);
  return read.ok() ? read->p : Vec3(Vec3::Zero());
}

const PhysicsMessage* physicsOf(const world::Entity& entity) {
  const auto& content = entity.message->content();
  return content.has_link() && content.link().has_physics_component() ? &content.link().physics_component() : nullptr;
}

template <typename Fill>
EditsPtr sceneUpdate(ObjectId object, Fill&& fill) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_update_scene_object();
  request.mutable_object()->set_id(world::toWire(object));
  fill(request);
  return edits;
}

template <typename Fill>
EditsPtr instanceUpdate(ObjectId object, Fill&& fill) {
  return sceneUpdate(object, [&](worldwright::v1::UpdateSceneObject& request) {
    fill(*request.mutable_instance_updates()->add_updates());
  });
}

// The lower ones as far below 0.
void setAxes(std::optional<double> most, google::protobuf::RepeatedField<double>* upper,
             google::protobuf::RepeatedField<double>* lower) {
  upper->Clear();
  lower->Clear();
  for (int i = 0; most && i < 3; ++i) {
    upper->Add(*most);
    lower->Add(-*most);
  }
}

double leastOf(const google::protobuf::RepeatedField<double>& values) {
  return values.empty() ? 0.0 : *std::min_element(values.begin(), values.end());
}

}  // namespace

std::optional<LinkPhysics> linkPhysics(const world::Entity& entity) {
  const PhysicsMessage* p = physicsOf(entity);
  if (!p) return std::nullopt;
  LinkPhysics out;
  out.mass = p->mass_kg();
  out.center = placeOf(p->this_t_center_of_mass(), p->has_this_t_center_of_mass());
  if (p->has_inertia()) out.inertia = matrixOf(p->inertia());
  out.is_friction_known = p->has_friction();
  if (!out.is_friction_known) return out;
  out.mu = p->friction().mu();
  out.mu2 = p->friction().mu2();
  out.slip1 = p->friction().slip1();
  out.slip2 = p->friction().slip2();
  return out;
}

EditsPtr setLinkPhysics(const world::World& world, EntityId link, const PhysicsEdit& edit) {
  const world::EntityPtr entity = world.entity(link);
  const PhysicsMessage* kept = physicsOf(*entity);
  return sceneUpdate(entity->object, [&](worldwright::v1::UpdateSceneObject& request) {
    auto& update = *request.mutable_updates()->add_updates()->mutable_update_physics_properties();
    update.set_entity_name(entity->name);
    if (edit.mass) update.set_mass_kg(*edit.mass);
    if (edit.center) {
      const bool is_kept = kept && kept->has_this_t_center_of_mass();
      *update.mutable_this_t_center_of_mass() =
          movedTo(is_kept ? kept->this_t_center_of_mass() : intrinsic_proto::Pose(), is_kept, *edit.center);
    }
    if (edit.inertia) geometry::toWire(Eigen::MatrixXd(*edit.inertia), update.mutable_inertia());
    if (!edit.mu && !edit.mu2 && !edit.slip1 && !edit.slip2) return;
    // What is not said of it stays as it was assumed; 0 would be ice.
    auto& friction = *update.mutable_friction();
    friction.set_mu(scene::kAssumedFriction);
    friction.set_mu2(scene::kAssumedFriction);
    if (kept && kept->has_friction()) friction = kept->friction();
    if (edit.mu) friction.set_mu(*edit.mu);
    if (edit.mu2) friction.set_mu2(*edit.mu2);
    if (edit.slip1) friction.set_slip1(*edit.slip1);
    if (edit.slip2) friction.set_slip2(*edit.slip2);
  });
}

std::optional<Payload> payloadOf(const world::Object& object) {
  if (!object.message || !object.message->has_mounted_payload()) return std::nullopt;
  const auto& wire = object.message->mounted_payload();
  Payload out{wire.mass_kg(), placeOf(wire.tip_t_cog(), wire.has_tip_t_cog())};
  if (wire.has_inertia()) out.inertia = matrixOf(wire.inertia());
  return out;
}

EditsPtr setPayload(const world::Object& object, const Payload& payload) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_world_update()->mutable_update_kinematic_object_properties();
  request.mutable_object()->set_id(world::toWire(object.id));
  auto& wire = *request.mutable_mounted_payload();
  wire = object.message->mounted_payload();
  wire.set_mass_kg(payload.mass);
  *wire.mutable_tip_t_cog() = movedTo(wire.tip_t_cog(), wire.has_tip_t_cog(), payload.center);
  if (wire.has_inertia() || !payload.inertia.isZero(0.0))
    geometry::toWire(Eigen::MatrixXd(payload.inertia), wire.mutable_inertia());
  return edits;
}

std::optional<Solver> solverOf(const world::Object& object) {
  if (!object.message) return std::nullopt;
  const auto& solvers = object.message->content().properties().kinematics().ik_solvers();
  if (solvers.empty()) return std::nullopt;
  return Solver{solvers[0].ik_solver(), solvers[0].tip_link_name()};
}

EditsPtr setSolver(ObjectId object, const std::optional<Solver>& solver) {
  return instanceUpdate(object, [&](so::SceneObjectInstanceUpdate& update) {
    auto& solvers = *update.mutable_set_ik_solvers();
    if (!solver) return;
    auto& one = *solvers.add_ik_solvers();
    one.set_ik_solver(solver->key);
    if (!solver->tip.empty()) one.set_tip_link_name(solver->tip);
  });
}

ToolLimits toolLimitsOf(const world::Object& object) {
  if (!object.message) return {};
  const auto& l = object.message->content().properties().kinematics().limits();
  return {limitOrNone(leastOf(l.max_translational_velocity())),
          limitOrNone(leastOf(l.max_translational_acceleration())), limitOrNone(l.max_rotational_velocity()),
          limitOrNone(l.max_rotational_acceleration())};
}

EditsPtr setToolLimits(const world::Object& object, const ToolLimits& limits) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_world_update()->mutable_update_kinematic_object_properties();
  request.mutable_object()->set_id(world::toWire(object.id));
  auto& wire = *request.mutable_cartesian_limits();
  // Same fields and numbers in both messages.
  wire.ParsePartialFromString(object.message->content().properties().kinematics().limits().SerializeAsString());
  setAxes(limits.speed, wire.mutable_max_translational_velocity(), wire.mutable_min_translational_velocity());
  setAxes(limits.acceleration, wire.mutable_max_translational_acceleration(),
          wire.mutable_min_translational_acceleration());
  wire.set_max_rotational_velocity(limits.turning.value_or(0.0));
  wire.set_max_rotational_acceleration(limits.turning_acceleration.value_or(0.0));
  return edits;
}

SimulationFlags simulationOf(const world::Object& object) {
  if (!object.message) return {};
  const auto& spec = object.message->content().simulation_spec();
  return {spec.is_static(), spec.disabled()};
}

EditsPtr setSimulation(ObjectId object, const SimulationFlags& flags) {
  return instanceUpdate(object, [&](so::SceneObjectInstanceUpdate& update) {
    update.mutable_update_simulation_properties()->set_is_static(flags.is_static);
    update.mutable_update_simulation_properties()->set_is_disabled(flags.is_disabled);
  });
}

}  // namespace ww::session
