// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trajectory_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "app/cli/trajectory_columns.h"
#include "core/io/text_scan.h"

namespace ww::cli {
namespace {

namespace mp = intrinsic_proto::motion_planning::v1;

std::string csvOf(const mp::TrajectoryPlanningResponse& response) {
  const auto& t = response.discretized();
  std::string text = "time_s";
  const int n = t.state_size() ? t.state(0).position_size() : 0;
  for (const char* column : {"q", "v", "a"}) {
    for (int i = 0; i < n; ++i) text += fmt::format(",{}{}", column, i + 1);
  }
  text += "\n";
  for (int i = 0; i < t.state_size(); ++i) {
    text += fmt::format("{:.9f}",
                        static_cast<double>(t.time_since_start(i).seconds()) + 1e-9 * t.time_since_start(i).nanos());
    for (const auto* list : {&t.state(i).position(), &t.state(i).velocity(), &t.state(i).acceleration()}) {
      for (const double v : *list) text += fmt::format(",{:.17g}", v == 0.0 ? 0.0 : v);
    }
    text += "\n";
  }
  return text;
}

// The values of a line, without the quotes around them, and where each begins.
struct Cell {
  std::string_view text;
  int column = 1;
};
std::vector<Cell> cellsOf(std::string_view line) {
  std::vector<Cell> out;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t end = std::min(line.find(',', from), line.size());
    const std::size_t first = std::min(line.find_first_not_of(" \t\"", from), end);
    std::string_view text = line.substr(first, end - first);
    while (!text.empty() && std::string_view(" \t\"").find(text.back()) != std::string_view::npos)
      text.remove_suffix(1);
    out.push_back({text, static_cast<int>(first) + 1});
    from = end + 1;
  }
  return out;
}

std::optional<double> finite(std::string_view text) {
  double value = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Other programs write other marks between values where the comma is that of decimals.
Status checkSeparator(const std::string& path, std::string_view line, int number) {
  const std::size_t at = line.find_first_of(";\t");
  if (at == std::string_view::npos) return okStatus();
  return ww::fail(failures::kTrajectorySeparator, {{"file", arg::Place{path, number, static_cast<int>(at) + 1}},
                                                   {"mark", arg::Words{line[at] == ';' ? "semicolons" : "tabs"}}});
}

Status addRow(const std::vector<Cell>& cells, int number, TrajectoryFile& out) {
  std::vector<double> row;
  for (const Cell& cell : cells) {
    const auto value = finite(cell.text);
    if (!value)
      return ww::fail(failures::kTrajectoryNumber, {{"file", arg::Place{out.path, number, cell.column}},
                                                    {"text", arg::Name{io::cleanUtf8(cell.text, 40)}}});
    row.push_back(*value);
  }
  const std::size_t wanted = !out.columns.empty() ? out.columns.size() : out.rows.empty() ? 0 : out.rows.front().size();
  const arg::Place place{out.path, number, 1};
  if (wanted == 0 && (row.size() % 3 != 1 || row.size() < 4))
    return ww::fail(failures::kTrajectoryLine, {{"file", place}, {"count", arg::Count{row.size()}}});
  if (wanted != 0 && row.size() != wanted)
    return ww::fail(failures::kTrajectoryCount,
                    {{"file", place}, {"count", arg::Count{row.size()}}, {"wanted", arg::Count{wanted}}});
  out.rows.push_back(std::move(row));
  return okStatus();
}

// What spreadsheets call Unicode text, and what `program export` writes.
Status checkTable(const std::string& path, std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return ww::fail(failures::kTableUtf16, {{"file", arg::Name{path}}});
  if (text.starts_with("step,name,kind,")) return ww::fail(failures::kTableIsProgram, {{"file", arg::Name{path}}});
  return okStatus();
}

// A message, or what is taken for one.
Status readOther(const std::string& path, mp::TrajectoryPlanningResponse& response) {
  Status status = readMessage(path, response);
  if (status.ok() || !status.failure) return status;
  if (status.failure->row == &failures::kNoMessageEnding)
    status.hint = "name it .csv, .textproto, .json or .binpb, whichever it is";
  const auto text = path.ends_with(".json") ? readInput(path, std::size_t{1} << 20) : Result<std::string>(status);
  if (text.ok() && text->find("\"worldwright-program\"") != std::string::npos)
    return ww::fail(failures::kTableIsProgram, {{"file", arg::Name{path}}});
  return status;
}

// A first line that is no row of numbers names the columns.
Result<TrajectoryFile> fromCsv(const std::string& path, std::string_view text) {
  TrajectoryFile out;
  out.path = path;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  WW_TRY(checkTable(path, text));
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.find_first_not_of(" \r\t") == std::string_view::npos) continue;
    WW_TRY(checkSeparator(path, line, number));
    const std::vector<Cell> cells = cellsOf(line);
    const bool names = out.rows.empty() && out.columns.empty() && !finite(cells.front().text);
    if (!names) WW_TRY(addRow(cells, number, out));
    for (std::size_t i = 0; names && i < cells.size(); ++i) out.columns.push_back(io::cleanUtf8(cells[i].text, 200));
  }
  return out;
}

Status addState(const std::vector<double>& row, const TrajectoryColumns& columns, const std::string& path,
                mp::TrajectoryPlanningResponse& out) {
  constexpr double kLongest = 1e9;  // seconds
  const double at = row[columns.time];
  if (!(at >= 0.0) || !(at <= kLongest))
    return ww::fail(failures::kTrajectoryTime, {{"file", arg::Name{path}}, {"time", arg::Number{at}}});
  auto& wire = *out.mutable_discretized();
  const auto nanos = static_cast<std::int64_t>(std::llround(at * 1e9));
  auto& time = *wire.add_time_since_start();
  time.set_seconds(nanos / 1'000'000'000);
  time.set_nanos(static_cast<std::int32_t>(nanos % 1'000'000'000));
  auto& state = *wire.add_state();
  for (const std::size_t column : columns.position) state.add_position(row[column]);
  for (const std::size_t column : columns.velocity) state.add_velocity(row[column]);
  for (const std::size_t column : columns.acceleration) state.add_acceleration(row[column]);
  return okStatus();
}

// Without names: the time, then all positions, all velocities, all accelerations.
TrajectoryColumns usualColumns(std::size_t count) {
  TrajectoryColumns out;
  const std::size_t joints = count / 3;
  for (std::size_t i = 1; i <= joints; ++i) {
    out.position.push_back(i);
    out.velocity.push_back(i + joints);
    out.acceleration.push_back(i + 2 * joints);
  }
  return out;
}

}  // namespace

Result<TrajectoryFile> readTrajectory(const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  if (path.ends_with(".csv")) {
    WW_ASSIGN(const std::string text, readInput(path, kMostBytes));
    return fromCsv(path, text);
  }
  TrajectoryFile out;
  out.path = path;
  WW_TRY(readOther(path, out.response));
  return out;
}

Result<mp::TrajectoryPlanningResponse> inJointOrder(TrajectoryFile file, std::span<const std::string> joints) {
  if (file.rows.empty() && file.columns.empty()) return std::move(file.response);
  TrajectoryColumns columns = usualColumns(file.rows.empty() ? 0 : file.rows.front().size());
  if (!file.columns.empty()) {
    WW_ASSIGN(columns, columnsOf(file.path, file.columns, joints));
  }
  mp::TrajectoryPlanningResponse out;
  for (const std::vector<double>& row : file.rows) WW_TRY(addState(row, columns, file.path, out));
  return out;
}

Status writeTrajectory(const std::string& path, const mp::TrajectoryPlanningResponse& response) {
  if (path.ends_with(".csv")) return writeFile(path, csvOf(response));
  if (path.ends_with(".json") || path == "-") return writeFile(path, toJson(response).dump(1) + "\n");
  return writeFile(path, response.SerializeAsString());
}

}  // namespace ww::cli
