// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/shape.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/failures.h"
#include "core/geometry/mesh_edit.h"

namespace ww::geometry {
namespace {

constexpr double kPi = 3.14159265358979323846;

Status positive(const FailureRow& row, double value) {
  if (std::isfinite(value) && value > 0.0) return okStatus();
  return fail(row, {{"value", arg::Length{value}}});
}

Status positive(const FailureRow& row, const Vec3& value) {
  for (int i = 0; i < 3; ++i) WW_TRY(positive(row, value[i]));
  return okStatus();
}

Status check(const Box& s) { return positive(failures::kBoxSize, s.size); }
Status check(const Sphere& s) { return positive(failures::kSphereRadius, s.radius); }
Status check(const Ellipsoid& s) { return positive(failures::kEllipsoidRadius, s.radii); }
Status check(const Cylinder& s) {
  WW_TRY(positive(failures::kCylinderRadius, s.radius));
  return positive(failures::kCylinderLength, s.length);
}
Status check(const Capsule& s) {
  WW_TRY(positive(failures::kCapsuleRadius, s.radius));
  // A capsule of length 0 is a sphere.
  return s.length == 0.0 ? okStatus() : positive(failures::kCapsuleLength, s.length);
}
Status check(const Frustum& s) {
  for (const double angle : {s.x_angle, s.y_angle}) {
    if (std::isfinite(angle) && angle > 0.0 && angle < kPi / 2) continue;
    return fail(failures::kFrustumAngle, {{"value", arg::Angle{angle}}});
  }
  if (std::isfinite(s.min_z) && std::isfinite(s.max_z) && s.min_z >= 0.0 && s.max_z > s.min_z) return okStatus();
  return fail(failures::kFrustumDistances, {{"min", arg::Length{s.min_z}}, {"max", arg::Length{s.max_z}}});
}

// Collects vertices with normals, and triangles.
struct Builder {
  Mesh mesh;

  std::uint32_t add(const Vec3& p, const Vec3& n) {
    mesh.vertices.push_back(p);
    mesh.normals.push_back(n.cast<float>());
    return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  }
  // A flat convex polygon, counter-clockwise seen from outside.
  void polygon(const std::vector<Vec3>& corners) {
    Vec3 n = Vec3::Zero();  // Newell's: sound with repeated corners too
    for (std::size_t i = 0; i < corners.size(); ++i) n += corners[i].cross(corners[(i + 1) % corners.size()]);
    n.normalize();
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& c : corners) add(c, n);
    for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) mesh.triangles.push_back({first, first + i, first + i + 1});
  }
};

// (cos, sin) of step i of n, with exact quarter turns, so that first and last vertex are one point.
Vec3 onCircle(int i, int n) {
  i %= n;
  if (4 * i % n == 0) {
    static constexpr int kCos[] = {1, 0, -1, 0}, kSin[] = {0, 1, 0, -1};
    return {double(kCos[4 * i / n]), double(kSin[4 * i / n]), 0.0};
  }
  const double a = 2.0 * kPi * i / n;
  return {std::cos(a), std::sin(a), 0.0};
}

// One ring of a body of revolution: radius and height, and the normal in the same two directions.
struct Ring {
  double radius, z, normal_r, normal_z;
};

// Quads between successive rings going up; rings of radius 0 are poles. Smooth around, one vertex per
// ring and segment, so that a shared edge is one edge for watertight checks.
void addRevolved(Builder& b, const std::vector<Ring>& rings, int segments) {
  std::vector<std::uint32_t> below, here;
  for (const Ring& ring : rings) {
    here.clear();
    if (ring.radius == 0.0) {
      here.assign(std::size_t(segments), b.add(Vec3(0, 0, ring.z), Vec3(0, 0, ring.normal_z < 0 ? -1 : 1)));
    } else {
      for (int i = 0; i < segments; ++i) {
        const Vec3 c = onCircle(i, segments);
        here.push_back(b.add(c * ring.radius + Vec3(0, 0, ring.z), c * ring.normal_r + Vec3(0, 0, ring.normal_z)));
      }
    }
    for (std::size_t i = 0; i < below.size(); ++i) {
      const std::size_t j = (i + 1) % below.size();
      if (below[i] != below[j]) b.mesh.triangles.push_back({below[i], below[j], here[j]});
      if (here[i] != here[j]) b.mesh.triangles.push_back({below[i], here[j], here[i]});
    }
    std::swap(below, here);
  }
}

Mesh build(const Box& s, int) {
  Builder b;
  const Vec3 h = 0.5 * s.size;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const double side : {1.0, -1.0}) {
      const auto corner = [&](double su, double sv) {
        Vec3 p;
        p[axis] = side * h[axis];
        p[u] = su * side * h[u];  // mirrored with the side: keeps the winding outward
        p[v] = sv * h[v];
        return p;
      };
      b.polygon({corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)});
    }
  }
  return std::move(b.mesh);
}

// Rings of the latitudes from `first` to `last` of `steps` (0 is the south pole), centre at height z.
void addLatitudes(std::vector<Ring>& rings, double radius, double z, int first, int last, int steps) {
  for (int i = first; i <= last; ++i) {
    const Vec3 c = onCircle(i, 2 * steps);  // angle from the south pole
    rings.push_back({i == 0 || i == steps ? 0.0 : radius * c.y(), z - radius * c.x(), c.y(), -c.x()});
  }
}

Mesh build(const Sphere& s, int segments) {
  std::vector<Ring> rings;
  const int steps = std::max(2, segments / 2);
  addLatitudes(rings, s.radius, 0.0, 0, steps, steps);
  Builder b;
  addRevolved(b, rings, segments);
  return std::move(b.mesh);
}

Mesh build(const Ellipsoid& s, int segments) {
  Mesh mesh = build(Sphere{1.0}, segments);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    // Scaled by the smallest radius first, or tiny radii lose the normal in float.
    const Vec3 n = (mesh.vertices[i].array() * s.radii.minCoeff() / s.radii.array()).matrix().normalized();
    mesh.normals[i] = n.cast<float>();
    mesh.vertices[i] = mesh.vertices[i].cwiseProduct(s.radii);
  }
  return mesh;
}

Mesh build(const Capsule& s, int segments) {
  if (s.length == 0.0) return build(Sphere{s.radius}, segments);
  std::vector<Ring> rings;
  const int steps = 2 * std::max(1, segments / 4);  // even, so that the equator is a ring
  addLatitudes(rings, s.radius, -0.5 * s.length, 0, steps / 2, steps);
  addLatitudes(rings, s.radius, 0.5 * s.length, steps / 2, steps, steps);
  Builder b;
  addRevolved(b, rings, segments);
  return std::move(b.mesh);
}

Mesh build(const Cylinder& s, int segments) {
  Builder b;
  const double h = 0.5 * s.length;
  addRevolved(b, {{s.radius, -h, 1, 0}, {s.radius, h, 1, 0}}, segments);
  std::vector<Vec3> top, bottom;
  for (int i = 0; i < segments; ++i) {
    top.push_back(onCircle(i, segments) * s.radius + Vec3(0, 0, h));
    bottom.push_back(onCircle(segments - i, segments) * s.radius - Vec3(0, 0, h));
  }
  b.polygon(top);
  b.polygon(bottom);
  return std::move(b.mesh);
}

// x_angle is measured from the x-z plane, so it opens along y; y_angle opens along x.
Mesh build(const Frustum& s, int) {
  const auto corners = [&](double z) {
    const double x = z * std::tan(s.y_angle), y = z * std::tan(s.x_angle);
    return std::array<Vec3, 4>{Vec3(-x, -y, z), Vec3(x, -y, z), Vec3(x, y, z), Vec3(-x, y, z)};
  };
  const auto near = corners(s.min_z), far = corners(s.max_z);
  Builder b;
  b.polygon({far[0], far[1], far[2], far[3]});
  if (s.min_z > 0.0) b.polygon({near[3], near[2], near[1], near[0]});
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t j = (i + 1) % 4;
    if (s.min_z > 0.0) {
      b.polygon({near[i], near[j], far[j], far[i]});
    } else {
      b.polygon({Vec3::Zero(), far[j], far[i]});
    }
  }
  return std::move(b.mesh);
}

}  // namespace

Status validate(const Primitive& primitive) {
  return std::visit([](const auto& p) { return check(p); }, primitive);
}

Mesh tessellate(const Primitive& primitive, int segments) {
  const int n = std::clamp(segments, 3, 4096);
  return std::visit([n](const auto& p) { return build(p, n); }, primitive);
}

Mesh tessellate(const Shape& shape, int segments) {
  if (shape.mesh) return *shape.mesh;
  Mesh out;
  for (const PlacedPrimitive& placed : shape.primitives) {
    append(transformed(tessellate(placed.primitive, segments), placed.ref_t_shape), out);
  }
  return out;
}

}  // namespace ww::geometry
