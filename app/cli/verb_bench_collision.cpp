// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/verb_bench.h"
#include "core/collision/check.h"
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

std::string hallPartName(int i) { return fmt::format("hall_part_{}", i); }

// Boxes that stand side by side around the sample cell.
Result<world::World> makeCellInHall(const world::World& cell, int objects, geometry::GeometryStore& store) {
  const auto box = session::createPrimitive(world::kRootObject, {}, "part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {});
  worldwright::v1::Edits edits;
  for (int i = 0; i < objects; ++i) {
    auto* create = edits.add_edits()->mutable_create_object();
    *create = box->edits(0).create_object();
    create->set_name(hallPartName(i));
    create->set_name_is_global_alias(true);
    auto* pose = create->mutable_parent_object_t_created_object();
    pose->mutable_position()->set_x(3.0 + 0.2 * (i % 100));
    pose->mutable_position()->set_y(3.0 + 0.2 * (i / 100));
    pose->mutable_orientation()->set_w(1.0);
  }
  return world::apply(cell, edits, store);
}

struct CollisionFigures {
  Times make, move, checker, world_check, free, nearest;
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
  out.make = measure(10, 1, [&] { out.check += static_cast<double>(collision::Scene::make(hall).bodyCount()); });
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

// Configurations of the robot in its cell that meet nothing, in turn; where none is found they are not measured.
Status measureChecks(const collision::Scene& scene, ObjectId arm, CollisionFigures& out) {
  WW_ASSIGN(const auto robot, kinematics::JointTree::make(scene.model(), arm));
  collision::Checker checker(scene, robot.movers());
  model::State state(scene.model());
  const auto at = [&](const JointVector& q) -> const model::State& {
    state.set(robot.mechanism(), q);
    state.forward(robot.mechanism());
    return state;
  };
  std::mt19937 random(1);
  std::vector<JointVector> free;
  for (std::size_t drawn = 0; free.size() < kConfigurations && drawn < kMostDrawn; ++drawn) {
    const JointVector q = randomConfiguration(robot, random);
    if (!checker.first(at(q))) free.push_back(q);
  }
  if (free.empty()) return okStatus();
  std::size_t next = 0;
  const auto following = [&]() -> const JointVector& { return free[next++ % free.size()]; };
  out.free = measure(300, kConfigurations, [&] { out.check += checker.first(at(following())) ? 1.0 : 0.0; });
  out.nearest = measure(20, kConfigurations, [&] {
    const auto nearest = checker.nearest(at(following()), kFar);
    out.check += nearest ? nearest->distance_m : kFar;
  });
  return okStatus();
}

Json figuresJson(const CollisionFigures& f) {
  return {{"cpu", cpuName()},
          {"bodies", f.bodies},
          {"make_us", timesJson(f.make)},
          {"move_us", timesJson(f.move)},
          {"checker_us", timesJson(f.checker)},
          {"world_check_us", timesJson(f.world_check)},
          {"free_us", timesJson(f.free)},
          {"nearest_us", timesJson(f.nearest)}};
}

// What was not measured has no line.
std::string figuresText(const CollisionFigures& f) {
  std::string text;
  const auto add = [&](const char* what, const Times& times, const char* target) {
    if (times.samples > 0) text += timesLine(what, times, target);
  };
  add("collision scene made from a world", f.make, "-");
  add("collision scene after moving one object", f.move, "-");
  add("checker after moving one object", f.checker, "200");
  add("every pair of the world", f.world_check, "-");
  add("check of a free configuration of the cell", f.free, "-");
  add("smallest distance at one", f.nearest, "-");
  return text;
}

// A world of the user's: what can be measured without an edit.
int benchFile(Run& run, const std::string& file) {
  int exit = kDone;
  const auto loaded = load(run, file, exit);
  if (!loaded) return exit;
  const collision::Scene scene = collision::Scene::make(loaded->world);
  CollisionFigures f;
  f.bodies = scene.bodyCount();
  f.make = measure(10, 1, [&] { f.check += static_cast<double>(collision::Scene::make(loaded->world).bodyCount()); });
  f.world_check = measure(20, 1, [&] { f.check += static_cast<double>(collision::checkWorld(scene).size()); });
  const ObjectId arm = firstArm(loaded->world);
  if (arm) {
    if (const Status status = measureChecks(scene, arm, f); !status.ok()) return fail(run, status);
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
  if (const Status status = measureChecks(collision::Scene::make(*cell), cell->find("robot"), f); !status.ok())
    return fail(run, status);
  Json json = figuresJson(f);
  json["objects"] = options.objects;
  print(run, json,
        fmt::format("{}\nthe cell {} in a hall of {} objects, {} bodies; thread CPU time\n", cpuName(), kCell,
                    options.objects, f.bodies) +
            figuresText(f));
  return kDone;
}

}  // namespace ww::cli
