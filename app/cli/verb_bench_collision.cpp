// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/verb_bench.h"
#include "core/collision/check.h"
#include "core/kinematics/joint_tree.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr const char* kCell = "pick_and_place";
constexpr std::size_t kMoves = 1000;
constexpr std::size_t kConfigurations = 500;

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

// Configurations of the robot in its cell that meet nothing, in turn.
Status measureChecks(const world::World& cell, CollisionFigures& out) {
  const collision::Scene scene = collision::Scene::make(cell);
  WW_ASSIGN(const auto robot, robotOf(cell, scene.model()));
  collision::Checker checker(scene, robot.movers());
  model::State state(scene.model());
  const auto at = [&](const JointVector& q) -> const model::State& {
    state.set(robot.mechanism(), q);
    state.forward(robot.mechanism());
    return state;
  };
  std::mt19937 random(1);
  std::vector<JointVector> free;
  while (free.size() < kConfigurations) {
    const JointVector q = randomConfiguration(robot, random);
    if (!checker.first(at(q))) free.push_back(q);
  }
  std::size_t next = 0;
  const auto following = [&]() -> const JointVector& { return free[next++ % free.size()]; };
  out.free = measure(300, kConfigurations, [&] { out.check += checker.first(at(following())) ? 1.0 : 0.0; });
  out.nearest = measure(20, kConfigurations, [&] { out.check += checker.nearest(at(following()), 10.0)->distance_m; });
  return okStatus();
}

}  // namespace

int benchCollision(Run& run, const BenchOptions& options) {
  geometry::GeometryStore store;
  const auto cell = samples::makeSample(kCell, store);
  if (!cell.ok()) return fail(run, cell.status());
  const auto hall = makeCellInHall(*cell, options.objects, store);
  if (!hall.ok()) return fail(run, hall.status());
  CollisionFigures f;
  if (const Status status = measureMoves(*hall, store, options.objects, f); !status.ok()) return fail(run, status);
  if (const Status status = measureChecks(*cell, f); !status.ok()) return fail(run, status);
  std::string text = fmt::format("{}\nthe cell {} in a hall of {} objects, {} bodies; thread CPU time\n", cpuName(),
                                 kCell, options.objects, f.bodies);
  text += timesLine("collision scene made from a world", f.make, "-");
  text += timesLine("collision scene after moving one object", f.move, "-");
  text += timesLine("checker after moving one object", f.checker, "200");
  text += timesLine("every pair of the world", f.world_check, "-");
  text += timesLine("check of a free configuration of the cell", f.free, "-");
  text += timesLine("smallest distance at one", f.nearest, "-");
  print(run,
        {{"cpu", cpuName()},
         {"objects", options.objects},
         {"bodies", f.bodies},
         {"make_us", timesJson(f.make)},
         {"move_us", timesJson(f.move)},
         {"checker_us", timesJson(f.checker)},
         {"world_check_us", timesJson(f.world_check)},
         {"free_us", timesJson(f.free)},
         {"nearest_us", timesJson(f.nearest)}},
        text);
  return kDone;
}

}  // namespace ww::cli
