// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/controller_run.h"

#include <algorithm>
#include <limits>

#include "core/simulation/grip.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/last_plan.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

constexpr double kSameTime = 1e-9;  // seconds

void addPoint(simulation::JointTrajectory& out, double seconds, const JointVector& q, const JointVector& v) {
  if (!out.points.empty() && seconds - out.points.back().time_from_start < kSameTime) return;
  simulation::TrajectoryPoint point;
  point.time_from_start = seconds;
  point.positions.assign(q.data(), q.data() + q.size());
  point.velocities.assign(v.data(), v.data() + v.size());
  out.points.push_back(std::move(point));
}

// Waits, and steps of others, are points at which it stands.
void addMotion(simulation::JointTrajectory& out, double begins, const program::Motion& motion) {
  const JointVector rest = JointVector::Zero(motion.q.front().size());
  if (out.points.empty() && begins > kSameTime) addPoint(out, 0.0, motion.q.front(), rest);
  const bool waits = !out.points.empty() && begins - out.points.back().time_from_start > kSameTime;
  if (waits) addPoint(out, begins, motion.q.front(), rest);
  for (std::size_t i = 0; i < motion.times.size(); ++i)
    addPoint(out, begins + motion.times[i], motion.q[i], motion.v[i]);
}

Status addJoints(const world::World& world, const program::Mover& mover, ControllerRun& out) {
  const world::Object* object = world.peek(mover.object);
  if (!object) return fail(failures::kRobotGone, {{"robot", arg::Name{mover.name}}});
  const std::string display = world.display(mover.object);
  simulation::JointTrajectory trajectory;
  trajectory.model_name = display;
  for (const std::string& name : mover.joints) {
    ControlledJoint joint{mover.object, 0, display + "::" + name};
    while (joint.index < object->moving_joints.size() && object->movingJointName(joint.index) != name) ++joint.index;
    if (joint.index == object->moving_joints.size())
      return fail(failures::kRobotGone, {{"robot", arg::Name{joint.name}}});
    const world::Joint& its = object->movingJoint(joint.index);
    joint.revolute = its.motion == world::MotionType::kRevolute;
    const auto given = [](double value) { return value > 0.0 ? value : std::numeric_limits<double>::infinity(); };
    joint.effort_limit = given(its.system.effort);
    joint.velocity_limit = given(its.system.velocity);
    out.joints.push_back(std::move(joint));
    trajectory.joint_names.push_back(name);
  }
  out.trajectories.push_back(std::move(trajectory));
  return okStatus();
}

// What a step has attached or detached, by what is held before and after it.
void addGrips(const std::vector<program::Held>& before, const program::PlannedStep& step, ControllerRun& out) {
  for (const program::Held& now : step.held) {
    const auto was = std::ranges::find(before, now.object, &program::Held::object);
    if (was == before.end() || was->parent_entity != now.parent_entity)
      out.grips.push_back({step.ends, now.object, now.parent_entity});
  }
  for (const program::Held& was : before)
    if (std::ranges::find(step.held, was.object, &program::Held::object) == step.held.end())
      out.grips.push_back({step.ends, was.object, {}});
}

// Of what hangs on something in the world no plan says that it is held.
void addRelease(const world::World& world, const worldwright::v1::PlannedStep& planned, double seconds,
                ControllerRun& out) {
  if (!planned.step().has_detach()) return;
  const auto object = world::resolve(world, planned.step().detach().object());
  if (!object.ok() || world.peek(*object)->parent == world::kRootObject) return;
  // Once it was let go it lies free.
  if (std::ranges::find(out.grips, *object, &ControllerGrip::object) == out.grips.end())
    out.grips.push_back({seconds, *object, {}});
}

}  // namespace

Result<ControllerRun> controllerRunOf(const world::World& world, const std::string& program) {
  const auto* plan = lastPlanOf(world, program);
  if (!plan) return whyUnplanned(world, program);
  WW_ASSIGN(const program::PlannedProgram planned, program::plannedProgram(*plan));
  ControllerRun out;
  out.title = program;
  out.duration = planned.duration();
  for (const program::Mover& mover : planned.movers) WW_TRY(addJoints(world, mover, out));
  std::vector<program::Held> held;
  for (std::size_t i = 0; i < planned.steps.size(); ++i) {
    const program::PlannedStep& step = planned.steps[i];
    if (step.mover && !step.motion.empty()) addMotion(out.trajectories[*step.mover], step.begins, step.motion);
    addGrips(held, step, out);
    addRelease(world, plan->steps(static_cast<int>(i)), step.ends, out);
    held = step.held;
  }
  std::erase_if(out.trajectories, [](const auto& t) { return t.points.empty(); });
  return out;
}

Result<ControllerRun> controllerRunOf(const world::World& world, ObjectId robot, const model::Trajectory& trajectory,
                                      const std::string& title) {
  program::Mover mover;
  mover.object = robot;
  mover.name = title;
  program::Motion motion;
  motion.times = trajectory.times;
  for (const model::JointState& state : trajectory.states) {
    motion.q.push_back(state.q);
    motion.v.push_back(state.v);
  }
  if (const world::Object* object = world.peek(robot))
    for (std::size_t i = 0; i < object->moving_joints.size(); ++i) mover.joints.push_back(object->movingJointName(i));
  const bool fits = !motion.empty() && motion.q.front().size() == static_cast<Eigen::Index>(mover.joints.size());
  if (!fits) return fail(failures::kRobotGone, {{"robot", arg::Name{title}}});
  ControllerRun out;
  out.title = title;
  out.duration = trajectory.duration();
  WW_TRY(addJoints(world, mover, out));
  addMotion(out.trajectories.front(), 0.0, motion);
  return out;
}

std::vector<std::string> plannedPrograms(const world::World& world) {
  std::vector<std::string> out;
  if (!world.data().record) return out;
  for (const auto& program : world.data().record->programs())
    if (lastPlanOf(world, program.name())) out.push_back(program.name());
  return out;
}

Status begin(simulation::Simulation& simulation, const ControllerRun& run) {
  for (const simulation::JointTrajectory& trajectory : run.trajectories)
    WW_TRY(simulation.setModelConfiguration(trajectory.model_name, trajectory.joint_names,
                                            trajectory.points.front().positions));
  for (const simulation::JointTrajectory& trajectory : run.trajectories)
    WW_TRY(simulation.setJointTrajectory(trajectory).status());
  for (const ControllerGrip& grip : run.grips)
    WW_TRY(simulation::Grips::plan(simulation, grip.object, grip.link, grip.seconds));
  return okStatus();
}

}  // namespace ww::usecase
