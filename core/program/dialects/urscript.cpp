// SPDX-License-Identifier: Apache-2.0
// URScript: metres, radians, rotation vectors.
#include <fmt/format.h>

#include <algorithm>

#include "core/program/dialects/posture.h"
#include "core/program/dialects/unsaid.h"
#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

// Keywords, and the functions and names that the text uses itself.
constexpr std::string_view kUrWords[] = {"and",
                                         "base_frame",
                                         "break",
                                         "continue",
                                         "def",
                                         "elif",
                                         "else",
                                         "end",
                                         "enter_critical",
                                         "exit_critical",
                                         "false",
                                         "for",
                                         "get_inverse_kin",
                                         "get_standard_digital_in",
                                         "global",
                                         "halt",
                                         "if",
                                         "in",
                                         "join",
                                         "kill",
                                         "local",
                                         "mod",
                                         "movec",
                                         "movej",
                                         "movel",
                                         "movep",
                                         "not",
                                         "or",
                                         "p",
                                         "pass",
                                         "pose_trans",
                                         "popup",
                                         "return",
                                         "run",
                                         "sec",
                                         "set_standard_digital_out",
                                         "set_tcp",
                                         "sleep",
                                         "stopj",
                                         "stopl",
                                         "struct",
                                         "sync",
                                         "textmsg",
                                         "thread",
                                         "to_str",
                                         "true",
                                         "var",
                                         "waited",
                                         "while",
                                         "xor"};

class UrWriter {
 public:
  UrWriter(const RobotProgram& program, const ProgramNames& names) : program_(program), names_(names) {}

  std::string text() {
    out_ = "def " + names_.program + "():\n";
    comment("Robot: " + program_.robot + ". Metres, radians, rotation vectors.");
    comment("Tool: " + program_.tool_name);
    line("set_tcp(" + pose(program_.flange_t_tool) + ")");
    comment("Base: " + program_.base_name);
    line("base_frame = " + pose(program_.robot_t_base));
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      step_ = i;
      if (!program_.steps[i].name.empty()) comment(program_.steps[i].name);
      std::visit([this](const auto& what) { write(what); }, program_.steps[i].what);
    }
    return std::move(out_) + "end\n";
  }

 private:
  void line(const std::string& text) { out_ += "  " + text + "\n"; }
  void comment(std::string_view words) {
    for (const std::string& words_line : plainLines(words, 100, "\\")) line("# " + words_line);
  }

  static std::string pose(const Pose& a_t_b) {
    const Vec3 turn = rotationVector(a_t_b.q);
    return fmt::format("p[{}, {}, {}, {}, {}, {}]", fixed(a_t_b.p.x(), 6), fixed(a_t_b.p.y(), 6), fixed(a_t_b.p.z(), 6),
                       fixed(turn.x(), 8), fixed(turn.y(), 8), fixed(turn.z(), 8));
  }
  static std::string target(const Move& move) { return "pose_trans(base_frame, " + pose(move.base_t_tool) + ")"; }

  std::string joints(const Move& move) const {
    std::string out = "[";
    for (const double axis : controllerAxes(program_, move.joints).arm)
      out += (out.size() > 1 ? ", " : "") + fixed(axis, 8);
    return out + "]";
  }

  // The slowest joint's limit: the language knows one speed for all, that of the joint that turns farthest.
  double leastLimit(double RobotJoint::*limit) const {
    double least = program_.joints.front().*limit;
    for (const RobotJoint& joint : program_.joints) least = std::min(least, joint.*limit);
    return least;
  }
  std::string jointSpeed(const Move& move) const {
    const double acceleration = leastLimit(&RobotJoint::max_acceleration) *
                                std::min(move.speed.joint_share, move.speed.joint_acceleration_share);
    return (acceleration > 0.0 ? ", a=" + fixed(acceleration, 6) : "") +
           ", v=" + fixed(leastLimit(&RobotJoint::max_speed) * move.speed.joint_share, 6);
  }
  // v is of the tool's point: where that stays, only a time says how fast the tool turns.
  static bool isTimed(const Move& move) { return turnsInPlace(move) && move.speed.planned_s > 0.0; }
  static std::string lineSpeed(const Move& move) {
    if (isTimed(move)) return ", t=" + fixed(std::max(move.speed.planned_s, 0.001), 3);
    return (move.speed.linear_m_s2 > 0.0 ? ", a=" + fixed(move.speed.linear_m_s2, 6) : "") +
           ", v=" + fixed(move.speed.linear_m_s, 6);
  }
  static std::string blend(const Move& move) {
    return move.blend.radius_m > 0.0 ? ", r=" + fixed(move.blend.radius_m, 6) : "";
  }

  void write(const Move& move) {
    ControllerRules rules = urScriptRules();
    rules.says_turning = rules.says_turning_acceleration = isTimed(move);
    if (const std::string unsaid = unsaidWords(move, rules); !unsaid.empty()) comment(unsaid);
    switch (move.kind) {
      case MoveKind::kJoint: return line("movej(" + joints(move) + jointSpeed(move) + blend(move) + ")");
      case MoveKind::kJointToPose:  // the solution next to the configuration that was planned
        return line("movej(get_inverse_kin(" + target(move) + ", " + joints(move) + ")" + jointSpeed(move) +
                    blend(move) + ")");
      case MoveKind::kLinear: return line("movel(" + target(move) + lineSpeed(move) + blend(move) + ")");
    }
  }
  void write(const Wait& wait) { line("sleep(" + fixed(wait.seconds, 3) + ")"); }
  void write(const SetSignal& set) {
    line(fmt::format("set_standard_digital_out({}, {})", set.signal.number, set.on ? "True" : "False"));
  }
  void write(const AwaitSignal& await) {
    const bool limited = await.at_most_s > 0.0;
    if (limited) line("waited = 0.0");
    line(fmt::format("while get_standard_digital_in({}) != {}:", await.signal.number, await.on ? "True" : "False"));
    if (!limited) {
      line("  sync()");
    } else {
      line("  sleep(0.01)");
      line("  waited = waited + 0.01");
      line("  if waited >= " + fixed(await.at_most_s, 3) + ":");
      line(fmt::format("    popup(\"waited in vain for {}\", error=True, blocking=True)",
                       plainLine(await.signal.name, 60, "\"\\")));
      line("    halt");
      line("  end");
    }
    line("end");
  }
  void write(const Comment& words) { comment(words.text); }
  void write(const GripperMove& gripper) {
    write(*gripper.by);
    if (gripper.settle_s > 0.0) write(Wait{gripper.settle_s});
  }
  void write(const Call&) { line(names_.steps[step_] + "()"); }

  const RobotProgram& program_;
  const ProgramNames& names_;
  std::string out_;
  std::size_t step_ = 0;
};

}  // namespace

const ControllerRules& urScriptRules() {
  static const ControllerRules kRules{.dialect = "URScript",
                                      .names = {.most = 60, .reserved = kUrWords},
                                      .needs_joint_limits = true,
                                      .poses_name_posture = false,
                                      .lines_name_posture = false,
                                      .signals = {0, 7},
                                      .most_m_s = 5.0,
                                      .says_acceleration = true};
  return kRules;
}

std::vector<ExportedFile> writeUrScript(const RobotProgram& program, ProgramNames names) {
  return {{names.program + ".script", UrWriter(program, names).text()}};
}

}  // namespace ww::program::dialects
