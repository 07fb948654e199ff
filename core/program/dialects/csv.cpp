// SPDX-License-Identifier: Apache-2.0
// A table for spreadsheets and scripts: a row for tool, base and each step; metres, radians, seconds, w first.
#include <fmt/format.h>

#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

constexpr int kCsvDecimals = 9;
constexpr const char* kCsvPose[] = {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"};
constexpr const char* kCsvMore[] = {"joint_share", "joint_acceleration_share",
                                    "linear_m_s",  "angular_rad_s",
                                    "linear_m_s2", "angular_rad_s2",
                                    "blend_m",     "blend_share",
                                    "shoulder",    "elbow",
                                    "seconds",     "signal",
                                    "number",      "on",
                                    "joint",       "position",
                                    "text"};

// As RFC 4180 has it: in quotes what would end a field, quotes doubled.
std::string csvField(const std::string& text) {
  const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!edges && text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string figure(double value) { return fixed(value, kCsvDecimals); }

class CsvWriter {
 public:
  explicit CsvWriter(const RobotProgram& program) : program_(program) {
    for (const char* column : {"step", "name", "kind"}) columns_.emplace_back(column);
    for (const RobotJoint& joint : program.joints) columns_.push_back(jointColumn(joint));
    for (const char* column : kCsvPose) columns_.emplace_back(column);
    for (const char* column : kCsvMore) columns_.emplace_back(column);
  }

  std::string text() {
    std::string out = row(columns_);
    for (std::size_t i = 0; i < 2 + program_.steps.size(); ++i) {
      cells_.assign(columns_.size(), {});
      if (i == 0) frame("tool", program_.tool_name, program_.tool_number, program_.flange_t_tool);
      else if (i == 1) frame("base", program_.base_name, program_.base_number, program_.robot_t_base);
      else step(i - 2);
      out += row(cells_);
    }
    return out;
  }

 private:
  static std::string jointColumn(const RobotJoint& joint) { return joint.name + (joint.slides ? " [m]" : " [rad]"); }

  static std::string row(const std::vector<std::string>& cells) {
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + csvField(cells[i]);
    return out + "\r\n";
  }

  std::size_t firstOfPose() const { return 3 + program_.joints.size(); }
  // Columns behind those of the joints, whose names could be the same.
  std::string& cell(std::string_view column) {
    std::size_t at = firstOfPose();
    while (columns_[at] != column) ++at;
    return cells_[at];
  }
  void pose(const Pose& a_t_b) {
    const Quat q = oneSign(a_t_b.q);
    std::size_t at = firstOfPose();
    for (const double value : {a_t_b.p.x(), a_t_b.p.y(), a_t_b.p.z(), q.w(), q.x(), q.y(), q.z()})
      cells_[at++] = figure(value);
  }
  void frame(const char* kind, const std::string& name, int number, const Pose& a_t_b) {
    cells_[0] = "0";
    cells_[1] = name;
    cells_[2] = kind;
    cell("number") = std::to_string(number);
    pose(a_t_b);
  }
  void step(std::size_t index) {
    cells_[0] = std::to_string(index + 1);
    cells_[1] = program_.steps[index].name;
    std::visit([this](const auto& what) { fill(what); }, program_.steps[index].what);
  }

  void fill(const Move& move) {
    cells_[2] = moveWord(move.kind);
    for (std::size_t i = 0; i < move.joints.size(); ++i) cells_[3 + i] = figure(move.joints[i]);
    pose(move.base_t_tool);
    cell("joint_share") = figure(move.speed.joint_share);
    cell("joint_acceleration_share") = figure(move.speed.joint_acceleration_share);
    cell("linear_m_s") = figure(move.speed.linear_m_s);
    cell("angular_rad_s") = figure(move.speed.angular_rad_s);
    cell("linear_m_s2") = figure(move.speed.linear_m_s2);
    cell("angular_rad_s2") = figure(move.speed.angular_rad_s2);
    cell("blend_m") = figure(move.blend.radius_m);
    cell("blend_share") = figure(move.blend.share);
    cell("shoulder") = std::to_string(move.posture.shoulder);
    cell("elbow") = std::to_string(move.posture.elbow);
  }
  void fill(const Wait& wait) {
    cells_[2] = "wait";
    cell("seconds") = figure(wait.seconds);
  }
  void signal(const Signal& signal, bool on) {
    cell("signal") = signal.name;
    if (signal.number >= 0) cell("number") = std::to_string(signal.number);
    cell("on") = on ? "1" : "0";
  }
  void fill(const SetSignal& set) {
    cells_[2] = "set-signal";
    signal(set.signal, set.on);
  }
  void fill(const AwaitSignal& await) {
    cells_[2] = "await-signal";
    signal(await.signal, await.on);
    cell("seconds") = figure(await.at_most_s);
  }
  void fill(const Comment& words) {
    cells_[2] = "comment";
    cell("text") = words.text;
  }
  void fill(const GripperMove& gripper) {
    cells_[2] = "gripper";
    cell("joint") = gripper.joint;
    cell("position") = figure(gripper.position);
    cell("seconds") = figure(gripper.settle_s);
    if (gripper.by) signal(gripper.by->signal, gripper.by->on);
  }
  void fill(const Call& call) {
    cells_[2] = "call";
    cell("text") = call.program;
  }

  const RobotProgram& program_;
  std::vector<std::string> columns_, cells_;
};

}  // namespace

std::vector<ExportedFile> writeCsv(const RobotProgram& program, ProgramNames names) {
  return {{names.program + ".csv", CsvWriter(program).text()}};
}

}  // namespace ww::program::dialects
