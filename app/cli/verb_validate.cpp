// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/ticker.h"
#include "app/cli/trajectory_file.h"
#include "app/cli/trajectory_notes.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/failures.h"
#include "core/planning/robot_scene.h"
#include "core/planning/wire.h"
#include "core/usecase/judge_trajectory.h"
#include "core/usecase/programs/cast.h"
#include "core/validate/failures.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {
namespace {

struct ValidateOptions : PlanningOptions {
  std::string robot;
};

// The object that --robot names; without it the only arm, or the one called `robot`.
Result<ObjectId> judgedRobot(const world::World& w, const ValidateOptions& options) {
  if (!options.robot.empty()) {
    WW_ASSIGN(const world::NodeRef node, world::resolveText(w, options.robot));
    const auto* robot = std::get_if<ObjectId>(&node);
    if (robot) return *robot;
    return notAnObject(w, node);
  }
  const std::vector<ObjectId> arms = usecase::armsOf(w);
  if (arms.size() == 1) return arms.front();
  if (arms.empty()) return ww::fail(failures::kNoRobotAtAll, {{"file", arg::Name{options.file}}});
  const ObjectId usual = w.aliasNamed("robot");
  if (std::ranges::find(arms, usual) != arms.end()) return usual;
  std::vector<std::string> names;
  names.reserve(arms.size());
  for (const ObjectId arm : arms) names.push_back(w.display(arm));
  return ww::fail(failures::kSeveralRobots, {{"robots", arg::Names{names}}, {"first", arg::Words{names.front()}}});
}

Json verdictJson(const Run& run, const world::World& w, ObjectId robot, const usecase::TrajectoryVerdict& v) {
  // Where nothing was looked at for collisions nobody should read that it is.
  Json json{{"valid", v.verdict.problem.ok() && v.coverage.checked()},
            {"robot", w.display(robot)},
            {"cycle_time_s", v.seconds},
            {"configurations", v.verdict.configurations},
            {"worst_limit_ratio", numberJson(v.verdict.worst_limit_ratio)},
            {"spacing", v.spacing},
            {"starts_in_world", v.starts_in_world}};
  addCoverage(json, w, run.world_file, v.coverage);
  if (!v.coverage.checked()) json["limits_valid"] = v.verdict.problem.ok();
  addNotes(run, json, v.notes);
  if (v.verdict.problem.ok()) {
    const bool looked = v.coverage.checked();
    json["min_clearance_m"] = looked ? numberJson(v.clearance.least_m) : Json(nullptr);
    json["min_clearance_at_s"] = looked ? Json(v.clearance.at_s) : Json(nullptr);
    json["min_joint_margin"] = numberJson(v.clearance.least_joint_margin);
    if (v.clearance.nearest)
      json["min_clearance_pair"] = {w.display(v.clearance.nearest->a), w.display(v.clearance.nearest->b)};
    return json;
  }
  json["problem"] = errorJson(v.verdict.problem);
  json["at_s"] = v.verdict.at_s;
  json["joints"] = Json::array();
  for (const double q : v.verdict.joints) json["joints"].push_back(q);
  if (v.verdict.contact) json["pair"] = {w.display(v.verdict.contact->a), w.display(v.verdict.contact->b)};
  return json;
}

std::string verdictText(const Run& run, const world::World& w, ObjectId robot, const usecase::TrajectoryVerdict& v) {
  const std::string time = plainVoice().seconds(v.seconds);
  const std::string started =
      v.starts_in_world ? std::string() : fmt::format("it does not start where {} stands\n", w.display(robot));
  if (const Status& problem = v.verdict.problem; !problem.ok())
    return fmt::format("not valid: {}{}{}\n", problem.title, problem.hint.empty() ? "" : ": ", problem.hint) + started +
           lookedAtLine(w, v.coverage, v.spacing) + leftOutLine(w, v.coverage);
  std::string text = v.coverage.checked() ? std::string() : freeText(w, run.world_file, v.coverage);
  // Without a look at collisions these are the limits alone.
  const char* what = v.coverage.checked() ? "valid" : "limits valid";
  text += fmt::format("{}{}: {} of {}, {} checked, at most {:.4g} % of a limit\n", what, planning::butFor(v.notes),
                      time, w.display(robot), counted(v.verdict.configurations, "configuration"),
                      100.0 * v.verdict.worst_limit_ratio);
  if (v.coverage.checked() && v.clearance.nearest)
    text += fmt::format("smallest clearance {} at {} ({} and {})\n", lengthText(v.clearance.least_m),
                        plainVoice().seconds(v.clearance.at_s), w.display(v.clearance.nearest->a),
                        w.display(v.clearance.nearest->b));
  return text + started + lookedAtLine(w, v.coverage, v.spacing) + leftOutLine(w, v.coverage);
}

// Where positions leave their limits: by how much, and whether that is a matter of units.
Diagnostics positionNotes(const kinematics::JointTree& tree, const planning::Trajectory& trajectory,
                          const usecase::TrajectoryVerdict& v) {
  const Status& problem = v.verdict.problem;
  if (!problem.failure || problem.failure->row != &validate::failures::kExceedsPosition) return {};
  Diagnostics out;
  for (std::size_t i = 0; i < tree.size() && out.empty(); ++i) {
    const double value = v.verdict.joints[static_cast<Eigen::Index>(i)];
    const world::JointLimits& limits = tree.limits()[i];
    if (value >= limits.lower - 1e-9 && value <= limits.upper + 1e-9) continue;
    out.push_back(
        findingOf(ww::fail(failures::kBeyondLimit, {{"time", arg::Seconds{v.verdict.at_s}},
                                                    {"joint", arg::Name{tree.names()[i]}},
                                                    {"value", arg::Number{value}},
                                                    {"lower", arg::Number{limits.lower}},
                                                    {"upper", arg::Number{limits.upper}},
                                                    {"unit", arg::Words{tree.isRevolute(i) ? "rad" : "m"}}})));
  }
  constexpr double kTurn = 2.0 * std::numbers::pi + 0.05;
  double most = 0.0;
  std::size_t joint = 0;
  bool fits = true;
  for (const auto& state : trajectory.states) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const double q = state.q[static_cast<Eigen::Index>(i)];
      const double taken = tree.isRevolute(i) ? q * std::numbers::pi / 180.0 : q;
      fits = fits && taken >= tree.limits()[i].lower - 1e-3 && taken <= tree.limits()[i].upper + 1e-3;
      if (!tree.isRevolute(i) || std::abs(q) <= most) continue;
      most = std::abs(q);
      joint = i;
    }
  }
  if (most > kTurn && fits)
    out.push_back(findingOf(ww::fail(failures::kPositionsInDegrees,
                                     {{"joint", arg::Name{tree.names()[joint]}}, {"value", arg::Number{most}}})));
  return out;
}

// That it is no motion, where all is well with it.
Diagnostics standsNote(const world::World& w, ObjectId robot, const std::string& path,
                       const planning::Trajectory& trajectory) {
  constexpr double kSamePlace = 1e-9;  // radians or metres
  const JointVector& first = trajectory.states.front().q;
  for (const auto& state : trajectory.states)
    if ((state.q - first).cwiseAbs().maxCoeff() > kSamePlace || state.v.cwiseAbs().maxCoeff() > kSamePlace) return {};
  return {findingOf(ww::fail(failures::kTrajectoryStands, {{"path", arg::Name{path}},
                                                           {"count", arg::Count{trajectory.states.size()}},
                                                           {"robot", arg::Name{w.display(robot)}}}))};
}

int validate(Run& run, const ValidateOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  auto file = readTrajectory(options.request);
  if (!file.ok()) return failInput(run, file.status());
  const world::World& w = loaded->world;
  const auto robot = judgedRobot(w, options);
  if (!robot.ok()) return fail(run, robot.status());
  const auto tree = kinematics::JointTree::make(model::Model::make(w), *robot);
  if (!tree.ok()) return fail(run, tree.status());
  const auto response = inJointOrder(std::move(file).value(), tree->names());
  if (!response.ok()) return failInput(run, response.status());
  const auto trajectory = planning::toTrajectory(*response);
  if (!trajectory.ok()) return failInput(run, Status(trajectory.status()).in(options.request));
  auto verdict = [&] {
    const Ticker ticker(run, "validating");
    return usecase::judgeTrajectory(w, *robot, *trajectory, planOptions(run, options));
  }();
  if (!verdict.ok()) return fail(run, Status(verdict.status()).in(options.request));
  Status& problem = verdict->verdict.problem;
  Diagnostics odd = positionNotes(*tree, *trajectory, *verdict);
  for (Diagnostic& note : unfitNotes(tree->names(), *trajectory, problem)) odd.push_back(std::move(note));
  for (Diagnostic& note : lateNote(w.display(*robot), *trajectory)) odd.push_back(std::move(note));
  for (Diagnostic& note : odd) {
    problem = inLightOf(note, std::move(problem));
    verdict->notes.push_back(std::move(note));
  }
  addWorldNotes(w, verdict->notes);
  if (verdict->verdict.problem.ok())
    for (Diagnostic& note : standsNote(w, *robot, options.request, *trajectory))
      verdict->notes.push_back(std::move(note));
  warnOf(run, verdict->notes);
  print(run, verdictJson(run, w, *robot, *verdict), verdictText(run, w, *robot, *verdict));
  return verdict->verdict.problem.ok() ? kDone : kFailed;
}

}  // namespace

void addValidate(CLI::App& app, Run& run) {
  auto [sub, o] =
      addVerb<ValidateOptions>(app, run, "validate", "judge any trajectory; exit 1 if it is not valid", validate);
  sub->add_option("FILE", o->file, "world file")->required();
  sub->add_option(
         "TRAJECTORY", o->request,
         "TrajectoryPlanningResponse (.textproto, .json, .binpb), or a .csv as plan --out writes it; columns with "
         "the names of joints may stand in any order")
      ->required();
  sub->add_option("--robot", o->robot, "whose it is; needed where there are several");
}

}  // namespace ww::cli
