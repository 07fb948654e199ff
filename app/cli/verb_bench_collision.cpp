// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/bench_collision_cells.h"
#include "app/cli/verb_bench.h"
#include "core/collision/check.h"
#include "core/collision/lane_check.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/tool.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr const char* kCell = "pick_and_place";
constexpr std::size_t kMoves = 1000;
constexpr std::size_t kConfigurations = 500, kMostDrawn = 100 * kConfigurations;
constexpr double kFar = 10.0;
constexpr int kMeshes = 30, kTriangles = 200'000;

// Of single configurations of a robot.
struct CheckFigures {
  Times ready;  // a checker of a world whose shapes are prepared, with its first answer
  Times free, colliding, lanes, first, nearest;
  double measured = 0.0;  // pairs of bodies whose shapes were measured, for a free one
};

struct CollisionFigures {
  Times make, move, checker, world_check;
  CheckFigures cell, meshes, meshes_in_hall;
  std::size_t bodies = 0;
  double check = 0.0;
};

Result<kinematics::JointTree> robotOf(const world::World& w, const model::Model& model) {
  return kinematics::JointTree::make(model, w.find("robot"));
}

// The robot of a world that is not ours: the first arm.
ObjectId firstArm(const world::World& w) {
  ObjectId arm{};
  w.forEachObject([&](const world::Object& o) {
    if (!arm && o.isKinematic() && kinematics::isArm(w, o.id)) arm = o.id;
  });
  return arm;
}

// From the difference of two worlds to a checker of the robot, for random objects, each looked at for the
// first time.
Status measureMoves(const world::World& hall, geometry::GeometryStore& store, int objects, CollisionFigures& out) {
  const collision::Scene scene = collision::Scene::make(hall);
  WW_ASSIGN(const auto robot, robotOf(hall, scene.model()));
  std::mt19937 random(3);
  std::vector<world::World> moved;
  for (std::size_t i = 0; i < 2 * (kMoves + kMoves / 10); ++i) {
    const ObjectId some = hall.aliasNamed(hallPartName(static_cast<int>(random() % static_cast<unsigned>(objects))));
    WW_ASSIGN(world::World next,
              world::apply(hall, *session::setPose(some, world::kRootObject, Pose::translation(1, -4, 3)), store));
    moved.push_back(std::move(next));
  }
  std::size_t next = 0;
  out.bodies = scene.bodyCount();
  out.make = measure(10, 1, [&] {
    out.check +=
        static_cast<double>(collision::Scene::make(hall, std::make_shared<collision::ShapeCache>()).bodyCount());
  });
  out.move = measure(kMoves, 1, [&] { out.check += static_cast<double>(scene.updated(moved[next++]).bodyCount()); });
  out.checker = measure(kMoves, 1, [&] {
    const collision::Checker checker(scene.updated(moved[next++]), robot.movers());
    out.check += static_cast<double>(checker.scene().bodyCount());
  });
  out.world_check = measure(20, 1, [&] { out.check += static_cast<double>(collision::checkWorld(scene).size()); });
  return okStatus();
}

JointVector randomConfiguration(const kinematics::JointTree& robot, std::mt19937& random) {
  JointVector q(static_cast<Eigen::Index>(robot.size()));
  for (std::size_t i = 0; i < robot.size(); ++i) {
    const world::JointLimits& limit = robot.limits()[i];
    q[static_cast<Eigen::Index>(i)] = limit.lower + (limit.upper - limit.lower) * (random() % 10000) / 1e4;
  }
  return q;
}

// Configurations of the robot that meet nothing and such that do, in turn; where none is found they are not measured.
Status measureChecks(const collision::Scene& scene, ObjectId arm, CheckFigures& out, double& check) {
  WW_ASSIGN(const auto robot, kinematics::JointTree::make(scene.model(), arm));
  collision::Checker checker(scene, robot.movers());
  model::State state(scene.model());
  const auto at = [&](const JointVector& q) -> const model::State& {
    state.set(robot.mechanism(), q);
    state.forward(robot.mechanism());
    return state;
  };
  out.ready = measure(20, 1, [&] {
    const collision::Scene again = collision::Scene::make(scene.world());
    collision::Checker fresh(again, robot.movers());
    check += fresh.collides(model::State(again.model())) ? 1.0 : 0.0;
  });
  std::mt19937 random(1);
  std::vector<JointVector> free, hits;
  for (std::size_t drawn = 0; free.size() < kConfigurations && drawn < kMostDrawn; ++drawn) {
    const JointVector q = randomConfiguration(robot, random);
    const bool hit = checker.collides(at(q));
    if (!hit) free.push_back(q);
    else if (hits.size() < kConfigurations) hits.push_back(q);
  }
  std::size_t next = 0;
  const auto collides = [&](const std::vector<JointVector>& some) {
    return measure(200, kConfigurations,
                   [&] { check += checker.collides(at(some[next++ % some.size()])) ? 1.0 : 0.0; });
  };
  if (!hits.empty()) out.colliding = collides(hits);
  if (free.empty()) return okStatus();
  const auto before = checker.pairsMeasured();
  for (const JointVector& q : free) check += checker.collides(at(q)) ? 1.0 : 0.0;
  out.measured = static_cast<double>(checker.pairsMeasured() - before) / static_cast<double>(free.size());
  out.free = collides(free);
  out.first = measure(50, kConfigurations, [&] { check += checker.first(at(free[next++ % free.size()])) ? 1.0 : 0.0; });
  collision::LaneCheck lanes(checker, robot.mechanism());
  out.lanes = measure(200, 1, [&] { check += static_cast<double>(lanes.collides(free).size()); });
  out.lanes.p50 /= static_cast<double>(free.size());
  out.lanes.p95 /= static_cast<double>(free.size());
  out.nearest = measure(20, kConfigurations, [&] {
    const auto nearest = checker.nearest(at(free[next++ % free.size()]), kFar);
    check += nearest ? nearest->distance_m : kFar;
  });
  return okStatus();
}

Json checksJson(const CheckFigures& f) {
  return {{"ready_us", timesJson(f.ready)}, {"free_us", timesJson(f.free)},   {"colliding_us", timesJson(f.colliding)},
          {"lanes_us", timesJson(f.lanes)}, {"first_us", timesJson(f.first)}, {"nearest_us", timesJson(f.nearest)},
          {"pairs_measured", f.measured}};
}

Json figuresJson(const CollisionFigures& f) {
  return {{"cpu", cpuName()},
          {"bodies", f.bodies},
          {"make_us", timesJson(f.make)},
          {"move_us", timesJson(f.move)},
          {"checker_us", timesJson(f.checker)},
          {"world_check_us", timesJson(f.world_check)},
          {"processor_code", collision::bestCoverKernels().name},
          {"cell", checksJson(f.cell)},
          {"meshes", checksJson(f.meshes)},
          {"meshes_in_hall", checksJson(f.meshes_in_hall)}};
}

// What was not measured has no line.
void addLine(std::string& text, const char* what, const Times& times, const char* target) {
  if (times.samples > 0) text += timesLine(what, times, target);
}

std::string checksText(const char* title, const CheckFigures& f, const char* free, const char* colliding) {
  if (f.free.samples == 0 && f.colliding.samples == 0) return {};
  std::string text = fmt::format("{}; {:.2f} pairs measured for each free configuration\n", title, f.measured);
  addLine(text, "a checker of it, to its first answer", f.ready, "5000");
  addLine(text, "whether a free configuration collides", f.free, free);
  addLine(text, "the same of one that does", f.colliding, colliding);
  addLine(text, "eight free ones at once, each", f.lanes, "-");
  addLine(text, "the first contact of a free one", f.first, "-");
  addLine(text, "smallest distance at one", f.nearest, "150");
  return text;
}

std::string figuresText(const CollisionFigures& f) {
  std::string text;
  addLine(text, "collision scene made from a world", f.make, "-");
  addLine(text, "collision scene after moving one object", f.move, "-");
  addLine(text, "checker after moving one object", f.checker, "100");
  addLine(text, "every pair of the world", f.world_check, "-");
  text += checksText("robot in its cell", f.cell, "4", "2");
  text += checksText("robot among meshes", f.meshes, "15", "-");
  text += checksText("the same in the hall", f.meshes_in_hall, "2x", "-");
  return text + fmt::format("code for {}\n", collision::bestCoverKernels().name);
}

// A world of the user's: what can be measured without an edit.
int benchFile(Run& run, const std::string& file) {
  int exit = kDone;
  const auto loaded = load(run, file, exit);
  if (!loaded) return exit;
  const collision::Scene scene = collision::Scene::make(loaded->world);
  CollisionFigures f;
  f.bodies = scene.bodyCount();
  f.make = measure(10, 1, [&] {
    f.check += static_cast<double>(
        collision::Scene::make(loaded->world, std::make_shared<collision::ShapeCache>()).bodyCount());
  });
  f.world_check = measure(20, 1, [&] { f.check += static_cast<double>(collision::checkWorld(scene).size()); });
  const ObjectId arm = firstArm(loaded->world);
  if (arm) {
    if (const Status status = measureChecks(scene, arm, f.cell, f.check); !status.ok()) return fail(run, status);
  }
  Json json = figuresJson(f);
  json["file"] = file;
  json["robot"] = arm ? Json(loaded->world.display(arm)) : Json(nullptr);
  const std::string robot = arm ? "the robot " + loaded->world.display(arm) : std::string("no robot");
  print(run, json,
        fmt::format("{}\n{}: {} bodies, {}; thread CPU time\n", cpuName(), file, f.bodies, robot) + figuresText(f));
  return kDone;
}

}  // namespace

int benchCollision(Run& run, const BenchOptions& options) {
  if (!options.file.empty()) return benchFile(run, options.file);
  geometry::GeometryStore store;
  const auto cell = samples::makeSample(kCell, store);
  if (!cell.ok()) return fail(run, cell.status());
  const auto hall = makeCellInHall(*cell, options.objects, store);
  if (!hall.ok()) return fail(run, hall.status());
  CollisionFigures f;
  if (const Status status = measureMoves(*hall, store, options.objects, f); !status.ok()) return fail(run, status);
  const auto meshes = makeRobotAmongMeshes(*cell, kMeshes, kTriangles, store);
  if (!meshes.ok()) return fail(run, meshes.status());
  const auto around = makeCellInHall(*meshes, options.objects, store);
  if (!around.ok()) return fail(run, around.status());
  const auto checks = [&](const world::World& w, CheckFigures& out) {
    return measureChecks(collision::Scene::make(w), w.find("robot"), out, f.check);
  };
  for (const auto& [w, out] : {std::pair(&*cell, &f.cell), {&*meshes, &f.meshes}, {&*around, &f.meshes_in_hall}}) {
    if (const Status status = checks(*w, *out); !status.ok()) return fail(run, status);
  }
  Json json = figuresJson(f);
  json["objects"] = options.objects;
  print(run, json,
        fmt::format("{}\nthe cell {} in a hall of {} objects, {} bodies; thread CPU time\n", cpuName(), kCell,
                    options.objects, f.bodies) +
            figuresText(f));
  return kDone;
}

}  // namespace ww::cli
