// SPDX-License-Identifier: Apache-2.0
#include "core/session/program_parts.h"

#include "core/geometry/wire_convert.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session::parts {
namespace {

namespace own = worldwright::v1;
using WireSegment = intrinsic_proto::motion_planning::v1::MotionSegment;

}  // namespace

own::Program programOf(const world::World& world, const std::string& name) {
  const auto* known = program::find(world.data().record->programs(), name);
  if (known) return *known;
  own::Program out;
  out.set_version(program::kVersion);
  out.set_name(name);
  return out;
}

std::string idOfNode(const world::NodeRef& node) {
  return std::visit([](auto id) { return world::toWire(id); }, node);
}

void writeTarget(const StepTarget& target, own::MoveStep& out) {
  out.clear_target();
  out.clear_frame_t_tool();
  if (const auto* node = std::get_if<world::NodeRef>(&target)) out.mutable_frame()->set_id(idOfNode(*node));
  if (const auto* name = std::get_if<std::string>(&target)) out.set_configuration(*name);
  if (const auto* q = std::get_if<JointVector>(&target)) {
    auto& joints = *out.mutable_constraint()->mutable_joint_position()->mutable_joints();
    joints.Add(q->data(), q->data() + q->size());
  }
}

void writeOffset(const std::optional<Pose>& frame_t_tool, own::MoveStep& out) {
  if (!out.has_frame()) return;
  out.clear_frame_t_tool();
  if (frame_t_tool) geometry::toWire(*frame_t_tool, out.mutable_frame_t_tool());
}

void writeKind(program::MotionKind kind, own::MoveStep& out) {
  out.set_motion_type(kind == program::MotionKind::kLinear  ? WireSegment::LINEAR
                      : kind == program::MotionKind::kJoint ? WireSegment::JOINT
                                                            : WireSegment::ANY);
}

program::Blend blendOf(const own::MoveStep& move) {
  const auto& cartesian = move.blend().cartesian_blending();
  return {cartesian.translation_corner_rounding(), cartesian.rotational_corner_rounding(),
          move.blend().joint_blending().desired_tightness_rad()};
}

void writeBlend(const program::Blend& blend, own::MoveStep& out) {
  out.clear_blend();
  auto* cartesian = blend.metres > 0 || blend.radians > 0 ? out.mutable_blend()->mutable_cartesian_blending() : nullptr;
  if (cartesian && blend.metres > 0) cartesian->set_translation_corner_rounding(blend.metres);
  if (cartesian && blend.radians > 0) cartesian->set_rotational_corner_rounding(blend.radians);
  if (blend.joint_radians > 0)
    out.mutable_blend()->mutable_joint_blending()->set_desired_tightness_rad(blend.joint_radians);
}

}  // namespace ww::session::parts
