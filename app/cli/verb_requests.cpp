// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/verb.h"
#include "core/collision/scene.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {
namespace {

namespace mp = planning::mp;
using Options = PlanningOptions;

int fk(Run& run, const Options& options) {
  mp::FkRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  const auto response = planning::computeFk(model::Model::make(loaded->world), request);
  if (!response.ok()) return fail(run, response.status());
  const auto pose = geometry::fromWire(response.value().reference_t_target());
  if (!pose.ok()) return fail(run, pose.status());
  print(run, toJson(response.value()), poseLines(pose.value()));
  return kDone;
}

std::string jointsText(const intrinsic_proto::icon::JointVec& joints) {
  std::string text;
  for (const double q : joints.joints()) text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", withoutNoise(q));
  return text;
}

// What the answer was checked against: nothing, unless the request has collision settings.
Result<collision::Coverage> ikCoverage(const world::World& w, const mp::IkRequest& request) {
  const collision::Scene scene = collision::Scene::make(w);
  WW_ASSIGN(const ObjectId robot, planning::readRobot(w, request.robot_reference()));
  WW_ASSIGN(const auto tree, kinematics::JointTree::make(scene.model(), robot));
  WW_ASSIGN(const auto rules, scene.rules().with(request.collision_settings()));
  collision::Coverage coverage = collision::coverageOf(scene, rules, tree.movers());
  coverage.settings = collision::Coverage::Settings::kRequest;
  return coverage;
}

constexpr const char* kAskForChecks = "add collision_settings { } to the request to have them checked";

// As `check` says it; the words of the warning where nothing was looked at.
std::string addIkCoverage(Json& json, const world::World& w, const mp::IkRequest& request,
                          const collision::Coverage& coverage) {
  if (request.has_collision_settings()) {
    addCoverage(json, w, coverage);
    return coverage.checked() ? std::string() : plain(collision::whyNotChecked(coverage));
  }
  const std::string why = "the request has no collision_settings";
  json["checked"] = false;
  json["not_checked"] = why;
  json["hint"] = kAskForChecks;
  json["settings"] = "none";
  json["left_out"] = Json::array();
  return why;
}

int ik(Run& run, const Options& options) {
  mp::IkRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  Diagnostics odd;
  const auto response = planning::computeIk(loaded->world, request, planOptions(run, options), nullptr, &odd);
  if (!response.ok()) return failNoted(run, response.status(), odd);
  warnOf(run, odd);
  collision::Coverage coverage;
  if (request.has_collision_settings()) {
    const auto looked = ikCoverage(loaded->world, request);
    if (!looked.ok()) return fail(run, looked.status());
    coverage = *looked;
  }
  std::string text;
  for (const auto& solution : response.value().solutions()) text += jointsText(solution) + "\n";
  Json json = toJson(response.value());
  addNotes(run, json, odd);
  const std::string unchecked = addIkCoverage(json, loaded->world, request, coverage);
  if (!unchecked.empty()) {
    const char* what = request.has_collision_settings() ? "clear what excludes it there" : kAskForChecks;
    warn(run, fmt::format("not checked for collisions: {}: {}", unchecked, what));
  }
  // Who reads the postures alone should not take them for free ones.
  const std::string first = unchecked.empty() ? "" : fmt::format("not checked for collisions: {}\n", unchecked);
  print(run, json, first + text + leftOutLine(loaded->world, coverage));
  return kDone;
}

// All before the first collision is looked for, so that what is wrong is told wherever it stands.
Status checkWaypoints(const world::World& w, const mp::CheckCollisionsRequest& request) {
  WW_ASSIGN(const ObjectId robot, planning::readRobot(w, request.robot_reference()));
  const auto object = w.object(robot);
  for (int i = 0; i < request.waypoint_size(); ++i) {
    WW_TRY(planning::readJoints(request.waypoint(i), *object, fmt::format("waypoint {}", i)).status());
  }
  return okStatus();
}

int pathCheck(Run& run, const Options& options) {
  mp::CheckCollisionsRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  if (const Status s = checkWaypoints(loaded->world, request); !s.ok()) return fail(run, s);
  collision::Coverage coverage;
  Diagnostics odd;
  const auto response = planning::checkCollisions(loaded->world, request, planOptions(run, options), &coverage, &odd);
  if (!response.ok()) return failNoted(run, response.status(), odd);
  warnOf(run, odd);
  const bool collides = response.value().has_collision();
  Json json = toJson(response.value());
  json["has_collision"] = collides;
  addNotes(run, json, odd);
  const Status blocked = ww::fail(failures::kWayBlocked);
  if (collides) json["hint"] = blocked.hint;
  if (collides) addCodes(json, blocked.failure);
  addCoverage(json, loaded->world, coverage);
  print(
      run, json,
      (collides ? fmt::format("{}: {}\n", response.value().collision_debug_msg(), blocked.hint) : freeText(coverage)) +
          leftOutLine(loaded->world, coverage));
  return collides ? kFailed : kDone;
}

}  // namespace

void addRequests(CLI::App& app, Run& run) {
  const auto add = [&](const char* name, const char* help, int (*verb)(Run&, const Options&), const char* message) {
    auto added = addVerb<Options>(app, run, name, help, verb);
    added.first->add_option("FILE", added.second->file, "world file")->required();
    added.first->add_option("REQUEST", added.second->request, message)->required();
    return added;
  };
  add("fk", "forward kinematics", fk, "FkRequest (.textproto, .json, .binpb)");
  add("path-check", "collisions along waypoints; exit 1 if any", pathCheck, "CheckCollisionsRequest");
  auto [sub, options] = add("ik", "inverse kinematics", ik, "IkRequest");
  sub->add_option("--seed", options->seed, "of the random numbers")->check(checkSeed);
}

}  // namespace ww::cli
