// SPDX-License-Identifier: Apache-2.0
// What links weigh, joints resist, and physics is.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr double kSmallestStep = 1e-6, kLargestStep = 0.1;
constexpr std::uint32_t kMostIterations = 10000;

Status outOfRange(const char* field, double value, Phrase range) {
  return fail(failures::kOutOfRange,
              {{"field", arg::Words{field}}, {"value", arg::Number{value}}, {"range", std::move(range)}});
}

Status checkAtLeast0(double value, const char* field, double most = kMostForce) {
  WW_TRY(checkNumber(value, field, most));
  return value < 0.0 ? outOfRange(field, value, phrase(WW_TEXT("Core", "0 or more"))) : okStatus();
}

StatusMessage storedOnly(std::vector<std::string> fields) {
  if (fields.empty()) return {};
  return told(fail(failures::kNotSimulated, {{"fields", arg::Names{std::move(fields)}}}));
}

StatusMessage coarseStep(double seconds) {
  if (seconds <= kCoarseStep) return {};
  return told(fail(failures::kCoarseStep, {{"step", arg::Seconds{seconds}}}));
}

// Numbers of it that were left out are 0.
StatusMessage oddGravity(const Vec3& gravity) {
  if (gravity.isZero()) return phrase(WW_TEXT("Core", "gravity is 0 now, and nothing falls"));
  if (gravity.z() > 0.0) return phrase(WW_TEXT("Core", "gravity pulls upwards now"));
  return {};
}

// Takes over what is set, and names it.
Result<std::vector<std::string>> keep(const KeptJoint& from, KeptJoint& to) {
  using Field = std::optional<double> KeptJoint::*;
  constexpr std::pair<const char*, Field> kFields[] = {{"erp", &KeptJoint::erp},
                                                       {"cfm", &KeptJoint::cfm},
                                                       {"stop_erp", &KeptJoint::stop_erp},
                                                       {"stop_cfm", &KeptJoint::stop_cfm},
                                                       {"fudge_factor", &KeptJoint::fudge_factor}};
  std::vector<std::string> fields;
  for (const auto& [name, field] : kFields) {
    if (!(from.*field)) continue;
    WW_TRY(checkNumber(*(from.*field), name));
    to.*field = from.*field;
    fields.emplace_back(name);
  }
  return fields;
}

Result<Inertial> soundInertial(const LinkProperties& p) {
  WW_TRY(checkNumber(p.mass, "mass", kHeaviest));
  if (p.mass <= 0.0) return outOfRange("mass", p.mass, phrase(WW_TEXT("Core", "more than 0")));
  WW_ASSIGN(const Pose com, soundPose(p.com));
  for (const double v : {p.ixx, p.ixy, p.ixz, p.iyy, p.iyz, p.izz}) WW_TRY(checkNumber(v, "inertia"));
  Eigen::Matrix3d inertia;
  inertia << p.ixx, p.ixy, p.ixz, p.ixy, p.iyy, p.iyz, p.ixz, p.iyz, p.izz;
  const Vec3 m = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia).eigenvalues();
  if (!(m.x() > 0.0) || m.z() > (m.x() + m.y()) * (1.0 + 1e-6)) return fail(failures::kImpossibleInertia);
  const Eigen::Matrix3d r = com.q.toRotationMatrix();
  return Inertial{p.mass, com.p, r * inertia * r.transpose()};
}

Status checkMaterial(const Material& material) {
  const std::pair<const char*, double> figures[] = {{"mu", material.mu},
                                                    {"mu2", material.mu2},
                                                    {"slip1", material.slip1},
                                                    {"slip2", material.slip2},
                                                    {"torsional", material.torsional},
                                                    {"rolling", material.rolling},
                                                    {"kp", material.kp.value_or(0.0)},
                                                    {"kd", material.kd.value_or(0.0)},
                                                    {"torsional_coefficient", material.torsional_coefficient},
                                                    {"surface_radius", material.surface_radius},
                                                    {"soft_erp", material.soft_erp.value_or(0.0)},
                                                    {"soft_cfm", material.soft_cfm.value_or(0.0)},
                                                    {"max_vel", material.max_vel.value_or(0.0)},
                                                    {"min_depth", material.min_depth.value_or(0.0)},
                                                    {"restitution", material.restitution}};
  for (const auto& [field, value] : figures) WW_TRY(checkAtLeast0(value, field, 1e15));
  if (material.restitution > 1.0)
    return outOfRange("restitution", material.restitution, phrase(WW_TEXT("Core", "0 to 1")));
  if (material.soft_erp.value_or(0.0) > 1.0)
    return outOfRange("soft_erp", *material.soft_erp, phrase(WW_TEXT("Core", "0 to 1")));
  WW_TRY(checkVector(material.fdir1, "fdir1", 1e6));
  return checkVector(material.surface_velocity, "surface_velocity", kFastest);
}

Status checkPhysics(const PhysicsProperties& p) {
  WW_TRY(checkNumber(p.time_step, "time_step"));
  if (p.time_step < kSmallestStep || p.time_step > kLargestStep)
    return outOfRange("time_step", p.time_step, phrase(WW_TEXT("Core", "1e-6 to 0.1 seconds")));
  WW_TRY(checkNumber(p.max_update_rate, "max_update_rate"));
  WW_TRY(checkVector(p.gravity, "gravity", 1e6));
  const OdeSettings& ode = p.ode;
  if (ode.sor_pgs_iters == 0 || ode.sor_pgs_iters > kMostIterations)
    return outOfRange("sor_pgs_iters", ode.sor_pgs_iters, phrase(WW_TEXT("Core", "1 to 10000")));
  WW_TRY(checkNumber(ode.sor_pgs_w, "sor_pgs_w"));
  if (ode.sor_pgs_w <= 0.0 || ode.sor_pgs_w >= 2.0)
    return outOfRange("sor_pgs_w", ode.sor_pgs_w, phrase(WW_TEXT("Core", "between 0 and 2")));
  WW_TRY(checkNumber(ode.erp, "erp"));
  if (ode.erp < 0.0 || ode.erp > 1.0) return outOfRange("erp", ode.erp, phrase(WW_TEXT("Core", "0 to 1")));
  WW_TRY(checkAtLeast0(ode.cfm, "cfm", 1e6));
  WW_TRY(checkAtLeast0(ode.sor_pgs_rms_error_tol, "sor_pgs_rms_error_tol"));
  WW_TRY(checkAtLeast0(ode.contact_surface_layer, "contact_surface_layer", 1.0));
  return checkAtLeast0(ode.contact_max_correcting_vel, "contact_max_correcting_vel");
}

Result<Axis> changedAxis(Axis axis, const JointChanges& changes) {
  if (changes.damping) axis.damping = *changes.damping;
  if (changes.friction) axis.friction = *changes.friction;
  if (changes.spring_stiffness) axis.spring_stiffness = *changes.spring_stiffness;
  if (changes.spring_reference) axis.spring_reference = *changes.spring_reference;
  if (changes.lo_stop) axis.lower = *changes.lo_stop;
  if (changes.hi_stop) axis.upper = *changes.hi_stop;
  WW_TRY(checkAtLeast0(axis.damping, "damping"));
  WW_TRY(checkAtLeast0(axis.friction, "friction"));
  WW_TRY(checkAtLeast0(axis.spring_stiffness, "spring_stiffness"));
  WW_TRY(checkNumber(axis.spring_reference, "spring_reference"));
  if (std::isnan(axis.lower) || std::isnan(axis.upper) || axis.lower > axis.upper)
    return outOfRange("hiStop", axis.upper, phrase(WW_TEXT("Core", "not below loStop")));
  return axis;
}

StatusMessage beyondLimits(const Axis& axis, double position) {
  const double beyond = std::max(axis.lower - position, position - axis.upper);
  if (axis.leader >= 0 || !(beyond > 1e-9)) return {};
  const char* text = WW_TEXT("Core", "the joint stands {angle} beyond its limits now, and is taken back to them");
  if (axis.revolute) return phrase(text, {{"angle", arg::Angle{beyond}}});
  text = WW_TEXT("Core", "the joint stands {distance} beyond its limits now, and is taken back to them");
  return phrase(text, {{"distance", arg::Length{beyond}}});
}

// A motor, unless its force is 0.
JointDrive driveOf(const JointChanges& changes, const Axis& axis, const JointDrive& before, StatusMessage& odd) {
  JointDrive drive;
  const double force = changes.fmax.value_or(before.force_limit);
  if (changes.fmax && force > axis.effort_limit)
    odd = bothTold(std::move(odd), phrase(WW_TEXT("Core", "its drive gives {limit} at most, the effort of the joint"),
                                          {{"limit", arg::Number{axis.effort_limit}}}));
  drive.servo = drive.by_speed = force > 0.0;
  drive.force_limit = std::min(force, axis.effort_limit);
  drive.speed_limit = axis.velocity_limit;
  drive.speed = changes.vel.value_or(before.by_speed ? before.speed : 0.0);
  return drive;
}

JointProperties propertiesOf(const Axis& axis, const JointState& state) {
  JointProperties out;
  const bool endless = !std::isfinite(axis.lower) && !std::isfinite(axis.upper);
  out.type = !axis.revolute ? JointType::kPrismatic : endless ? JointType::kContinuous : JointType::kRevolute;
  out.damping = axis.damping;
  out.friction = axis.friction;
  out.lower = axis.lower;
  out.upper = axis.upper;
  out.position = state.position;
  out.rate = state.velocity;
  out.drive_force = state.drive_force;
  return out;
}

// A link, or the floor that is in no world, unless something there has its name.
Result<EntityId> surfaceNamed(const SimulatedWorld& world, const WorldPlan& plan, const std::string& name) {
  Result<EntityId> link = world.linkNamed(name);
  if (!link.ok() && name == "floor" && plan.assemblies.contains(WorldPlan::kFloor)) return WorldPlan::kFloor;
  return link;
}

}  // namespace

Result<LinkProperties> Simulation::linkProperties(const std::string& link) const {
  WW_ASSIGN(const EntityId entity, impl_->linkNamed(link));
  const auto changed = impl_->changes.links.find(entity);
  Inertial inertial;
  LinkProperties out;
  if (changed != impl_->changes.links.end()) {
    inertial = changed->second.inertial;
    out.gravity_mode = changed->second.gravity;
  } else {
    inertial = inertialOf(*impl_->world.entity(entity), impl_->options.plan.density);
  }
  out.com.p = inertial.com;
  out.mass = inertial.mass;
  const Eigen::Matrix3d& i = inertial.inertia;
  out.ixx = i(0, 0), out.ixy = i(0, 1), out.ixz = i(0, 2), out.iyy = i(1, 1), out.iyz = i(1, 2), out.izz = i(2, 2);
  return out;
}

// The assembly is made anew with the mass, where it is and as fast as it is.
Result<StatusMessage> Simulation::setLinkProperties(const std::string& link, const LinkProperties& properties) {
  Impl& d = *impl_;
  WW_ASSIGN(const EntityId entity, d.linkNamed(link));
  WW_ASSIGN(const Inertial inertial, soundInertial(properties));
  d.changes.links[entity] = {inertial, properties.gravity_mode};
  d.replan();
  const auto piece = d.pieceOf(entity);
  if (!piece || d.engine->isFixed(*piece)) return told(d.standsStill(entity, d.plan));
  return StatusMessage{};
}

Result<Material> Simulation::material(const std::string& link) const {
  const Impl& d = *impl_;
  WW_ASSIGN(const EntityId entity, surfaceNamed(d, d.plan, link));
  if (const auto changed = d.changes.materials.find(entity); changed != d.changes.materials.end())
    return changed->second;
  if (entity == WorldPlan::kFloor) return floorMaterial();
  const world::EntityPtr of = d.world.entity(entity);
  return materialOf(*d.world.peek(of->object), *of);
}

Result<StatusMessage> Simulation::setMaterial(const std::string& link, const Material& material) {
  Impl& d = *impl_;
  WW_ASSIGN(const EntityId entity, surfaceNamed(d, d.plan, link));
  WW_TRY(checkMaterial(material));
  Material wanted = material;
  if (!wanted.fdir1.isZero()) wanted.fdir1.normalize();
  d.changes.materials[entity] = wanted;
  const auto piece = entity == WorldPlan::kFloor ? PieceId{d.numbers.at(entity), 0} : d.pieceOf(entity);
  if (piece) d.engine->setMaterial(*piece, entity, wanted);
  return storedOnly(unsupported(wanted));
}

Result<JointProperties> Simulation::jointProperties(const std::string& joint) const {
  const Impl& d = *impl_;
  WW_ASSIGN(const EntityId entity, d.jointNamed(joint));
  JointProperties out;
  const auto seat = d.plan.joints.find(entity);
  const world::Joint& said = *d.world.entity(entity)->joint;
  if (seat == d.plan.joints.end()) {
    out.type = JointType::kFixed;
    out.position = said.value;
    return out;
  }
  out = propertiesOf(d.axes.at(entity), d.engine->joint(d.numbers.at(seat->second.assembly), seat->second.joint));
  if (const auto kept = d.kept.find(entity); kept != d.kept.end()) out.kept = kept->second;
  return out;
}

Result<StatusMessage> Simulation::setJointProperties(const std::string& joint, const JointChanges& changes) {
  Impl& d = *impl_;
  WW_ASSIGN(const EntityId entity, d.jointNamed(joint));
  WW_ASSIGN(const auto seat, d.jointSeat(entity));
  WW_ASSIGN(const Axis axis, changedAxis(d.axes.at(entity), changes));
  WW_TRY(checkAtLeast0(changes.fmax.value_or(0.0), "fmax"));
  WW_TRY(checkNumber(changes.vel.value_or(0.0), "vel", kFastest));
  KeptJoint kept = d.kept.contains(entity) ? d.kept.at(entity) : KeptJoint{};
  WW_ASSIGN(std::vector<std::string> fields, keep(changes.kept, kept));
  StatusMessage odd = beyondLimits(axis, d.engine->joint(seat.first, seat.second).position);
  if (axis.leader < 0 && (changes.fmax || changes.vel))
    d.setDrive(entity, driveOf(changes, axis, d.drives.at(entity), odd));
  d.kept[entity] = kept;
  d.axes[entity] = axis;
  d.engine->setJointProperties(seat.first, seat.second, axis);
  return bothTold(std::move(odd), storedOnly(std::move(fields)));
}

PhysicsProperties Simulation::physics() const { return impl_->physics; }

Result<StatusMessage> Simulation::setPhysics(const PhysicsProperties& p) {
  Impl& d = *impl_;
  WW_TRY(checkPhysics(p));
  if (p.time_step != d.physics.time_step) {
    d.time_before = time();
    d.since_change = 0;
  }
  d.physics = p;
  d.engine->set(p);
  return bothTold(bothTold(coarseStep(p.time_step), oddGravity(p.gravity)), storedOnly(unsupported(p.ode)));
}

}  // namespace ww::simulation
