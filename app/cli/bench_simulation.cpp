// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/verb_bench.h"
#include "core/simulation/bullet/engine.h"
#include "core/simulation/bullet/raw_twin.h"

namespace ww::cli {
namespace {

constexpr int kRaces = 10;
constexpr double kMostOver = 1.05, kMostOverArm = 1.3;

using Assemblies = std::vector<simulation::AssemblyPtr>;

simulation::AssemblyPtr oneBody(std::uint64_t id, simulation::AssemblyKind kind, const simulation::Inertial& inertial,
                                simulation::Solid solid, const Pose& at) {
  auto out = std::make_shared<simulation::Assembly>();
  out->kind = kind;
  out->root_t_base = at;
  simulation::Part part;
  part.entity = EntityId{id};
  part.inertial = inertial;
  part.material.mu = part.material.mu2 = 0.6;
  part.solids.push_back(std::move(solid));
  out->pieces.push_back({part.entity, {part}});
  return out;
}

// Boxes in columns that fall onto each other a little aside.
Assemblies pile(int boxes) {
  Assemblies out{oneBody(1, simulation::AssemblyKind::kStatic, {}, simulation::Ground{}, {})};
  const double edge = 0.1;
  const Eigen::Matrix3d inertia = edge * edge / 6.0 * Eigen::Matrix3d::Identity();
  const int side = static_cast<int>(std::ceil(std::cbrt(boxes)));
  for (int i = 0; i < boxes; ++i) {
    const int layer = i / (side * side), row = i / side % side, column = i % side;
    const Vec3 at(0.13 * column + 0.02 * (layer % 3), 0.13 * row + 0.02 * (layer % 2), 0.06 + 0.105 * layer);
    const geometry::PlacedPrimitive box{geometry::Box{Vec3::Constant(edge)}, Eigen::Affine3d::Identity()};
    out.push_back(oneBody(static_cast<std::uint64_t>(i) + 2, simulation::AssemblyKind::kFree,
                          {1.0, Vec3::Zero(), inertia}, box, {at, Quat::Identity()}));
  }
  return out;
}

Assemblies arm() {
  auto out = std::make_shared<simulation::Assembly>();
  out->kind = simulation::AssemblyKind::kMechanism;
  out->pieces.emplace_back();
  for (int i = 0; i < 6; ++i) {
    simulation::Axis axis;
    axis.parent = i;
    axis.axis = i % 3 == 0 ? Vec3::UnitZ() : Vec3::UnitY();
    axis.parent_t_piece = Pose::translation(0, 0, i == 0 ? 0.1 : 0.25);
    out->axes.push_back(axis);
    simulation::Part part;
    part.entity = EntityId{static_cast<std::uint64_t>(i) + 1};
    part.inertial = {5.0 - 0.7 * i, Vec3(0, 0, 0.12), Vec3(0.03, 0.03, 0.01).asDiagonal()};
    out->pieces.push_back({part.entity, {part}});
  }
  return {out};
}

struct Pair {
  double ours = 0.0, raw = 0.0;  // microseconds a step
};

// The same steps by both; torques of a PD law where there are joints.
Pair race(const Assemblies& assemblies, int joints, int steps) {
  simulation::PhysicsProperties properties;
  properties.ode.auto_disable_bodies = false;
  simulation::Engine engine(properties, [](EntityId, EntityId) { return true; });
  int body = -1;
  for (const simulation::AssemblyPtr& assembly : assemblies) body = engine.add(assembly);
  simulation::RawTwin raw(assemblies, properties);
  Pair out;
  double start = cpuMicroseconds();
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < joints; ++j) {
      const simulation::JointState s = engine.joint(body, j);
      engine.addEffort(body, j, 50.0 * (0.3 - s.position) - 5.0 * s.velocity);
    }
    engine.step();
  }
  out.ours = (cpuMicroseconds() - start) / steps;
  start = cpuMicroseconds();
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < joints; ++j) raw.addTorque(j, 50.0 * (0.3 - raw.position(j)) - 5.0 * raw.speed(j));
    raw.step();
  }
  out.raw = (cpuMicroseconds() - start) / steps;
  return out;
}

struct Scene {
  const char* name;
  Assemblies assemblies;
  int joints, steps;
  double most;  // times as slow as Bullet alone
};

}  // namespace

int benchSimulation(Run& run, const BenchOptions&) {
  const Scene scenes[] = {{"50 boxes, piled", pile(50), 0, 200, kMostOver},
                          {"100 boxes, piled", pile(100), 0, 100, kMostOver},
                          {"6-axis arm by torque", arm(), 6, 20'000, kMostOverArm}};
  Json json{{"cpu", cpuName()}, {"pairs", kRaces}, {"scenes", Json::array()}};
  std::string text = fmt::format("{}\n", cpuName());
  for (const Scene& scene : scenes) {
    std::vector<double> ratios, ours, raw;
    for (int i = 0; i < kRaces && !run.stop.stop_requested(); ++i) {
      const Pair pair = race(scene.assemblies, scene.joints, scene.steps);
      ratios.push_back(pair.ours / pair.raw);
      ours.push_back(pair.ours);
      raw.push_back(pair.raw);
    }
    if (ratios.empty()) break;
    const double ratio = percentiles(ratios).p50, mine = percentiles(ours).p50, theirs = percentiles(raw).p50;
    json["scenes"].push_back({{"name", scene.name},
                              {"us_per_step", mine},
                              {"raw_us_per_step", theirs},
                              {"steps_per_second", 1e6 / mine},
                              {"ratio", ratio},
                              {"most", scene.most},
                              {"good", ratio <= scene.most}});
    text += fmt::format("{:<22} {:>10.0f} steps/s, Bullet alone {:>10.0f}, {:.3f} times its time (target {})\n",
                        scene.name, 1e6 / mine, 1e6 / theirs, ratio, scene.most);
  }
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
