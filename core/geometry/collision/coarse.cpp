// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/simplify.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

constexpr std::size_t kFewestTriangles = 4;

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

}  // namespace

// Colours are of no account here; vertices stay where they were.
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  Mesh from = joined(mesh);
  if (stop.stop_requested()) return cancelledMaking();
  progress.report(0.2);
  Mesh less = reduced(from, {0.0, wish.error_m});
  // Nothing is left of what is smaller than the error: then it stays as it is.
  if (less.triangles.size() < kFewestTriangles) less = std::move(from);
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(std::move(less));
  return std::vector<Shape>{std::move(shape)};
}

}  // namespace ww::geometry::collision_making
