// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/shape_alike.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "core/geometry/wire_convert.h"

namespace ww::usecase {
namespace {

constexpr double kSameDigits = 1e-6;  // of the size, or metres

// All that a set shows, in its link.
struct Surface {
  std::vector<Vec3> corners;
  Bounds box;
  double area = 0.0, volume = 0.0;  // m^2, m^3
  Vec3 center = Vec3::Zero();       // of the surface
  std::map<std::tuple<float, float, float, float>, double> area_of_color;
};

void addMesh(const geometry::Mesh& mesh, const Eigen::Affine3d& placed, Surface& out) {
  std::vector<Vec3> corners;
  corners.reserve(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) {
    corners.push_back(placed * v);
    out.box.add(corners.back());
  }
  std::vector<double> areas;
  areas.reserve(mesh.triangles.size());
  for (const geometry::Triangle& t : mesh.triangles) {
    const Vec3 &a = corners[t[0]], &b = corners[t[1]], &c = corners[t[2]];
    areas.push_back(0.5 * (b - a).cross(c - a).norm());
    out.area += areas.back();
    out.center += areas.back() / 3.0 * (a + b + c);
    out.volume += a.dot(b.cross(c)) / 6.0;
  }
  for (const geometry::ColorRun& run : mesh.colors)
    for (std::size_t i = run.first; i < std::min<std::size_t>(areas.size(), run.first + std::size_t{run.count}); ++i)
      out.area_of_color[{run.color.r, run.color.g, run.color.b, run.color.a}] += areas[i];
  out.corners.insert(out.corners.end(), corners.begin(), corners.end());
}

Surface surfaceOf(const ShapeSet& set) {
  Surface out;
  for (const auto& [name, shape] : set) addMesh(*shape.geometry->mesh, shape.link_t_shape, out);
  if (out.area > 0) out.center /= out.area;
  return out;
}

// Each corner of the one has one of the other beside it: a hole that moved by little moves no centre by much.
class Corners {
 public:
  Corners(const std::vector<Vec3>& corners, double within) : corners_(corners), within_(within) {
    for (std::size_t i = 0; i < corners.size(); ++i) cells_.emplace(keyOf(cellOf(corners[i])), i);
  }
  bool haveAll(const std::vector<Vec3>& others) const {
    return std::ranges::all_of(others, [this](const Vec3& p) { return hasNear(p); });
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Vec3& p) const {
    const double edge = 2.0 * within_;
    return {std::llround(p.x() / edge), std::llround(p.y() / edge), std::llround(p.z() / edge)};
  }
  static std::uint64_t keyOf(const Cell& c) {
    std::uint64_t key = 0;
    for (const std::int64_t i : c) key = (key ^ static_cast<std::uint64_t>(i)) * 0x9E3779B97F4A7C15ULL;
    return key;
  }
  bool hasNear(const Vec3& p) const {
    const Cell middle = cellOf(p);
    for (std::int64_t i = 0; i < 27; ++i) {
      const Cell cell{middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1};
      const auto [begin, end] = cells_.equal_range(keyOf(cell));
      for (auto it = begin; it != end; ++it)
        if ((corners_[it->second] - p).norm() <= within_) return true;
    }
    return false;
  }

  const std::vector<Vec3>& corners_;
  double within_;  // metres
  std::unordered_multimap<std::uint64_t, std::size_t> cells_;
};

bool isAlike(const Surface& a, const Surface& b) {
  if (a.box.empty() || b.box.empty()) return a.box.empty() == b.box.empty();
  const double size = std::max(a.box.size().norm(), b.box.size().norm());
  const double length = std::max(kSameDigits, kSameDigits * size), area = 4.0 * (kSameDigits * a.area + length * size);
  const double volume = 4.0 * (kSameDigits * std::abs(a.volume) + length * a.area);
  return (a.box.min - b.box.min).norm() <= length && (a.box.max - b.box.max).norm() <= length &&
         std::abs(a.area - b.area) <= area && std::abs(a.volume - b.volume) <= volume &&
         (a.center - b.center).norm() <= length && Corners(a.corners, length).haveAll(b.corners) &&
         Corners(b.corners, length).haveAll(a.corners);
}

bool isColoredAlike(const Surface& a, const Surface& b) {
  constexpr double kSeen = 1e-3;  // of the surface
  const auto within = [&](const Surface& one, const Surface& other) {
    return std::ranges::all_of(one.area_of_color, [&](const auto& run) {
      const auto same = other.area_of_color.find(run.first);
      return std::abs((same == other.area_of_color.end() ? 0.0 : same->second) - run.second) <= kSeen * one.area;
    });
  };
  return within(a, b) && within(b, a);
}

bool isEqual(const SetShape& a, const SetShape& b) {
  constexpr double kStill = 1e-9;
  return a.geometry->ref == b.geometry->ref &&
         (a.link_t_shape.matrix() - b.link_t_shape.matrix()).cwiseAbs().maxCoeff() <= kStill;
}

}  // namespace

ShapeSet shapeSet(const intrinsic_proto::world::GeometryComponent& component, const char* kind,
                  const FindShapeByRef& find) {
  ShapeSet out;
  const auto set = component.named_geometries().find(kind);
  if (set == component.named_geometries().end()) return out;
  for (const auto& [name, placed] : set->second.named_geometries()) {
    const auto shape = find(placed.geometry().geo_ref().exact_geometry_ref());
    const auto at = geometry::toAffine(placed.ref_t_shape());
    if (shape && at.ok()) out[name] = {shape, *at};
  }
  return out;
}

ShapeLikeness likeness(const ShapeSet& a, const ShapeSet& b) {
  const auto equal = [](const auto& one, const auto& other) { return isEqual(one.second, other.second); };
  if (std::ranges::equal(a, b, equal)) return {true, true};
  const Surface of_a = surfaceOf(a), of_b = surfaceOf(b);
  return {isAlike(of_a, of_b), isColoredAlike(of_a, of_b)};
}

bool isAlikeInItself(const SetShape& a, const SetShape& b) {
  if (a.geometry->ref == b.geometry->ref) return true;
  const Surface of_a = surfaceOf({{"", {a.geometry}}}), of_b = surfaceOf({{"", {b.geometry}}});
  return isAlike(of_a, of_b) && isColoredAlike(of_a, of_b);
}

}  // namespace ww::usecase
