// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/collision_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "core/geometry/collision/surface_distance.h"
#include "core/geometry/failures.h"
#include "core/geometry/mesh_edit.h"

namespace ww::usecase {
namespace {

using Corners = std::array<Vec3, 3>;

constexpr std::size_t kWantedPieces = 6'000;    // about so many triangles of a map
constexpr std::size_t kMostPieces = 24'000;     // no more are divided
constexpr std::size_t kMostTriangles = 60'000;  // of a shape that distances are looked for
constexpr double kBefore = 1e-3;                // of its size, that a map stands before its surface
constexpr double kLeastSeen = 1e-3;             // of its size: less is no difference to look at
constexpr std::size_t kStopEvery = 256;

double areaOf(const Corners& c) { return 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm(); }

std::vector<Corners> cornersOf(const geometry::Mesh& mesh) {
  std::vector<Corners> out;
  out.reserve(mesh.triangles.size());
  for (const geometry::Triangle& t : mesh.triangles)
    out.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  return out;
}

// Halves at the longest edge until none is longer.
std::vector<Corners> divided(std::vector<Corners> open, double longest) {
  std::vector<Corners> out;
  while (!open.empty()) {
    const Corners c = open.back();
    open.pop_back();
    std::size_t from = 0;
    double most = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double length = (c[(i + 1) % 3] - c[i]).norm();
      if (length > most) most = length, from = i;
    }
    if (most <= longest || out.size() + open.size() >= kMostPieces) {
      out.push_back(c);
      continue;
    }
    const Vec3 &a = c[from], &b = c[(from + 1) % 3], &tip = c[(from + 2) % 3];
    const Vec3 middle = 0.5 * (a + b);
    open.push_back({a, middle, tip});
    open.push_back({middle, b, tip});
  }
  return out;
}

// Small enough for a picture.
std::vector<Corners> pieced(const geometry::Mesh& mesh) {
  std::vector<Corners> all = cornersOf(mesh);
  double area = 0.0;
  for (const Corners& c : all) area += areaOf(c);
  const double longest = std::sqrt(4.0 * area / static_cast<double>(kWantedPieces));
  return divided(std::move(all), longest);
}

// Puts triangles into a map, each with its corners and before its surface.
class MapMaker {
 public:
  explicit MapMaker(double before) : before_(before) {}
  void add(const Corners& c, double off_m) {
    const Vec3 normal = (c[1] - c[0]).cross(c[2] - c[0]).normalized();
    if (!normal.allFinite()) return;
    const auto first = static_cast<std::uint32_t>(map_.mesh.vertices.size());
    for (const Vec3& p : c) map_.mesh.vertices.push_back(p + before_ * normal);
    map_.mesh.triangles.push_back({first, first + 1, first + 2});
    map_.off_m.push_back(static_cast<float>(off_m));
  }
  DeviationMap take() { return std::move(map_); }
  DeviationMap& map() { return map_; }

 private:
  double before_;
  DeviationMap map_;
};

// What is checked: how far from what is seen.
Status addBlocked(const geometry::Mesh& seen, const geometry::Mesh& checked, const std::stop_token& stop,
                  MapMaker& maker) {
  const geometry::SurfaceDistance surface(std::make_shared<const geometry::Mesh>(seen));
  std::size_t done = 0;
  for (const Corners& c : pieced(checked)) {
    if (done++ % kStopEvery == 0 && stop.stop_requested()) return cancelledTrial();
    const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
    std::uint32_t nearest = 0;
    const double distance = surface.to(middle, nearest);
    maker.add(c, surface.inside(middle) ? 0.0 : distance);
  }
  return okStatus();
}

// What is seen and lies outside of all parts, with how far.
Status addMissing(const geometry::Mesh& seen, const std::vector<geometry::Mesh>& parts, double least,
                  const std::stop_token& stop, MapMaker& maker) {
  std::vector<geometry::SurfaceDistance> solids;
  solids.reserve(parts.size());
  for (const geometry::Mesh& part : parts) solids.emplace_back(std::make_shared<const geometry::Mesh>(part));
  std::size_t done = 0;
  for (const Corners& c : pieced(seen)) {
    if (done++ % kStopEvery == 0 && stop.stop_requested()) return cancelledTrial();
    const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
    double missing = std::numeric_limits<double>::infinity();
    for (const geometry::SurfaceDistance& solid : solids) {
      std::uint32_t nearest = 0;
      missing = std::min(missing, solid.inside(middle) ? 0.0 : solid.to(middle, nearest));
      if (missing < least) break;
    }
    if (missing >= least) maker.add(c, -missing);
  }
  return okStatus();
}

}  // namespace

Status cancelledTrial() { return fail(geometry::failures::kCollisionShapeCancelled); }

Result<DeviationMap> mapOf(const geometry::Mesh& seen, const session::LinkShapes& shapes, geometry::CollisionKind kind,
                           const std::stop_token& stop) {
  constexpr int kSegments = 48;
  std::vector<geometry::Mesh> parts;
  geometry::Mesh checked;
  for (const geometry::Shape& part : shapes.parts) {
    parts.push_back(part.mesh ? *part.mesh : geometry::tessellate(part, kSegments));
    geometry::append(parts.back(), checked);
  }
  const double size = seen.bounds().size().norm();
  MapMaker maker(kBefore * size);
  const bool same = kind == geometry::CollisionKind::kSame;
  const bool many = std::max(checked.triangles.size(), seen.triangles.size()) > kMostTriangles;
  if (same && many) return DeviationMap();  // it is what is seen anyway
  if (same || many) {
    for (const Corners& c : cornersOf(checked)) maker.add(c, 0.0);
    if (!same) maker.map().off_m.clear();
    return maker.take();
  }
  WW_TRY(addBlocked(seen, checked, stop, maker));
  const double least = kLeastSeen * size;
  if (parts.empty() || shapes.deviation.missing_m < least) return maker.take();
  WW_TRY(addMissing(seen, parts, least, stop, maker));
  return maker.take();
}

}  // namespace ww::usecase
