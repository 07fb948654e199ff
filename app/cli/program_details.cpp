// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_details.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "core/base/phrase.h"
#include "core/session/program_data.h"
#include "core/usecase/programs/robot_of.h"
#include "core/usecase/programs/step_besides.h"
#include "core/usecase/programs/step_extras.h"

namespace ww::cli {
namespace {

using session::MoveData;
using usecase::ExtraField;
using usecase::ExtraUnit;
using Lines = std::vector<std::string>;

std::string figure(double value, ExtraUnit unit, bool turns, int per_seconds) {
  static constexpr const char* kPer[] = {"", "/s", "/s^2", "/s^3"};
  const bool angle = unit == ExtraUnit::kAngle || (unit == ExtraUnit::kJoint && turns);
  std::string out = unit == ExtraUnit::kNone ? plainVoice().number(value)
                    : angle                  ? plainVoice().angle(value)
                                             : plainVoice().length(value);
  return out + kPer[per_seconds];
}

// Of all joints of a robot, in their order; where a number has no end, nothing is said.
std::string jointsText(const world::Object* robot, const ExtraField& field, const std::vector<double>& values) {
  Lines parts;
  for (std::size_t i = 0; robot && i < values.size() && i < robot->moving_joints.size(); ++i)
    if (std::isfinite(values[i]))
      parts.push_back(
          fmt::format("{} {}", robot->movingJointName(i),
                      figure(values[i], field.unit, robot->movingJoint(i).motion == world::MotionType::kRevolute,
                             field.per_seconds)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string valueText(const world::Object* robot, const ExtraField& field, const usecase::ExtraValue& value) {
  if (const auto* joints = std::get_if<std::vector<double>>(&value)) return jointsText(robot, field, *joints);
  if (const auto* node = std::get_if<session::StepNode>(&value))
    return node->words.empty() && !node->node ? "anything" : node->words;
  const double number = std::get<double>(value);
  if (field.kind == ExtraField::Kind::kSwitch) return number != 0.0 ? "yes" : "no";
  if (field.kind == ExtraField::Kind::kTurn) return figure(number, ExtraUnit::kAngle, true, 0);
  return std::isfinite(number) ? figure(number, field.unit, true, field.per_seconds) : std::string();
}

std::string extraText(const world::Object* robot, const usecase::StepExtra& extra) {
  Lines parts;
  for (std::size_t i = 0; i < extra.kind->fields.size() && i < extra.values.size(); ++i) {
    const ExtraField& field = extra.kind->fields[i];
    const std::string text = valueText(robot, field, extra.values[i]);
    if (!text.empty()) parts.push_back(fmt::format("{} {}", plain(phrase(field.label)), text));
  }
  return fmt::format("{}: {}", plain(phrase(extra.kind->label)), fmt::join(parts, "; "));
}

void tellSpeed(double share, Lines& out) {
  if (share < 1.0) out.push_back(fmt::format("at {} % of the speed", plainVoice().number(100.0 * share)));
}

std::string positionsText(const world::Object* robot, const JointVector& q) {
  const ExtraField field{.unit = ExtraUnit::kJoint};
  return jointsText(robot, field, {q.begin(), q.end()});
}

void tell(const MoveData& move, const world::Object* robot, Lines& out) {
  if (const auto* q = std::get_if<JointVector>(&move.target)) out.push_back("joints: " + positionsText(robot, *q));
  if (move.frame_t_tool && move.frame_t_tool->p.norm() > 0.0) {
    const Vec3& p = move.frame_t_tool->p;
    const auto metres = [](double value) { return plainVoice().number(std::round(value * 1e6) / 1e6 + 0.0); };
    out.push_back(
        fmt::format("the tool is at ({}, {}, {}) m in the target", metres(p.x()), metres(p.y()), metres(p.z())));
  }
  tellSpeed(move.speed, out);
  if (move.blend.metres > 0.0)
    out.push_back(fmt::format("corner of straight moves: {}", plainVoice().length(move.blend.metres)));
  if (move.blend.radians > 0.0)
    out.push_back(fmt::format("corner of the rotation: {}", plainVoice().angle(move.blend.radians)));
  if (move.blend.joint_radians > 0.0)
    out.push_back(fmt::format("corner of other moves: {}", plainVoice().angle(move.blend.joint_radians)));
}

void tell(const session::SignalData& signal, Lines& out) {
  if (signal.awaits) out.push_back("expected to take " + plainVoice().seconds(signal.expected_seconds));
}

}  // namespace

std::vector<std::string> stepDetails(const world::World& world, const std::string& program, std::size_t step) {
  Lines out;
  const auto data = session::programData(world, program);
  if (!data || step >= data->steps.size()) return out;
  const session::StepWhat& what = data->steps[step].what;
  const world::Object* robot = world.peek(usecase::robotOfStep(world, program, step));
  if (const auto* move = std::get_if<MoveData>(&what)) tell(*move, robot, out);
  if (const auto* signal = std::get_if<session::SignalData>(&what)) tell(*signal, out);
  if (const auto* joint = std::get_if<session::JointData>(&what)) tellSpeed(joint->speed, out);
  for (const Phrase& line : usecase::stepBesides(world, program, step)) out.push_back(plain(line));
  for (const usecase::StepExtra& extra : usecase::stepExtras(world, program, step))
    out.push_back(extraText(robot, extra));
  if (!data->steps[step].comment.empty()) out.push_back("comment: " + data->steps[step].comment);
  return out;
}

std::vector<std::string> programDetails(const world::World& world, const std::string& program) {
  Lines out;
  const auto data = session::programData(world, program);
  if (!data) return out;
  const auto robot = usecase::robotOfProgram(world, program);
  if (robot)
    out.push_back(fmt::format("robot: {}{}", world.display(*robot), data->robot.words.empty() ? ", as found" : ""));
  if (const auto tool = usecase::toolOfProgram(world, program))
    out.push_back(fmt::format("tool: {}{}", world.display(*tool), data->tool.words.empty() ? ", as found" : ""));
  if (const auto* name = std::get_if<std::string>(&data->start)) out.push_back("starts at " + *name);
  if (const auto* q = std::get_if<JointVector>(&data->start))
    out.push_back("starts at joints: " + positionsText(robot ? world.peek(*robot) : nullptr, *q));
  if (!data->comment.empty()) out.push_back("comment: " + data->comment);
  return out;
}

}  // namespace ww::cli
