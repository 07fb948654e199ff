// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "app/cli/bench_robot.h"
#include "app/cli/failures.h"
#include "app/cli/verb_bench.h"
#include "core/planning/balls/ball_planner.h"

namespace ww::cli {
namespace {

using planning::BallPath;

// What paths are judged by: radians.
constexpr double kJudged = 1.0 / 512.0;

struct PlanningFigures {
  std::size_t total = 0, valid = 0, solved = 0;
  std::vector<double> setup_us, plan_us, both_us, found, simplified;
  std::size_t found_collide = 0, simplified_collide = 0;
  std::string unsolved;
};

double meanOf(const std::vector<double>& v) {
  return v.empty() ? 0.0 : std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

// Linear between the two next to it, as peers do it.
double partOf(std::vector<double> v, double part) {
  if (v.empty()) return 0.0;
  std::sort(v.begin(), v.end());
  const double at = part * static_cast<double>(v.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  return i + 1 < v.size() ? v[i] + (at - static_cast<double>(i)) * (v[i + 1] - v[i]) : v[i];
}

std::vector<float> singles(const JointVector& q) {
  std::vector<float> out;
  for (const double x : q) out.push_back(static_cast<float>(x));
  return out;
}

// With the ends as they were given.
std::vector<JointVector> waypointsOf(const BallPath& path, const JointVector& start, const JointVector& goal) {
  std::vector<JointVector> out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    JointVector q(start.size());
    for (Eigen::Index j = 0; j < q.size(); ++j) q[j] = static_cast<double>(path.at(i)[j]);
    out.push_back(std::move(q));
  }
  out.front() = start;
  out.back() = goal;
  return out;
}

double lengthOf(const std::vector<JointVector>& path) {
  double out = 0.0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) out += (path[i + 1] - path[i]).norm();
  return out;
}

void measureProblem(const BenchRobot& robot, collision::BallModel& model, const PlanningProblem& problem,
                    std::uint64_t seed, PlanningFigures& out) {
  ++out.total;
  BenchJudge judge(robot, problem);
  if (judge.collides(problem.start) || judge.collides(problem.goal)) return;
  const std::size_t number = ++out.valid;
  const JointVector start = problem.start.cwiseMax(robot.lower).cwiseMin(robot.upper),
                    goal = problem.goal.cwiseMax(robot.lower).cwiseMin(robot.upper);
  const double began = cpuMicroseconds();
  standAround(problem, model);
  collision::BallCheck check(model.world());
  planning::BallPlanner planner(check, {singles(robot.lower), singles(robot.upper)});
  const std::vector<float> from = singles(start), to = singles(goal);
  const double ready = cpuMicroseconds();
  const auto found = planner.find(from.data(), to, seed);
  const double planned = cpuMicroseconds();
  out.setup_us.push_back(ready - began);
  if (!found.ok() || !found.value()) {
    out.unsolved += fmt::format(" {}:{}", problem.scene, number);
    return;
  }
  const BallPath simplified = planner.shorten(**found, seed);
  const double done = cpuMicroseconds();
  ++out.solved;
  out.plan_us.push_back(planned - ready);
  out.both_us.push_back(done - ready);
  const auto way = waypointsOf(**found, start, goal), short_way = waypointsOf(simplified, start, goal);
  out.found.push_back(lengthOf(way));
  out.simplified.push_back(lengthOf(short_way));
  out.found_collide += judge.collides(way, kJudged) ? 1 : 0;
  out.simplified_collide += judge.collides(short_way, kJudged) ? 1 : 0;
}

Json spreadJson(const std::vector<double>& v) {
  return {{"p50", partOf(v, 0.5)}, {"p95", partOf(v, 0.95)}, {"mean", meanOf(v)}};
}

std::string spreadLine(const char* what, const std::vector<double>& v) {
  return fmt::format("{:<44} p50 {:>9.3f} us  p95 {:>9.3f} us  mean {:>9.3f} us\n", what, partOf(v, 0.5),
                     partOf(v, 0.95), meanOf(v));
}

std::string textOf(const std::string& robot, std::size_t balls, const PlanningFigures& f) {
  return fmt::format("{}\n{}: {} balls; thread CPU time\n{} problems, {} with free start and goal, {} solved{}\n",
                     cpuName(), robot, balls, f.total, f.valid, f.solved,
                     f.unsolved.empty() ? "" : "; not:" + f.unsolved) +
         spreadLine("what stands around, prepared", f.setup_us) + spreadLine("a path, proven free", f.plan_us) +
         spreadLine("the same, shortened, proven free", f.both_us) +
         fmt::format("length {:.3f} rad found, {:.3f} rad shortened, in the mean\n", meanOf(f.found),
                     meanOf(f.simplified)) +
         fmt::format("in collision at 1/512 rad: {} found, {} shortened\n", f.found_collide, f.simplified_collide);
}

}  // namespace

int benchPlanning(Run& run, const BenchOptions& options) {
  for (const auto& [name, value] : {std::pair{"--problems", options.problems}, {"--urdf", options.urdf}})
    if (value.empty()) return failUsage(run, ww::fail(failures::kBenchNeeds, {{"option", arg::Words{name}}}));
  const auto set = readProblems(options.problems, static_cast<std::size_t>(options.per_scene));
  if (!set.ok()) return fail(run, set.status());
  const double before = cpuMicroseconds();
  const auto robot = readBenchRobot(run, {options.urdf, options.spheres, options.srdf, options.pairs}, set->joints);
  if (!robot.ok()) return fail(run, robot.status());
  if (!collision::BallModel::covers(robot->mechanism))
    return fail(run, ww::fail(failures::kBenchRobotTooLarge, {{"robot", arg::Name{set->robot}}}));
  collision::BallModel model = ballModelOf(*robot);
  const double robot_us = cpuMicroseconds() - before;
  PlanningFigures f;
  for (const PlanningProblem& problem : set->problems) {
    if (run.stop.stop_requested()) break;
    measureProblem(*robot, model, problem, options.seed, f);
  }
  const Json json = {{"cpu", cpuName()},
                     {"kernels", collision::bestBallKernels().name},
                     {"robot", set->robot},
                     {"balls", robot->balls},
                     {"pairs", robot->pairs.size()},
                     {"robot_us", robot_us},
                     {"total", f.total},
                     {"valid", f.valid},
                     {"solved", f.solved},
                     {"setup_us", spreadJson(f.setup_us)},
                     {"plan_us", spreadJson(f.plan_us)},
                     {"plan_simplify_us", spreadJson(f.both_us)},
                     {"length_rad", {{"found", meanOf(f.found)}, {"simplified", meanOf(f.simplified)}}},
                     {"colliding_at_1_512", {{"found", f.found_collide}, {"simplified", f.simplified_collide}}}};
  print(run, json, textOf(set->robot, robot->balls, f));
  return kDone;
}

}  // namespace ww::cli
