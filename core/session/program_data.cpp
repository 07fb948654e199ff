// SPDX-License-Identifier: Apache-2.0
#include "core/session/program_data.h"

#include <google/protobuf/message.h>

#include <algorithm>

#include "core/geometry/wire_convert.h"
#include "core/session/program_parts.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

namespace own = worldwright::v1;
using WireSegment = intrinsic_proto::motion_planning::v1::MotionSegment;

template <typename Reference>
StepNode nodeOf(const world::World& world, bool present, const Reference& reference) {
  if (!present) return {};
  if (const auto node = world::resolve(world, reference); node.ok())
    return {world::NodeRef(*node), world.display(world::NodeRef(*node))};
  std::string words = reference.has_by_name() ? reference.by_name().ShortDebugString() : reference.id();
  return {std::nullopt, words.empty() ? std::string("?") : std::move(words)};
}

JointVector jointsOf(const intrinsic_proto::icon::JointVec& wire) {
  return Eigen::Map<const JointVector>(wire.joints().data(), wire.joints().size());
}

TargetData targetOf(const world::World& world, const own::MoveStep& move) {
  if (move.has_frame()) return nodeOf(world, true, move.frame());
  if (move.has_configuration()) return move.configuration();
  if (!move.has_constraint()) return StepNode();
  const auto& constraint = move.constraint();
  if (constraint.has_joint_position()) return jointsOf(constraint.joint_position());
  const auto* field = constraint.GetDescriptor()->FindFieldByNumber(constraint.constraint_case());
  return OtherTarget{field ? std::string(field->name()) : std::string("?")};
}

MoveData moveOf(const world::World& world, const own::MoveStep& move) {
  MoveData out;
  out.target = targetOf(world, move);
  if (move.has_frame_t_tool()) {
    const auto pose = geometry::fromWire(move.frame_t_tool());
    out.frame_t_tool = pose.ok() ? *pose : Pose();
  }
  if (move.motion_type() == WireSegment::LINEAR) out.kind = program::MotionKind::kLinear;
  if (move.motion_type() == WireSegment::JOINT) out.kind = program::MotionKind::kJoint;
  if (move.has_speed()) out.speed = move.speed();
  out.blend = parts::blendOf(move);
  out.robot = nodeOf(world, move.has_robot(), move.robot());
  out.tool = nodeOf(world, move.has_tool(), move.tool());
  return out;
}

template <typename Step>
HoldData holdOf(const world::World& world, const Step& step, bool attaches) {
  return {attaches, nodeOf(world, step.has_object(), step.object()),
          nodeOf(world, step.has_to(), step.to().reference())};
}

template <typename Step>
program::SignalValue valueOf(const Step& step) {
  if (step.has_number()) return step.number();
  return step.on();
}

JointData jointOf(const world::World& world, const own::SetJointStep& step) {
  return {nodeOf(world, step.has_object(), step.object()), step.joint(), step.position(),
          step.has_speed() ? step.speed() : 1.0};
}

StepWhat whatOf(const world::World& world, const own::ProgramStep& step) {
  switch (step.kind_case()) {
    case own::ProgramStep::kMove: return moveOf(world, step.move());
    case own::ProgramStep::kAttach: return holdOf(world, step.attach(), true);
    case own::ProgramStep::kDetach: return holdOf(world, step.detach(), false);
    case own::ProgramStep::kWait: return WaitData{step.wait().seconds()};
    case own::ProgramStep::kSetSignal:
      return SignalData{false, step.set_signal().signal(), valueOf(step.set_signal()), 0.0};
    case own::ProgramStep::kAwaitSignal: {
      const own::AwaitSignalStep& await = step.await_signal();
      return SignalData{true, await.signal(), valueOf(await), await.expected_seconds()};
    }
    case own::ProgramStep::kSetJoint: return jointOf(world, step.set_joint());
    case own::ProgramStep::kCall: return CallData{step.call().program()};
    case own::ProgramStep::KIND_NOT_SET: break;
  }
  return StrangeData();
}

ProgramStart startOf(const own::Program& program) {
  if (program.has_start_configuration()) return program.start_configuration();
  if (program.has_start_joints()) return jointsOf(program.start_joints());
  return {};
}

}  // namespace

std::vector<std::string> programNames(const world::World& world) {
  std::vector<std::string> out;
  for (const own::Program& program : world.data().record->programs()) out.push_back(program.name());
  return out;
}

std::optional<ProgramData> programData(const world::World& world, std::string_view name) {
  const own::Program* program = program::find(world.data().record->programs(), name);
  if (!program) return std::nullopt;
  ProgramData out;
  out.name = program->name();
  out.comment = program->comment();
  out.is_newer = program->version() > program::kVersion;
  out.robot = nodeOf(world, program->has_robot(), program->robot());
  out.tool = nodeOf(world, program->has_tool(), program->tool());
  out.start = startOf(*program);
  for (const own::ProgramStep& step : program->steps())
    out.steps.push_back({whatOf(world, step), step.name(), step.comment(), step.off(), step.has_locked()});
  return out;
}

bool sameProgram(const world::World& a, const world::World& b, std::string_view name) {
  if (a.data().record == b.data().record) return true;
  const own::Program* in_a = program::find(a.data().record->programs(), name);
  const own::Program* in_b = program::find(b.data().record->programs(), name);
  return in_a && in_b && in_a->SerializeAsString() == in_b->SerializeAsString();
}

std::string freeProgramName(const world::World& world, const std::string& wished) {
  const auto names = programNames(world);
  std::string name = wished;
  for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) name = wished + "_" + std::to_string(i);
  return name;
}

}  // namespace ww::session
