// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/simplify.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

constexpr std::size_t kFewestTriangles = 4;
constexpr int kMostTries = 8;
constexpr double kSafe = 0.9;                              // of what is wished: between the points it may be more
constexpr double kSmallestStep = 0.1, kLargestStep = 0.7;  // factors of the cost, as long as none fits
constexpr double kNearEnough = 1.3;                        // of the largest that fits to the smallest that does not
constexpr double kNothingLeft = 1e30;                      // metres
constexpr std::size_t kMostPoints = 200'000;

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

Shape shapeOf(MeshPtr mesh) {
  Shape shape;
  shape.mesh = std::move(mesh);
  return shape;
}

// The middles of the edges and of the triangles: the corners are those of the mesh that it was made of.
Mesh pointsBetween(const Mesh& mesh) {
  Mesh out;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    for (const Vec3& p : {Vec3((a + b) / 2.0), Vec3((b + c) / 2.0), Vec3((c + a) / 2.0), Vec3((a + b + c) / 3.0)})
      out.vertices.push_back(p);
  }
  return out;
}

double farthestOf(const MeshPtr& from, const MeshPtr& less, double near) {
  return std::max(distanceBetween(*from, less, kMostPoints, near),
                  distanceBetween(pointsBetween(*less), from, kMostPoints, near));
}

}  // namespace

// Colours are of no account here; vertices stay where they were. What edges cost says less than how far the surface
// goes: that is measured at points of both, and the largest cost is looked for whose surface is where it was wished.
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  const auto from = std::make_shared<const Mesh>(joined(mesh));
  MeshPtr best = from;
  double cost = wish.error_m, fits = 0.0, fails = 0.0;
  for (int i = 0; i < kMostTries && (fits == 0.0 || fails > kNearEnough * fits); ++i) {
    if (stop.stop_requested()) return cancelledMaking();
    progress.report(static_cast<double>(i + 1) / (kMostTries + 1));
    const auto less = std::make_shared<const Mesh>(reduced(*from, {0.0, cost}));
    // Nothing is left of what is smaller than the error.
    const double worst =
        less->triangles.size() < kFewestTriangles ? kNothingLeft : farthestOf(from, less, wish.error_m);
    if (worst <= kSafe * wish.error_m) {
      best = less;
      fits = cost;
      if (fails == 0.0) break;
    } else {
      fails = cost;
    }
    cost = fits > 0.0 ? std::sqrt(fits * fails) : fails * std::clamp(wish.error_m / worst, kSmallestStep, kLargestStep);
  }
  return std::vector<Shape>{shapeOf(best)};
}

}  // namespace ww::geometry::collision_making
