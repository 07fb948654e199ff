// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "app/cli/verb_bench.h"
#include "core/render/render.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "resources/samples/object_builder.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr std::uint32_t kBallRings = 500;  // a million triangles
constexpr int kPictures = 3;

// A closed surface with many dents, 1 m across.
geometry::Mesh ballForRender(std::uint32_t rings) {
  geometry::Mesh mesh;
  const std::uint32_t around = 2 * rings;
  for (std::uint32_t j = 0; j <= rings; ++j) {
    for (std::uint32_t i = 0; i < around; ++i) {
      const double a = std::numbers::pi * i / rings, b = std::numbers::pi * j / rings;
      const double flat = j == 0 || j == rings ? 0.0 : std::sin(b);
      const double r = 0.5 * (1.0 + 0.04 * std::sin(24.0 * a) * flat * flat * std::sin(31.0 * b));
      mesh.vertices.emplace_back(r * flat * std::cos(a), r * flat * std::sin(a), r * std::cos(b));
    }
  }
  for (std::uint32_t j = 0; j < rings; ++j) {
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t a = j * around + i, b = j * around + (i + 1) % around;
      mesh.triangles.push_back({a, a + around, b + around});
      mesh.triangles.push_back({a, b + around, b});
    }
  }
  return mesh;
}

Result<world::World> worldOfBall(const geometry::Mesh& mesh, geometry::GeometryStore& store) {
  samples::LinkSpec link;
  link.visual = mesh;
  WW_ASSIGN(const auto object, samples::ObjectBuilder("ball", store).link("body", "", link).fixedInPlace().finish());
  return world::apply(world::World(),
                      *session::createFromSceneObject(world::kRootObject, world::kRootEntity, "ball", object,
                                                      Pose::translation(0, 0, 0.55)),
                      store);
}

// Seconds of all threads.
double processCpuSeconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct RenderFigures {
  std::vector<double> cpu, wall;  // microseconds
  double covered = 0.0;           // share of the pixels that show the object
};

Result<RenderFigures> measureRender(const world::World& world, Run& run) {
  RenderFigures out;
  render::RenderOptions options;
  WW_ASSIGN(options.camera, render::standardView(world, "iso", 1280.0 / 800.0));
  for (int i = 0; i < kPictures; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processCpuSeconds();
    WW_ASSIGN(const render::Picture picture, render::render(world, options, run.stop));
    out.cpu.push_back(1e6 * (processCpuSeconds() - before));
    out.wall.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    const auto seen = std::count_if(picture.ids.begin(), picture.ids.end(), [](std::uint64_t id) { return id != 0; });
    out.covered = static_cast<double>(seen) / static_cast<double>(picture.ids.size());
  }
  return out;
}

}  // namespace

// A picture as `render` makes it, with what is prepared for it; files and PNG are not counted.
int benchRender(Run& run, const BenchOptions&) {
  geometry::GeometryStore store;
  const geometry::Mesh ball = ballForRender(kBallRings);
  const auto world = worldOfBall(ball, store);
  if (!world.ok()) return fail(run, world.status());
  const auto figures = measureRender(*world, run);
  if (!figures.ok()) return fail(run, figures.status());
  if (figures->covered < 0.05) return fail(run, benchWrong("render", "the picture does not show the object"));
  const Times cpu = percentiles(figures->cpu), wall = percentiles(figures->wall);
  const Json json = {{"cpu", cpuName()},
                     {"triangles", ball.triangles.size()},
                     {"size", "1280x800"},
                     {"covered", figures->covered},
                     {"picture_cpu_us", timesJson(cpu)},
                     {"picture_wall_us", timesJson(wall)}};
  const std::string text = fmt::format("{}\n{} triangles at 1280x800, {:.0f} % of the pixels\n", cpuName(),
                                       ball.triangles.size(), 100.0 * figures->covered) +
                           timesLine("a picture, CPU time of all threads", cpu, "2000000") +
                           timesLine("a picture, time", wall, "-");
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
