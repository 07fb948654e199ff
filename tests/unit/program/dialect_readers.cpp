// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/program/dialect_readers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include "tests/unit/program/sample_program.h"

namespace ww::test {
namespace {

using program::dialects::ExportedFile;
using Numbers = std::vector<double>;

// All numbers of a text but those within words.
Numbers numbersIn(std::string_view text) {
  Numbers out;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    const bool starts =
        std::isdigit(c) || (c == '-' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])));
    if (!starts || in_word) {
      in_word = std::isalnum(c) || c == '_';
      ++at;
      continue;
    }
    double value = 0.0;
    const auto end = std::from_chars(text.data() + at, text.data() + text.size(), value);
    out.push_back(value);
    at = static_cast<std::size_t>(end.ptr - text.data());
  }
  return out;
}

Numbers part(const Numbers& all, std::size_t first, std::size_t count) {
  if (all.size() < first + count) return Numbers(count, std::nan(""));
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

Numbers inRadians(Numbers degrees) {
  for (double& value : degrees) value *= kDegree;
  return degrees;
}

Pose byVector(const Numbers& v) {
  const Vec3 turn(v[3], v[4], v[5]);
  const double angle = turn.norm();
  const Vec3 axis = angle > 0.0 ? Vec3(turn / angle) : Vec3(Vec3::UnitX());
  return {Vec3(v[0], v[1], v[2]), Quat(Eigen::AngleAxisd(angle, axis))};
}
Pose byQuaternion(const Numbers& v, double metres) {
  return {metres * Vec3(v[0], v[1], v[2]), Quat(v[3], v[4], v[5], v[6]).normalized()};
}
// Turns about z, y, x, each about the axis as the ones before have left it.
Pose byAngles(const Numbers& v, double z_deg, double y_deg, double x_deg) {
  return {1e-3 * Vec3(v[0], v[1], v[2]),
          Quat(Eigen::AngleAxisd(z_deg * kDegree, Vec3::UnitZ()) * Eigen::AngleAxisd(y_deg * kDegree, Vec3::UnitY()) *
               Eigen::AngleAxisd(x_deg * kDegree, Vec3::UnitX()))};
}

// What follows a mark on a line; null where the line has it not.
std::optional<std::string_view> after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == line.npos) return std::nullopt;
  return line.substr(at + mark.size());
}
std::string upTo(std::string_view text, std::string_view ends) {
  return std::string(text.substr(0, text.find_first_of(ends)));
}

ReadProgram readUrScript(const std::string& text) {
  ReadProgram out;
  for (const std::string& line : linesOf(text)) {
    if (line.starts_with("  #")) continue;
    if (const auto tcp = after(line, "  set_tcp(")) out.flange_t_tool = byVector(part(numbersIn(*tcp), 0, 6));
    if (const auto base = after(line, "  base_frame = ")) out.robot_t_base = byVector(part(numbersIn(*base), 0, 6));
    if (const auto joints = after(line, "  movej([")) out.moves.push_back({false, {}, part(numbersIn(*joints), 0, 6)});
    if (const auto pose = after(line, "  movej(get_inverse_kin(pose_trans(base_frame, ")) {
      const Numbers numbers = numbersIn(*pose);
      out.moves.push_back({false, byVector(part(numbers, 0, 6)), part(numbers, 6, 6)});
    }
    if (const auto pose = after(line, "  movel(pose_trans(base_frame, "))
      out.moves.push_back({true, byVector(part(numbersIn(*pose), 0, 6)), {}});
  }
  return out;
}

ReadProgram readRapid(const std::string& text) {
  ReadProgram out;
  std::map<std::string, ReadMove> targets;
  for (const std::string& line : linesOf(text)) {
    if (const auto tool = after(line, " tooldata "); tool && line.starts_with("  TASK"))
      out.flange_t_tool = byQuaternion(part(numbersIn(*after(*tool, ":=")), 0, 7), 1e-3);
    if (const auto base = after(line, " wobjdata "); base && line.starts_with("  TASK"))
      out.robot_t_base = byQuaternion(part(numbersIn(*after(*base, ":=")), 0, 7), 1e-3);
    if (const auto target = after(line, "  CONST robtarget "))
      targets[upTo(*target, ":")].base_t_tool = byQuaternion(part(numbersIn(*after(*target, ":=")), 0, 7), 1e-3);
    if (const auto target = after(line, "  CONST jointtarget "))
      targets[upTo(*target, ":")].joints = inRadians(part(numbersIn(*after(*target, ":=")), 0, 6));
    for (const char* how : {"    MoveAbsJ ", "    MoveJ ", "    MoveL "}) {
      const auto move = after(line, how);
      if (!move || !line.starts_with(how)) continue;
      out.moves.push_back(targets.at(upTo(*move, ",")));
      out.moves.back().linear = std::string_view(how) == "    MoveL ";
    }
  }
  return out;
}

ReadProgram readKrl(const std::string& source, const std::string& data) {
  ReadProgram out;
  std::map<std::string, ReadMove> points;
  const auto pose = [](std::string_view text) {
    const Numbers v = part(numbersIn(text), 0, 6);
    return byAngles(v, v[3], v[4], v[5]);
  };
  for (const std::string& line : linesOf(data)) {
    if (const auto point = after(line, "DECL E6POS "))
      points[upTo(*point, "=")].base_t_tool = pose(*after(*point, "="));
    if (const auto point = after(line, "DECL E6AXIS "))
      points[upTo(*point, "=")].joints = inRadians(part(numbersIn(*after(*point, "=")), 0, 6));
  }
  for (const std::string& line : linesOf(source)) {
    if (line.starts_with("  $TOOL=")) out.flange_t_tool = pose(line);
    if (line.starts_with("  $BASE=")) out.robot_t_base = pose(line);
    if (!line.starts_with("  PTP ") && !line.starts_with("  LIN ")) continue;
    out.moves.push_back(points.at(upTo(std::string_view(line).substr(6), " ")));
    out.moves.back().linear = line.starts_with("  LIN ");
  }
  return out;
}

Pose fanucPose(const Numbers& v) { return byAngles(v, v[5], v[4], v[3]); }

ReadProgram readFanuc(const std::string& text) {
  ReadProgram out;
  Numbers tool, base;
  std::map<std::string, ReadMove> points;
  std::vector<std::pair<bool, std::string>> motions;
  const std::vector<std::string> lines = linesOf(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    for (const auto& [mark, numbers] : {std::pair("  !UT1 ", &tool), std::pair("  !UF1 ", &base)})
      if (const auto frame = after(line, mark))
        for (const double value : numbersIn(*frame)) numbers->push_back(value);
    for (const char* how : {":J P[", ":L P["})
      if (const auto point = after(line, how)) motions.emplace_back(how[1] == 'L', upTo(*point, ":]"));
    if (!line.starts_with("P[") || i + 4 >= lines.size()) continue;
    ReadMove& point = points[upTo(std::string_view(line).substr(2), ":]")];
    const Numbers six = part(numbersIn(lines[i + 3] + lines[i + 4]), 0, 6);
    if (lines[i + 2].find("CONFIG") != std::string::npos) point.base_t_tool = fanucPose(six);
    else point.joints = inRadians(six);
  }
  out.flange_t_tool = fanucPose(part(tool, 0, 6));
  out.robot_t_base = fanucPose(part(base, 0, 6));
  for (const auto& [linear, point] : motions) {
    out.moves.push_back(points.at(point));
    out.moves.back().linear = linear;
  }
  return out;
}

ReadProgram readTable(const std::string& text) {
  ReadProgram out;
  const auto rows = readCsv(text);
  const auto& head = rows.front();
  const auto x = static_cast<std::size_t>(std::find(head.begin(), head.end(), "x_m") - head.begin());
  const auto figures = [](const std::vector<std::string>& row, std::size_t first, std::size_t count) {
    Numbers numbers;
    for (std::size_t i = first; i < first + count; ++i) {
      const Numbers cell = numbersIn(row[i]);
      numbers.push_back(cell.empty() ? std::nan("") : cell.front());
    }
    return numbers;
  };
  for (const auto& row : rows) {
    if (row[2] == "tool") out.flange_t_tool = byQuaternion(figures(row, x, 7), 1.0);
    if (row[2] == "base") out.robot_t_base = byQuaternion(figures(row, x, 7), 1.0);
    if (row[2] == "joint" || row[2] == "joint-to-pose" || row[2] == "linear")
      out.moves.push_back({row[2] == "linear", byQuaternion(figures(row, x, 7), 1.0), figures(row, 3, x - 3)});
  }
  return out;
}

Numbers numbersOf(const QJsonValue& array) {
  Numbers out;
  for (const QJsonValue value : array.toArray()) out.push_back(value.toDouble());
  return out;
}
Pose jsonPoseOf(const QJsonValue& pose) {
  Numbers numbers = numbersOf(pose[QStringLiteral("position")]);
  for (const double value : numbersOf(pose[QStringLiteral("orientation")])) numbers.push_back(value);
  return byQuaternion(part(numbers, 0, 7), 1.0);
}

ReadProgram readJson(const std::string& text) {
  ReadProgram out;
  const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
  out.flange_t_tool = jsonPoseOf(all[QStringLiteral("tool")][QStringLiteral("pose")]);
  out.robot_t_base = jsonPoseOf(all[QStringLiteral("base")][QStringLiteral("pose")]);
  for (const QJsonValue step : all[QStringLiteral("steps")].toArray()) {
    const QJsonValue joints = step[QStringLiteral("joints")];
    if (!joints.isArray()) continue;
    out.moves.push_back({step[QStringLiteral("kind")].toString() == QStringLiteral("linear"),
                         jsonPoseOf(step[QStringLiteral("base_t_tool")]), numbersOf(joints)});
  }
  return out;
}

}  // namespace

ReadProgram readProgram(std::string_view dialect, const std::vector<ExportedFile>& files) {
  const std::string& text = files.front().text;
  if (dialect == "urscript") return readUrScript(text);
  if (dialect == "rapid") return readRapid(text);
  if (dialect == "krl") return readKrl(text, files.at(1).text);
  if (dialect == "fanuc-ls") return readFanuc(text);
  return dialect == "csv" ? readTable(text) : readJson(text);
}

std::vector<std::vector<std::string>> readCsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {std::string()});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') rows.back().back() += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (!quoted && c == ',') rows.back().emplace_back();
    else if (!quoted && c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') rows.push_back({std::string()}), ++i;
    else rows.back().back() += c;
  }
  rows.pop_back();  // what follows the last line's end
  return rows;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') lines.emplace_back();
    else lines.back() += c;
  }
  return lines;
}

}  // namespace ww::test
