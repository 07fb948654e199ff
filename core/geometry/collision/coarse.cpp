// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/geometry/collision/deviation.h"
#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/simplify.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

constexpr std::size_t kFewestTriangles = 4;
constexpr int kMostTries = 8;
constexpr double kCautious = 0.8, kSmallestStep = 0.1;  // factors of the error that is asked for next

// The mesh with each place once, and only those that triangles use.
Mesh joined(const Mesh& mesh) {
  const std::vector<std::uint32_t> first = weld(mesh.vertices);
  std::vector<std::uint32_t> index(mesh.vertices.size(), UINT32_MAX);
  Mesh out;
  for (const Triangle& t : mesh.triangles) {
    Triangle to{};
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& at = index[first[t[i]]];
      if (at == UINT32_MAX) {
        at = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(mesh.vertices[first[t[i]]]);
      }
      to[i] = at;
    }
    if (to[0] != to[1] && to[1] != to[2] && to[2] != to[0]) out.triangles.push_back(to);
  }
  return out;
}

Shape shapeOf(Mesh mesh) {
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(std::move(mesh));
  return shape;
}

}  // namespace

// Colours are of no account here; vertices stay where they were. What edges cost says less than how far the surface
// goes: that is measured, and less is asked for until it is no more than wished.
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  const Mesh from = joined(mesh);
  double error = wish.error_m;
  for (int i = 0; i < kMostTries; ++i) {
    if (stop.stop_requested()) return cancelledMaking();
    progress.report(static_cast<double>(i + 1) / (kMostTries + 1));
    Mesh less = reduced(from, {0.0, error});
    // Nothing is left of what is smaller than the error.
    if (less.triangles.size() < kFewestTriangles) break;
    std::vector<Shape> parts{shapeOf(std::move(less))};
    WW_ASSIGN(const CollisionDeviation off, deviationOf(from, parts, false, stop, {}));
    const double worst = std::max(off.missing_m, off.blocked_m);
    if (worst <= wish.error_m) return parts;
    error *= std::clamp(kCautious * wish.error_m / worst, kSmallestStep, kCautious);
  }
  return std::vector<Shape>{shapeOf(from)};
}

}  // namespace ww::geometry::collision_making
