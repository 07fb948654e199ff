// SPDX-License-Identifier: Apache-2.0
#include "core/program/planned.h"

#include <algorithm>

#include "worldwright/v1/program.pb.h"

namespace ww::program {
namespace {

using worldwright::v1::ProgramStep;
using Numbers = google::protobuf::RepeatedField<double>;
using WireSegment = intrinsic_proto::motion_planning::v1::MotionSegment;

Pose poseOf(const intrinsic_proto::Pose& wire) {
  const auto& p = wire.position();
  const auto& q = wire.orientation();
  const Quat turned(q.w(), q.x(), q.y(), q.z());
  return {Vec3(p.x(), p.y(), p.z()), wire.has_orientation() ? normalizedOnce(turned) : Quat::Identity()};
}

std::vector<JointVector> columns(const Numbers& numbers, std::size_t states) {
  std::vector<JointVector> out(states);
  const Eigen::Index joints = states ? numbers.size() / static_cast<Eigen::Index>(states) : 0;
  for (std::size_t i = 0; i < states; ++i)
    out[i] = Eigen::Map<const JointVector>(numbers.data() + static_cast<Eigen::Index>(i) * joints, joints);
  return out;
}

Motion motionOf(const worldwright::v1::JointMotion& wire) {
  Motion out;
  out.times.assign(wire.times().begin(), wire.times().end());
  out.q = columns(wire.positions(), out.times.size());
  out.v = columns(wire.velocities(), out.times.size());
  out.a = columns(wire.accelerations(), out.times.size());
  return out;
}

template <typename Wire>
SignalValue valueOf(const Wire& wire) {
  if (wire.has_number()) return wire.number();
  return wire.on();
}

void readMove(const worldwright::v1::MoveStep& move, PlannedStep& out) {
  out.kind = StepKind::kMove;
  if (move.has_speed()) out.speed = move.speed();
  if (move.motion_type() == WireSegment::LINEAR) out.motion_kind = MotionKind::kLinear;
  if (move.motion_type() == WireSegment::JOINT) out.motion_kind = MotionKind::kJoint;
  const auto& cartesian = move.blend().cartesian_blending();
  out.blend = {cartesian.translation_corner_rounding(), cartesian.rotational_corner_rounding(),
               move.blend().joint_blending().desired_tightness_rad()};
}

void readSetJoint(const worldwright::v1::SetJointStep& step, PlannedStep& out) {
  out.kind = StepKind::kSetJoint;
  out.joint = step.joint();
  out.position = step.position();
  if (step.has_speed()) out.speed = step.speed();
}

void readKind(const ProgramStep& step, PlannedStep& out) {
  switch (step.kind_case()) {
    case ProgramStep::kMove: readMove(step.move(), out); break;
    case ProgramStep::kAttach: out.kind = StepKind::kAttach; break;
    case ProgramStep::kDetach: out.kind = StepKind::kDetach; break;
    case ProgramStep::kSetSignal:
      out.kind = StepKind::kSetSignal;
      out.signal = step.set_signal().signal();
      out.value = valueOf(step.set_signal());
      break;
    case ProgramStep::kAwaitSignal:
      out.kind = StepKind::kAwaitSignal;
      out.signal = step.await_signal().signal();
      out.value = valueOf(step.await_signal());
      break;
    case ProgramStep::kSetJoint: readSetJoint(step.set_joint(), out); break;
    case ProgramStep::kWait:
    case ProgramStep::kCall:
    case ProgramStep::KIND_NOT_SET: out.seconds = step.wait().seconds(); break;
  }
}

Corner cornerOf(const worldwright::v1::PlannedCorner& wire) {
  return {Eigen::Map<const JointVector>(wire.joints().data(), wire.joints_size()), wire.metres(), wire.radians(),
          wire.joint()};
}

Nearest nearestOf(const worldwright::v1::PlannedNearest& wire) {
  return {wire.seconds(), {wire.a()}, {wire.b()}, wire.a_name(), wire.b_name()};
}

PlannedStep stepOf(const worldwright::v1::PlannedStep& wire) {
  PlannedStep out;
  out.place.assign(wire.place().begin(), wire.place().end());
  out.name = wire.step().name();
  out.comment = wire.step().comment();
  out.begins = wire.begins();
  out.ends = wire.ends();
  readKind(wire.step(), out);
  if (wire.has_mover()) out.mover = wire.mover();
  out.motion = motionOf(wire.motion());
  out.was_locked = wire.was_locked();
  if (wire.has_min_clearance()) out.min_clearance = wire.min_clearance();
  if (wire.has_nearest()) out.nearest = nearestOf(wire.nearest());
  out.goes_on = wire.goes_on();
  out.stops_all_the_same = wire.stops_all_the_same();
  if (wire.has_corner()) out.corner = cornerOf(wire.corner());
  out.tool = wire.tool_name();
  if (wire.has_root_t_tool_begins()) out.root_t_tool_begins = poseOf(wire.root_t_tool_begins());
  if (wire.has_root_t_tool_ends()) out.root_t_tool_ends = poseOf(wire.root_t_tool_ends());
  out.object = wire.object_name();
  for (const auto& held : wire.held())
    out.held.push_back(
        {{held.object()}, {held.parent()}, {held.parent_entity()}, poseOf(held.parent_entity_t_object())});
  for (const auto& signal : wire.signals()) out.signals[signal.signal()] = valueOf(signal);
  return out;
}

}  // namespace

Result<PlannedProgram> plannedProgram(const worldwright::v1::ProgramPlan& plan) {
  WW_TRY(checkPlan(plan));
  PlannedProgram out;
  out.name = plan.program();
  out.seed = plan.seed();
  for (const auto& mover : plan.movers())
    out.movers.push_back({{mover.object()},
                          mover.name(),
                          {mover.joints().begin(), mover.joints().end()},
                          {mover.revolute().begin(), mover.revolute().end()}});
  for (const auto& step : plan.steps()) out.steps.push_back(stepOf(step));
  return out;
}

const PlannedStep* nearestStep(const PlannedProgram& program) {
  const PlannedStep* out = nullptr;
  for (const PlannedStep& step : program.steps) {
    if (!step.min_clearance) continue;
    const bool nearer = !out || *step.min_clearance < *out->min_clearance;
    if (nearer || (*step.min_clearance == *out->min_clearance && step.nearest && !out->nearest)) out = &step;
  }
  return out;
}

JointVector positionsAt(const Motion& m, double seconds) {
  if (seconds <= 0.0 || m.times.size() == 1) return m.q.front();
  if (seconds >= m.times.back()) return m.q.back();
  const auto after = std::ranges::upper_bound(m.times, seconds);
  const auto i = static_cast<std::size_t>(after - m.times.begin()) - 1;
  const double h = m.times[i + 1] - m.times[i], s = (seconds - m.times[i]) / h;
  // Hermite's cubic.
  const double s2 = s * s, s3 = s2 * s;
  return (2.0 * s3 - 3.0 * s2 + 1.0) * m.q[i] + (s3 - 2.0 * s2 + s) * h * m.v[i] + (3.0 * s2 - 2.0 * s3) * m.q[i + 1] +
         (s3 - s2) * h * m.v[i + 1];
}

}  // namespace ww::program
