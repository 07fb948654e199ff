// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning_problems.h"

#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "app/cli/failures.h"

namespace ww::cli {
namespace {

constexpr std::size_t kMostProblemBytes = std::size_t{1} << 30;

Vec3 vectorOf(const Json& j) { return {j.at(0).get<double>(), j.at(1).get<double>(), j.at(2).get<double>()}; }

JointVector positionsOf(const Json& j) {
  const auto values = j.get<std::vector<double>>();
  return Eigen::Map<const JointVector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

BenchSolid solidOf(const std::string& scene, const Json& j) {
  BenchSolid out;
  const Json& q = j.at("q");
  out.pose.p = vectorOf(j.at("p"));
  out.pose.q = Quat(q.at(3).get<double>(), q.at(0).get<double>(), q.at(1).get<double>(), q.at(2).get<double>());
  out.pose.q.normalize();
  const auto type = j.at("type").get<std::string>();
  if (type == "box") {
    out.half = vectorOf(j.at("half"));
    return out;
  }
  out.radius = j.at("radius").get<double>();
  if (type == "sphere") {
    out.kind = BenchSolid::Kind::kBall;
    return out;
  }
  out.length = j.at("length").get<double>();
  if (scene == "box") {
    out.half = Vec3(out.radius, out.radius, 0.5 * out.length);
    out.radius = 0.0;
  } else {
    out.kind = BenchSolid::Kind::kCapsule;
  }
  return out;
}

ProblemSet setOf(const Json& j, std::size_t per_scene) {
  ProblemSet out{j.at("robot").get<std::string>(), j.at("joints").get<std::vector<std::string>>(), {}};
  for (const auto& [scene, problems] : j.at("problems").items()) {
    std::size_t count = 0;
    for (const Json& one : problems) {
      if (count++ >= per_scene) break;
      PlanningProblem problem{scene, {}, positionsOf(one.at("start")), positionsOf(one.at("goal"))};
      for (const Json& object : one.at("objects")) problem.solids.push_back(solidOf(scene, object));
      out.problems.push_back(std::move(problem));
    }
  }
  return out;
}

Status wrongProblems(const std::string& path, const std::string& reason) {
  return ww::fail(failures::kProblemsWrong, {{"file", arg::Name{path}}, {"reason", arg::Words{reason}}});
}

}  // namespace

Result<ProblemSet> readProblems(const std::string& path, std::size_t per_scene) {
  WW_ASSIGN(const std::string bytes, readInput(path, kMostProblemBytes));
  const Json json = Json::parse(bytes, nullptr, false);
  if (json.is_discarded()) return wrongProblems(path, "it is no JSON");
  ProblemSet out;
  try {
    out = setOf(json, per_scene);
  } catch (const Json::exception&) {
    return wrongProblems(path, "a part is missing or of another kind");
  }
  const auto joints = static_cast<Eigen::Index>(out.joints.size());
  for (const PlanningProblem& problem : out.problems) {
    if (problem.start.size() != joints || problem.goal.size() != joints || !problem.start.allFinite() ||
        !problem.goal.allFinite())
      return wrongProblems(path, "a start or goal has not a number for each joint");
  }
  if (joints == 0 || out.problems.empty()) return wrongProblems(path, "there is none");
  return out;
}

}  // namespace ww::cli
