// SPDX-License-Identifier: Apache-2.0
// Fanuc LS: millimetres, degrees, W P R about fixed x, y, z. Tool and user frame are numbers; the controller has them.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/program/dialects/posture.h"
#include "core/program/dialects/unsaid.h"
#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

constexpr std::string_view kFanucWords[] = {"abort", "call",       "con",       "do",  "di",  "else",   "end",
                                            "endif", "endfor",     "for",       "if",  "jmp", "lbl",    "override",
                                            "pause", "payload",    "pr",        "r",   "run", "select", "skip",
                                            "ufra",  "uframe_num", "utool_num", "wait"};
constexpr std::size_t kRemark = 30, kShortWords = 16;  // characters that the pendant takes

// Whole per cents, and never more than was asked for.
int percent(double share) { return static_cast<int>(std::floor(100.0 * share + 1e-6)); }

class FanucWriter {
 public:
  FanucWriter(const RobotProgram& program, const ProgramNames& names) : program_(program), names_(names) {}

  std::string text() {
    remark("Robot: " + program_.robot);
    remarkFrame("UT" + std::to_string(program_.tool_number), program_.flange_t_tool);
    remarkFrame("UF" + std::to_string(program_.base_number), program_.robot_t_base);
    selectFrames();
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      step_ = i;
      const bool is_move = std::holds_alternative<Move>(program_.steps[i].what);  // whose name stands at its point
      if (!program_.steps[i].name.empty() && !is_move) remark(program_.steps[i].name);
      std::visit([this](const auto& what) { write(what); }, program_.steps[i].what);
    }
    return head() + "/MN\n" + lines_ + "/POS\n" + points_ + "/END\n";
  }

 private:
  std::string head() const {
    return fmt::format(
        "/PROG  {}\n/ATTR\nOWNER\t\t= MNEDITOR;\nCOMMENT\t\t= \"{}\";\nPROG_SIZE\t= 0;\nVERSION\t\t= 0;\n"
        "LINE_COUNT\t= {};\nMEMORY_SIZE\t= 0;\nPROTECT\t\t= READ_WRITE;\nTCD:  STACK_SIZE\t= 0,\n"
        "      TASK_PRIORITY\t= 50,\n      TIME_SLICE\t= 0,\n      BUSY_LAMP_OFF\t= 0,\n      ABORT_REQUEST\t= 0,\n"
        "      PAUSE_REQUEST\t= 0;\nDEFAULT_GROUP\t= 1,*,*,*,*;\nCONTROL_CODE\t= 00000000 00000000;\n",
        names_.program, plainLine(program_.name, kShortWords, "\"\\;"), line_count_);
  }

  void numbered(const std::string& text) { lines_ += fmt::format("{:4}:{} ;\n", ++line_count_, text); }
  void line(const std::string& text) { numbered("  " + text); }
  void remark(std::string_view words) {
    for (const std::string& words_line : plainLines(words, kRemark, ";")) line("!" + words_line);
  }
  // What must stand under that number on the controller.
  void remarkFrame(const std::string& number, const Pose& a_t_b) {
    const FixedAngles angles = fixedAngles(a_t_b.q);
    line(fmt::format("!{} X={} Y={}", number, millimetres(a_t_b.p.x()), millimetres(a_t_b.p.y())));
    line(fmt::format("!{} Z={} W={}", number, millimetres(a_t_b.p.z()), angles.x));
    line(fmt::format("!{} P={} R={}", number, angles.y, angles.z));
  }
  void selectFrames() {
    line(fmt::format("UFRAME_NUM={}", program_.base_number));
    line(fmt::format("UTOOL_NUM={}", program_.tool_number));
  }

  static std::string external(const Axes& axes) {
    std::string out;
    for (std::size_t i = 0; i < axes.external.size(); ++i) {
      const Axes::External& axis = axes.external[i];
      const std::string value = axis.slides ? millimetres(axis.position) : degrees(axis.position);
      out += fmt::format(",{}E{}= {:>9} {}", i == 0 ? "\n\t" : "\t", i + 1, value, axis.slides ? " mm" : "deg");
    }
    return out;
  }
  static std::string armOf(const Axes& axes) {
    std::string out;
    for (std::size_t i = 0; i < axes.arm.size(); ++i) {
      const char* before = i == 0 ? "" : i % 3 == 0 ? ",\n\t" : ",\t";
      out += fmt::format("{}J{}= {:>9} deg", before, i + 1, degrees(axes.arm[i]));
    }
    return out;
  }
  static std::string poseOf(const Pose& a_t_b) {
    const FixedAngles angles = fixedAngles(a_t_b.q);
    return fmt::format(
        "X = {:>9}  mm,\tY = {:>9}  mm,\tZ = {:>9}  mm,\n\tW = {:>9} deg,\tP = {:>9} deg,\tR = {:>9} deg",
        millimetres(a_t_b.p.x()), millimetres(a_t_b.p.y()), millimetres(a_t_b.p.z()), angles.x, angles.y, angles.z);
  }

  // Gives what a motion says of the point: "P[1:pick]".
  std::string declarePoint(const Move& move) {
    const std::string name = plainLine(program_.steps[step_].name, kShortWords, "\"[]{}:;");
    const Axes axes = controllerAxes(program_, move.joints);
    const int number = ++point_count_;
    points_ += fmt::format("P[{}{}]{{\n   GP1:\n\tUF : {}, UT : {},\t", number, name.empty() ? "" : ":\"" + name + "\"",
                           program_.base_number, program_.tool_number);
    if (move.kind == MoveKind::kJoint) points_ += "\n\t" + armOf(axes);
    else points_ += "\tCONFIG : '" + fanucConfig(axes, move.posture) + "',\n\t" + poseOf(move.base_t_tool);
    points_ += external(axes) + "\n};\n";
    return fmt::format("P[{}{}]", number, name.empty() ? "" : ":" + name);
  }

  // Neither millimetres nor degrees per second have decimals there.
  static int whole(double per_second) { return static_cast<int>(std::floor(per_second + 1e-6)); }
  // A line that turns the tool where it is has its speed as an angle; 0 for any other.
  static int turnSpeed(const Move& move) {
    return turnsInPlace(move) ? whole(move.speed.angular_rad_s * 180.0 / std::numbers::pi) : 0;
  }
  void tellUnsaid(const Move& move) {
    ControllerRules rules = fanucRules();
    rules.says_turning = turnSpeed(move) > 0;
    if (const std::string unsaid = unsaidWords(move, rules); !unsaid.empty()) remark(unsaid);
  }

  void write(const Move& move) {
    const bool linear = move.kind == MoveKind::kLinear;
    const std::string point = declarePoint(move);
    tellUnsaid(move);
    const int turn = turnSpeed(move);
    const std::string speed = turn > 0 ? fmt::format("{}deg/sec", turn)
                              : linear ? fmt::format("{}mm/sec", whole(1e3 * move.speed.linear_m_s))
                                       : fmt::format("{}%", percent(move.speed.joint_share));
    const std::string corner = move.blend.none() ? "FINE" : fmt::format("CNT{}", percent(move.blend.share));
    const double own = move.speed.joint_acceleration_share;
    const std::string acceleration = !linear && own < 1.0 ? fmt::format(" ACC{}", std::max(1, percent(own))) : "";
    numbered(fmt::format("{} {} {} {}{}", linear ? 'L' : 'J', point, speed, corner, acceleration));
  }
  void write(const Wait& wait) { line("WAIT " + fixed(wait.seconds, 2) + "(sec)"); }
  void write(const SetSignal& set) { line(fmt::format("DO[{}]={}", set.signal.number, set.on ? "ON" : "OFF")); }
  void write(const AwaitSignal& await) {
    line(fmt::format("WAIT DI[{}]={}", await.signal.number, await.on ? "ON" : "OFF"));
  }
  void write(const Comment& words) { remark(words.text); }
  void write(const GripperMove& gripper) {
    write(*gripper.by);
    if (gripper.settle_s > 0.0) write(Wait{gripper.settle_s});
  }
  void write(const Call&) {
    line("CALL " + names_.steps[step_]);
    selectFrames();  // the other program selects its own
  }

  const RobotProgram& program_;
  const ProgramNames& names_;
  std::string lines_, points_;
  int line_count_ = 0, point_count_ = 0;
  std::size_t step_ = 0;
};

}  // namespace

const ControllerRules& fanucRules() {
  static const ControllerRules kRules{.dialect = "LS",
                                      .names = {.most = 36, .upper = true, .reserved = kFanucWords},
                                      .external_axes = 3,
                                      .joint_blend = BlendSays::kShare,
                                      .linear_blend = BlendSays::kShare,
                                      .least_joint_share = 0.01,
                                      .posture_words = fanucConfig,
                                      .most_turn_rad = 15.0 * std::numbers::pi,  // one digit of turns
                                      .await_limit = false,
                                      .least_m_s = 0.001,
                                      .most_m_s = 2.0,
                                      .longest_wait_s = 327.67,
                                      .tools = {1, 29},
                                      .bases = {0, 61}};
  return kRules;
}

std::vector<ExportedFile> writeFanuc(const RobotProgram& program, ProgramNames names) {
  return {{names.program + ".ls", FanucWriter(program, names).text()}};
}

}  // namespace ww::program::dialects
