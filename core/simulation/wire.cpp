// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/wire.h"

#include <cmath>
#include <set>

#include "core/simulation/failures.h"
#include "core/simulation/load.h"
#include "core/simulation/wire_help.h"
#include "core/world/views/references.h"

namespace ww::simulation {

Vec3 plainVector(const intrinsic_proto::Vector3& v) { return {v.x(), v.y(), v.z()}; }

// Judged by the simulation; what is not sent is the identity.
Pose plainPose(const intrinsic_proto::Pose& pose) {
  const auto& q = pose.orientation();
  const Quat orientation = pose.has_orientation() ? Quat(q.w(), q.x(), q.y(), q.z()) : Quat::Identity();
  return {{pose.position().x(), pose.position().y(), pose.position().z()}, orientation};
}

Twist plainTwist(const v1::Twist& twist) { return {plainVector(twist.linear()), plainVector(twist.angular())}; }

void toWire(const Vec3& v, intrinsic_proto::Vector3* out) {
  out->set_x(v.x());
  out->set_y(v.y());
  out->set_z(v.z());
}

void toWire(const Twist& twist, v1::Twist* out) {
  toWire(twist.linear, out->mutable_linear());
  toWire(twist.angular, out->mutable_angular());
}

void toWire(const Pose& pose, intrinsic_proto::Pose* out) { geometry::toWire(pose, out); }

void fill(const Simulation& simulation, const StatusMessage& message, v1::SimulationReply* out) {
  out->set_result(v1::RESULT_OK);
  out->set_status_message(plain(message));
  out->set_time(simulation.time());
}

int resultOf(const Status& status) {
  switch (status.code) {
    case Code::kOk: return v1::RESULT_OK;
    case Code::kNotFound: return v1::RESULT_NOT_FOUND;
    case Code::kFailedPrecondition: return v1::RESULT_INCORRECT_STATE;
    case Code::kUnimplemented: return v1::RESULT_FEATURE_UNSUPPORTED;
    case Code::kAlreadyExists: return v1::RESULT_NAME_NOT_UNIQUE;
    default: return v1::RESULT_OPERATION_FAILED;
  }
}

namespace {

StateIn plainState(const v1::EntityState& state) {
  return {state.reference_frame(), plainPose(state.pose()), plainTwist(state.twist())};
}

// What is taken otherwise than it was said, or most likely meant; empty where nothing is.
StatusMessage oddPose(const intrinsic_proto::Pose& pose) {
  constexpr double kRounded = 1e-3, kFar = 200.0;  // metres: as far as nothing of a cell stands
  const Pose p = plainPose(pose);
  const double length = p.q.norm();
  if (length > 0.0 && std::abs(length - 1.0) > kRounded)
    return phrase(WW_TEXT("Core", "its orientation has a length of {length}, not 1: its direction alone is taken"),
                  {{"length", arg::Number{length}}});
  if (!(p.p.norm() > kFar)) return {};
  return phrase(WW_TEXT("Core",
                        "it is put {distance} away from where positions count from: positions are metres, and "
                        "millimetres would be {then}"),
                {{"distance", arg::Length{p.p.norm()}}, {"then", arg::Length{p.p.norm() / 1000.0}}});
}

void toWireState(const std::string& name, const StateIn& state, v1::EntityState* out) {
  out->set_name(name);
  out->set_reference_frame(state.reference_frame);
  toWire(state.pose, out->mutable_pose());
  toWire(state.twist, out->mutable_twist());
}

}  // namespace

Status perform(Simulation& s, const v1::SpawnModelRequest& r, const SpawnSource& source, v1::SpawnModelResponse* out) {
  if (!source.object && r.copy_of().empty()) return fail(failures::kNoSource);
  std::string name = r.model_name();
  if (name.empty() && source.object) name = source.object->name();
  if (r.allow_renaming() && isReservedName(name)) name += "_1";
  if (r.allow_renaming()) name = world::freeName(s.world(), world::kRootObject, name, true);
  // The pose in the file counts from where the request puts the file.
  StateIn at{r.reference_frame(), plainPose(r.initial_pose()), plainTwist(r.initial_twist())};
  if (at.pose.q.coeffs().isZero()) at.pose.q = Quat::Identity();
  at.pose = at.pose * source.file_t_object;
  auto done = source.object
                  ? s.spawn(name, *source.object, at, {r.is_static(), source.held_by_world, source.object_t_model})
                  : s.spawnCopy(name, r.copy_of(), at, {r.is_static(), false, {}});
  if (!done.ok()) return done.status();
  fill(s, done->empty() ? oddPose(r.initial_pose()) : *done, out->mutable_reply());
  std::string& message = *out->mutable_reply()->mutable_status_message();
  if (!source.without.empty()) message += (message.empty() ? "" : "; ") + source.without;
  out->set_model_name(name);
  return okStatus();
}

Status perform(Simulation& s, const v1::DeleteModelRequest& r, v1::SimulationReply* out) {
  WW_TRY(s.remove(r.model_name()));
  fill(s, {}, out);
  return okStatus();
}

Status perform(Simulation& s, const v1::GetWorldPropertiesRequest&, v1::GetWorldPropertiesResponse* out) {
  fill(s, {}, out->mutable_reply());
  out->set_sim_time(s.time());
  for (std::string& name : s.modelNames()) out->add_model_names(std::move(name));
  return okStatus();
}

Status perform(Simulation& s, const v1::GetModelPropertiesRequest& r, v1::GetModelPropertiesResponse* out) {
  WW_ASSIGN(const ModelProperties p, s.modelProperties(r.model_name()));
  fill(s, {}, out->mutable_reply());
  out->set_parent_model_name(p.parent_model_name);
  out->set_canonical_body_name(p.canonical_body_name);
  out->set_is_static(p.is_static);
  for (const std::string& name : p.body_names) out->add_body_names(name);
  for (const std::string& name : p.geom_names) out->add_geom_names(name);
  for (const std::string& name : p.joint_names) out->add_joint_names(name);
  for (const std::string& name : p.child_model_names) out->add_child_model_names(name);
  return okStatus();
}

Status perform(Simulation& s, const v1::GetModelStateRequest& r, v1::GetStateResponse* out) {
  WW_ASSIGN(const StateIn state, s.modelState(r.model_name(), r.relative_entity_name()));
  fill(s, {}, out->mutable_reply());
  toWireState(r.model_name(), state, out->mutable_state());
  return okStatus();
}

Status perform(Simulation& s, const v1::SetModelStateRequest& r, v1::SimulationReply* out) {
  WW_TRY(s.setModelState(r.model_state().name(), plainState(r.model_state())));
  fill(s, oddPose(r.model_state().pose()), out);
  return okStatus();
}

Status perform(Simulation& s, const v1::GetLinkPropertiesRequest& r, v1::GetLinkPropertiesResponse* out) {
  WW_ASSIGN(const LinkProperties p, s.linkProperties(r.link_name()));
  fill(s, {}, out->mutable_reply());
  v1::LinkProperties& w = *out->mutable_properties();
  toWire(p.com, w.mutable_com());
  w.set_gravity_mode(p.gravity_mode);
  w.set_mass(p.mass);
  w.set_ixx(p.ixx), w.set_ixy(p.ixy), w.set_ixz(p.ixz);
  w.set_iyy(p.iyy), w.set_iyz(p.iyz), w.set_izz(p.izz);
  return okStatus();
}

Status perform(Simulation& s, const v1::SetLinkPropertiesRequest& r, v1::SimulationReply* out) {
  const v1::LinkProperties& w = r.properties();
  const LinkProperties p{
      plainPose(w.com()), w.gravity_mode(), w.mass(), w.ixx(), w.ixy(), w.ixz(), w.iyy(), w.iyz(), w.izz()};
  WW_ASSIGN(const StatusMessage message, s.setLinkProperties(r.link_name(), p));
  fill(s, message, out);
  return okStatus();
}

Status perform(Simulation& s, const v1::GetLinkStateRequest& r, v1::GetStateResponse* out) {
  WW_ASSIGN(const StateIn state, s.linkState(r.link_name(), r.reference_frame()));
  fill(s, {}, out->mutable_reply());
  toWireState(r.link_name(), state, out->mutable_state());
  return okStatus();
}

Status perform(Simulation& s, const v1::SetLinkStateRequest& r, v1::SimulationReply* out) {
  WW_TRY(s.setLinkState(r.link_state().name(), plainState(r.link_state())));
  fill(s, oddPose(r.link_state().pose()), out);
  return okStatus();
}

Status perform(Simulation& s, const v1::GetContactsRequest&, v1::ContactsState* out) {
  fill(s, {}, out->mutable_reply());
  for (const Contact& contact : s.contacts()) {
    v1::ContactState& w = *out->add_states();
    w.set_collision1_name(contact.collision1);
    w.set_collision2_name(contact.collision2);
    for (std::size_t i = 0; i < contact.forces.size(); ++i) {
      v1::Wrench& wrench = *w.add_wrenches();
      toWire(contact.forces[i], wrench.mutable_force());
      toWire(Vec3(contact.positions[i].cross(contact.forces[i])), wrench.mutable_torque());
      toWire(contact.positions[i], w.add_contact_positions());
      toWire(contact.normals[i], w.add_contact_normals());
      w.add_depths(contact.depths[i]);
      w.add_slips(contact.slips[i]);
    }
    toWire(contact.total_force, w.mutable_total_wrench()->mutable_force());
    toWire(contact.total_torque, w.mutable_total_wrench()->mutable_torque());
  }
  return okStatus();
}

Status perform(Simulation& s, const v1::GetEnergyRequest&, v1::GetEnergyResponse* out) {
  const Energy energy = s.energy();
  fill(s, {}, out->mutable_reply());
  out->set_kinetic(energy.kinetic);
  out->set_potential(energy.potential);
  toWire(energy.momentum, out->mutable_momentum());
  toWire(energy.angular_momentum, out->mutable_angular_momentum());
  return okStatus();
}

namespace {

// What is not there yet of all models, and of their links where those are wanted.
void addStill(const Simulation& simulation, bool links, v1::SimulationStates* out) {
  std::set<std::string> told;
  for (const auto& state : out->models()) told.insert(state.name());
  for (const auto& state : out->links()) told.insert(state.name());
  const auto add = [&](const std::string& name, const Result<StateIn>& state, auto* states) {
    if (state.ok()) toWireState(name, *state, states->Add());
  };
  simulation.world().forEachObject([&](const world::Object& object) {
    if (object.id == world::kRootObject) return;
    const std::string model = simulation.world().display(object.id);
    if (!told.contains(model)) add(model, simulation.modelState(model, {}), out->mutable_models());
    if (!links) return;
    for (const auto& entity : object.entities) {
      const std::string name = model + "::" + entity->name;
      if (entity->kind == world::EntityKind::kLink && !told.contains(name))
        add(name, simulation.linkState(name, {}), out->mutable_links());
    }
  });
}

}  // namespace

void fill(const Simulation& simulation, const StatesWanted& wanted, v1::SimulationStates* out) {
  out->set_time(simulation.time());
  out->set_step(simulation.steps());
  const auto add = [](const NamedState& state, v1::EntityState* w) {
    toWireState(state.name, {{}, state.pose, state.twist}, w);
  };
  for (const NamedState& state : simulation.modelStates()) add(state, out->add_models());
  if (wanted.links) {
    for (const NamedState& state : simulation.linkStates()) add(state, out->add_links());
  }
  if (wanted.still) addStill(simulation, wanted.links, out);
  if (wanted.joints) {
    for (const NamedJoint& joint : simulation.jointStates()) {
      v1::JointStateRow& w = *out->add_joints();
      w.set_name(joint.name);
      w.set_position(joint.state.position);
      w.set_velocity(joint.state.velocity);
      w.set_drive_force(joint.state.drive_force);
      if (std::isfinite(joint.target)) w.set_target(joint.target);
    }
  }
  for (const LoadMoment& load : Loads::of(simulation)) {
    v1::ForceTorqueRow& w = *out->add_force_torques();
    const world::World& world = simulation.world();
    w.set_name(world.display(world.owner(load.sensor)->object) + "::" + world.entity(load.sensor)->name);
    toWire(load.wrench.force, w.mutable_wrench()->mutable_force());
    toWire(load.wrench.torque, w.mutable_wrench()->mutable_torque());
  }
  if (wanted.hash) out->set_state_hash(toHex(simulation.hash()));
}

}  // namespace ww::simulation
