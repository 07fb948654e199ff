// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/check.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/program/dialects/failures.h"
#include "core/program/dialects/names.h"
#include "core/program/dialects/posture.h"

namespace ww::program::dialects {
namespace {

constexpr std::size_t kArmAxes = 6;

// "3", or "3 (pick)".
arg::Words stepWords(const RobotProgram& program, std::size_t index) {
  const Step& step = program.steps[index];
  const std::string& name = step.name;
  return {(step.place.empty() ? std::to_string(index + 1) : step.place) +
          (name.empty() ? "" : " (" + shortened(name, 40) + ")")};
}

// ---- what every dialect needs

struct Figure {
  double value = 0.0;
  Phrase part;
};

// Finite and not below 0.
Status checkFigures(const arg::Words& step, std::initializer_list<Figure> figures) {
  for (const Figure& figure : figures) {
    if (!std::isfinite(figure.value)) return fail(failures::kNotFinite, {{"step", step}, {"part", figure.part}});
    if (figure.value < 0.0)
      return fail(failures::kNegative, {{"step", step}, {"part", figure.part}, {"value", arg::Number{figure.value}}});
  }
  return okStatus();
}

Status checkMoveData(const RobotProgram& program, const Move& move, const arg::Words& step) {
  if (move.joints.size() != program.joints.size())
    return fail(failures::kJointCount, {{"step", step},
                                        {"given", arg::Count{move.joints.size()}},
                                        {"robot", arg::Name{program.robot}},
                                        {"count", arg::Count{program.joints.size()}}});
  for (const double position : move.joints)
    if (!std::isfinite(position))
      return fail(failures::kNotFinite, {{"step", step}, {"part", phrase(WW_TEXT("Core", "the joint positions"))}});
  if (Result<Pose> pose = checkedPose(move.base_t_tool); !pose.ok())
    return within(pose.status(), phrase(WW_TEXT("Core", "step {step}"), {{"step", step}}));
  WW_TRY(checkFigures(step,
                      {{move.speed.joint_share, phrase(WW_TEXT("Core", "the joint speed"))},
                       {move.speed.joint_acceleration_share, phrase(WW_TEXT("Core", "the joint acceleration"))},
                       {move.speed.linear_m_s, phrase(WW_TEXT("Core", "the speed of the tool"))},
                       {move.speed.angular_rad_s, phrase(WW_TEXT("Core", "the angular speed of the tool"))},
                       {move.speed.linear_m_s2, phrase(WW_TEXT("Core", "the acceleration of the tool"))},
                       {move.speed.angular_rad_s2, phrase(WW_TEXT("Core", "the angular acceleration of the tool"))}}));
  for (const double share : {move.speed.joint_share, move.speed.joint_acceleration_share})
    if (share <= 0.0 || share > 1.0)
      return fail(failures::kJointShare, {{"step", step}, {"share", arg::Number{share}}, {"least", arg::Number{0.0}}});
  const bool blends = move.blend.radius_m >= 0.0 && std::isfinite(move.blend.radius_m) && move.blend.share >= 0.0 &&
                      move.blend.share <= 1.0;
  return blends ? okStatus() : fail(failures::kBlendRange, {{"step", step}});
}

Status checkStepData(const RobotProgram& program, std::size_t index) {
  const arg::Words step = stepWords(program, index);
  const auto& what = program.steps[index].what;
  if (const auto* move = std::get_if<Move>(&what)) return checkMoveData(program, *move, step);
  if (const auto* wait = std::get_if<Wait>(&what))
    return checkFigures(step, {{wait->seconds, phrase(WW_TEXT("Core", "the time to wait"))}});
  if (const auto* await = std::get_if<AwaitSignal>(&what))
    return checkFigures(step, {{await->at_most_s, phrase(WW_TEXT("Core", "the time to wait"))}});
  const auto* gripper = std::get_if<GripperMove>(&what);
  if (gripper == nullptr) return okStatus();
  return checkFigures(step, {{std::abs(gripper->position), phrase(WW_TEXT("Core", "the position of the gripper"))},
                             {gripper->settle_s, phrase(WW_TEXT("Core", "the time to wait"))}});
}

// ---- what a controller needs

class SayableCheck {
 public:
  SayableCheck(const RobotProgram& program, const ControllerRules& rules) : program_(program), rules_(rules) {}

  Status run() const {
    WW_TRY(checkArm());
    WW_TRY(checkFrame(program_.tool_name, program_.tool_number, rules_.tools));
    WW_TRY(checkFrame(program_.base_name, program_.base_number, rules_.bases));
    WW_TRY(checkStart());
    for (std::size_t i = 0; i < program_.steps.size(); ++i) WW_TRY(checkStep(i));
    return okStatus();
  }

 private:
  FailureArg dialect() const { return {"dialect", arg::Words{std::string(rules_.dialect)}}; }
  FailureArg robot() const { return {"robot", arg::Name{program_.robot}}; }
  FailureArg step(std::size_t index) const { return {"step", stepWords(program_, index)}; }

  Status checkArm() const {
    std::size_t axes = 0, external = 0;
    for (const RobotJoint& joint : program_.joints) ++(joint.external ? external : axes);
    if (axes != kArmAxes) return fail(failures::kAxisCount, {dialect(), robot(), {"count", arg::Count{axes}}});
    for (const RobotJoint& joint : program_.joints) WW_TRY(checkJoint(joint));
    const auto most = static_cast<std::size_t>(rules_.external_axes);
    if (external <= most) return okStatus();
    return fail(failures::kManyExternalAxes,
                {dialect(), robot(), {"count", arg::Count{external}}, {"most", arg::Count{most}}});
  }

  Status checkJoint(const RobotJoint& joint) const {
    const FailureArg named{"joint", arg::Name{joint.name}};
    if (joint.slides && !joint.external) return fail(failures::kSlidingAxis, {named, dialect()});
    if (joint.external && rules_.external_axes == 0)
      return fail(failures::kNoExternalAxes, {named, robot(), dialect()});
    if (rules_.needs_joint_limits && !(joint.max_speed > 0.0 && std::isfinite(joint.max_speed)))
      return fail(failures::kNoJointSpeed, {named, dialect()});
    return okStatus();
  }

  Status checkFrame(const std::string& frame, int number, const Range& range) const {
    if (number >= range.first && number <= range.last) return okStatus();
    return fail(failures::kFrameNumber, {{"frame", arg::Name{frame}},
                                         {"number", arg::Number{static_cast<double>(number)}},
                                         {"least", arg::Number{static_cast<double>(range.first)}},
                                         {"most", arg::Number{static_cast<double>(range.last)}},
                                         dialect()});
  }

  Status checkStart() const {
    if (!rules_.starts_with_joint_move) return okStatus();
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      const auto* move = std::get_if<Move>(&program_.steps[i].what);
      if (move == nullptr) continue;
      return move->kind == MoveKind::kLinear ? fail(failures::kStartsLinear, {step(i), dialect()}) : okStatus();
    }
    return okStatus();
  }

  Status checkStep(std::size_t i) const {
    const auto& what = program_.steps[i].what;
    if (const auto* move = std::get_if<Move>(&what)) {
      WW_TRY(checkSpeed(*move, i));
      WW_TRY(checkBlend(*move, i));
      return checkPosture(*move, i);
    }
    if (const auto* wait = std::get_if<Wait>(&what)) return checkWait(wait->seconds, i);
    if (const auto* set = std::get_if<SetSignal>(&what)) return checkSignal(set->signal, i);
    if (const auto* await = std::get_if<AwaitSignal>(&what)) {
      WW_TRY(checkSignal(await->signal, i));
      if (await->at_most_s == 0.0 || rules_.await_limit) return okStatus();
      return fail(
          failures::kAwaitLimit,
          {step(i), {"signal", arg::Name{await->signal.name}}, {"time", arg::Seconds{await->at_most_s}}, dialect()});
    }
    const auto* gripper = std::get_if<GripperMove>(&what);
    if (gripper == nullptr) return okStatus();
    if (!gripper->by) return fail(failures::kNoGripper, {step(i), {"joint", arg::Name{gripper->joint}}, dialect()});
    WW_TRY(checkSignal(gripper->by->signal, i));
    return checkWait(gripper->settle_s, i);
  }

  Status checkSpeed(const Move& move, std::size_t i) const {
    const Speed& speed = move.speed;
    const bool linear = move.kind == MoveKind::kLinear;
    if (linear && speed.linear_m_s == 0.0) return fail(failures::kNoToolSpeed, {step(i)});
    const bool tool_speed = linear || (!rules_.joint_speed_as_share && speed.linear_m_s > 0.0);
    if (tool_speed && (speed.linear_m_s < rules_.least_m_s || speed.linear_m_s > rules_.most_m_s))
      return fail(failures::kToolSpeed, {step(i),
                                         {"speed", arg::Number{speed.linear_m_s}},
                                         {"least", arg::Number{rules_.least_m_s}},
                                         {"most", arg::Number{rules_.most_m_s}},
                                         dialect()});
    if (linear || tool_speed) return okStatus();
    if (!rules_.joint_speed_as_share && speed.joint_share < 1.0)
      return fail(failures::kShareOfSpeed, {step(i), dialect()});
    if (speed.joint_share >= rules_.least_joint_share) return okStatus();
    return fail(failures::kJointShare,
                {step(i), {"share", arg::Number{speed.joint_share}}, {"least", arg::Number{rules_.least_joint_share}}});
  }

  // Controllers that prepare a corner see no farther than the next statement that is not a motion.
  Status checkBlend(const Move& move, std::size_t i) const {
    if (move.blend.none()) return okStatus();
    std::size_t next = i + 1;
    while (next < program_.steps.size() && std::holds_alternative<Comment>(program_.steps[next].what)) ++next;
    if (next == program_.steps.size() || !std::holds_alternative<Move>(program_.steps[next].what))
      return fail(failures::kBlendAtStop, {step(i)});
    const BlendSays says = move.kind == MoveKind::kLinear ? rules_.linear_blend : rules_.joint_blend;
    if (says == BlendSays::kRadius && move.blend.radius_m == 0.0)
      return fail(failures::kBlendNeedsRadius, {step(i), dialect()});
    if (says == BlendSays::kShare && move.blend.share == 0.0)
      return fail(failures::kBlendNeedsShare, {step(i), dialect()});
    return okStatus();
  }

  // With another posture at the pose: the controller would take either.
  bool sharesName(const Move& move, const Axes& axes) const {
    if (rules_.posture_words == nullptr) return false;
    return std::ranges::any_of(move.posture.others, [&](const Posture::Other& other) {
      const Posture named{other.shoulder, other.elbow};
      return rules_.posture_words(controllerAxes(program_, other.joints), named) ==
             rules_.posture_words(axes, move.posture);
    });
  }

  Status checkPosture(const Move& move, std::size_t i) const {
    if (move.kind == MoveKind::kJoint) return okStatus();
    if (!(move.kind == MoveKind::kLinear ? rules_.lines_name_posture : rules_.poses_name_posture)) return okStatus();
    if (move.posture.shoulder == 0 || move.posture.elbow == 0)
      return fail(failures::kNoPosture, {step(i), robot(), dialect()});
    const Axes axes = controllerAxes(program_, move.joints);
    if (sharesName(move, axes)) return fail(failures::kSharedPosture, {step(i), robot(), dialect()});
    std::size_t arm = 0;
    for (const RobotJoint& joint : program_.joints) {
      if (joint.external) continue;
      if (std::abs(axes.arm[arm++]) >= rules_.most_turn_rad)
        return fail(failures::kTooManyTurns, {step(i), {"joint", arg::Name{joint.name}}, dialect()});
    }
    return okStatus();
  }

  Status checkWait(double seconds, std::size_t i) const {
    if (seconds <= rules_.longest_wait_s) return okStatus();
    return fail(failures::kLongWait,
                {step(i), {"time", arg::Seconds{seconds}}, {"most", arg::Seconds{rules_.longest_wait_s}}, dialect()});
  }

  Status checkSignal(const Signal& signal, std::size_t i) const {
    const FailureArg named{"signal", arg::Name{signal.name}};
    if (rules_.signals_by_name) {
      if (isName(signal.name, rules_.names)) return okStatus();
      return fail(failures::kSignalName, {named, step(i), dialect(), {"most", arg::Count{rules_.names.most}}});
    }
    if (signal.number < 0) return fail(failures::kSignalNumber, {named, step(i), dialect()});
    if (signal.number >= rules_.signals.first && signal.number <= rules_.signals.last) return okStatus();
    return fail(failures::kSignalRange, {named,
                                         {"number", arg::Number{static_cast<double>(signal.number)}},
                                         {"least", arg::Number{static_cast<double>(rules_.signals.first)}},
                                         {"most", arg::Number{static_cast<double>(rules_.signals.last)}},
                                         dialect()});
  }

  const RobotProgram& program_;
  const ControllerRules& rules_;
};

}  // namespace

Status checkData(const RobotProgram& program) {
  if (program.steps.empty()) return fail(failures::kNothingToExport, {{"program", arg::Name{program.name}}});
  for (const auto& [pose, name] :
       {std::pair(program.flange_t_tool, program.tool_name), std::pair(program.robot_t_base, program.base_name)})
    if (Result<Pose> checked = checkedPose(pose); !checked.ok())
      return within(checked.status(), phrase(WW_TEXT("Core", "frame {frame}"), {{"frame", arg::Name{name}}}));
  for (std::size_t i = 0; i < program.steps.size(); ++i) WW_TRY(checkStepData(program, i));
  return okStatus();
}

Status checkSayable(const RobotProgram& program, const ControllerRules& rules) {
  return SayableCheck(program, rules).run();
}

}  // namespace ww::program::dialects
