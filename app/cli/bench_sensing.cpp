// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/verb_bench.h"
#include "core/geometry/geometry.h"
#include "core/sensing/scan.h"
#include "core/sensing/shot.h"

namespace ww::cli {
namespace {

constexpr int kLaps = 15;
constexpr double kMostOverEmbree = 1.25;

// A hilly ground of about so many triangles, 20 m wide.
geometry::Mesh hills(int triangles) {
  const int side = std::max(2, static_cast<int>(std::sqrt(0.5 * triangles)));
  geometry::Mesh mesh;
  for (int i = 0; i <= side; ++i)
    for (int j = 0; j <= side; ++j) {
      const double x = 20.0 * i / side - 10.0, y = 20.0 * j / side - 10.0;
      mesh.vertices.emplace_back(x, y,
                                 0.4 * std::sin(3.1 * x) * std::cos(2.3 * y) + 0.05 * std::sin(41.0 * x + 17.0 * y));
    }
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const auto a = static_cast<std::uint32_t>(i * (side + 1) + j), b = a + static_cast<std::uint32_t>(side) + 1;
      mesh.triangles.push_back({a, b, a + 1});
      mesh.triangles.push_back({b, b + 1, a + 1});
    }
  return mesh;
}

Result<rays::Room> roomWith(geometry::Mesh mesh) {
  auto ground = std::make_shared<geometry::Geometry>();
  ground->bounds = mesh.bounds();
  ground->mesh = std::make_shared<const geometry::Mesh>(std::move(mesh));
  ground->from_mesh = true;
  return rays::Room::of({{ObjectId{1}, EntityId{2}, ground, Eigen::Affine3d::Identity(), {}}});
}

struct Lap {
  double ours = 0.0, bare = 0.0;  // microseconds, medians
  double ratio() const { return ours / bare; }
};

template <typename Work>
double timed(const Work& work) {
  const double start = cpuMicroseconds();
  work();
  return cpuMicroseconds() - start;
}

// Turn by turn, so that all have the same machine; against Embree in whichever of its two ways is quicker.
template <typename Ours>
Lap race(const Ours& ours, const rays::Room& room, const Pose& eye, const rays::Bundle& rays, double& sum) {
  std::vector<double> a, one_by_one, together;
  for (int i = 0; i < kLaps + 2; ++i) {
    const double taken[] = {timed(ours), timed([&] { sum += room.castBare(eye, rays, rays::Together::kNo); }),
                            timed([&] { sum += room.castBare(eye, rays, rays::Together::kYes); })};
    if (i < 2) continue;
    a.push_back(taken[0]);
    one_by_one.push_back(taken[1]);
    together.push_back(taken[2]);
  }
  return {percentiles(std::move(a)).p50,
          std::min(percentiles(std::move(one_by_one)).p50, percentiles(std::move(together)).p50)};
}

Lap depthLap(const rays::Room& room, int width, int height, double& sum) {
  const Pose eye = Pose::translation(0, -6, 4) * Pose::rotation(Vec3::UnitX(), -2.1);
  sensing::Optics optics = sensing::symmetricOptics(width, height, 1.2);
  const sensing::Camera camera(optics);
  sensing::ShotOptions options;
  options.things = false;
  options.threads = 1;
  return race([&] { sum += static_cast<double>(sensing::shoot(room, camera, eye, options).value().depth[0] > 0.0f); },
              room, eye, camera.rays, sum);
}

Lap lidarLap(const rays::Room& room, double& sum) {
  sensing::Lidar lidar;
  lidar.around = {1024, -3.14159, 3.14159};
  lidar.up = {64, -0.6, 0.1};
  lidar.farthest = 100.0;
  const sensing::Beams beams(lidar);
  const Pose eye = Pose::translation(0, 0, 1.5);
  sensing::ScanOptions options;
  options.threads = 1;
  return race([&] { sum += static_cast<double>(sensing::scan(room, beams, eye, options).value().ranges[0] > 0.0f); },
              room, eye, beams.rays, sum);
}

}  // namespace

int benchSensing(Run& run, const BenchOptions& options) {
  const auto room = roomWith(hills(options.triangles));
  if (!room.ok()) return fail(run, room.status());
  double sum = 0.0;
  const std::pair<const char*, Lap> laps[] = {{"depth_640x480", depthLap(room.value(), 640, 480, sum)},
                                              {"depth_1280x720", depthLap(room.value(), 1280, 720, sum)},
                                              {"lidar_64x1024", lidarLap(room.value(), sum)}};
  if (!(sum > 0.0)) return fail(run, benchWrong("sensing", "no ray hit anything"));
  Json json{{"bench", "sensing"}, {"cpu", cpuName()}, {"triangles", options.triangles}};
  std::string text;
  for (const auto& [name, lap] : laps) {
    json[name] = {{"ms", 1e-3 * lap.ours}, {"embree_ms", 1e-3 * lap.bare}, {"ratio", lap.ratio()}};
    text += fmt::format("{:<20} {:>9.2f} ms  Embree alone {:>9.2f} ms  ratio {:.2f} (target {})\n", name,
                        1e-3 * lap.ours, 1e-3 * lap.bare, lap.ratio(), kMostOverEmbree);
  }
  json["target_ratio"] = kMostOverEmbree;
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
