// SPDX-License-Identifier: Apache-2.0
// Forces, efforts and trajectories that hold for a while.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/scene/limits.h"
#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr std::size_t kMostJobs = 100'000;
constexpr std::size_t kMostPoints = 1'000'000;

Status tooMany(std::size_t count, Phrase what) {
  return fail(failures::kTooMany, {{"count", arg::Count{count}}, {"what", std::move(what)}});
}

// Position at a time: by cubics where both ends have a velocity, else straight.
double positionAt(const std::vector<TrajectoryPoint>& points, std::size_t joint, double time) {
  if (time <= points.front().time_from_start) return points.front().positions[joint];
  if (time >= points.back().time_from_start) return points.back().positions[joint];
  const auto next = std::ranges::upper_bound(points, time, {}, &TrajectoryPoint::time_from_start);
  const TrajectoryPoint &a = *(next - 1), &b = *next;
  const double length = b.time_from_start - a.time_from_start, s = (time - a.time_from_start) / length;
  const double p = a.positions[joint], q = b.positions[joint];
  if (a.velocities.empty() || b.velocities.empty()) return p + s * (q - p);
  const double u = length * a.velocities[joint], v = length * b.velocities[joint];
  return p + s * (u + s * (3.0 * (q - p) - 2.0 * u - v + s * (2.0 * (p - q) + u + v)));
}

Status checkPoints(const JointTrajectory& t) {
  if (t.points.empty() || t.joint_names.empty()) return fail(failures::kTrajectoryEmpty);
  if (t.points.size() > kMostPoints) return tooMany(t.points.size(), phrase(WW_TEXT("Core", "points")));
  double before = -1.0;
  for (std::size_t i = 0; i < t.points.size(); ++i) {
    const TrajectoryPoint& point = t.points[i];
    const auto unfit = [&](std::size_t values) {
      return fail(failures::kLengths, {{"names", arg::Count{t.joint_names.size()}}, {"values", arg::Count{values}}});
    };
    if (point.positions.size() != t.joint_names.size()) return unfit(point.positions.size());
    if (!point.velocities.empty() && point.velocities.size() != t.joint_names.size())
      return within(unfit(point.velocities.size()), Phrase("velocities"));
    for (const double q : point.positions) WW_TRY(checkNumber(q, "positions", kFarthest));
    for (const double v : point.velocities) WW_TRY(checkNumber(v, "velocities", kFastest));
    WW_TRY(checkNumber(point.time_from_start, "time_from_start"));
    if (point.time_from_start <= before || point.time_from_start < 0.0)
      return fail(failures::kTrajectoryTimes, {{"index", arg::Count{i + 1}}});
    before = point.time_from_start;
  }
  return okStatus();
}

StatusMessage lastsNoTime() {
  return phrase(
      WW_TEXT("Core", "it lasts 0 s, and does nothing; with a duration below 0 it lasts until it is cleared"));
}

// What a joint is asked for beyond its range, the farthest of it: drives end there.
StatusMessage whatIsCut(const JointTrajectory& t, std::size_t joint, const Axis& axis) {
  double most = 0.0, farthest = 0.0;
  for (const TrajectoryPoint& point : t.points) {
    const double q = point.positions[joint], beyond = std::max(axis.lower - q, q - axis.upper);
    if (scene::isWithin(q, {axis.lower, axis.upper}) || beyond <= most) continue;
    most = beyond;
    farthest = q;
  }
  if (most == 0.0) return {};
  return phrase(WW_TEXT("Core", "{joint} is sent to {value} and goes no farther than its range of {range}"),
                {{"joint", arg::Name{axis.name}},
                 {"value", arg::Number{farthest}},
                 {"range", arg::Words{plainVoice().number(axis.lower) + " ... " + plainVoice().number(axis.upper)}}});
}

arg::Words ofJoint(double value, const Axis& axis) {
  return {plainVoice().number(value) + (axis.revolute ? " rad" : " m")};
}

// Where the way from where the joint is to the points asks for more than its speed, the first such; else where it does
// not begin where the joint is: at once it would have to be there, or by a time that is still to come.
StatusMessage whatIsNew(const TrajectoryPoint& now, const JointTrajectory& t, std::size_t joint, const Axis& axis) {
  constexpr double kSame = 1e-3, kOver = 1.02;  // rad or m; rounding of those who send
  double from = now.positions[joint], began = 0.0;
  const TrajectoryPoint& first = t.points.front();
  const double away = std::abs(first.positions[joint] - from);
  for (const TrajectoryPoint& point : t.points) {
    const double way = std::abs(point.positions[joint] - from), takes = point.time_from_start - began;
    if (takes > 0.0 && way > kSame && way > kOver * axis.velocity_limit * takes)
      return phrase(WW_TEXT("Core",
                            "{joint} is to be at {value} after {time}, faster than its limit of {limit} a second: "
                            "it comes later"),
                    {{"joint", arg::Name{axis.name}},
                     {"value", ofJoint(point.positions[joint], axis)},
                     {"time", arg::Seconds{point.time_from_start}},
                     {"limit", ofJoint(axis.velocity_limit, axis)}});
    from = point.positions[joint];
    began = point.time_from_start;
  }
  if (away <= kSame) return {};
  if (first.time_from_start == 0.0)
    return phrase(WW_TEXT("Core", "the trajectory begins {distance} away from where {joint} is: it goes there first"),
                  {{"distance", ofJoint(away, axis)}, {"joint", arg::Name{axis.name}}});
  return phrase(
      WW_TEXT("Core", "the first point is at {time}: until then {joint} is on its way there from where it is"),
      {{"time", arg::Seconds{first.time_from_start}}, {"joint", arg::Name{axis.name}}});
}

// A joint has one trajectory: the last.
void leaveTo(const TrajectoryJob& job, std::vector<TrajectoryJob>& others) {
  for (TrajectoryJob& other : others) {
    for (std::size_t i = other.joints.size(); i-- > 0;) {
      if (std::ranges::find(job.joints, other.joints[i]) == job.joints.end()) continue;
      other.joints.erase(other.joints.begin() + static_cast<std::ptrdiff_t>(i));
      for (TrajectoryPoint& point : other.points) {
        point.positions.erase(point.positions.begin() + static_cast<std::ptrdiff_t>(i));
        if (!point.velocities.empty())
          point.velocities.erase(point.velocities.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }
  std::erase_if(others, [](const TrajectoryJob& j) { return j.joints.empty(); });
}

// Where joints are, as the point that a trajectory begins with.
TrajectoryPoint pointNow(const auto& simulated, const std::vector<EntityId>& joints, bool with_velocities) {
  TrajectoryPoint now;
  for (const EntityId joint : joints) {
    const JointSeat& seat = simulated.plan.joints.at(joint);
    const JointState state = simulated.engine->joint(simulated.numbers.at(seat.assembly), seat.joint);
    now.positions.push_back(state.position);
    if (with_velocities) now.velocities.push_back(state.velocity);
  }
  return now;
}

// Who leaves out the point has it at the origin of the world, and mostly means the body.
StatusMessage turnsAsWell(const BodyWrench& wrench, const Vec3& center_in_root) {
  constexpr double kNear = 1e-3;  // metres
  const double force = wrench.force.norm();
  const double beside = force > 0.0 ? wrench.force.cross(center_in_root).norm() / force : 0.0;
  if (beside <= kNear) return {};
  return phrase(
      WW_TEXT("Core",
              "the force acts at the origin of the world, {distance} beside the centre of mass of {body}, and "
              "turns it as well: reference_frame and reference_point say another place"),
      {{"distance", arg::Length{beside}}, {"body", arg::Name{wrench.body_name}}});
}

// Of the efforts at a joint while one of them lasts, the largest sum, either way; Nm or N.
double mostAtOnce(const std::vector<EffortJob>& jobs, const EffortJob& one) {
  std::map<std::uint64_t, double> changes;  // at the start of a step
  for (const EffortJob& job : jobs) {
    if (job.joint != one.joint || job.end <= one.first || job.first >= one.end) continue;
    changes[std::max(job.first, one.first)] += job.effort;
    if (job.end < one.end) changes[job.end] -= job.effort;
  }
  double sum = 0.0, most = 0.0;
  for (const auto& [step, change] : changes) most = std::max(most, std::abs(sum += change));
  return most;
}

StatusMessage beyondLimit(double sum, const Axis& axis) {
  // Of one alone it has been told that it is cut.
  if (sum <= axis.effort_limit) return {};
  return phrase(
      WW_TEXT("Core", "with others at that time {joint} gets {sum}, more than its limit of {limit}"),
      {{"joint", arg::Name{axis.name}}, {"sum", arg::Number{sum}}, {"limit", arg::Number{axis.effort_limit}}});
}

}  // namespace

// First step and the one after the last, on the clock of steps.
Result<std::pair<std::uint64_t, std::uint64_t>> Simulation::Impl::spanOf(const Span& span) const {
  WW_TRY(checkNumber(span.start, "start_time"));
  WW_TRY(checkNumber(span.duration, "duration"));
  const double now = time_before + static_cast<double>(since_change) * physics.time_step;
  const double wait = std::round(std::max(0.0, span.start - now) / physics.time_step);
  const std::uint64_t first = clock + static_cast<std::uint64_t>(std::min(wait, 1e15));
  if (span.duration < 0.0) return std::pair(first, kForEver);
  if (span.duration == 0.0) return std::pair(first, first);
  const double steps = std::max(1.0, std::round(span.duration / physics.time_step));
  return std::pair(first, first + static_cast<std::uint64_t>(std::min(steps, 1e15)));
}

Result<StatusMessage> Simulation::applyBodyWrench(const BodyWrench& wrench) {
  Impl& d = *impl_;
  WrenchJob job;
  WW_ASSIGN(job.link, d.linkNamed(wrench.body_name));
  WW_TRY(checkVector(wrench.force, "wrench.force"));
  WW_TRY(checkVector(wrench.torque, "wrench.torque"));
  WW_TRY(checkVector(wrench.reference_point, "reference_point", kFarthest));
  WW_ASSIGN(job.frame, d.frameNamed(wrench.reference_frame));
  WW_ASSIGN(const auto span, d.spanOf(wrench.span));
  const auto piece = d.pieceOf(job.link);
  if (!piece || d.engine->isFixed(*piece)) return d.standsStill(job.link, d.plan);
  if (d.wrenches.size() >= kMostJobs) return tooMany(d.wrenches.size(), phrase(WW_TEXT("Core", "wrenches")));
  job.wrench = wrench;
  std::tie(job.first, job.end) = span;
  if (job.first == job.end) return lastsNoTime();
  const bool at_world = !job.frame && wrench.reference_point.isZero();
  d.wrenches.push_back(std::move(job));
  return at_world ? turnsAsWell(wrench, d.engine->centerOfMass(*piece)) : StatusMessage{};
}

Status Simulation::clearBodyWrenches(const std::string& body) {
  WW_ASSIGN(const EntityId link, impl_->linkNamed(body));
  std::erase_if(impl_->wrenches, [link](const WrenchJob& j) { return j.link == link; });
  return okStatus();
}

Result<StatusMessage> Simulation::applyJointEffort(const std::string& joint, double effort, const Span& span) {
  Impl& d = *impl_;
  EffortJob job;
  WW_ASSIGN(job.joint, d.jointNamed(joint));
  WW_TRY(d.jointSeat(job.joint).status());
  WW_TRY(checkNumber(effort, "effort"));
  WW_ASSIGN(const auto steps, d.spanOf(span));
  if (d.efforts.size() >= kMostJobs) return tooMany(d.efforts.size(), phrase(WW_TEXT("Core", "efforts")));
  const Axis& axis = d.axes.at(job.joint);
  job.effort = std::clamp(effort, -axis.effort_limit, axis.effort_limit);
  std::tie(job.first, job.end) = steps;
  if (job.first == job.end) return lastsNoTime();
  StatusMessage message;
  const auto drive = d.drives.find(job.joint);
  if (drive != d.drives.end() && drive->second.servo && !drive->second.by_speed) {
    d.setDrive(job.joint, {});
    message = phrase(WW_TEXT("Core", "{joint} is no longer held where it is"), {{"joint", arg::Name{axis.name}}});
  }
  if (job.effort != effort)
    message = phrase(WW_TEXT("Core", "the effort is cut to the joint's limit of {limit}"),
                     {{"limit", arg::Number{axis.effort_limit}}});
  d.efforts.push_back(job);
  return bothTold(std::move(message), beyondLimit(mostAtOnce(d.efforts, job), axis));
}

Status Simulation::clearJointForces(const std::string& joint) {
  WW_ASSIGN(const EntityId entity, impl_->jointNamed(joint));
  std::erase_if(impl_->efforts, [entity](const EffortJob& j) { return j.joint == entity; });
  return okStatus();
}

Result<StatusMessage> Simulation::setJointTrajectory(const JointTrajectory& trajectory) {
  Impl& d = *impl_;
  WW_TRY(checkPoints(trajectory));
  TrajectoryJob job;
  StatusMessage message;
  WW_ASSIGN(job.object, d.modelNamed(trajectory.model_name));
  WW_ASSIGN(job.joints, d.leadersNamed(job.object, trajectory.joint_names));
  for (std::size_t i = 0; i < job.joints.size() && message.empty(); ++i)
    message = whatIsCut(trajectory, i, d.axes.at(job.joints[i]));
  const TrajectoryPoint now = pointNow(d, job.joints, false);
  for (std::size_t i = 0; i < job.joints.size() && message.empty(); ++i)
    message = whatIsNew(now, trajectory, i, d.axes.at(job.joints[i]));
  if (trajectory.model_pose) WW_TRY(setModelState(trajectory.model_name, *trajectory.model_pose));
  job.points = trajectory.points;
  // Times are when joints are to be there: to a first point that is later than now they are on their way.
  if (job.points.front().time_from_start > 0.0)
    job.points.insert(job.points.begin(), pointNow(d, job.joints, !job.points.front().velocities.empty()));
  job.put = trajectory.disable_physics_updates;
  job.started = time();
  leaveTo(job, d.trajectories);
  d.trajectories.push_back(std::move(job));
  return message;
}

void Simulation::Impl::applyJobs() {
  for (WrenchJob& job : wrenches) {
    if (clock < job.first || clock >= job.end) continue;
    const Motion frame = motionOf(job.frame), link = motionOf(job.link);
    if (!job.in_link) job.in_link = link.root_t_this.inverse() * (frame.root_t_this * job.wrench.reference_point);
    const Quat& r = frame.root_t_this.q;
    Loads::push(*this, job.link, r * job.wrench.force, link.root_t_this * *job.in_link, r * job.wrench.torque);
  }
  for (const EffortJob& job : efforts) {
    if (clock < job.first || clock >= job.end) continue;
    const JointSeat& seat = plan.joints.at(job.joint);
    // As in gazebo: what is as fast as it may be is driven no faster.
    const double speed = engine->joint(numbers.at(seat.assembly), seat.joint).velocity;
    if (std::abs(speed) >= axes.at(job.joint).velocity_limit && speed * job.effort > 0.0) continue;
    engine->addEffort(numbers.at(seat.assembly), seat.joint, job.effort);
  }
  std::erase_if(wrenches, [this](const WrenchJob& j) { return clock + 1 >= j.end; });
  std::erase_if(efforts, [this](const EffortJob& j) { return clock + 1 >= j.end; });
}

void Simulation::Impl::followTrajectories() {
  if (trajectories.empty()) return;
  const double then = time_before + static_cast<double>(since_change + 1) * physics.time_step;
  for (const TrajectoryJob& job : trajectories) {
    for (std::size_t i = 0; i < job.joints.size(); ++i) {
      const Axis& axis = axes.at(job.joints[i]);
      JointDrive drive;
      drive.servo = true;
      drive.target = std::clamp(positionAt(job.points, i, then - job.started), axis.lower, axis.upper);
      drive.force_limit = axis.effort_limit;
      drive.speed_limit = axis.velocity_limit;
      peaks.try_emplace(job.joints[i]);
      if (job.put) {
        const JointSeat& seat = plan.joints.at(job.joints[i]);
        engine->setJoint(numbers.at(seat.assembly), seat.joint, drive.target, 0.0);
      }
      setDrive(job.joints[i], drive);
    }
  }
  std::erase_if(trajectories,
                [&](const TrajectoryJob& j) { return then - j.started >= j.points.back().time_from_start; });
}

}  // namespace ww::simulation
