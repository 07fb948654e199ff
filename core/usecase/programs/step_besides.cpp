// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/step_besides.h"

#include <google/protobuf/message.h>

#include <cmath>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/program/check.h"
#include "core/program/target_words.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
namespace mp = intrinsic_proto::motion_planning::v1;
using Lines = std::vector<Phrase>;

template <typename Reference>
arg::Words besideWords(const world::World& world, const Reference& reference) {
  if (const auto node = world::resolve(world, reference); node.ok()) return {world.display(world::NodeRef(*node))};
  std::string text = reference.has_by_name() ? reference.by_name().ShortDebugString() : reference.id();
  return {text.empty() ? std::string("?") : std::move(text)};
}

arg::Words listWords(const intrinsic_proto::RepeatedDouble& list) {
  std::string text;
  for (const double value : list.values()) text += (text.empty() ? "" : ", ") + plainVoice().number(value);
  return {text};
}

void tell(const mp::JointLimitsUpdate& own, Lines& out) {
  const auto add = [&out](bool has, const char* text, const intrinsic_proto::RepeatedDouble& list) {
    if (has) out.push_back(phrase(text, {{"values", listWords(list)}}));
  };
  add(own.has_min_position(), WW_TEXT("Core", "joint positions at least {values} (rad or m)"), own.min_position());
  add(own.has_max_position(), WW_TEXT("Core", "joint positions at most {values} (rad or m)"), own.max_position());
  add(own.has_max_velocity(), WW_TEXT("Core", "joint velocities at most {values} (rad/s or m/s)"), own.max_velocity());
  add(own.has_max_acceleration(), WW_TEXT("Core", "joint accelerations at most {values} (rad/s^2 or m/s^2)"),
      own.max_acceleration());
  add(own.has_max_jerk(), WW_TEXT("Core", "joint jerks at most {values} (rad/s^3 or m/s^3)"), own.max_jerk());
}

void tell(const mp::DynamicCartesianLimits& own, Lines& out) {
  const auto add = [&out](bool has, const char* text, double value) {
    if (has) out.push_back(phrase(text, {{"value", arg::Number{value}}}));
  };
  add(own.has_max_translational_velocity(), WW_TEXT("Core", "the tool at most {value} m/s along each axis"),
      own.max_translational_velocity());
  add(own.has_max_rotational_velocity(), WW_TEXT("Core", "the tool turns at most {value} rad/s"),
      own.max_rotational_velocity());
  add(own.has_max_translational_acceleration(),
      WW_TEXT("Core", "the tool accelerates at most {value} m/s^2 along each axis"),
      own.max_translational_acceleration());
  add(own.has_max_rotational_acceleration(),
      WW_TEXT("Core", "the turning of the tool accelerates at most {value} rad/s^2"),
      own.max_rotational_acceleration());
}

void tell(const mp::UniformGeometricConstraint& own, Lines& out) {
  if (own.has_uniform_geometric_constraint_intersection()) {
    for (const auto& each : own.uniform_geometric_constraint_intersection().constraints()) tell(each, out);
    return;
  }
  const auto* field = own.GetDescriptor()->FindFieldByNumber(own.constraint_case());
  if (field)
    out.push_back(phrase(WW_TEXT("Core", "all along the way: {condition}"),
                         {{"condition", program::targetWords(field->name())}}));
}

void tell(const intrinsic_proto::world::CollisionSettings& own, Lines& out) {
  if (own.disable_collision_checking()) {
    out.push_back(phrase(WW_TEXT("Core", "collisions are not checked in this step")));
    return;
  }
  out.push_back(phrase(WW_TEXT("Core", "collision rules of its own in place of the world's: {count}"),
                       {{"count", arg::Count{static_cast<std::uint64_t>(own.collision_rules_size())}}}));
  if (own.has_minimum_margin())
    out.push_back(
        phrase(WW_TEXT("Core", "keeps {distance} away from all"), {{"distance", arg::Length{own.minimum_margin()}}}));
  if (own.has_collision_check_spacing())
    out.push_back(phrase(WW_TEXT("Core", "checked every {value} rad or m"),
                         {{"value", arg::Number{own.collision_check_spacing()}}}));
}

void tellTurn(const v1::MoveStep& move, Lines& out) {
  constexpr double kNoTurn = 1e-9;  // radians
  const auto pose = move.has_frame_t_tool() ? geometry::fromWire(move.frame_t_tool()) : Result<Pose>(Pose());
  if (!pose.ok()) return;
  const Eigen::AngleAxisd turn(pose->q);
  if (std::abs(turn.angle()) < kNoTurn) return;
  const auto& a = turn.axis();
  const auto number = [](double value) { return plainVoice().number(std::round(value * 1e4) / 1e4 + 0.0); };
  out.push_back(phrase(WW_TEXT("Core", "turned in the target by {angle} about ({axis})"),
                       {{"angle", arg::Angle{turn.angle()}},
                        {"axis", arg::Words{number(a.x()) + ", " + number(a.y()) + ", " + number(a.z())}}}));
}

void tell(const world::World& world, const v1::MoveStep& move, Lines& out) {
  if (move.has_robot())
    out.push_back(phrase(WW_TEXT("Core", "moves {robot}"), {{"robot", besideWords(world, move.robot())}}));
  if (move.has_tool())
    out.push_back(phrase(WW_TEXT("Core", "by the tool {tool}"), {{"tool", besideWords(world, move.tool())}}));
  tellTurn(move, out);
  if (move.has_joint_limits()) tell(move.joint_limits(), out);
  if (move.has_cartesian_limits()) tell(move.cartesian_limits(), out);
  if (move.has_path_constraints()) tell(move.path_constraints(), out);
  if (move.has_collision_settings()) tell(move.collision_settings(), out);
}

template <typename List>
void tellTouch(const world::World& world, const List& may_touch, Lines& out) {
  for (const auto& object : may_touch)
    out.push_back(phrase(WW_TEXT("Core", "may touch {object}"), {{"object", besideWords(world, object)}}));
}

template <typename Step>
void tellHolder(const world::World& world, const Step& step, Lines& out) {
  if (step.has_to())
    out.push_back(
        phrase(WW_TEXT("Core", "rides on {holder} then"), {{"holder", besideWords(world, step.to().reference())}}));
}

}  // namespace

std::vector<Phrase> stepBesides(const world::World& world, const std::string& program, std::size_t step) {
  Lines out;
  const v1::Program* its = program::find(world.data().record->programs(), program);
  if (!its || step >= static_cast<std::size_t>(its->steps_size())) return out;
  const v1::ProgramStep& what = its->steps(static_cast<int>(step));
  if (what.has_move()) tell(world, what.move(), out);
  if (what.has_attach()) {
    tellHolder(world, what.attach(), out);
    tellTouch(world, what.attach().may_touch(), out);
  }
  if (what.has_detach()) tellHolder(world, what.detach(), out);
  if (what.has_set_joint()) tellTouch(world, what.set_joint().may_touch(), out);
  return out;
}

}  // namespace ww::usecase
