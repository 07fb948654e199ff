// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/bvh.h"

#include <cmath>

#include "core/geometry/bvh_build.h"

namespace ww::geometry {
namespace {

// Moeller and Trumbore 1997, both sides, in double. Edges belong to both neighbours.
std::optional<RayHit> hitTriangle(const Mesh& mesh, std::uint32_t index, const Vec3& origin, const Vec3& dir) {
  const Triangle& t = mesh.triangles[index];
  const Vec3& a = mesh.vertices[t[0]];
  const Vec3 e1 = mesh.vertices[t[1]] - a, e2 = mesh.vertices[t[2]] - a;
  const Vec3 p = dir.cross(e2);
  const double det = e1.dot(p);
  if (det == 0.0) return std::nullopt;
  const double inverse = 1.0 / det;
  constexpr double kEdge = 1e-12;  // closes the cracks that rounding leaves between neighbours
  const Vec3 s = origin - a;
  const double u = s.dot(p) * inverse;
  if (!(u >= -kEdge && u <= 1.0 + kEdge)) return std::nullopt;
  const Vec3 q = s.cross(e1);
  const double v = dir.dot(q) * inverse;
  if (!(v >= -kEdge && u + v <= 1.0 + kEdge)) return std::nullopt;
  const double distance = e2.dot(q) * inverse;
  if (!std::isfinite(distance)) return std::nullopt;
  return RayHit{distance, index, u, v, det < 0.0};
}

Overlap classifyTriangle(const Mesh& mesh, const Triangle& t, std::span<const HalfSpace> region) {
  Overlap out = Overlap::kInside;
  for (const HalfSpace& h : region) {
    int outside = 0;
    for (const std::uint32_t v : t) outside += h.normal.dot(mesh.vertices[v]) > h.offset;
    if (outside == 3) return Overlap::kOutside;
    if (outside > 0) out = Overlap::kPartly;
  }
  return out;
}

}  // namespace

TriangleBvh::TriangleBvh(MeshPtr mesh) : mesh_(std::move(mesh)) {
  WW_CHECK(mesh_ != nullptr);
  std::vector<FloatBox> boxes;
  boxes.reserve(mesh_->triangles.size());
  for (const Triangle& t : mesh_->triangles) {
    Bounds box;
    for (const std::uint32_t v : t) box.add(mesh_->vertices[v]);
    boxes.push_back(roundOutward(box));
    bounds_.add(box);
  }
  nodes_ = buildBvh(boxes, order_);
}

std::optional<RayHit> TriangleBvh::raycast(const Vec3& origin, const Vec3& dir, double t_max) const {
  std::optional<RayHit> best;
  walkBvh(nodes_, BoxRay(origin, dir), t_max, [&](const BvhNode& node, double& limit) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const auto hit = hitTriangle(*mesh_, order_[i], origin, dir);
      if (!hit || hit->t < 0.0 || hit->t > limit) continue;
      // On a shared edge the lower index wins, whatever the tree.
      if (best && hit->t == best->t && hit->triangle > best->triangle) continue;
      best = hit;
      limit = hit->t;
    }
    return false;
  });
  return best;
}

bool TriangleBvh::anyHit(const Vec3& origin, const Vec3& dir, double t_max) const {
  bool found = false;
  walkBvh(nodes_, BoxRay(origin, dir), t_max, [&](const BvhNode& node, const double& limit) {
    for (std::uint32_t i = node.first; i < node.first + node.count && !found; ++i) {
      const auto hit = hitTriangle(*mesh_, order_[i], origin, dir);
      found = hit && hit->t >= 0.0 && hit->t <= limit;
    }
    return found;
  });
  return found;
}

void TriangleBvh::forEachInConvex(std::span<const HalfSpace> region,
                                  const std::function<bool(std::uint32_t, Overlap)>& fn) const {
  if (nodes_.empty()) return;
  std::vector<std::pair<std::uint32_t, bool>> stack{{0, false}};  // node, known to be inside
  while (!stack.empty()) {
    auto [index, inside] = stack.back();
    stack.pop_back();
    const BvhNode& node = nodes_[index];
    if (!inside) {
      const Overlap overlap = classify(node, region);
      if (overlap == Overlap::kOutside) continue;
      inside = overlap == Overlap::kInside;
    }
    if (node.count == 0) {
      stack.push_back({node.first + 1, inside});
      stack.push_back({node.first, inside});
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const std::uint32_t triangle = order_[i];
      const Overlap overlap = inside ? Overlap::kInside : classifyTriangle(*mesh_, mesh_->triangles[triangle], region);
      if (overlap != Overlap::kOutside && !fn(triangle, overlap)) return;
    }
  }
}

}  // namespace ww::geometry
