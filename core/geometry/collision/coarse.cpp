// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/geometry/collision/deviation.h"
#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/simplify.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

constexpr std::size_t kFewestTriangles = 4;

}  // namespace

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

// Colours are of no account here; vertices stay where they were. What the library tells of its error is an estimate:
// it is measured, and the largest that keeps to the wish is looked for.
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  constexpr int kTries = 5;
  constexpr double kCloseEnough = 0.8;  // of the wish
  const auto from = std::make_shared<const Mesh>(joined(mesh));
  const SeenSolid seen(from, stop);
  Shape best, shape;
  best.mesh = from;
  double keeps_m = 0.0, asked_m = wish.error_m, exceeds_m = 4.0 * wish.error_m;
  for (int i = 0; i < kTries; ++i) {
    if (stop.stop_requested()) return cancelledMaking();
    const Progress its = progress.portion(static_cast<double>(i) / kTries, (i + 1.0) / kTries);
    Mesh less = reduced(*from, {0.0, asked_m});
    double moved_m = 4.0 * wish.error_m;  // nothing is left of what is smaller than the error
    if (less.triangles.size() >= kFewestTriangles) {
      shape.mesh = std::make_shared<const Mesh>(std::move(less));
      WW_ASSIGN(const CollisionDeviation moved, seen.deviation({shape}, false, stop, its));
      moved_m = std::max(moved.missing_m, moved.blocked_m);
    }
    if (moved_m <= wish.error_m) {
      best = shape;
      if (moved_m >= kCloseEnough * wish.error_m || asked_m >= wish.error_m) break;
      keeps_m = asked_m;
    } else {
      exceeds_m = asked_m;
    }
    asked_m = std::clamp(0.9 * asked_m * wish.error_m / moved_m, 0.9 * keeps_m + 0.1 * exceeds_m,
                         0.2 * keeps_m + 0.8 * exceeds_m);
  }
  return std::vector<Shape>{std::move(best)};
}

}  // namespace ww::geometry::collision_making
