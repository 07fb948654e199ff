// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/uncovered.h"

namespace ww::geometry {
namespace {

constexpr std::size_t kMostPolygons = 200;
using Polygon = std::vector<Vec3>;  // convex

// The side of a polygon where `inward` . p is at least `at`, or with a sign of -1 the other.
Polygon sideOf(const Polygon& polygon, const Vec3& inward, double at, double sign) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double to_a = sign * (inward.dot(a) - at), to_b = sign * (inward.dot(b) - at);
    if (to_a >= 0.0) out.push_back(a);
    if ((to_a > 0.0 && to_b < 0.0) || (to_a < 0.0 && to_b > 0.0)) out.push_back(a + (b - a) * (to_a / (to_a - to_b)));
  }
  return out;
}

// Whether something of it is on that side.
bool reaches(const Polygon& polygon, const Vec3& inward, double at, double sign, double same_m) {
  for (const Vec3& p : polygon)
    if (sign * (inward.dot(p) - at) > same_m) return true;
  return false;
}

// Appends what of a polygon lies outside of a triangle whose corners go round `normal`.
void takeAway(Polygon polygon, const Corners& triangle, const Vec3& normal, double same_m, std::vector<Polygon>& left) {
  std::array<Vec3, 3> inward;
  for (std::size_t i = 0; i < 3; ++i) {
    inward[i] = normal.cross(triangle[(i + 1) % 3] - triangle[i]).normalized();
    if (reaches(polygon, inward[i], inward[i].dot(triangle[i]), 1.0, same_m)) continue;
    left.push_back(std::move(polygon));
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double at = inward[i].dot(triangle[i]);
    if (!reaches(polygon, inward[i], at, -1.0, same_m)) continue;
    left.push_back(sideOf(polygon, inward[i], at, -1.0));
    polygon = sideOf(polygon, inward[i], at, 1.0);
    if (!reaches(polygon, inward[i], at, 1.0, same_m)) return;
  }
}

}  // namespace

std::optional<std::vector<Corners>> uncovered(const Corners& triangle, const std::vector<Corners>& others,
                                              double same_m) {
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  std::vector<Polygon> left{{triangle.begin(), triangle.end()}};
  for (Corners other : others) {
    const Vec3 its = (other[1] - other[0]).cross(other[2] - other[0]);
    if (its.isZero(0.0)) continue;
    if (its.dot(normal) < 0.0) std::swap(other[1], other[2]);
    std::vector<Polygon> next;
    for (Polygon& polygon : left) takeAway(std::move(polygon), other, normal, same_m, next);
    left = std::move(next);
    if (left.size() > kMostPolygons) return std::nullopt;
  }
  std::vector<Corners> out;
  for (const Polygon& polygon : left)
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) out.push_back({polygon[0], polygon[i], polygon[i + 1]});
  return out;
}

}  // namespace ww::geometry
