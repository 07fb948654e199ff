// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/replay_file.h"
#include "app/cli/ticker.h"
#include "app/cli/trajectory_file.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/kinematics/tool.h"
#include "core/planning/failures.h"
#include "core/planning/hidden_overlaps.h"
#include "core/planning/motions/motion_type.h"
#include "core/planning/robot_scene.h"
#include "core/planning/wire.h"
#include "core/usecase/motion.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::cli {
namespace {

namespace mp = planning::mp;

struct PlanOptions : PlanningOptions {
  std::string out, replay;
  std::string robot, tool, from, to, type = "any";  // without a request
};

// What is planned, with the tool and the goal where it was not the request that said them.
struct Task : usecase::Move {
  Task() = default;
  explicit Task(usecase::Move move) : usecase::Move(std::move(move)) {}
  mp::MotionPlanningRequest request;  // for a replay package
  std::string goal;                   // "configuration home of robot"
};

Json reportJson(const Run& run, const world::World& w, const planning::TrajectoryReport& r, const Task& task) {
  Json json = {{"seconds", r.seconds},
               {"cycle_time_s", r.cycle_time_s},
               {"min_clearance_m", numberJson(r.min_clearance_m)},
               {"min_clearance_at_s", r.min_clearance_at_s},
               {"min_joint_margin", numberJson(r.min_joint_margin)},
               {"validated", r.validated},
               {"seed", r.seed}};
  addNotes(run, json, r.notes);
  addCoverage(json, w, run.world_file, r.coverage);
  // No distance says anything where nothing was looked at.
  if (!r.coverage.checked()) json["min_clearance_m"] = json["min_clearance_at_s"] = nullptr;
  json["spacing"] = r.spacing;
  if (!r.unchecked.empty()) json["unchecked_segments"] = r.unchecked;
  for (const planning::RoundedCorner& c : r.corners)
    json["corners"].push_back({{"after_segment", c.after}, {"m", c.metres}, {"rad", c.radians}, {"joint", c.joint}});
  if (r.nearest) json["min_clearance_pair"] = {w.display(r.nearest->a), w.display(r.nearest->b)};
  if (!task.goal.empty()) json["goal"] = task.goal;
  if (task.tool) json["tool"] = {{"ref", w.display(task.tool->node)}, {"why", plain(task.tool->why)}};
  return json;
}

// Said before the work, not after it.
Status checkOut(const PlanOptions& options) {
  WW_TRY(keepsInputs(options.replay, {options.file, options.request}));
  WW_TRY(keepsApart(options.out, options.replay));
  if (options.out.empty() || options.out == "-") return okStatus();
  for (const char* ending : {".csv", ".json", ".binpb"}) {
    if (options.out.ends_with(ending)) return keepsInputs(options.out, {options.file, options.request});
  }
  return ww::fail(failures::kNoTrajectoryEnding, {{"file", arg::Name{options.out}}});
}

struct Arms {
  std::vector<ObjectId> all, named;
};  // named: with a node whose name says that it is the tool

Arms armsOf(const world::World& w) {
  Arms arms;
  w.forEachObject([&](const world::Object& o) {
    if (!o.isKinematic() || !kinematics::isArm(w, o.id)) return;
    arms.all.push_back(o.id);
    if (kinematics::toolChoices(w, o.id).front().named) arms.named.push_back(o.id);
  });
  return arms;
}

std::vector<std::string> displaysOf(const world::World& w, const std::vector<ObjectId>& objects) {
  std::vector<std::string> names;
  names.reserve(objects.size());
  for (const ObjectId object : objects) names.push_back(w.display(object));
  return names;
}

Status noRobotAtAll(const std::string& file) { return ww::fail(failures::kNoRobotAtAll, {{"file", arg::Name{file}}}); }

Status noJoints(const world::World& w, ObjectId object, const std::string& file) {
  const Arms arms = armsOf(w);
  if (arms.all.empty()) return noRobotAtAll(file);
  return ww::fail(failures::kNoJoints,
                  {{"object", cli::nodeArg(w, object)}, {"robots", arg::Names{displaysOf(w, arms.all)}}});
}

// The object that --robot names; without it the only arm, or the one named `robot` where there are several.
// The first that is not the usual one, for a command.
arg::Words otherThan(const std::vector<std::string>& robots) {
  const auto other = std::ranges::find_if(robots, [](const std::string& name) { return name != "robot"; });
  return {other == robots.end() ? std::string("robot") : *other};
}

Result<ObjectId> robotOf(const Run& run, const world::World& w, const PlanOptions& options) {
  const std::string& named = options.robot;
  if (!named.empty()) {
    WW_ASSIGN(const world::NodeRef node, world::resolveText(w, named));
    const auto* robot = std::get_if<ObjectId>(&node);
    if (!robot) return notAnObject(w, node);
    if (w.object(*robot)->isKinematic()) return *robot;
    return noJoints(w, *robot, options.file);
  }
  const Arms found = armsOf(w);
  const auto& arms = found.named.empty() ? found.all : found.named;
  if (arms.size() == 1) return arms.front();
  const std::vector<std::string> names = displaysOf(w, arms);
  const ObjectId usual = w.aliasNamed("robot");
  if (arms.empty()) return noRobotAtAll(options.file);
  if (std::find(arms.begin(), arms.end(), usual) == arms.end()) {
    return ww::fail(failures::kSeveralRobots, {{"robots", arg::Names{names}}, {"first", arg::Words{names.front()}}});
  }
  warnOf(run,
         {findingOf(ww::fail(failures::kRobotTaken, {{"robots", arg::Names{names}}, {"other", otherThan(names)}}))});
  return usual;
}

FailureValue namesOrNone(const std::vector<std::string>& names) {
  if (names.empty()) return arg::Words{"none"};
  return arg::Names{names};
}

// What --to could have meant: frames of that name first, then all that it may be.
Status noTarget(const world::World& w, ObjectId robot, const std::string& named) {
  std::string meant;
  std::vector<std::string> configurations, frames;
  w.forEachFrame([&](const world::Frame& frame) {
    frames.push_back(w.display(frame.id));
    if (frame.name == named) meant += (meant.empty() ? "did you mean '" : " or '") + frames.back() + "'";
  });
  for (const auto& configuration : w.object(robot)->configurations) configurations.push_back(configuration.name);
  if (!meant.empty()) meant += "? ";
  const Status status = ww::fail(failures::kNoTarget, {{"name", arg::Name{named}},
                                                       {"robot", cli::nodeArg(w, robot)},
                                                       {"meant", arg::Words{meant}},
                                                       {"configurations", namesOrNone(configurations)},
                                                       {"frames", namesOrNone(frames)}});
  if (!meant.empty()) return status;
  if (configurations.empty() && frames.empty())
    return ww::fail(failures::kNoTargetAtAll, {{"name", arg::Name{named}}, {"robot", cli::nodeArg(w, robot)}});
  if (!nearestNames(named, configurations).empty()) return withNearest(status, named, configurations);
  // Frames and objects by their own names, wherever they are.
  const Status near = world::withNearNodes(status, w, named, world::nodesFromRoot(w, true));
  if (near.failure && !near.failure->near.empty()) return near;
  frames.insert(frames.end(), configurations.begin(), configurations.end());
  return withNearest(status, named, frames);
}

// A name that more than one thing has: which of them was taken, and how to name another.
Diagnostics otherGoals(const world::World& w, const usecase::Target& target, const std::string& named) {
  std::vector<std::string> others;
  const world::NodeRef taken = target.node.value_or(world::NodeRef(world::kRootObject));
  w.forEachFrame([&](const world::Frame& frame) {
    if (frame.name == named && taken != world::NodeRef(frame.id)) others.push_back(w.display(frame.id));
  });
  if (others.empty()) return {};
  const arg::Name name{named};
  if (!target.node)
    return {findingOf(
        ww::fail(failures::kGoalIsFrameToo,
                 {{"name", name}, {"robot", cli::nodeArg(w, target.robot)}, {"others", arg::Names{others}}}))};
  return {findingOf(ww::fail(failures::kSeveralGoals,
                             {{"name", name}, {"taken", cli::nodeArg(w, taken)}, {"others", arg::Names{others}}}))};
}

std::string goalText(const world::World& w, const usecase::Target& target) {
  if (target.node) return w.display(*target.node);
  return fmt::format("configuration {} of {}", target.configuration, w.display(target.robot));
}

// From --robot, --tool, --from, --to: names of configurations, or of a frame to reach with the tool.
Result<Task> namedTask(const Run& run, const world::World& w, const PlanOptions& options) {
  usecase::Target target;
  WW_ASSIGN(target.robot, robotOf(run, w, options));
  if (!options.from.empty()) {
    WW_ASSIGN(target.start, planning::namedConfiguration(w, target.robot, options.from));
  }
  if (!options.tool.empty()) {
    WW_ASSIGN(target.tool, world::resolveText(w, options.tool));
  }
  target.type = planning::motionKindNamed(options.type).value_or(target.type);
  if (planning::namedConfiguration(w, target.robot, options.to).ok()) {
    target.configuration = options.to;
  } else {
    const auto node = world::resolveText(w, options.to);
    if (!node.ok()) return noTarget(w, target.robot, options.to);
    target.node = node.value();
  }
  WW_ASSIGN(usecase::Move move, usecase::moveTo(w, target));
  Task task(std::move(move));
  if (target.tool) task.tool->why = "as --tool says";
  task.goal = goalText(w, target);
  for (Diagnostic& other : otherGoals(w, target, options.to)) task.notes.push_back(std::move(other));
  return task;
}

// The world, and what is to be done in it; the exit code on failure.
std::optional<project::Loaded> planInputs(Run& run, const PlanOptions& options, Task& task,
                                          planning::PlanOptions& limits, int& exit) {
  if (options.request.empty()) {
    auto loaded = load(run, options.file, exit);
    if (!loaded) return std::nullopt;
    auto named = namedTask(run, loaded->world, options);
    const Status asked =
        named.ok() ? askByRequest(loaded->world, options.replay, named->motion, named->request) : named.status();
    if (!asked.ok()) {
      exit = fail(run, asked);
      return std::nullopt;
    }
    task = std::move(named).value();
    return loaded;
  }
  auto loaded = planningInputs(run, options, task.request, exit);
  if (!loaded) return std::nullopt;
  auto motion = planning::toMotionRequest(loaded->world, task.request);
  const auto deadline = planning::deadlineOf(task.request);
  const Status problem = motion.ok() ? deadline.status() : motion.status();
  if (!problem.ok()) {
    exit = fail(run, problem);
    return std::nullopt;
  }
  task.motion = std::move(motion).value();
  limits.deadline = std::min(limits.deadline, deadline.value());
  return loaded;
}

// "link_5 of the robot and the table": names as --to and --tool take them.
std::string pairText(const world::World& w, const collision::Contact& c) {
  return fmt::format("{} and {}", w.display(c.a), w.display(c.b));
}

std::string verdictOf(const planning::TrajectoryReport& r) {
  if (r.validated) return fmt::format("validated{}", planning::butFor(r.notes));
  if (r.coverage.checked()) return "not validated: it collides between two checks";
  return r.unchecked.size() < r.segments ? "only limits and the other segments validated" : "limits validated";
}

// Nothing where nothing was looked at: then no distance says anything.
std::string clearanceText(const world::World& w, const planning::TrajectoryReport& r) {
  if (!r.coverage.checked()) return {};
  const std::string pair = r.nearest ? fmt::format(" ({})", pairText(w, *r.nearest)) : std::string();
  const double m = r.min_clearance_m;
  const std::string least = m > 0.0                        ? "smallest clearance " + lengthText(m)
                            : m >= -collision::kTouchDepth ? std::string("touching")
                                                           : "overlapping by " + lengthText(-m);
  return fmt::format("{} at {}{}, ", least, plainVoice().seconds(r.min_clearance_at_s), pair);
}

// Of radians and metres, whichever is nearest to its limit.
std::string marginText(const world::World& w, ObjectId robot, double margin) {
  constexpr double kNone = 1e-9;
  if (margin < kNone) return "a joint at its limit";
  if (!std::isfinite(margin)) return "no joint limits";
  const auto object = w.object(robot);
  bool turns = false, slides = false;
  for (std::size_t i = 0; object && i < object->moving_joints.size(); ++i)
    (object->movingJoint(i).motion == world::MotionType::kPrismatic ? slides : turns) = true;
  return fmt::format("smallest joint margin {:.4g} {}", margin, turns && slides ? "rad or m" : slides ? "m" : "rad");
}

// "segment 1 of 2", where it is not the whole motion; the others are checked. People count from 1.
std::string uncheckedPart(const planning::TrajectoryReport& r) {
  if (r.unchecked.size() >= r.segments) return {};
  std::vector<std::size_t> numbers;
  for (const std::size_t index : r.unchecked) numbers.push_back(index + 1);
  return fmt::format("segment{} {} of {} (the others are)", r.unchecked.size() == 1 ? "" : "s",
                     fmt::join(numbers, ", "), r.segments);
}

std::string textOf(const Run& run, const world::World& w, const planning::TrajectoryReport& r, const Task& task) {
  std::string text;
  if (!r.coverage.checked()) text = freeText(w, run.world_file, r.coverage, uncheckedPart(r));
  text += fmt::format("planned in {}: cycle time {}, {}{}, {}, seed {}\n", plainVoice().seconds(r.seconds),
                      plainVoice().seconds(r.cycle_time_s), clearanceText(w, r),
                      marginText(w, task.motion.robot, r.min_joint_margin), verdictOf(r), r.seed);
  if (!task.goal.empty()) text += fmt::format("goal: {}\n", task.goal);
  if (task.tool) text += fmt::format("tool: {} ({})\n", w.display(task.tool->node), plain(task.tool->why));
  return text + lookedAtLine(w, r.coverage, r.spacing) + leftOutLine(w, r.coverage);
}

// Where the motion could go: an example that works is worth more than the form.
int noGoal(Run& run, const PlanOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const auto robot = robotOf(run, w, options);
  if (!robot.ok()) return failUsage(run, robot.status());
  std::vector<std::string> known;
  for (const auto& configuration : w.object(*robot)->configurations) known.push_back(configuration.name);
  w.forEachFrame([&](const world::Frame& frame) {
    if (frame.object == world::kRootObject) known.push_back(w.display(frame.id));
  });
  const arg::Name file{options.file};
  if (known.empty()) return failUsage(run, ww::fail(failures::kNoGoalNorAny, {{"file", file}}));
  return failUsage(
      run,
      ww::fail(failures::kNoGoal,
               {{"file", file}, {"path", file}, {"example", arg::Words{known.front()}}, {"known", arg::Names{known}}}));
}

// With the tool that was taken, if nobody named it: another may have been meant.
Status withTool(const world::World& w, const PlanOptions& options, const Task& task, Status status) {
  if (!task.tool || !options.tool.empty() || status.hint.empty() || status.code == Code::kCancelled) return status;
  const auto& segments = task.motion.segments;
  if (segments.empty() || !std::holds_alternative<planning::PoseGoal>(segments.back().goal)) return status;
  status.hint += fmt::format("; planned for the tool {} ({}), --tool names another", w.display(task.tool->node),
                             plain(task.tool->why));
  return status;
}

// What is odd beside the motion: the world, the names that were given, a gripper that was taken for an arm.
Diagnostics oddBeside(const world::World& w, const PlanOptions& options, const Task& task) {
  Diagnostics out = task.notes;
  addWorldNotes(w, out);
  const Arms arms = options.robot.empty() ? Arms() : armsOf(w);
  if (!arms.all.empty() && !kinematics::isArm(w, task.motion.robot))
    out.push_back(findingOf(ww::fail(failures::kNoArm, {{"robot", cli::nodeArg(w, task.motion.robot)},
                                                        {"robots", arg::Names{displaysOf(w, arms.all)}}})));
  return out;
}

// On standard output ("-") the trajectory alone: what is told of it goes to standard error, and with --json stands in
// the one object.
Status writeOut(Run& run, const PlanOptions& options, const mp::TrajectoryPlanningResponse& response,
                const std::string& text) {
  if (options.out.empty() || (options.out == "-" && run.json)) return okStatus();
  WW_TRY(writeTrajectory(options.out, response));
  if (options.out != "-") return okStatus();
  run.result_on_output = true;
  if (!run.quiet) std::cerr << text << std::flush;
  return okStatus();
}

int plan(Run& run, const PlanOptions& options) {
  if (options.request.empty() && options.to.empty()) return noGoal(run, options);
  if (const Status s = checkOut(options); !s.ok()) return failUsage(run, s);
  planning::PlanOptions plan_options = planOptions(run, options);
  Task task;
  int exit = kDone;
  const auto loaded = planInputs(run, options, task, plan_options, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  planning::Diagnosis why;
  const auto made = [&] {
    const Ticker ticker(run, "planning");
    plan_options.progress = ticker.progress();
    return planning::planMotion(w, task.motion, plan_options, &why);
  }();
  const Diagnostics beside = oddBeside(w, options, task);
  const Status kept = keepReplay(run, options.replay, task.request, options.seed, w, made);
  if (!kept.ok()) return fail(run, kept);
  if (!made.ok()) {
    why.notes.insert(why.notes.end(), beside.begin(), beside.end());
    return failNoted(run, withTool(w, options, task, made.status()), why.notes);
  }
  const mp::TrajectoryPlanningResponse response = planning::toWire(made.value().trajectory);
  planning::TrajectoryReport r = made.value().report;
  r.notes.insert(r.notes.end(), beside.begin(), beside.end());
  for (Diagnostic& note : planning::hiddenOverlaps(collision::Scene::make(w), *made))
    r.notes.push_back(std::move(note));
  if (r.cycle_time_s <= 0.0) r.notes.push_back(findingOf(ww::fail(failures::kStandsThere)));
  const std::string text = textOf(run, w, r, task);
  if (const Status s = writeOut(run, options, response, text); !s.ok()) return fail(run, s);
  if (r.nearest && r.min_clearance_m <= 0.0 && r.min_clearance_m >= -collision::kTouchDepth)
    r.notes.push_back(findingOf(ww::fail(failures::kMotionTouches, {{"pair", arg::Words{pairText(w, *r.nearest)}},
                                                                    {"time", arg::Seconds{r.min_clearance_at_s}}})));
  warnOf(run, r.notes);
  Json json = toJson(response);
  json["report"] = reportJson(run, w, r, task);
  print(run, json, text);
  return kDone;
}

// Either a request, or what the options say.
void checkTask(const PlanOptions& o, const CLI::App& sub) {
  const bool to = sub.count("--to") > 0;
  if (to && !o.request.empty())
    throw CLI::ValidationError("REQUEST", "there is --to beside it\ngive one of the two, a request or --to");
  for (const char* option : {"--robot", "--tool", "--from", "--type"}) {
    if (!to && sub.count(option) > 0)
      throw CLI::ValidationError(option, o.request.empty()
                                             ? "there is no --to beside it\nsay with --to where the motion goes"
                                             : "a request says that itself\nleave it out, or give --to and no request");
  }
}

}  // namespace

void addPlan(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<PlanOptions>(app, run, "plan", "plan a motion", plan);
  sub->add_option("FILE", o->file, "world file")->required();
  sub->add_option("REQUEST", o->request, "MotionPlanningRequest; or give --to");
  sub->add_option("--seed", o->seed, "of the random numbers")->check(checkSeed);
  sub->add_option("--out", o->out, "trajectory to write (.binpb, .json, .csv; - is standard output, as JSON)");
  sub->add_option("--replay", o->replay, "file for all that the plan depends on; the verb replay plans it again");
  sub->add_option("--to", o->to, "without REQUEST: named configuration, or frame for the tool");
  sub->add_option("--robot", o->robot, "without REQUEST: the robot (default: the only one, else the one named robot)");
  sub->add_option("--tool", o->tool,
                  "without REQUEST: frame or link that shall meet the frame (default: a gripper's tool frame, else "
                  "tool0, tcp, ee, flange)");
  sub->add_option("--from", o->from, "without REQUEST: named configuration to start from");
  // Messages write LINEAR.
  sub->add_option("--type", o->type, "without REQUEST")
      ->transform([](std::string text) {
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
        return text;
      })
      ->check(oneOf(planning::motionKindNames()));
  sub->callback([o = o, &run, sub = sub] {
    checkTask(*o, *sub);
    run.verb = [o](Run& r) { return plan(r, *o); };
  });
}

}  // namespace ww::cli
