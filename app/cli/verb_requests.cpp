// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/ticker.h"
#include "app/cli/verb.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/tool.h"
#include "core/planning/plan.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "core/world/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::cli {
namespace {

namespace mp = planning::mp;

struct Options {
  std::string file, request;
  std::uint64_t seed = 1;
  std::string out;
  std::string robot, from, to, type = "any";  // plan without a request
};

planning::PlanOptions planOptions(const Run& run, const Options& options) {
  planning::PlanOptions out;
  out.seed = options.seed;
  out.stop = run.stop;
  if (run.timeout_s > 0) {
    // A little early, so that the planner can say how far it came.
    const double seconds = std::max(0.8 * run.timeout_s, run.timeout_s - 0.5);
    out.deadline = planning::Clock::now() + std::chrono::duration_cast<planning::Clock::duration>(std::chrono::duration<double>(seconds));
  }
  return out;
}

// Reads the world and the request; the exit code on failure.
template <typename Request>
std::optional<project::Loaded> inputs(Run& run, const Options& options, Request& request, int& exit) {
  auto loaded = load(run, options.file, exit);
  if (!loaded) return std::nullopt;
  if (const Status s = readMessage(options.request, request); !s.ok()) {
    exit = failInput(run, s);
    return std::nullopt;
  }
  if (!request.world_id().empty() && request.world_id() != "init_world") {
    exit = fail(run, ww::fail(Code::kNotFound, fmt::format("there is no world '{}' here", request.world_id())).withHint("leave world_id empty"));
    return std::nullopt;
  }
  return loaded;
}

int fk(Run& run, const Options& options) {
  mp::FkRequest request;
  int exit = kDone;
  const auto loaded = inputs(run, options, request, exit);
  if (!loaded) return exit;
  const auto response = planning::computeFk(loaded->world, request);
  if (!response.ok()) return fail(run, response.status());
  const auto pose = geometry::fromWire(response.value().reference_t_target());
  if (!pose.ok()) return fail(run, pose.status());
  const Pose& p = pose.value();
  print(run, toJson(response.value()), fmt::format("position {:.9g} {:.9g} {:.9g} m\norientation wxyz {:.12g} {:.12g} {:.12g} {:.12g}\n", p.p.x(),
                                                   p.p.y(), p.p.z(), p.q.w(), p.q.x(), p.q.y(), p.q.z()));
  return kDone;
}

std::string jointsText(const intrinsic_proto::icon::JointVec& joints) {
  std::string text;
  for (const double q : joints.joints()) text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", q);
  return text;
}

int ik(Run& run, const Options& options) {
  mp::IkRequest request;
  int exit = kDone;
  const auto loaded = inputs(run, options, request, exit);
  if (!loaded) return exit;
  const auto response = planning::computeIk(loaded->world, request, planOptions(run, options));
  if (!response.ok()) return fail(run, response.status());
  std::string text;
  for (const auto& solution : response.value().solutions()) text += jointsText(solution) + "\n";
  print(run, toJson(response.value()), text);
  return kDone;
}

// All before the first collision is looked for, so that what is wrong is told wherever it stands.
Status checkWaypoints(const world::World& w, const mp::CheckCollisionsRequest& request) {
  WW_ASSIGN(const ObjectId robot, planning::readRobot(w, request.robot_reference()));
  const std::size_t joints = w.object(robot)->moving_joints.size();
  for (int i = 0; i < request.waypoint_size(); ++i) {
    WW_TRY(planning::readJoints(request.waypoint(i), joints, fmt::format("waypoint {}", i).c_str()).status());
  }
  return okStatus();
}

int pathCheck(Run& run, const Options& options) {
  mp::CheckCollisionsRequest request;
  int exit = kDone;
  const auto loaded = inputs(run, options, request, exit);
  if (!loaded) return exit;
  if (const Status s = checkWaypoints(loaded->world, request); !s.ok()) return fail(run, s);
  const auto response = planning::checkCollisions(loaded->world, request, planOptions(run, options));
  if (!response.ok()) return fail(run, response.status());
  const bool collides = response.value().has_collision();
  Json json = toJson(response.value());
  json["has_collision"] = collides;
  print(run, json, collides ? response.value().collision_debug_msg() + "\n" : "no collisions\n");
  return collides ? kFailed : kDone;
}

Json reportJson(const planning::TrajectoryReport& r) {
  return {{"seconds", r.seconds}, {"cycle_time_s", r.cycle_time_s}, {"min_clearance_m", numberJson(r.min_clearance_m)},
          {"min_clearance_at_s", r.min_clearance_at_s}, {"min_joint_margin", numberJson(r.min_joint_margin)},
          {"validated", r.validated}, {"seed", r.seed}, {"notes", r.notes}};
}

std::string csvOf(const mp::TrajectoryPlanningResponse& response) {
  const auto& t = response.discretized();
  std::string text = "time_s";
  const int n = t.state_size() ? t.state(0).position_size() : 0;
  for (const char* column : {"q", "v", "a"}) {
    for (int i = 0; i < n; ++i) text += fmt::format(",{}{}", column, i + 1);
  }
  text += "\n";
  for (int i = 0; i < t.state_size(); ++i) {
    text += fmt::format("{:.9f}", static_cast<double>(t.time_since_start(i).seconds()) + 1e-9 * t.time_since_start(i).nanos());
    for (const auto* list : {&t.state(i).position(), &t.state(i).velocity(), &t.state(i).acceleration()}) {
      for (const double v : *list) text += fmt::format(",{:.17g}", v);
    }
    text += "\n";
  }
  return text;
}

// Said before the work, not after it.
Status checkOut(const Options& options) {
  if (options.out.empty()) return okStatus();
  for (const char* ending : {".csv", ".json", ".binpb"}) {
    if (options.out.ends_with(ending)) return keepsInputs(options.out, {options.file, options.request});
  }
  return ww::fail(Code::kInvalidArgument, fmt::format("--out '{}': the ending says nothing of the format", options.out)).withHint("name it .binpb, .json or .csv");
}

Status writeTrajectory(const std::string& path, const mp::TrajectoryPlanningResponse& response) {
  if (path.ends_with(".csv")) return writeFile(path, csvOf(response));
  if (path.ends_with(".json")) return writeFile(path, toJson(response).dump(1) + "\n");
  return writeFile(path, response.SerializeAsString());
}

// The object that --robot names; without it the only arm, or the one named `robot` where there are several.
Result<ObjectId> robotOf(const Run& run, const world::World& w, const std::string& named) {
  if (!named.empty()) {
    WW_ASSIGN(const world::NodeRef node, world::resolveText(w, named));
    if (const auto* robot = std::get_if<ObjectId>(&node)) return *robot;
    return ww::fail(Code::kInvalidArgument, fmt::format("'{}' is not an object", named));
  }
  std::vector<ObjectId> arms;
  w.forEachObject([&](const world::Object& o) {
    // An arm moves its tool by its joints, other than a gripper.
    const auto tool = o.isKinematic() ? kinematics::toolOf(w, o.id) : std::nullopt;
    const auto tree = kinematics::JointTree::make(w, o.id);
    if (tool && tree.ok() && tree->riding(*tool).joint >= 0) arms.push_back(o.id);
  });
  if (arms.size() == 1) return arms.front();
  std::string names;
  for (const ObjectId arm : arms) names += (names.empty() ? "" : ", ") + w.display(arm);
  const ObjectId usual = w.aliasNamed("robot");
  if (std::find(arms.begin(), arms.end(), usual) == arms.end()) {
    return ww::fail(Code::kInvalidArgument, arms.empty() ? std::string("there is no robot with a tool or flange frame") : fmt::format("there are several robots: {}", names))
        .withHint("name one with --robot");
  }
  warn(run, fmt::format("there are several robots ({}); planning for 'robot', --robot names another", names));
  return usual;
}

constexpr std::size_t kMostListed = 20;

// What --to could have meant: frames of that name first, then all that it may be.
Status noTarget(const world::World& w, ObjectId robot, const std::string& named) {
  std::string meant, configurations, frames;
  const auto add = [](std::string& list, const std::string& name, const char* between) { list += (list.empty() ? "" : between) + name; };
  std::size_t count = 0;
  w.forEachFrame([&](const world::Frame& frame) {
    const std::string name = w.display(frame.id);
    if (frame.name == named) add(meant, name, " or ");
    if (++count <= kMostListed) add(frames, name, ", ");
  });
  if (count > kMostListed) frames += fmt::format(" and {} more", count - kMostListed);
  for (const auto& configuration : w.object(robot)->configurations) add(configurations, configuration.name, ", ");
  const auto orNone = [](const std::string& list) { return list.empty() ? std::string("none") : list; };
  return ww::fail(Code::kNotFound, fmt::format("'{}' is neither a configuration of {} nor a frame", named, w.display(robot)))
      .withHint(fmt::format("{}configurations: {}; frames: {}", meant.empty() ? "" : fmt::format("did you mean {}? ", meant), orNone(configurations), orNone(frames)))
      .about(named);
}

// A request from --robot, --from, --to: names of configurations, or of a frame to reach with the tool.
Result<mp::MotionPlanningRequest> namedRequest(const Run& run, const world::World& w, const Options& options) {
  mp::MotionPlanningRequest request;
  WW_ASSIGN(const ObjectId robot, robotOf(run, w, options.robot));
  request.mutable_robot_specification()->mutable_robot_reference()->mutable_object_id()->set_id(world::toWire(robot));
  if (!options.from.empty()) {
    WW_ASSIGN(const JointVector start, planning::namedConfiguration(w, robot, options.from));
    for (const double q : start) request.mutable_robot_specification()->mutable_start_configuration()->add_joints(q);
  }
  auto* segment = request.mutable_motion_specification()->add_motion_segments();
  segment->set_motion_type(options.type == "joint" ? mp::MotionSegment::JOINT : mp::MotionSegment::ANY);
  const auto configuration = planning::namedConfiguration(w, robot, options.to);
  if (configuration.ok()) {
    for (const double q : configuration.value()) segment->mutable_target()->mutable_joint_position()->add_joints(q);
    return request;
  }
  const auto target = world::resolveText(w, options.to);
  if (!target.ok()) return noTarget(w, robot, options.to);
  const auto tool = kinematics::toolOf(w, robot);
  if (!tool || std::holds_alternative<EntityId>(*tool)) {
    return ww::fail(Code::kFailedPrecondition, fmt::format("'{}' has no tool frame", w.display(robot))).withHint("add a frame named tool_frame or flange");
  }
  const auto setNode = [&](const world::NodeRef& ref, intrinsic_proto::world::TransformNodeReference* out) {
    if (const auto* o = std::get_if<ObjectId>(&ref)) out->set_id(world::toWire(*o));
    if (const auto* f = std::get_if<FrameId>(&ref)) out->set_id(world::toWire(*f));
  };
  setNode(*tool, segment->mutable_target()->mutable_cartesian_pose()->mutable_moving_frame());
  setNode(target.value(), segment->mutable_target()->mutable_cartesian_pose()->mutable_target_frame());
  return request;
}

int plan(Run& run, const Options& options) {
  if (const Status s = checkOut(options); !s.ok()) return failUsage(run, s);
  mp::MotionPlanningRequest request;
  int exit = kDone;
  std::optional<project::Loaded> loaded;
  if (!options.request.empty()) {
    loaded = inputs(run, options, request, exit);
    if (!loaded) return exit;
  } else {
    loaded = load(run, options.file, exit);
    if (!loaded) return exit;
    auto named = namedRequest(run, loaded->world, options);
    if (!named.ok()) return fail(run, named.status());
    request = std::move(named).value();
  }
  planning::WireReply reply;
  const auto response = [&] {
    const Ticker ticker(run, "planning");
    planning::PlanOptions plan_options = planOptions(run, options);
    plan_options.progress = ticker.progress();
    return planning::planTrajectory(loaded->world, request, plan_options, nullptr, &reply);
  }();
  if (!response.ok()) return fail(run, response.status());
  if (!options.out.empty()) {
    if (const Status s = writeTrajectory(options.out, response.value()); !s.ok()) return fail(run, s);
  }
  const planning::TrajectoryReport& r = reply.plan.report;
  for (const std::string& note : r.notes) warn(run, note);
  Json json = toJson(response.value());
  json["report"] = reportJson(r);
  print(run, json, fmt::format("planned in {:.3f} s: cycle time {:.3f} s, smallest clearance {:.4f} m at {:.3f} s, smallest joint margin {:.4f}, {}, seed {}\n",
                               r.seconds, r.cycle_time_s, r.min_clearance_m, r.min_clearance_at_s, r.min_joint_margin,
                               r.validated ? "validated" : "not validated", r.seed));
  return kDone;
}

}  // namespace

void addRequests(CLI::App& app, Run& run) {
  const auto add = [&](const char* name, const char* help, int (*verb)(Run&, const Options&), const char* message) {
    auto added = addVerb<Options>(app, run, name, help, verb);
    added.first->add_option("FILE", added.second->file, "world file")->required();
    added.first->add_option("REQUEST", added.second->request, message);
    return added;
  };
  add("fk", "forward kinematics", fk, "FkRequest (.textproto, .json, .binpb)").first->get_option("REQUEST")->required();
  add("path-check", "collisions along waypoints; exit 1 if any", pathCheck, "CheckCollisionsRequest")
      .first->get_option("REQUEST")->required();
  auto [ik_sub, ik_options] = add("ik", "inverse kinematics", ik, "IkRequest");
  ik_sub->get_option("REQUEST")->required();
  ik_sub->add_option("--seed", ik_options->seed, "of the random numbers")->check(checkSeed);
  auto [sub, o] = add("plan", "plan a motion", plan, "MotionPlanningRequest; or give --to");
  sub->add_option("--seed", o->seed, "of the random numbers")->check(checkSeed);
  sub->add_option("--out", o->out, "trajectory to write (.binpb, .json, .csv)");
  auto* to = sub->add_option("--to", o->to, "without REQUEST: named configuration, or frame for the tool");
  sub->add_option("--robot", o->robot, "without REQUEST: the robot (default: the only one, else the one named robot)")->needs(to);
  sub->add_option("--from", o->from, "without REQUEST: named configuration to start from")->needs(to);
  sub->add_option("--type", o->type, "without REQUEST")->check(CLI::IsMember({"any", "joint"}))->needs(to);
  sub->callback([o = o, &run, sub = sub] {
    if (o->request.empty() == o->to.empty()) throw CLI::RequiredError("either REQUEST or --to");
    run.verb = [o](Run& r) { return plan(r, *o); };
  });
}

}  // namespace ww::cli
