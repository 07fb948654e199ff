// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ww::collision {
namespace {

// Rounding, of sizes and places up to many metres; added to every radius.
constexpr double kRounding = 1e-12, kSmallest = 1e-9;
constexpr std::size_t kFewTriangles = 2000;
constexpr double kFineEnough = 1e-3;  // metres: smaller spheres are not divided

struct Cell {
  Vec3 min = Vec3::Zero(), max = Vec3::Zero();
  std::vector<std::uint32_t> triangles;  // that reach into it
  Sphere sphere;                         // around all that lies in it
  double cost = 0.0;                     // how much there is to be gained by dividing it
};

// How far a body reaches in some directions.
class Reach {
 public:
  explicit Reach(const Solid& solid) {
    for (int k = 0; k < 27; ++k) {
      const Vec3 d = Eigen::Vector3i(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1).cast<double>();
      if (!d.isZero()) directions_.push_back(d.normalized());
    }
    far_.assign(directions_.size(), -std::numeric_limits<double>::infinity());
    for (const auto& t : solid.triangles) {
      for (const std::uint32_t v : t) {
        for (std::size_t k = 0; k < far_.size(); ++k)
          far_[k] = std::max(far_[k], directions_[k].dot(solid.vertices[v]));
      }
    }
  }
  // By how much a sphere stands out of the body's hull at most; size counts a little, too, for bodies with dents.
  double cost(const Sphere& s) const {
    double out = kSizeCounts * s.radius;
    for (std::size_t k = 0; k < far_.size(); ++k)
      out = std::max(out, directions_[k].dot(s.center) + s.radius - far_[k]);
    return out;
  }

 private:
  static constexpr double kSizeCounts = 0.2;
  std::vector<Vec3> directions_;
  std::vector<double> far_;
};

bool holds(const Cell& c, const Vec3& p) {
  return (p.array() >= c.min.array()).all() && (p.array() <= c.max.array()).all();
}

// A triangle cut by the six sides of a box has nine corners at most.
struct Polygon {
  std::array<Vec3, 10> at;
  std::size_t size = 0;
  void add(const Vec3& p) {
    if (size < at.size()) at[size++] = p;
  }
};

// The part of a convex polygon on one side of a plane across an axis (Sutherland, Hodgman 1974).
void cut(Polygon& polygon, Eigen::Index axis, double at, double side) {
  bool all = true;
  for (std::size_t i = 0; i < polygon.size; ++i) all = all && side * (polygon.at[i][axis] - at) >= 0.0;
  if (all) return;
  Polygon out;
  for (std::size_t i = 0; i < polygon.size; ++i) {
    const Vec3 &p = polygon.at[i], &q = polygon.at[(i + 1) % polygon.size];
    const double dp = side * (p[axis] - at), dq = side * (q[axis] - at);
    if (dp >= 0.0) out.add(p);
    if ((dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0)) {
      Vec3 on = p + dp / (dp - dq) * (q - p);
      on[axis] = at;
      out.add(on);
    }
  }
  polygon.size = out.size;
  std::copy_n(out.at.begin(), out.size, polygon.at.begin());
}

// The convex hull of these holds all of the solid that is in the cell: the farthest point of it in any direction is a
// corner of a triangle's part there, or a corner of the cell.
std::vector<Vec3> hullOf(const Solid& solid, const Cell& cell) {
  enum : char { kNew, kOutside, kInside, kTaken };
  std::vector<char> corners(solid.vertices.size(), kNew);
  std::vector<Vec3> out;
  const auto isIn = [&](std::uint32_t v) {
    if (corners[v] == kNew) corners[v] = holds(cell, solid.vertices[v]) ? kInside : kOutside;
    return corners[v] != kOutside;
  };
  for (const std::uint32_t t : cell.triangles) {
    const auto& tri = solid.triangles[t];
    if (isIn(tri[0]) && isIn(tri[1]) && isIn(tri[2])) {
      for (const std::uint32_t v : tri)
        if (std::exchange(corners[v], kTaken) != kTaken) out.push_back(solid.vertices[v]);
      continue;
    }
    Polygon polygon;
    for (const std::uint32_t v : tri) polygon.add(solid.vertices[v]);
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      cut(polygon, axis, cell.min[axis], 1.0);
      cut(polygon, axis, cell.max[axis], -1.0);
    }
    out.insert(out.end(), polygon.at.begin(), polygon.at.begin() + static_cast<std::ptrdiff_t>(polygon.size));
  }
  if (!solid.inside) return out;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner(k & 1 ? cell.max.x() : cell.min.x(), k & 2 ? cell.max.y() : cell.min.y(),
                      k & 4 ? cell.max.z() : cell.min.z());
    if (solid.inside(corner)) out.push_back(corner);
  }
  return out;
}

// Shrinks the cell to what lies in it. False when nothing does.
bool fit(const Solid& solid, const Reach& reach, Cell& cell) {
  const std::vector<Vec3> points = hullOf(solid, cell);
  if (points.empty()) return false;
  cell.sphere = around(points);
  Bounds box;
  for (const Vec3& p : points) box.add(p);
  const Vec3 rounding = Vec3::Constant(kRounding) + kRounding * box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs());
  cell.min = cell.min.cwiseMax(box.min - rounding);
  cell.max = cell.max.cwiseMin(box.max + rounding);
  cell.cost = reach.cost(cell.sphere);
  return true;
}

// Both halves, or one when the other is empty.
std::vector<Cell> halves(const Solid& solid, const Reach& reach, const Cell& cell, Eigen::Index axis) {
  std::vector<Cell> out;
  const double middle = 0.5 * (cell.min[axis] + cell.max[axis]);
  for (const bool upper : {false, true}) {
    Cell part{cell.min, cell.max, {}, {}, 0.0};
    (upper ? part.min : part.max)[axis] = middle;
    for (const std::uint32_t t : cell.triangles) {
      const auto& tri = solid.triangles[t];
      const double a = solid.vertices[tri[0]][axis], b = solid.vertices[tri[1]][axis], c = solid.vertices[tri[2]][axis];
      const bool reaches = upper ? std::max({a, b, c}) >= middle : std::min({a, b, c}) <= middle;
      if (reaches) part.triangles.push_back(t);
    }
    if (fit(solid, reach, part)) out.push_back(std::move(part));
  }
  return out;
}

double costOf(const std::vector<Cell>& cells) {
  double largest = 0.0, sum = 0.0;
  for (const Cell& c : cells) {
    largest = std::max(largest, c.cost);
    sum += c.cost;
  }
  return largest + 0.1 * sum;
}

// Along the axis that gains most; of many triangles along the longest. Empty when there is nothing to divide.
std::vector<Cell> divideInTwo(const Solid& solid, const Reach& reach, const Cell& cell) {
  const Vec3 size = cell.max - cell.min;
  Eigen::Index longest = 0;
  size.maxCoeff(&longest);
  if (cell.triangles.size() > kFewTriangles) return halves(solid, reach, cell, longest);
  std::vector<Cell> best;
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    if (size[axis] < 0.2 * size[longest]) continue;
    std::vector<Cell> some = halves(solid, reach, cell, axis);
    if (!some.empty() && (best.empty() || costOf(some) < costOf(best))) best = std::move(some);
  }
  return best;
}

// Up to eight cells in place of one, first those where it gains most.
std::vector<Cell> divideInEight(const Solid& solid, const Reach& reach, const Cell& cell) {
  std::vector<Cell> out{cell};
  for (int tries = 0; tries < 4 * kGroup && out.size() < static_cast<std::size_t>(kGroup); ++tries) {
    const auto worst = std::ranges::max_element(out, {}, &Cell::cost);
    if (worst->sphere.radius < kFineEnough) break;
    std::vector<Cell> parts = divideInTwo(solid, reach, *worst);
    if (parts.empty()) break;  // nothing but rounding
    *worst = std::move(parts.front());
    if (parts.size() > 1) out.push_back(std::move(parts.back()));
  }
  return out;
}

}  // namespace

Bounds Solid::bounds() const {
  Bounds out;
  for (const auto& t : triangles)
    for (const std::uint32_t v : t) out.add(vertices[v]);
  return out;
}

SphereGroup emptyGroup() {
  SphereGroup out{};
  for (int i = 0; i < kGroup; ++i) {
    out.x[i] = out.y[i] = out.z[i] = kNowhere;
    out.below[i] = kNoGroup;
  }
  return out;
}

void add(SphereGroup& group, const Sphere& s, std::uint32_t below) {
  const int i = group.count++;
  group.x[i] = s.center.x();
  group.y[i] = s.center.y();
  group.z[i] = s.center.z();
  group.r[i] = s.radius;
  group.below[i] = below;
}

// From the middle of their box, some steps towards the farthest (Badoiu, Clarkson 2003).
Sphere around(const std::vector<Vec3>& points) {
  Bounds box;
  for (const Vec3& p : points) box.add(p);
  Sphere best;
  best.radius = std::numeric_limits<double>::infinity();
  Vec3 center = box.center();
  const int steps = points.size() > 1024 ? 2 : 12;
  for (int i = 0; i < steps; ++i) {
    double far2 = -1.0;
    Vec3 far = center;
    for (const Vec3& p : points) {
      if (const double d2 = (p - center).squaredNorm(); d2 > far2) far2 = d2, far = p;
    }
    if (const double r = std::sqrt(far2); r < best.radius) best = {center, r};
    center += (far - center) / (i + 3.0);
  }
  best.radius += kSmallest + kRounding * (best.radius + best.center.norm());
  return best;
}

CellSpheres divide(const Solid& solid) {
  CellSpheres out;
  Cell all;
  const Bounds box = solid.bounds();
  all.min = box.min;
  all.max = box.max;
  for (std::uint32_t t = 0; t < solid.triangles.size(); ++t) all.triangles.push_back(t);
  const Reach reach(solid);
  if (!fit(solid, reach, all)) return out;
  out.root = all.sphere;
  out.groups.push_back(emptyGroup());
  for (const Cell& cell : divideInEight(solid, reach, all)) {
    const std::vector<Cell> parts = divideInEight(solid, reach, cell);
    const bool divided = parts.size() > 1;
    add(out.groups[0], cell.sphere, divided ? static_cast<std::uint32_t>(out.groups.size()) : kNoGroup);
    if (!divided) continue;
    out.groups.push_back(emptyGroup());
    for (const Cell& part : parts) add(out.groups.back(), part.sphere);
  }
  return out;
}

SphereGroup chosen(std::vector<Sphere> spheres) {
  SphereGroup out = emptyGroup();
  std::vector<Sphere> taken;
  const auto gain = [&taken](const Sphere& s) {
    double least = s.radius;
    for (const Sphere& t : taken) least = std::min(least, (s.center - t.center).norm() + s.radius - t.radius);
    return least;
  };
  double largest = 0.0;
  while (out.count < kGroup && !spheres.empty()) {
    const auto best = std::ranges::max_element(spheres, {}, gain);
    if (gain(*best) <= 0.05 * largest || best->radius <= 0.0) break;
    largest = std::max(largest, best->radius);
    taken.push_back(*best);
    add(out, *best);
    spheres.erase(best);
  }
  return out;
}

}  // namespace ww::collision
