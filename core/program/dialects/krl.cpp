// SPDX-License-Identifier: Apache-2.0
// KUKA KRL: millimetres, degrees, A B C about z, y, x. The points stand in a .dat beside the program.
#include <fmt/format.h>

#include <numbers>

#include "core/program/dialects/posture.h"
#include "core/program/dialects/unsaid.h"
#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

// Keywords, types and what $CONFIG.DAT declares, as far as a name could be like it.
constexpr std::string_view kKrlWords[] = {
    "and",       "anin",    "anout",   "axis",      "b_and",    "b_exor", "b_not",   "b_or",    "bas",     "base",
    "bool",      "brake",   "c_dis",   "c_ori",     "c_ptp",    "c_vel",  "case",    "channel", "char",    "circ",
    "circ_rel",  "confirm", "const",   "continue",  "cread",    "cwrite", "decl",    "def",     "default", "defdat",
    "deffct",    "delay",   "digin",   "do",        "e6axis",   "e6pos",  "else",    "end",     "enddat",  "endfct",
    "endfor",    "endif",   "endloop", "endswitch", "endwhile", "enum",   "exit",    "exor",    "ext",     "extfct",
    "false",     "for",     "frame",   "global",    "goto",     "halt",   "home",    "if",      "import",  "int",
    "interrupt", "is",      "lin",     "lin_rel",   "load",     "loop",   "maximum", "minimum", "not",     "on",
    "or",        "pos",     "public",  "ptp",       "ptp_rel",  "pulse",  "real",    "repeat",  "resume",  "return",
    "sec",       "signal",  "step",    "string",    "struc",    "switch", "then",    "to",      "tool",    "trigger",
    "true",      "until",   "wait",    "when",      "while",    "with",   "xhome"};

class KrlWriter {
 public:
  KrlWriter(const RobotProgram& program, const ProgramNames& names) : program_(program), names_(names) {}

  std::vector<ExportedFile> files() {
    comment("Robot: " + program_.robot + ". Millimetres, degrees.");
    line("BAS (#INITMOV,0)");
    comment("Tool: " + program_.tool_name);
    line("$TOOL={" + pose(program_.flange_t_tool) + "}");
    comment("Base: " + program_.base_name);
    line("$BASE={" + pose(program_.robot_t_base) + "}");
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      step_ = i;
      if (!program_.steps[i].name.empty()) comment(program_.steps[i].name);
      std::visit([this](const auto& what) { write(what); }, program_.steps[i].what);
    }
    return {{names_.program + ".src", "&ACCESS RVP\n&REL 1\nDEF " + names_.program + "()\n" + lines_ + "END\n"},
            {names_.program + ".dat", "&ACCESS RVP\n&REL 1\nDEFDAT " + names_.program + "\n" + points_ + "ENDDAT\n"}};
  }

 private:
  void line(const std::string& text) { lines_ += "  " + text + "\n"; }
  // What follows the semicolon at once can be a fold; behind a dash and a blank it is words.
  void comment(std::string_view words) {
    for (const std::string& words_line : plainLines(words, 80)) line("; - " + words_line);
  }

  static std::string pose(const Pose& a_t_b) {
    const FixedAngles angles = fixedAngles(a_t_b.q);
    return fmt::format("X {},Y {},Z {},A {},B {},C {}", millimetres(a_t_b.p.x()), millimetres(a_t_b.p.y()),
                       millimetres(a_t_b.p.z()), angles.z, angles.y, angles.x);
  }
  static std::string external(const Axes& axes) {
    std::string out;
    for (std::size_t i = 0; i < axes.external.size(); ++i) {
      const Axes::External& axis = axes.external[i];
      out += fmt::format(",E{} {}", i + 1, axis.slides ? millimetres(axis.position) : degrees(axis.position));
    }
    return out;
  }

  void declarePoint(const Move& move) {
    const Axes axes = controllerAxes(program_, move.joints);
    if (move.kind == MoveKind::kJoint) {
      std::string arm;
      for (std::size_t i = 0; i < axes.arm.size(); ++i)
        arm += fmt::format("{}A{} {}", i > 0 ? "," : "", i + 1, degrees(axes.arm[i]));
      points_ += fmt::format("DECL E6AXIS {}={{{}{}}}\n", names_.steps[step_], arm, external(axes));
      return;
    }
    // A line keeps the posture that it starts in; there S and T are for people.
    const bool named = move.posture.shoulder != 0 && move.posture.elbow != 0;
    const std::string posture =
        named ? fmt::format(",S {},T {}", statusBits(axes, move.posture), turnBits(axes)) : std::string();
    points_ +=
        fmt::format("DECL E6POS {}={{{}{}{}}}\n", names_.steps[step_], pose(move.base_t_tool), posture, external(axes));
  }

  void setOnce(std::string& known, std::string statement) {
    if (known == statement) return;
    line(statement);
    known = std::move(statement);
  }

  void write(const Move& move) {
    declarePoint(move);
    if (const std::string unsaid = unsaidWords(move, krlRules()); !unsaid.empty()) comment(unsaid);
    const bool linear = move.kind == MoveKind::kLinear;
    if (!linear) {
      setOnce(joint_speed_, "BAS (#VEL_PTP," + fixed(100.0 * move.speed.joint_share, 2) + ")");
      // The controller's own until something is said.
      if (move.speed.joint_acceleration_share < 1.0 || !joint_acceleration_.empty())
        setOnce(joint_acceleration_, "BAS (#ACC_PTP," + fixed(100.0 * move.speed.joint_acceleration_share, 2) + ")");
      if (!move.blend.none()) setOnce(joint_blend_, "$APO.CPTP=" + fixed(100.0 * move.blend.share, 2));
    } else {
      setOnce(speed_, "$VEL.CP=" + fixed(move.speed.linear_m_s, 6));
      if (move.speed.angular_rad_s > 0.0) {
        const std::string angular = degrees(move.speed.angular_rad_s);
        setOnce(swing_speed_, "$VEL.ORI1=" + angular);
        setOnce(turn_speed_, "$VEL.ORI2=" + angular);
      }
      if (move.speed.linear_m_s2 > 0.0) setOnce(acceleration_, "$ACC.CP=" + fixed(move.speed.linear_m_s2, 6));
      if (move.speed.angular_rad_s2 > 0.0) {
        const std::string angular = degrees(move.speed.angular_rad_s2);
        setOnce(swing_acceleration_, "$ACC.ORI1=" + angular);
        setOnce(turn_acceleration_, "$ACC.ORI2=" + angular);
      }
      if (!move.blend.none()) setOnce(blend_, "$APO.CDIS=" + millimetres(move.blend.radius_m));
    }
    const char* corner = move.blend.none() ? "" : linear ? " C_DIS" : " C_PTP";
    line(fmt::format("{} {}{}", linear ? "LIN" : "PTP", names_.steps[step_], corner));
  }
  void write(const Wait& wait) { line("WAIT SEC " + fixed(wait.seconds, 3)); }
  void write(const SetSignal& set) { line(fmt::format("$OUT[{}]={}", set.signal.number, set.on ? "TRUE" : "FALSE")); }
  void write(const AwaitSignal& await) {
    line(fmt::format("WAIT FOR $IN[{}]=={}", await.signal.number, await.on ? "TRUE" : "FALSE"));
  }
  void write(const Comment& words) { comment(words.text); }
  void write(const GripperMove& gripper) {
    write(*gripper.by);
    if (gripper.settle_s > 0.0) write(Wait{gripper.settle_s});
  }
  void write(const Call&) {
    line(names_.steps[step_] + "()");
    // The other program sets its own.
    if (!joint_acceleration_.empty()) line("BAS (#ACC_PTP,100.00)");
    joint_speed_ = joint_acceleration_ = joint_blend_ = speed_ = swing_speed_ = turn_speed_ = acceleration_ =
        swing_acceleration_ = turn_acceleration_ = blend_ = {};
    line("$TOOL={" + pose(program_.flange_t_tool) + "}");
    line("$BASE={" + pose(program_.robot_t_base) + "}");
  }

  const RobotProgram& program_;
  const ProgramNames& names_;
  std::string lines_, points_;
  std::string joint_speed_, joint_acceleration_, joint_blend_, speed_, swing_speed_, turn_speed_, acceleration_,
      swing_acceleration_, turn_acceleration_, blend_;  // as set last
  std::size_t step_ = 0;
};

}  // namespace

const ControllerRules& krlRules() {
  static const ControllerRules kRules{.dialect = "KRL",
                                      .names = {.most = 24, .reserved = kKrlWords},
                                      .external_axes = 6,
                                      .joint_blend = BlendSays::kShare,
                                      .least_joint_share = 0.01,
                                      .posture_words = statusWords,
                                      .lines_name_posture = false,
                                      .most_turn_rad = 2.0 * std::numbers::pi,
                                      .starts_with_joint_move = true,
                                      .signals = {1, 4096},
                                      .await_limit = false,
                                      .least_m_s = 0.001,
                                      .most_m_s = 3.0,
                                      .says_acceleration = true,
                                      .says_turning = true,
                                      .says_turning_acceleration = true};
  return kRules;
}

std::vector<ExportedFile> writeKrl(const RobotProgram& program, ProgramNames names) {
  return KrlWriter(program, names).files();
}

}  // namespace ww::program::dialects
