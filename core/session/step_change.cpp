// SPDX-License-Identifier: Apache-2.0
#include "core/session/step_change.h"

#include "core/geometry/wire_convert.h"
#include "core/session/program_builders.h"
#include "core/session/program_parts.h"
#include "core/world/views/references.h"
#include "worldwright/v1/program.pb.h"

namespace ww::session {
namespace {

namespace own = worldwright::v1;

// The node of the target and the place in it stay; what moves may turn as it likes.
void freeRotation(const world::NodeRef& tool, own::MoveStep& out) {
  if (!out.has_frame()) return;
  intrinsic_proto::motion_planning::v1::PositionEquality position;
  position.mutable_moving_frame()->set_id(parts::idOfNode(tool));
  *position.mutable_target_frame() = out.frame();
  if (out.has_frame_t_tool()) {
    const auto& p = out.frame_t_tool().position();
    geometry::toWire(Vec3(p.x(), p.y(), p.z()), position.mutable_target_frame_offset());
  }
  out.clear_frame_t_tool();
  *out.mutable_constraint()->mutable_position_equality() = std::move(position);
}

void writeOffset(const std::array<std::optional<double>, 3>& metres, own::MoveStep& out) {
  if (!out.has_frame() || !(metres[0] || metres[1] || metres[2])) return;
  if (!out.has_frame_t_tool()) geometry::toWire(Pose(), out.mutable_frame_t_tool());
  auto& p = *out.mutable_frame_t_tool()->mutable_position();
  if (metres[0]) p.set_x(*metres[0]);
  if (metres[1]) p.set_y(*metres[1]);
  if (metres[2]) p.set_z(*metres[2]);
}

void writeCorner(const StepChange& change, own::MoveStep& out) {
  if (change.blend) parts::writeBlend(*change.blend, out);
  if (!change.blend_metres && !change.blend_joint_radians) return;
  program::Blend blend = parts::blendOf(out);
  blend.metres = change.blend_metres.value_or(blend.metres);
  blend.joint_radians = change.blend_joint_radians.value_or(blend.joint_radians);
  parts::writeBlend(blend, out);
}

void write(const StepChange& change, own::MoveStep& out) {
  if (change.target) parts::writeTarget(*change.target, out);
  if (change.frame_t_tool) parts::writeOffset(*change.frame_t_tool, out);
  writeOffset(change.offset_metres, out);
  if (change.position_alone_of) freeRotation(*change.position_alone_of, out);
  if (change.kind) parts::writeKind(*change.kind, out);
  writeCorner(change, out);
  if (!change.speed) return;
  out.clear_speed();
  if (*change.speed != 1.0) out.set_speed(*change.speed);
}

template <typename Step>
void writeSignal(const StepChange& change, Step& out) {
  if (change.signal) out.set_signal(*change.signal);
  if (change.value) parts::writeValue(*change.value, out);
}

template <typename Step>
void writeObject(const StepChange& change, Step& out) {
  if (change.object) out.mutable_object()->set_id(world::toWire(*change.object));
}

void write(const StepChange& change, own::SetJointStep& out) {
  writeObject(change, out);
  if (change.joint) out.set_joint(*change.joint);
  if (change.position) out.set_position(*change.position);
  if (change.speed) out.set_speed(*change.speed);
}

void write(const StepChange& change, own::ProgramStep& out) {
  if (change.name) out.set_name(*change.name);
  if (change.comment) out.set_comment(*change.comment);
  if (out.has_move()) write(change, *out.mutable_move());
  if (out.has_attach()) writeObject(change, *out.mutable_attach());
  if (out.has_detach()) writeObject(change, *out.mutable_detach());
  if (out.has_wait() && change.seconds) out.mutable_wait()->set_seconds(*change.seconds);
  if (out.has_set_signal()) writeSignal(change, *out.mutable_set_signal());
  if (out.has_await_signal()) {
    writeSignal(change, *out.mutable_await_signal());
    if (change.seconds) out.mutable_await_signal()->set_expected_seconds(*change.seconds);
  }
  if (out.has_set_joint()) write(change, *out.mutable_set_joint());
  if (out.has_call() && change.callee) out.mutable_call()->set_program(*change.callee);
}

}  // namespace

EditsPtr changeSteps(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                     const StepChange& change) {
  own::Program changed = parts::programOf(world, program);
  for (const std::size_t step : steps)
    if (step < static_cast<std::size_t>(changed.steps_size()))
      write(change, *changed.mutable_steps(static_cast<int>(step)));
  return setProgram(changed);
}

EditsPtr setProgramStart(const world::World& world, const std::string& program, const ProgramStart& start) {
  own::Program changed = parts::programOf(world, program);
  changed.clear_start();
  if (const auto* name = std::get_if<std::string>(&start)) changed.set_start_configuration(*name);
  if (const auto* q = std::get_if<JointVector>(&start))
    changed.mutable_start_joints()->mutable_joints()->Add(q->data(), q->data() + q->size());
  return setProgram(changed);
}

EditsPtr copyProgram(const world::World& world, const std::string& program, std::string as) {
  own::Program copy = parts::programOf(world, program);
  copy.set_name(std::move(as));
  return setProgram(copy);
}

EditsPtr newProgram(std::string name) {
  own::Program made;
  made.set_version(program::kVersion);
  made.set_name(std::move(name));
  return setProgram(made);
}

}  // namespace ww::session
