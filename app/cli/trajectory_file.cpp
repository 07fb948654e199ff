// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trajectory_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.h"

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

}  // namespace

Status writeTrajectory(const std::string& path, const mp::TrajectoryPlanningResponse& response) {
  if (path.ends_with(".csv")) return writeFile(path, csvOf(response));
  if (path.ends_with(".json") || path == "-") return writeFile(path, toJson(response).dump(1) + "\n");
  return writeFile(path, response.SerializeAsString());
}

}  // namespace ww::cli
