// SPDX-License-Identifier: Apache-2.0
// Properties, drives and forces as messages.
#include <cmath>

#include "core/simulation/failures.h"
#include "core/simulation/grip.h"
#include "core/simulation/simulation_impl.h"
#include "core/simulation/wire_help.h"

namespace ww::simulation {
namespace {

Status replied(Simulation& s, Result<StatusMessage> done, v1::SimulationReply* out) {
  if (!done.ok()) return done.status();
  fill(s, *done, out);
  return okStatus();
}
Status replied(Simulation& s, Status done, v1::SimulationReply* out) {
  if (!done.ok()) return done;
  fill(s, {}, out);
  return okStatus();
}

// Joints have one axis.
Status take(const google::protobuf::RepeatedField<double>& values, const char* field, std::optional<double>* out) {
  if (values.size() > 1)
    return within(fail(failures::kLengths,
                       {{"names", arg::Count{1}}, {"values", arg::Count{static_cast<std::uint64_t>(values.size())}}}),
                  Phrase(field));
  if (!values.empty()) *out = values[0];
  return okStatus();
}

}  // namespace

Status perform(Simulation& s, const v1::GetJointPropertiesRequest& r, v1::GetJointPropertiesResponse* out) {
  WW_ASSIGN(const JointProperties p, s.jointProperties(r.joint_name()));
  fill(s, {}, out->mutable_reply());
  out->set_type(static_cast<v1::GetJointPropertiesResponse::Type>(p.type));
  out->add_position(p.position);
  if (p.type == JointType::kFixed) return okStatus();
  out->add_damping(p.damping);
  out->add_rate(p.rate);
  out->set_friction(p.friction);
  out->set_lower(p.lower);
  out->set_upper(p.upper);
  out->set_drive_force(p.drive_force);
  if (p.kept.erp) out->set_erp(*p.kept.erp);
  if (p.kept.cfm) out->set_cfm(*p.kept.cfm);
  if (p.kept.stop_erp) out->set_stop_erp(*p.kept.stop_erp);
  if (p.kept.stop_cfm) out->set_stop_cfm(*p.kept.stop_cfm);
  if (p.kept.fudge_factor) out->set_fudge_factor(*p.kept.fudge_factor);
  return okStatus();
}

Status perform(Simulation& s, const v1::SetJointPropertiesRequest& r, v1::SimulationReply* out) {
  JointChanges changes;
  WW_TRY(take(r.damping(), "damping", &changes.damping));
  WW_TRY(take(r.hi_stop(), "hi_stop", &changes.hi_stop));
  WW_TRY(take(r.lo_stop(), "lo_stop", &changes.lo_stop));
  WW_TRY(take(r.erp(), "erp", &changes.kept.erp));
  WW_TRY(take(r.cfm(), "cfm", &changes.kept.cfm));
  WW_TRY(take(r.stop_erp(), "stop_erp", &changes.kept.stop_erp));
  WW_TRY(take(r.stop_cfm(), "stop_cfm", &changes.kept.stop_cfm));
  WW_TRY(take(r.fudge_factor(), "fudge_factor", &changes.kept.fudge_factor));
  WW_TRY(take(r.fmax(), "fmax", &changes.fmax));
  WW_TRY(take(r.vel(), "vel", &changes.vel));
  WW_TRY(take(r.friction(), "friction", &changes.friction));
  WW_TRY(take(r.spring_stiffness(), "spring_stiffness", &changes.spring_stiffness));
  WW_TRY(take(r.spring_reference(), "spring_reference", &changes.spring_reference));
  return replied(s, s.setJointProperties(r.joint_name(), changes), out);
}

Status perform(Simulation& s, const v1::GetPhysicsPropertiesRequest&, v1::GetPhysicsPropertiesResponse* out) {
  const PhysicsProperties p = s.physics();
  fill(s, {}, out->mutable_reply());
  out->set_time_step(p.time_step);
  out->set_max_update_rate(p.max_update_rate);
  toWire(p.gravity, out->mutable_gravity());
  v1::OdePhysics& w = *out->mutable_ode_config();
  w.set_auto_disable_bodies(p.ode.auto_disable_bodies);
  w.set_sor_pgs_precon_iters(p.ode.sor_pgs_precon_iters);
  w.set_sor_pgs_iters(p.ode.sor_pgs_iters);
  w.set_sor_pgs_w(p.ode.sor_pgs_w);
  w.set_sor_pgs_rms_error_tol(p.ode.sor_pgs_rms_error_tol);
  w.set_contact_surface_layer(p.ode.contact_surface_layer);
  w.set_contact_max_correcting_vel(p.ode.contact_max_correcting_vel);
  w.set_cfm(p.ode.cfm);
  w.set_erp(p.ode.erp);
  w.set_max_contacts(p.ode.max_contacts);
  return okStatus();
}

Status perform(Simulation& s, const v1::SetPhysicsPropertiesRequest& r, v1::SimulationReply* out) {
  constexpr double kEarth = 9.80665, kStrongest = 10.0 * kEarth;  // m/s^2
  PhysicsProperties p = s.physics();
  if (r.time_step() == 0.0)
    return fail(failures::kPhysicsNotWhole,
                {{"step", arg::Number{p.time_step}}, {"rate", arg::Number{p.max_update_rate}}});
  p.time_step = r.time_step();
  p.max_update_rate = r.max_update_rate();
  if (r.has_gravity()) p.gravity = plainVector(r.gravity());
  if (r.has_ode_config()) {
    const v1::OdePhysics& w = r.ode_config();
    p.ode = {w.auto_disable_bodies(),
             w.sor_pgs_precon_iters(),
             w.sor_pgs_iters(),
             w.sor_pgs_w(),
             w.sor_pgs_rms_error_tol(),
             w.contact_surface_layer(),
             w.contact_max_correcting_vel(),
             w.cfm(),
             w.erp(),
             w.max_contacts()};
  }
  auto done = s.setPhysics(p);
  if (const double g = p.gravity.norm(); done.ok() && g > kStrongest)
    *done = bothTold(
        *std::move(done),
        phrase(WW_TEXT("Core",
                       "the gravity is {value} m/s^2 now, {times} times that of the earth: millimetres per second "
                       "squared would be {then} m/s^2"),
               {{"value", arg::Number{g}},
                {"times", arg::Number{std::round(g / kEarth)}},
                {"then", arg::Number{g / 1000.0}}}));
  return replied(s, std::move(done), out);
}

Status perform(Simulation& s, const v1::GetSurfacePropertiesRequest& r, v1::GetSurfacePropertiesResponse* out) {
  WW_ASSIGN(const Material m, s.material(r.link_name()));
  fill(s, {}, out->mutable_reply());
  v1::SurfaceProperties& w = *out->mutable_surface();
  w.set_mu(m.mu);
  w.set_mu2(m.mu2);
  toWire(m.fdir1, w.mutable_fdir1());
  w.set_slip1(m.slip1);
  w.set_slip2(m.slip2);
  w.set_torsional(m.torsional);
  w.set_rolling(m.rolling);
  w.set_restitution(m.restitution);
  if (m.kp) w.set_kp(*m.kp);
  if (m.kd) w.set_kd(*m.kd);
  w.set_torsional_coefficient(m.torsional_coefficient);
  w.set_surface_radius(m.surface_radius);
  if (m.soft_erp) w.set_soft_erp(*m.soft_erp);
  if (m.soft_cfm) w.set_soft_cfm(*m.soft_cfm);
  if (m.max_vel) w.set_max_vel(*m.max_vel);
  if (m.min_depth) w.set_min_depth(*m.min_depth);
  toWire(m.surface_velocity, w.mutable_surface_velocity());
  return okStatus();
}

Status perform(Simulation& s, const v1::SetSurfacePropertiesRequest& r, v1::SimulationReply* out) {
  const v1::SurfaceProperties& w = r.surface();
  Material m;
  m.mu = w.mu();
  m.mu2 = w.mu2();
  m.fdir1 = plainVector(w.fdir1());
  m.slip1 = w.slip1();
  m.slip2 = w.slip2();
  m.torsional = w.torsional();
  m.rolling = w.rolling();
  m.restitution = w.restitution();
  if (w.has_kp()) m.kp = w.kp();
  if (w.has_kd()) m.kd = w.kd();
  m.torsional_coefficient = w.torsional_coefficient();
  m.surface_radius = w.surface_radius();
  if (w.has_soft_erp()) m.soft_erp = w.soft_erp();
  if (w.has_soft_cfm()) m.soft_cfm = w.soft_cfm();
  if (w.has_max_vel()) m.max_vel = w.max_vel();
  if (w.has_min_depth()) m.min_depth = w.min_depth();
  m.surface_velocity = plainVector(w.surface_velocity());
  return replied(s, s.setMaterial(r.link_name(), m), out);
}

Status perform(Simulation& s, const v1::SetModelConfigurationRequest& r, v1::SimulationReply* out) {
  const std::vector<std::string> names(r.joint_names().begin(), r.joint_names().end());
  const std::vector<double> positions(r.joint_positions().begin(), r.joint_positions().end());
  return replied(s, s.setModelConfiguration(r.model_name(), names, positions), out);
}

Status perform(Simulation& s, const v1::SetJointTrajectoryRequest& r, v1::SimulationReply* out) {
  JointTrajectory t;
  t.model_name = r.model_name();
  t.joint_names.assign(r.joint_names().begin(), r.joint_names().end());
  for (const auto& point : r.points())
    t.points.push_back({point.time_from_start(),
                        {point.positions().begin(), point.positions().end()},
                        {point.velocities().begin(), point.velocities().end()}});
  if (r.set_model_pose()) t.model_pose = StateIn{{}, plainPose(r.model_pose()), {}};
  t.disable_physics_updates = r.disable_physics_updates();
  return replied(s, s.setJointTrajectory(t), out);
}

Status perform(Simulation& s, const v1::ApplyBodyWrenchRequest& r, v1::SimulationReply* out) {
  BodyWrench w;
  w.body_name = r.body_name();
  w.reference_frame = r.reference_frame();
  w.reference_point = plainVector(r.reference_point());
  w.force = plainVector(r.wrench().force());
  w.torque = plainVector(r.wrench().torque());
  w.span = {r.start_time(), r.duration()};
  return replied(s, s.applyBodyWrench(w), out);
}

Status perform(Simulation& s, const v1::BodyRequest& r, v1::SimulationReply* out) {
  return replied(s, s.clearBodyWrenches(r.body_name()), out);
}

Status perform(Simulation& s, const v1::ApplyJointEffortRequest& r, v1::SimulationReply* out) {
  return replied(s, s.applyJointEffort(r.joint_name(), r.effort(), {r.start_time(), r.duration()}), out);
}

Status perform(Simulation& s, const v1::JointRequest& r, v1::SimulationReply* out) {
  return replied(s, s.clearJointForces(r.joint_name()), out);
}

Status perform(Simulation& s, const v1::HoldModelRequest& r, v1::SimulationReply* out) {
  return replied(s, Grips::hold(s, r.model_name(), r.link_name()), out);
}

Status perform(Simulation& s, const v1::ReleaseModelRequest& r, v1::SimulationReply* out) {
  return replied(s, Grips::letGo(s, r.model_name()), out);
}

Status checkScope(const v1::ResetSimulationRequest& r) {
  using Request = v1::ResetSimulationRequest;
  constexpr std::uint32_t kParts = Request::SCOPE_TIME | Request::SCOPE_STATE | Request::SCOPE_SPAWNED;
  if (r.scope() == Request::SCOPE_ALL || (r.scope() & ~kParts) == 0) return okStatus();
  return fail(failures::kBadScope, {{"scope", arg::Number{static_cast<double>(r.scope())}}});
}

Status perform(Simulation& s, const v1::ResetSimulationRequest& r, v1::SimulationReply* out) {
  WW_TRY(checkScope(r));
  if (!r.model_name().empty()) return replied(s, s.resetModel(r.model_name()), out);
  using Request = v1::ResetSimulationRequest;
  const std::uint32_t bits = r.scope() == 0 ? static_cast<std::uint32_t>(Request::SCOPE_ALL) : r.scope();
  s.reset(
      {(bits & Request::SCOPE_TIME) != 0, (bits & Request::SCOPE_STATE) != 0, (bits & Request::SCOPE_SPAWNED) != 0});
  return replied(s, okStatus(), out);
}

}  // namespace ww::simulation
