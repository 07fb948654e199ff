// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/surface_distance.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/geometry/bvh_build.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/mesh_gaps.h"

namespace ww::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double distanceToSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double length2 = ab.squaredNorm();
  const double t = length2 > 0.0 ? std::clamp((p - a).dot(ab) / length2, 0.0, 1.0) : 0.0;
  return (p - a - t * ab).norm();
}

double squaredToBox(const BvhNode& node, const Vec3& p) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double below = static_cast<double>(node.min[i]) - p[i], above = p[i] - static_cast<double>(node.max[i]);
    const double d = std::max({below, above, 0.0});
    sum += d * d;
  }
  return sum;
}

}  // namespace

double distanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double n2 = n.squaredNorm();
  if (n2 > 0.0) {
    const bool over =
        n.dot((b - a).cross(p - a)) >= 0.0 && n.dot((c - b).cross(p - b)) >= 0.0 && n.dot((a - c).cross(p - c)) >= 0.0;
    if (over) return std::abs(n.dot(p - a)) / std::sqrt(n2);
  }
  return std::min({distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a)});
}

SurfaceDistance::SurfaceDistance(MeshPtr mesh) : mesh_(std::move(mesh)) {
  std::vector<FloatBox> boxes;
  boxes.reserve(mesh_->triangles.size());
  for (const Triangle& t : mesh_->triangles) {
    Bounds box;
    for (const std::uint32_t v : t) box.add(mesh_->vertices[v]);
    boxes.push_back(roundOutward(box));
  }
  nodes_ = buildBvh(boxes, order_);
  if (!isClosed(*mesh_)) return;
  inside_out_ = gapsOf(*mesh_).volume < 0.0;
  rays_.emplace(mesh_);
}

double SurfaceDistance::toTriangle(const Vec3& p, std::uint32_t triangle) const {
  const Triangle& t = mesh_->triangles[triangle];
  return distanceToTriangle(p, mesh_->vertices[t[0]], mesh_->vertices[t[1]], mesh_->vertices[t[2]]);
}

double SurfaceDistance::to(const Vec3& p, std::uint32_t& triangle) const {
  if (nodes_.empty()) return kInfinity;
  double best = kInfinity;
  std::array<std::uint32_t, kMaxBvhDepth + 2> stack;
  std::size_t size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const BvhNode& node = nodes_[stack[--size]];
    if (squaredToBox(node, p) >= best * best) continue;
    if (node.count == 0) {
      const bool first_nearer = squaredToBox(nodes_[node.first], p) <= squaredToBox(nodes_[node.first + 1], p);
      stack[size++] = first_nearer ? node.first + 1 : node.first;
      stack[size++] = first_nearer ? node.first : node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const double d = toTriangle(p, order_[i]);
      if (d >= best) continue;
      best = d;
      triangle = order_[i];
    }
  }
  return best;
}

bool SurfaceDistance::inside(const Vec3& p) const {
  if (!rays_) return false;
  // Three rays decide, as one may meet an edge.
  int votes = 0;
  for (const Vec3& direction :
       {Vec3(0.5773, 0.1917, 0.7937), Vec3(-0.2113, 0.8717, 0.4421), Vec3(0.7071, -0.6533, -0.2706)}) {
    const auto hit = rays_->raycast(p, direction);
    votes += hit && hit->from_behind != inside_out_ ? 1 : -1;
  }
  return votes > 0;
}

}  // namespace ww::geometry
