// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/moment.h"

#include <algorithm>
#include <cmath>

#include "core/simulation/failures.h"
#include "core/simulation/grip.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr double kRestSpeed = 0.02;  // m/s and rad/s, as what falls asleep
constexpr double kSamePlace = 1e-9;  // radians, and a share of the metres from the origin or of one

bool isPut(const Pose& planned, const Pose& now) {
  return positionDistance(planned, now) > kSamePlace * std::max(1.0, planned.p.norm()) ||
         rotationDistance(planned, now) > kSamePlace;
}

// `d` is the Impl, which is private.
std::vector<StandingMoment> standingOf(const auto& d) {
  std::vector<StandingMoment> out;
  for (const auto& [key, number] : d.numbers) {
    const Assembly& assembly = d.engine->assembly(number);
    if (assembly.kind != AssemblyKind::kStatic || key == WorldPlan::kFloor) continue;
    const Pose now = d.engine->state({number, 0}).root_t_piece;
    if (isPut(d.plan.assemblies.at(key)->root_t_base, now)) out.push_back({assembly.object, now});
  }
  return out;
}

std::vector<StandingMoment> carriersFirst(const world::World& world, std::vector<StandingMoment> standing) {
  const auto depth = [&world](const StandingMoment& s) {
    int out = 0;
    for (ObjectId at = s.object; at && at != world::kRootObject; at = world.peek(at)->parent) ++out;
    return out;
  };
  std::ranges::stable_sort(standing, {}, depth);
  return standing;
}

bool isSlow(const Twist& twist) { return twist.linear.norm() < kRestSpeed && twist.angular.norm() < kRestSpeed; }

}  // namespace

model::Overrides Moment::shown() const {
  model::Overrides out;
  for (const FlyingMoment& f : flying) out.objects.emplace_hint(out.objects.end(), f.object, f.root_t_object);
  for (const StandingMoment& s : standing) out.objects.emplace(s.object, s.root_t_object);
  for (const JointMoment& j : joints) out.joints.emplace_hint(out.joints.end(), j.object, j.positions);
  return out;
}

std::size_t Moment::bytes() const {
  std::size_t sum = sizeof(Moment) + flying.size() * sizeof(FlyingMoment) + contacts.size() * sizeof(ContactPoint) +
                    standing.size() * sizeof(StandingMoment) + grips.size() * sizeof(GripMoment) +
                    loads.size() * sizeof(LoadMoment);
  for (const JointMoment& j : joints)
    sum += sizeof(JointMoment) + 6 * sizeof(double) * static_cast<std::size_t>(j.positions.size());
  return sum;
}

namespace {

// Where the world has its joints, driven by nothing.
JointMoment atRest(const world::Object& object) {
  const auto n = static_cast<Eigen::Index>(object.moving_joints.size());
  const JointVector none = JointVector::Constant(n, NAN);
  return {object.id, object.jointPositions(), JointVector::Zero(n), none, JointVector::Zero(n), true, none, none};
}

}  // namespace

Moment Moments::of(const Simulation& simulation) {
  const Simulation::Impl& d = *simulation.impl_;
  Moment out;
  out.step = simulation.steps();
  out.time = simulation.time();
  out.standing = standingOf(d);
  for (const auto& [key, number] : d.numbers) {
    const Assembly& assembly = d.engine->assembly(number);
    if (assembly.kind == AssemblyKind::kStatic) continue;
    const bool asleep = d.engine->asleep(number);
    if (!asleep) ++out.awake;
    if (assembly.kind != AssemblyKind::kFree && !assembly.floating) continue;
    const Motion motion = d.motionOf(d.world.peek(assembly.object)->rootEntity());
    out.flying.push_back({assembly.object, motion.root_t_this, motion.twist, asleep || isSlow(motion.twist)});
  }
  for (const GripJob& grip : d.grips) {
    const Motion held = d.motionOf(d.world.peek(grip.object)->rootEntity());
    out.flying.push_back({grip.object, held.root_t_this, held.twist, isSlow(held.twist)});
    out.grips.push_back({grip.object, grip.holder});
  }
  std::ranges::sort(out.flying, {}, &FlyingMoment::object);
  d.world.forEachObject([&](const world::Object& object) {
    if (!object.isKinematic()) return;
    JointMoment now = atRest(object);
    bool any = false;
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
      const EntityId joint = object.entities[object.moving_joints[i]]->id;
      const auto seat = d.plan.joints.find(joint);
      if (seat == d.plan.joints.end()) continue;
      any = true;
      const JointState state = d.engine->joint(d.numbers.at(seat->second.assembly), seat->second.joint);
      const auto at = static_cast<Eigen::Index>(i);
      now.positions[at] = state.position;
      now.velocities[at] = state.velocity;
      now.efforts[at] = state.drive_force;
      now.rests &= std::abs(state.velocity) < kRestSpeed;
      const auto drive = d.drives.find(joint);
      if (drive != d.drives.end() && drive->second.servo && !drive->second.by_speed)
        now.targets[at] = drive->second.target;
      const auto peak = d.peaks.find(joint);
      if (peak == d.peaks.end()) continue;
      now.peak_errors[at] = peak->second.error;
      now.peak_efforts[at] = peak->second.effort;
    }
    if (any) out.joints.push_back(std::move(now));
  });
  out.contacts = d.engine->contacts();
  out.loads = Loads::of(simulation);
  if (d.pull)
    out.pull = {d.pull->link, d.motionOf(d.pull->link).root_t_this * d.pull->in_link, d.pull->to, d.pull->force,
                d.pull->is_most};
  return out;
}

// A joint that was driven goes on being looked at: it sags once it has arrived, too.
void Moments::countPeaks(Simulation::Impl& d) {
  const auto keep = [](double value, double& most) {
    if (std::abs(value) > std::abs(most)) most = value;
  };
  for (auto& [joint, peak] : d.peaks) {
    const JointSeat& seat = d.plan.joints.at(joint);
    const JointState state = d.engine->joint(d.numbers.at(seat.assembly), seat.joint);
    const JointDrive& drive = d.drives.at(joint);
    keep(state.drive_force, peak.effort);
    if (drive.servo && !drive.by_speed) keep(drive.target - state.position, peak.error);
  }
}

Moment Moments::take(Simulation& simulation) {
  Moment out = of(simulation);
  for (auto& [joint, peak] : simulation.impl_->peaks) peak = {};
  return out;
}

Status Moments::restore(Simulation& simulation, const Moment& moment) {
  Simulation::Impl& d = *simulation.impl_;
  const auto gone = [](ObjectId id) {
    return fail(failures::kNoSuchModel, {{"name", arg::Name{std::to_string(id.value)}}});
  };
  for (const FlyingMoment& f : moment.flying) {
    const world::Object* object = d.world.peek(f.object);
    if (!object || !d.pieceOf(object->rootEntity())) return gone(f.object);
  }
  for (const StandingMoment& s : moment.standing) {
    const world::Object* object = d.world.peek(s.object);
    if (!object || !d.pieceOf(object->rootEntity())) return gone(s.object);
  }
  for (const JointMoment& j : moment.joints) {
    const world::Object* object = d.world.peek(j.object);
    if (!object || static_cast<Eigen::Index>(object->moving_joints.size()) != j.positions.size()) return gone(j.object);
  }
  ResetScope scope;
  scope.state = true;
  simulation.reset(scope);
  // What flies there and hangs on something at the start was let go since.
  for (const FlyingMoment& f : moment.flying)
    if (d.world.peek(f.object)->parent != world::kRootObject) WW_TRY(Grips::letGo(simulation, f.object));
  // Bases first: a base that is put somewhere stops its joints. Those that carry others before these.
  for (const StandingMoment& s : carriersFirst(d.world, moment.standing))
    d.shift(s.object, s.root_t_object * d.motionOf(d.world.peek(s.object)->rootEntity()).root_t_this.inverse());
  for (const FlyingMoment& f : moment.flying)
    WW_TRY(d.setMotion(d.world.peek(f.object)->rootEntity(), {f.root_t_object, f.twist}));
  for (const JointMoment& j : moment.joints) {
    const world::Object& object = *d.world.peek(j.object);
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
      const EntityId joint = object.entities[object.moving_joints[i]]->id;
      if (!d.plan.joints.contains(joint)) continue;
      const auto at = static_cast<Eigen::Index>(i);
      d.putJoint(joint, j.positions[at]);
      const JointSeat& seat = d.plan.joints.at(joint);
      d.engine->setJoint(d.numbers.at(seat.assembly), seat.joint, j.positions[at], j.velocities[at]);
      if (!std::isfinite(j.targets[at])) continue;
      JointDrive drive = d.drives.at(joint);
      drive.servo = true;
      drive.target = j.targets[at];
      d.setDrive(joint, drive);
    }
  }
  for (const GripMoment& grip : moment.grips) WW_TRY(Grips::hold(simulation, grip.object, grip.holder));
  d.counted = moment.step;
  d.time_before = moment.time;
  d.since_change = 0;
  return okStatus();
}

}  // namespace ww::simulation
