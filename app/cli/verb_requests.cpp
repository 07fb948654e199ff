// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/collision/scene.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/branch.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/robot_scene.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "core/usecase/motion.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {
namespace {

namespace mp = planning::mp;
using Options = PlanningOptions;

// That no joint of the robot changes the pose that was asked for.
Status standsStill(const world::World& w, const mp::FkRequest& request) {
  const auto robot = planning::readRobot(w, request.robot_reference());
  const auto reference = world::resolve(w, request.reference()), target = world::resolve(w, request.target());
  if (!robot.ok() || !reference.ok() || !target.ok()) return okStatus();
  const auto tree = kinematics::JointTree::make(w, *robot);
  if (!tree.ok() || tree->chain(tree->riding(*reference)) != tree->chain(tree->riding(*target))) return okStatus();
  return ww::fail(failures::kPoseFixed, {{"target", cli::nodeArg(w, *target)},
                                         {"reference", cli::nodeArg(w, *reference)},
                                         {"robot", cli::nodeArg(w, *robot)}});
}

int fk(Run& run, const Options& options) {
  mp::FkRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  Diagnostics odd;
  const auto response = planning::computeFk(model::Model::make(loaded->world), request, &odd);
  if (!response.ok()) return fail(run, response.status());
  if (const Status still = standsStill(loaded->world, request); !still.ok()) odd.push_back(findingOf(still));
  warnOf(run, odd);
  const auto pose = geometry::fromWire(response.value().reference_t_target());
  if (!pose.ok()) return fail(run, pose.status());
  Json json = toJson(response.value());
  json["joints"] = request.has_joints() ? "request" : "world";
  addNotes(run, json, odd);
  const char* as_it_stands = "joints: as they stand in the world, as the request gives none\n";
  print(run, json, poseLines(pose.value()) + (request.has_joints() ? "" : as_it_stands));
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
std::string addIkCoverage(Json& json, const world::World& w, const std::string& file, const mp::IkRequest& request,
                          const collision::Coverage& coverage) {
  if (request.has_collision_settings()) {
    addCoverage(json, w, file, coverage);
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

// Those that collide, where there are no others and they were asked for, and with what.
std::string refusedText(const world::World& w, const mp::IkResponse& response) {
  if (response.solutions_size() > 0) return {};
  const auto nameOf = [&w](const std::string& id) {
    const EntityId entity = world::entityIdFromWire(id);
    return w.owner(entity) ? w.display(entity) : id;
  };
  std::string text = "every solution found is in collision:\n";
  for (const auto& solution : response.ik_debug_information().ik_solutions()) {
    text += jointsText(solution.joint_configuration()) + " refused:";
    if (solution.validation_result().limit_validity_check() == mp::JointConfigurationValidationResult::VIOLATED) {
      text += " outside the limits of the joints\n";
      continue;
    }
    const auto& found = solution.collision_checking_debug_info().collisions();
    for (int i = 0; i < found.size(); ++i)
      text += fmt::format("{} {} and {}", i ? "," : "", nameOf(found[i].left().entity().id()),
                          nameOf(found[i].right(0).entity().id()));
    text += "\n";
  }
  return text;
}

std::string lookedAtText(const world::World& w, const mp::IkRequest& request, const collision::Coverage& coverage) {
  return request.has_collision_settings() ? lookedAtLine(w, coverage) : std::string();
}

// The postures, a line each, and what they are called where they have names.
std::string solutionsText(const mp::IkResponse& response, const std::vector<kinematics::IkBranch>& branches,
                          Json& json) {
  std::string text;
  json["branches"] = Json::array();
  for (int i = 0; i < response.solutions_size(); ++i) {
    text += jointsText(response.solutions(i));
    if (const auto at = static_cast<std::size_t>(i); at < branches.size()) {
      const std::string name = plain(kinematics::nameOf(branches[at]));
      text += fmt::format("  ({})", name);
      json["branches"].push_back(name);
    }
    text += "\n";
  }
  return text;
}

int ik(Run& run, const Options& options) {
  mp::IkRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  Diagnostics odd;
  std::vector<kinematics::IkBranch> branches;
  const auto response =
      planning::computeIk(loaded->world, request, planOptions(run, options), nullptr, &odd, nullptr, &branches);
  addWorldNotes(loaded->world, odd);
  if (!response.ok()) return failNoted(run, response.status(), odd);
  warnOf(run, odd);
  collision::Coverage coverage;
  if (request.has_collision_settings()) {
    const auto looked = ikCoverage(loaded->world, request);
    if (!looked.ok()) return fail(run, looked.status());
    coverage = *looked;
  }
  Json json = toJson(response.value());
  std::string text = solutionsText(response.value(), branches, json);
  addNotes(run, json, odd);
  const std::string unchecked = addIkCoverage(json, loaded->world, options.file, request, coverage);
  if (!unchecked.empty()) {
    warnOf(run,
           {findingOf(ww::fail(failures::kNotChecked, {{"reason", arg::Words{unchecked}},
                                                       {"remedy", arg::Words{json["hint"].get<std::string>()}}}))});
  }
  text += refusedText(loaded->world, response.value());
  // Who reads the postures alone should not take them for free ones.
  if (!unchecked.empty()) text = fmt::format("not checked for collisions: {}\n", unchecked) + text;
  if (unchecked.empty()) text += lookedAtText(loaded->world, request, coverage);
  print(run, json, text + leftOutLine(loaded->world, coverage));
  return kDone;
}

// All before the first collision is looked for, so that what is wrong is told wherever it stands.
Status checkWaypoints(const world::World& w, const mp::CheckCollisionsRequest& request) {
  WW_ASSIGN(const ObjectId robot, planning::readRobot(w, request.robot_reference()));
  const auto object = w.object(robot);
  for (int i = 0; i < request.waypoint_size(); ++i) {
    WW_TRY(planning::readJoints(request.waypoint(i), *object,
                                fmt::format("waypoint {} of {}", i + 1, request.waypoint_size()))
               .status());
  }
  return okStatus();
}

// What to do about it: no waypoint in between helps one that collides itself.
Status wayBlocked(const world::World& w, const mp::CheckCollisionsRequest& request, const planning::PathHit& hit) {
  if (hit.waypoint < 0 || (!hit.at_waypoint() && !hit.anywhere)) return ww::fail(failures::kWayBlocked);
  const auto robot = planning::readRobot(w, request.robot_reference());
  const auto isOwn = [&](EntityId entity) {
    const ObjectId object = w.owner(entity)->object;
    return robot.ok() && (object == *robot || w.isAncestor(*robot, object));
  };
  const arg::Count index{static_cast<std::uint64_t>(hit.waypoint) + 1};
  const bool a = isOwn(hit.contact.a), b = isOwn(hit.contact.b);
  const world::NodeRef other = a ? hit.contact.b : hit.contact.a;
  if (hit.anywhere && a && b) return planning::failAnywhere(w, hit.contact);
  if (hit.anywhere && robot.ok())
    return ww::fail(failures::kBaseCollides, {{"a", cli::nodeArg(w, hit.contact.a)},
                                              {"b", cli::nodeArg(w, hit.contact.b)},
                                              {"object", cli::nodeArg(w, other)},
                                              {"robot", cli::nodeArg(w, *robot)}});
  if (a && b) return ww::fail(failures::kWaypointCollidesOwn, {{"index", index}});
  return ww::fail(failures::kWaypointCollides, {{"object", cli::nodeArg(w, other)}, {"index", index}});
}

int pathCheck(Run& run, const Options& options) {
  mp::CheckCollisionsRequest request;
  int exit = kDone;
  const auto loaded = planningInputs(run, options, request, exit);
  if (!loaded) return exit;
  if (const Status s = checkWaypoints(loaded->world, request); !s.ok()) return fail(run, s);
  collision::Coverage coverage;
  Diagnostics odd;
  planning::PathHit hit;
  double spacing = 0.0;
  bool proved = false;
  const auto response = planning::checkCollisions(loaded->world, request, planOptions(run, options), &coverage, &odd,
                                                  &hit, &spacing, &proved);
  if (!response.ok()) return failNoted(run, response.status(), odd);
  addWorldNotes(loaded->world, odd);
  warnOf(run, odd);
  const bool collides = response.value().has_collision();
  Json json = toJson(response.value());
  json["has_collision"] = collides;
  addNotes(run, json, odd);
  const Status blocked = wayBlocked(loaded->world, request, hit);
  if (collides) json["hint"] = blocked.hint;
  if (collides) addCodes(json, blocked.failure);
  const world::World& w = loaded->world;
  addCoverage(json, w, options.file, coverage);
  if (coverage.checked()) json["spacing"] = spacing;
  json["proved"] = proved;
  const std::string found = fmt::format("{}: {}\n", response.value().collision_debug_msg(), blocked.hint);
  const char* between = proved ? "between the samples proved free\n" : "between the samples not proved\n";
  print(run, json,
        (collides ? found : freeText(w, options.file, coverage)) + lookedAtLine(w, coverage, spacing) +
            (coverage.checked() && !collides ? between : "") + leftOutLine(w, coverage));
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
