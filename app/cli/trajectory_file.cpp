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

// The numbers of a line; none when something else stands in it.
std::optional<std::vector<double>> numbersOf(std::string_view line) {
  std::vector<double> out;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t end = std::min(line.find(',', from), line.size());
    double value = 0.0;
    const auto read = std::from_chars(line.data() + from, line.data() + end, value);
    if (read.ec != std::errc() || read.ptr != line.data() + end || !std::isfinite(value)) return std::nullopt;
    out.push_back(value);
    from = end + 1;
  }
  return out;
}

Status addState(const std::vector<double>& row, const arg::Place& place, mp::TrajectoryPlanningResponse& out) {
  constexpr double kLongest = 1e9;  // seconds
  if (row.size() % 3 != 1 || row.size() < 4 || !(row[0] >= 0.0) || !(row[0] <= kLongest))
    return ww::fail(failures::kTrajectoryLine, {{"file", place}});
  auto& wire = *out.mutable_discretized();
  const auto nanos = static_cast<std::int64_t>(std::llround(row[0] * 1e9));
  auto& time = *wire.add_time_since_start();
  time.set_seconds(nanos / 1'000'000'000);
  time.set_nanos(static_cast<std::int32_t>(nanos % 1'000'000'000));
  auto& state = *wire.add_state();
  const auto joints = static_cast<std::ptrdiff_t>(row.size() / 3);
  state.mutable_position()->Add(row.begin() + 1, row.begin() + 1 + joints);
  state.mutable_velocity()->Add(row.begin() + 1 + joints, row.begin() + 1 + 2 * joints);
  state.mutable_acceleration()->Add(row.begin() + 1 + 2 * joints, row.end());
  return okStatus();
}

// The first line names the columns.
Result<mp::TrajectoryPlanningResponse> fromCsv(const std::string& path, std::string_view text) {
  mp::TrajectoryPlanningResponse out;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (++number == 1 || line.empty()) continue;
    const arg::Place place{path, number, 1};
    const auto row = numbersOf(line);
    if (!row) return ww::fail(failures::kTrajectoryLine, {{"file", place}});
    WW_TRY(addState(*row, place, out));
  }
  return out;
}

}  // namespace

Result<mp::TrajectoryPlanningResponse> readTrajectory(const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  if (path.ends_with(".csv")) {
    WW_ASSIGN(const std::string text, readInput(path, kMostBytes));
    return fromCsv(path, text);
  }
  mp::TrajectoryPlanningResponse out;
  WW_TRY(readMessage(path, out));
  return out;
}

Status writeTrajectory(const std::string& path, const mp::TrajectoryPlanningResponse& response) {
  if (path.ends_with(".csv")) return writeFile(path, csvOf(response));
  if (path.ends_with(".json") || path == "-") return writeFile(path, toJson(response).dump(1) + "\n");
  return writeFile(path, response.SerializeAsString());
}

}  // namespace ww::cli
