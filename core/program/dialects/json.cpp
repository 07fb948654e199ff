// SPDX-License-Identifier: Apache-2.0
// All of a program for other programs: metres, radians, seconds, quaternions with w first. ASCII.
#include <fmt/format.h>

#include "core/base/letters.h"
#include "core/program/dialects/writers.h"
#include "core/program/dialects/writing.h"

namespace ww::program::dialects {
namespace {

std::string jsonEscape(char32_t code) {
  if (code == U'"' || code == U'\\') return {'\\', static_cast<char>(code)};
  if (code >= 0x20 && code < 0x7F) return {static_cast<char>(code)};
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  if (code < 0x10000) return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
  const std::uint32_t above = static_cast<std::uint32_t>(code) - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
}

std::string jsonText(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) out += jsonEscape(nextLetter(text, at));
  return out + "\"";
}
std::string jsonNumber(double value) { return fixed(value, 9); }
const char* jsonBool(bool value) { return value ? "true" : "false"; }

std::string jsonNumbers(std::initializer_list<double> values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : ", ") + jsonNumber(value);
  return "[" + out + "]";
}

std::string jsonPose(const Pose& a_t_b) {
  const Quat q = oneSign(a_t_b.q);
  return fmt::format("{{\"position\": {}, \"orientation\": {}}}", jsonNumbers({a_t_b.p.x(), a_t_b.p.y(), a_t_b.p.z()}),
                     jsonNumbers({q.w(), q.x(), q.y(), q.z()}));
}

std::string jsonFrame(const std::string& name, int number, const Pose& a_t_b) {
  return fmt::format("{{\"name\": {}, \"number\": {}, \"pose\": {}}}", jsonText(name), number, jsonPose(a_t_b));
}

std::string jsonSignal(const Signal& signal, bool on) {
  const std::string number = signal.number < 0 ? "null" : std::to_string(signal.number);
  return fmt::format("\"signal\": {}, \"number\": {}, \"on\": {}", jsonText(signal.name), number, jsonBool(on));
}

// What stands in the object of a step behind its name and kind.
struct JsonFields {
  std::string operator()(const Move& move) const {
    std::string joints;
    for (const double position : move.joints) joints += (joints.empty() ? "" : ", ") + jsonNumber(position);
    const Speed& speed = move.speed;
    return fmt::format(
        "\"kind\": \"{}\", \"joints\": [{}], \"base_t_tool\": {},\n     \"posture\": {{\"shoulder\": {}, \"elbow\": "
        "{}}}, "
        "\"speed\": {{\"joint_share\": {}, \"joint_acceleration_share\": {}, \"linear_m_s\": {}, \"angular_rad_s\": "
        "{}, \"linear_m_s2\": {}, \"angular_rad_s2\": {}}}, "
        "\"blend\": {{\"radius_m\": {}, \"share\": {}}}",
        moveWord(move.kind), joints, jsonPose(move.base_t_tool), static_cast<int>(move.posture.shoulder),
        static_cast<int>(move.posture.elbow), jsonNumber(speed.joint_share), jsonNumber(speed.joint_acceleration_share),
        jsonNumber(speed.linear_m_s), jsonNumber(speed.angular_rad_s), jsonNumber(speed.linear_m_s2),
        jsonNumber(speed.angular_rad_s2), jsonNumber(move.blend.radius_m), jsonNumber(move.blend.share));
  }
  std::string operator()(const Wait& wait) const {
    return "\"kind\": \"wait\", \"seconds\": " + jsonNumber(wait.seconds);
  }
  std::string operator()(const SetSignal& set) const {
    return "\"kind\": \"set-signal\", " + jsonSignal(set.signal, set.on);
  }
  std::string operator()(const AwaitSignal& await) const {
    return fmt::format("\"kind\": \"await-signal\", {}, \"seconds\": {}", jsonSignal(await.signal, await.on),
                       jsonNumber(await.at_most_s));
  }
  std::string operator()(const Comment& words) const {
    return "\"kind\": \"comment\", \"text\": " + jsonText(words.text);
  }
  std::string operator()(const GripperMove& gripper) const {
    const std::string by = gripper.by ? ", " + jsonSignal(gripper.by->signal, gripper.by->on) : "";
    return fmt::format("\"kind\": \"gripper\", \"joint\": {}, \"position\": {}, \"seconds\": {}{}",
                       jsonText(gripper.joint), jsonNumber(gripper.position), jsonNumber(gripper.settle_s), by);
  }
  std::string operator()(const Call& call) const {
    return "\"kind\": \"call\", \"program\": " + jsonText(call.program);
  }
};

std::string jsonJoints(const RobotProgram& program) {
  std::string out;
  for (const RobotJoint& joint : program.joints)
    out += fmt::format("{}\n    {{\"name\": {}, \"unit\": \"{}\", \"external\": {}}}", out.empty() ? "" : ",",
                       jsonText(joint.name), joint.slides ? "m" : "rad", jsonBool(joint.external));
  return "[" + out + "]";
}

std::string jsonSteps(const RobotProgram& program) {
  std::string out;
  for (const Step& step : program.steps)
    out += fmt::format("{}\n    {{\"name\": {}, {}}}", out.empty() ? "" : ",", jsonText(step.name),
                       std::visit(JsonFields{}, step.what));
  return "[" + out + "]";
}

}  // namespace

std::vector<ExportedFile> writeJson(const RobotProgram& program, ProgramNames names) {
  std::string text = fmt::format(
      "{{\n  \"format\": \"worldwright-program\",\n  \"version\": 1,\n  \"name\": {},\n  \"robot\": {},\n"
      "  \"joints\": {},\n  \"tool\": {},\n  \"tool_kg\": {},\n  \"base\": {},\n  \"steps\": {}\n}}\n",
      jsonText(program.name), jsonText(program.robot), jsonJoints(program),
      jsonFrame(program.tool_name, program.tool_number, program.flange_t_tool), jsonNumber(program.tool_kg),
      jsonFrame(program.base_name, program.base_number, program.robot_t_base), jsonSteps(program));
  return {{names.program + ".json", std::move(text)}};
}

}  // namespace ww::program::dialects
