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

bool meet(const BvhNode& node, const FloatBox& box) {
  for (int i = 0; i < 3; ++i)
    if (node.min[i] > box.max[i] || node.max[i] < box.min[i]) return false;
  return true;
}

bool meetsPlane(const BvhNode& node, const Vec3& normal, double at, double same_m) {
  double middle = -at, reach = same_m;
  for (int i = 0; i < 3; ++i) {
    const double low = static_cast<double>(node.min[i]), high = static_cast<double>(node.max[i]);
    middle += normal[i] * 0.5 * (low + high);
    reach += std::abs(normal[i]) * 0.5 * (high - low);
  }
  return std::abs(middle) <= reach;
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
  build();
  faces_ = closed_ = isClosed(*mesh_);
  inside_out_ = closed_ && gapsOf(*mesh_).volume < 0.0;
}

SurfaceDistance::SurfaceDistance(MeshPtr part, bool inside_out)
    : mesh_(std::move(part)), inside_out_(inside_out), faces_(true) {
  build();
}

void SurfaceDistance::build() {
  std::vector<FloatBox> boxes;
  boxes.reserve(mesh_->triangles.size());
  for (const Triangle& t : mesh_->triangles) {
    Bounds box;
    for (const std::uint32_t v : t) box.add(mesh_->vertices[v]);
    boxes.push_back(roundOutward(box));
  }
  nodes_ = buildBvh(boxes, order_);
}

double SurfaceDistance::toTriangle(const Vec3& p, std::uint32_t triangle) const {
  const Triangle& t = mesh_->triangles[triangle];
  return distanceToTriangle(p, mesh_->vertices[t[0]], mesh_->vertices[t[1]], mesh_->vertices[t[2]]);
}

double SurfaceDistance::to(const Vec3& p, std::uint32_t& triangle) const {
  if (nodes_.empty()) return kInfinity;
  if (triangle >= mesh_->triangles.size()) triangle = 0;
  double best = toTriangle(p, triangle);
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

bool SurfaceDistance::inPlaneOf(const Corners& triangle, double same_m, int facing, std::vector<Corners>& out) const {
  constexpr std::size_t kMost = 100;
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  if (nodes_.empty() || !normal.allFinite() || normal.isZero(0.5)) return false;
  const double at = normal.dot(triangle[0]);
  Bounds box;
  for (const Vec3& corner : triangle) box.add(corner);
  const FloatBox near = roundOutward({box.min.array() - same_m, box.max.array() + same_m});
  std::array<std::uint32_t, kMaxBvhDepth + 2> stack;
  std::size_t size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const BvhNode& node = nodes_[stack[--size]];
    if (!meet(node, near) || !meetsPlane(node, normal, at, same_m)) continue;
    if (node.count == 0) {
      stack[size++] = node.first;
      stack[size++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Triangle& t = mesh_->triangles[order_[i]];
      const Corners its{mesh_->vertices[t[0]], mesh_->vertices[t[1]], mesh_->vertices[t[2]]};
      if (std::ranges::any_of(its, [&](const Vec3& p) { return std::abs(normal.dot(p) - at) > same_m; })) continue;
      if (facing != 0 && facing * normal.dot((its[1] - its[0]).cross(its[2] - its[0])) <= 0.0) continue;
      if (out.size() == kMost) return false;
      out.push_back(its);
    }
  }
  return true;
}

// 1 where the ray leaves through the triangle, -1 where it enters.
int SurfaceDistance::leaves(std::uint32_t triangle, const Vec3& p, const Vec3& direction, bool& is_sure) const {
  const Triangle& t = mesh_->triangles[triangle];
  const Vec3 a = mesh_->vertices[t[0]] - p, b = mesh_->vertices[t[1]] - p, c = mesh_->vertices[t[2]] - p;
  // On which side of each edge the ray passes; the same for both triangles of an edge, to the bit.
  const auto side = [&](const Vec3& from, const Vec3& to) { return direction.dot(from.cross(to)); };
  const double ab = side(a, b), bc = side(b, c), ca = side(c, a);
  const bool is_out = ab >= 0.0 && bc >= 0.0 && ca >= 0.0, is_in = ab <= 0.0 && bc <= 0.0 && ca <= 0.0;
  if (is_out == is_in || a.dot((b - a).cross(c - a)) * (is_out ? 1.0 : -1.0) < 0.0) return 0;
  is_sure = is_sure && ab != 0.0 && bc != 0.0 && ca != 0.0;
  return is_out ? 1 : -1;
}

bool SurfaceDistance::planesWithin(const Vec3& p, double radius, std::vector<FacingPlane>& out) const {
  constexpr std::size_t kMost = 256;
  if (!faces_) return false;
  if (nodes_.empty()) return true;
  std::array<std::uint32_t, kMaxBvhDepth + 2> stack;
  std::size_t size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const BvhNode& node = nodes_[stack[--size]];
    if (squaredToBox(node, p) > radius * radius) continue;
    if (node.count == 0) {
      stack[size++] = node.first;
      stack[size++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (toTriangle(p, order_[i]) > radius) continue;
      const Triangle& t = mesh_->triangles[order_[i]];
      const Vec3& a = mesh_->vertices[t[0]];
      const Vec3 n = (mesh_->vertices[t[1]] - a).cross(mesh_->vertices[t[2]] - a);
      if (n.isZero(0.0)) continue;  // its points are those of its neighbours
      if (out.size() == kMost) return false;
      const Vec3 outwards = inside_out_ ? Vec3(-n.normalized()) : n.normalized();
      out.push_back({outwards, outwards.dot(a), order_[i]});
    }
  }
  return true;
}

int SurfaceDistance::leavings(const Vec3& p, const Vec3& direction, bool& is_sure) const {
  int out = 0;
  walkBvh(nodes_, BoxRay(p, direction), kInfinity, [&](const BvhNode& node, double&) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      out += leaves(order_[i], p, direction, is_sure);
    return false;
  });
  return out;
}

// Of solids that touch or overlap any point of one is inside, whatever of the others a ray meets first.
bool SurfaceDistance::inside(const Vec3& p) const {
  if (!closed_) return false;
  // Three rays decide where one meets an edge.
  int votes = 0;
  for (const Vec3& direction :
       {Vec3(0.5773, 0.1917, 0.7937), Vec3(-0.2113, 0.8717, 0.4421), Vec3(0.7071, -0.6533, -0.2706)}) {
    bool is_sure = true;
    const bool is_in = (inside_out_ ? -1 : 1) * leavings(p, direction, is_sure) > 0;
    if (is_sure) return is_in;
    votes += is_in ? 1 : -1;
  }
  return votes > 0;
}

}  // namespace ww::geometry
