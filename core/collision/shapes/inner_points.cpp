// SPDX-License-Identifier: Apache-2.0
// Points within the solid that a closed mesh bounds.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/collision/shapes/tri_mesh.h"

namespace ww::collision {
namespace {

constexpr std::size_t kMostInner = 24;

Vec3 areaVector(const std::vector<Vec3>& vertices, const geometry::Triangle& t) {
  return (vertices[t[1]] - vertices[t[0]]).cross(vertices[t[2]] - vertices[t[0]]);
}

bool meetsBox(const TriNode& node, const Vec3& origin, const Vec3& direction, double within) {
  double from = 0.0, to = within;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double off = node.center[k] - origin[k];
    if (direction[k] == 0.0) {
      if (std::abs(off) > node.half[k]) return false;
      continue;
    }
    const double a = (off - node.half[k]) / direction[k], b = (off + node.half[k]) / direction[k];
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to;
}

}  // namespace

double TriMesh::firstHit(const Vec3& origin, const Vec3& direction) const {
  double best = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const TriNode& node = nodes_[stack.back()];
    stack.pop_back();
    if (!meetsBox(node, origin, direction, best)) continue;
    if (node.count == 0) {
      stack.push_back(node.first);
      stack.push_back(node.first + 1);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Vec3 a = vertices_[triangles_[i][0]] - origin, b = vertices_[triangles_[i][1]] - origin,
                 c = vertices_[triangles_[i][2]] - origin;
      const double u = direction.dot(b.cross(c)), v = direction.dot(c.cross(a)), w = direction.dot(a.cross(b));
      const bool one_way = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
      if (!one_way || u + v + w == 0.0) continue;
      const double t = a.dot(b.cross(c)) / (u + v + w);
      if (t > 0.0) best = std::min(best, t);
    }
  }
  return best;
}

// From the largest triangle of each region half the way through the solid.
void TriMesh::findInnerPoints() {
  const std::size_t regions = std::min(kMostInner, triangles_.size());
  const double size = bounds_.size().norm();
  for (std::size_t r = 0; r < regions; ++r) {
    const auto begin = triangles_.begin() + static_cast<std::ptrdiff_t>(r * triangles_.size() / regions);
    const auto end = triangles_.begin() + static_cast<std::ptrdiff_t>((r + 1) * triangles_.size() / regions);
    const auto& largest = *std::max_element(begin, end, [this](const auto& a, const auto& b) {
      return areaVector(vertices_, a).squaredNorm() < areaVector(vertices_, b).squaredNorm();
    });
    const Vec3 normal = areaVector(vertices_, largest).normalized();
    const Vec3 middle = (vertices_[largest[0]] + vertices_[largest[1]] + vertices_[largest[2]]) / 3.0;
    // Faces of some meshes look inward.
    for (const double side : {-1.0, 1.0}) {
      const Vec3 from = middle + 1e-9 * size * side * normal;
      const double way = firstHit(from, side * normal);
      if (!std::isfinite(way)) continue;
      const Vec3 p = from + 0.5 * way * side * normal;
      if (!inside(p)) continue;
      inner_points_.push_back(p);
      break;
    }
  }
}

}  // namespace ww::collision
