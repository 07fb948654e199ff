// SPDX-License-Identifier: Apache-2.0
#include <meshoptimizer.h>

#include <algorithm>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

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

// The library counts in floats: near the middle of the mesh they are fine enough. Vertices stay where they were.
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop) {
  Mesh from = joined(mesh);
  Bounds box;
  for (const Vec3& v : from.vertices) box.add(v);
  std::vector<float> places;
  places.reserve(3 * from.vertices.size());
  for (const Vec3& v : from.vertices)
    for (int i = 0; i < 3; ++i) places.push_back(static_cast<float>(v[i] - box.center()[i]));
  std::vector<std::uint32_t> indices;
  indices.reserve(3 * from.triangles.size());
  for (const Triangle& t : from.triangles) indices.insert(indices.end(), t.begin(), t.end());
  if (stop.stop_requested()) return cancelledMaking();
  const float scale = meshopt_simplifyScale(places.data(), from.vertices.size(), 3 * sizeof(float));
  std::vector<std::uint32_t> kept(indices.size());
  const float error = scale > 0.0f ? static_cast<float>(wish.error_m) / scale : 0.0f;
  kept.resize(meshopt_simplify(kept.data(), indices.data(), indices.size(), places.data(), from.vertices.size(),
                               3 * sizeof(float), std::min<std::size_t>(12, indices.size()), error));
  // Nothing is left of what is smaller than the error: then it stays as it is.
  if (kept.size() >= 12) {
    from.triangles.clear();
    for (std::size_t i = 0; i + 2 < kept.size(); i += 3) from.triangles.push_back({kept[i], kept[i + 1], kept[i + 2]});
  }
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(joined(from));
  return std::vector<Shape>{std::move(shape)};
}

}  // namespace ww::geometry::collision_making
