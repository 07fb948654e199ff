// SPDX-License-Identifier: Apache-2.0
// ABB RAPID: millimetres, degrees, quaternions with w first.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/program/dialects/posture.h"
#include "core/program/dialects/unsaid.h"
#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

// Keywords, and what every controller has declared already, as far as a name could be like it.
constexpr std::string_view kRapidWords[] = {
    "abs",       "acos",    "add",      "alias",  "and",         "asin",     "atan",      "backward", "bool",
    "break",     "byte",    "case",     "ceil",   "clear",       "clock",    "close",     "confdata", "confj",
    "confl",     "connect", "const",    "cos",    "decr",        "default",  "div",       "do",       "else",
    "elseif",    "endfor",  "endfunc",  "endif",  "endmodule",   "endproc",  "endrecord", "endtest",  "endtrap",
    "endwhile",  "error",   "exit",     "exp",    "false",       "fine",     "for",       "from",     "func",
    "goto",      "if",      "incr",     "inout",  "jointtarget", "label",    "load",      "load0",    "loaddata",
    "local",     "main",    "mod",      "module", "moveabsj",    "movec",    "movej",     "movel",    "nostepin",
    "not",       "noview",  "num",      "open",   "or",          "orient",   "pers",      "pi",       "pos",
    "pose",      "pow",     "proc",     "raise",  "readonly",    "record",   "reset",     "retry",    "return",
    "robtarget", "round",   "set",      "setdo",  "shared",      "signaldi", "signaldo",  "sin",      "speeddata",
    "sqrt",      "step",    "stop",     "string", "sysmodule",   "tan",      "task",      "test",     "then",
    "to",        "tool0",   "tooldata", "trap",   "true",        "trunc",    "trynext",   "undo",     "unload",
    "v10",       "v100",    "v1000",    "v150",   "v1500",       "v20",      "v200",      "v2000",    "v30",
    "v300",      "v40",     "v400",     "v5",     "v50",         "v500",     "v60",       "v600",     "v80",
    "v800",      "var",     "viewonly", "vmax",   "waitdi",      "waittime", "while",     "with",     "wobj0",
    "wobjdata",  "xor",     "z0",       "z1",     "z10",         "z100",     "z15",       "z150",     "z20",
    "z200",      "z30",     "z40",      "z5",     "z50",         "z60",      "z80",       "zonedata"};

class RapidWriter {
 public:
  RapidWriter(const RobotProgram& program, ProgramNames& names)
      : program_(program), names_(names), module_(names.used.take(names.program + "_mod", "module_1")) {}

  std::string text() {
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      step_ = i;
      if (!program_.steps[i].name.empty()) comment(program_.steps[i].name);
      std::visit([this](const auto& what) { write(what); }, program_.steps[i].what);
    }
    std::string head = "MODULE " + module_ + "\n";
    for (const std::string& words : plainLines("Robot: " + program_.robot + ". Millimetres, degrees, w first.", 80))
      head += "  ! " + words + "\n";
    return head + frames() + targets_ + speeds_ + zones_ + "\n  PROC " + names_.program + "()\n" + lines_ +
           "  ENDPROC\nENDMODULE\n";
  }
  const std::string& module() const { return module_; }

 private:
  void line(const std::string& text) { lines_ += "    " + text + "\n"; }
  void comment(std::string_view words) {
    for (const std::string& words_line : plainLines(words, 80)) line("! " + words_line);
  }

  static std::string position(const Vec3& p) {
    return fmt::format("[{},{},{}]", millimetres(p.x()), millimetres(p.y()), millimetres(p.z()));
  }
  static std::string orientation(const Quat& q) {
    const Quat unit = oneSign(q);
    return fmt::format("[{},{},{},{}]", fixed(unit.w(), 9), fixed(unit.x(), 9), fixed(unit.y(), 9), fixed(unit.z(), 9));
  }
  static std::string pose(const Pose& a_t_b) { return "[" + position(a_t_b.p) + "," + orientation(a_t_b.q) + "]"; }

  std::string frames() const {
    // A tool without mass is refused when the program starts.
    return fmt::format(
        "  TASK PERS tooldata {}:=[TRUE,{},[{},[0,0,0.001],[1,0,0,0],0,0,0]];\n"
        "  TASK PERS wobjdata {}:=[FALSE,TRUE,\"\",{},[[0,0,0],[1,0,0,0]]];\n",
        names_.tool, pose(program_.flange_t_tool), fixed(std::max(0.001, program_.tool_kg), 3), names_.base,
        pose(program_.robot_t_base));
  }

  static std::string external(const Axes& axes) {
    std::string out = "[";
    for (std::size_t i = 0; i < 6; ++i) {
      if (i > 0) out += ",";
      if (i >= axes.external.size()) out += "9E9";
      else if (const auto& axis = axes.external[i]; axis.slides) out += millimetres(axis.position);
      else out += degrees(axis.position);
    }
    return out + "]";
  }
  void declareTarget(const Move& move) {
    const Axes axes = controllerAxes(program_, move.joints);
    if (move.kind == MoveKind::kJoint) {
      std::string arm;
      for (const double axis : axes.arm) arm += (arm.empty() ? "" : ",") + degrees(axis);
      targets_ += fmt::format("  CONST jointtarget {}:=[[{}],{}];\n", names_.steps[step_], arm, external(axes));
      return;
    }
    targets_ +=
        fmt::format("  CONST robtarget {}:=[{},{},[{}],{}];\n", names_.steps[step_], position(move.base_t_tool.p),
                    orientation(move.base_t_tool.q), confWords(axes, move.posture), external(axes));
  }

  // Each speed and zone is declared once.
  std::string declared(const std::string& type, const std::string& value, const char* name, std::string& where) {
    std::string& known = declared_[type + value];
    if (known.empty()) {
      known = names_.used.take(name, name);
      where += fmt::format("  CONST {} {}:={};\n", type, known, value);
    }
    return known;
  }
  std::string speed(const Move& move) {
    if (move.speed.linear_m_s == 0.0) return "vmax";
    const double angular = move.speed.angular_rad_s;
    return declared(
        "speeddata",
        fmt::format("[{},{},5000,1000]", millimetres(move.speed.linear_m_s), angular > 0.0 ? degrees(angular) : "500"),
        "speed", speeds_);
  }
  // The same ratios as those of the zones that are declared already: half as much again for orientation.
  std::string zone(const Move& move) {
    const double radius = move.blend.radius_m;
    if (radius == 0.0) return "fine";
    const std::string wider = millimetres(1.5 * radius), turn = fixed(150.0 * radius, 3);
    return declared("zonedata",
                    fmt::format("[FALSE,{},{},{},{},{},{}]", millimetres(radius), wider, wider, turn, wider, turn),
                    "zone", zones_);
  }

  // Of all motions that follow; the controller takes 20 per cent for less.
  void accelerate(const Move& move) {
    constexpr double kLeast = 0.2;
    const double own = move.kind == MoveKind::kLinear ? 1.0 : move.speed.joint_acceleration_share;
    if (own == acceleration_) return;
    acceleration_ = own;
    if (own < kLeast)
      comment(fmt::format("planned with {} per cent, which is less than can be said", fixed(100.0 * own, 1)));
    line(fmt::format("AccSet {},100;", fixed(100.0 * std::max(kLeast, own), 1)));
  }

  // The same of the tool, whose least acceleration is 0.1 m/s^2; 0: the controller's own.
  void limitPath(const Move& move) {
    constexpr double kLeast = 0.1;
    const double own = move.speed.linear_m_s2;
    if (own == path_acceleration_) return;
    path_acceleration_ = own;
    if (own == 0.0) return line("PathAccLim FALSE,FALSE;");
    if (own < kLeast) comment(fmt::format("planned with {} m/s2, which is less than can be said", fixed(own, 6)));
    const std::string limit = fixed(std::max(kLeast, own), 6);
    line(fmt::format("PathAccLim TRUE\\AccMax:={},TRUE\\DecelMax:={};", limit, limit));
  }

  void write(const Move& move) {
    declareTarget(move);
    if (const std::string unsaid = unsaidWords(move, rapidRules()); !unsaid.empty()) comment(unsaid);
    accelerate(move);
    limitPath(move);
    const char* how = move.kind == MoveKind::kJoint ? "MoveAbsJ" : move.kind == MoveKind::kLinear ? "MoveL" : "MoveJ";
    line(fmt::format("{} {},{},{},{}\\WObj:={};", how, names_.steps[step_], speed(move), zone(move), names_.tool,
                     names_.base));
  }
  void write(const Wait& wait) { line("WaitTime " + fixed(wait.seconds, 3) + ";"); }
  void write(const SetSignal& set) { line(fmt::format("SetDO {},{};", set.signal.name, set.on ? 1 : 0)); }
  void write(const AwaitSignal& await) {
    const std::string limit = await.at_most_s > 0.0 ? "\\MaxTime:=" + fixed(await.at_most_s, 3) : "";
    line(fmt::format("WaitDI {},{}{};", await.signal.name, await.on ? 1 : 0, limit));
  }
  void write(const Comment& words) { comment(words.text); }
  void write(const GripperMove& gripper) {
    write(*gripper.by);
    if (gripper.settle_s > 0.0) write(Wait{gripper.settle_s});
  }
  void write(const Call&) {
    if (acceleration_ != 1.0) line("AccSet 100,100;");  // the other program says its own
    if (path_acceleration_ != 0.0) line("PathAccLim FALSE,FALSE;");
    acceleration_ = 1.0;
    path_acceleration_ = 0.0;
    line(names_.steps[step_] + ";");
  }

  const RobotProgram& program_;
  ProgramNames& names_;
  std::string module_, targets_, speeds_, zones_, lines_;
  std::map<std::string, std::string> declared_;  // type and value -> name
  double acceleration_ = 1.0;                    // as a share, as set last
  double path_acceleration_ = 0.0;               // m/s^2, as set last
  std::size_t step_ = 0;
};

}  // namespace

const ControllerRules& rapidRules() {
  static const ControllerRules kRules{.dialect = "RAPID",
                                      .names = {.most = 32, .reserved = kRapidWords},
                                      .external_axes = 6,
                                      .joint_speed_as_share = false,
                                      .posture_words = confWords,
                                      .signals_by_name = true,
                                      .says_acceleration = true,
                                      .says_turning = true};
  return kRules;
}

std::vector<ExportedFile> writeRapid(const RobotProgram& program, ProgramNames names) {
  RapidWriter writer(program, names);
  std::string text = writer.text();
  return {{writer.module() + ".mod", std::move(text)}};
}

}  // namespace ww::program::dialects
