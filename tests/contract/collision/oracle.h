// SPDX-License-Identifier: Apache-2.0
// Bodies of all kinds, and an oracle for pairs of them that shares no code with the checker: the signed distance of two
// convex bodies is the largest gap between them over all directions, which is searched densely, with supports in closed
// form. Meshes triangle by triangle.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "cell.h"
#include "core/collision/narrow/body_distance.h"
#include "core/kinematics/random.h"

namespace ww::test {

using namespace ww::collision;
using kinematics::Random;

// The farthest that a body reaches in a unit direction, and what has to be prepared for the checker.
struct Oracle {
  std::string name;
  BodyShapePtr shape;
  std::function<double(const Vec3&)> reach;  // null: a mesh
  geometry::Mesh mesh;                       // of a primitive one with its corners
  geometry::Primitive primitive;             // where it is none of a mesh
};

inline BodyShapePtr prepared(const geometry::Shape& shape) {
  geometry::Geometry g;
  g.shape = shape;
  g.mesh = shape.mesh;
  return prepare(g, Eigen::Affine3d::Identity());
}

inline BodyShapePtr prepared(const geometry::Primitive& primitive) {
  geometry::Shape shape;
  shape.primitives.push_back({primitive, Eigen::Affine3d::Identity()});
  return prepared(shape);
}

inline Oracle ofMesh(const char* name, const geometry::Mesh& mesh) {
  geometry::Shape shape;
  shape.mesh = std::make_shared<const geometry::Mesh>(mesh);
  return {name, prepared(shape), nullptr, mesh, {}};
}

inline Oracle ofPrimitive(const char* name, const geometry::Primitive& primitive,
                          const std::function<double(const Vec3&)>& reach) {
  return {name, prepared(primitive), reach, geometry::tessellate(primitive), primitive};
}

inline double reachOf(const std::vector<Vec3>& points, const Vec3& n) {
  double out = -1e9;
  for (const Vec3& p : points) out = std::max(out, p.dot(n));
  return out;
}

inline geometry::Mesh soup(Random& random, int triangles) {
  geometry::Mesh m;
  for (int i = 0; i < triangles; ++i) {
    const Vec3 at(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2));
    for (int k = 0; k < 3; ++k)
      m.vertices.push_back(at + Vec3(random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)));
    const auto first = static_cast<std::uint32_t>(3 * i);
    m.triangles.push_back({first, first + 1, first + 2});
  }
  return m;
}

inline const std::vector<Oracle>& kinds() {
  static const std::vector<Oracle> kKinds = [] {
    std::vector<Oracle> out;
    const Vec3 h(0.15, 0.1, 0.05), radii(0.2, 0.1, 0.06);
    out.push_back(ofPrimitive("box", geometry::Box{2.0 * h}, [h](const Vec3& n) { return n.cwiseAbs().dot(h); }));
    out.push_back(ofPrimitive("sphere", geometry::Sphere{0.12}, [](const Vec3&) { return 0.12; }));
    out.push_back(ofPrimitive("cylinder", geometry::Cylinder{0.3, 0.08},
                              [](const Vec3& n) { return 0.08 * std::hypot(n.x(), n.y()) + 0.15 * std::abs(n.z()); }));
    out.push_back(ofPrimitive("capsule", geometry::Capsule{0.25, 0.06},
                              [](const Vec3& n) { return 0.06 + 0.125 * std::abs(n.z()); }));
    out.push_back(ofPrimitive("ellipsoid", geometry::Ellipsoid{radii},
                              [radii](const Vec3& n) { return n.cwiseProduct(radii).norm(); }));
    std::vector<Vec3> corners;
    for (const double z : {0.1, 0.35})
      for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0}) corners.push_back({x * z * std::tan(0.3), y * z * std::tan(0.4), z});
    out.push_back(ofPrimitive("frustum", geometry::Frustum{0.4, 0.3, 0.1, 0.35},
                              [corners](const Vec3& n) { return reachOf(corners, n); }));
    Random random(11);
    out.push_back(ofMesh("convex mesh", boxMesh({0.2, 0.3, 0.1})));
    out.push_back(ofMesh("notched mesh", notchedMesh()));
    out.push_back(ofMesh("soup", soup(random, 12)));
    return out;
  }();
  return kKinds;
}

// What reaches how far, at a place.
struct Placed {
  std::function<double(const Vec3&)> reach;  // in the common frame
};

inline Placed placed(const std::function<double(const Vec3&)>& reach, const Pose& at) {
  return {[reach, at](const Vec3& n) { return reach(at.q.conjugate() * n) + at.p.dot(n); }};
}

inline std::vector<Placed> parts(const Oracle& body, const Pose& at) {
  if (body.reach) return {placed(body.reach, at)};
  std::vector<Placed> out;
  for (const auto& t : body.mesh.triangles) {
    const std::vector<Vec3> corners{at * body.mesh.vertices[t[0]], at * body.mesh.vertices[t[1]],
                                    at * body.mesh.vertices[t[2]]};
    out.push_back({[corners](const Vec3& n) { return reachOf(corners, n); }});
  }
  return out;
}

inline double gap(const Placed& a, const Placed& b, const Vec3& n) { return -b.reach(-n) - a.reach(n); }

inline const std::vector<Vec3>& directions() {
  static const std::vector<Vec3> kAll = [] {
    std::vector<Vec3> out;
    constexpr int kCount = 400;
    for (int i = 0; i < kCount; ++i) {  // a spiral on the sphere
      const double z = 1.0 - (2.0 * i + 1.0) / kCount, r = std::sqrt(1.0 - z * z), angle = 2.399963229728653 * i;
      out.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
    return out;
  }();
  return kAll;
}

// How many directions are climbed from, and how slowly steps get shorter.
struct Effort {
  std::size_t starts = 4;
  double shrink = 0.85;
};
constexpr Effort kThorough{40, 0.97};

// Uphill from a direction, by steps around it that get shorter. Bodies with corners make ridges, on which few
// directions lead up: each round looks in others.
inline double climb(const Placed& a, const Placed& b, Vec3 n, double shrink) {
  double best = gap(a, b, n), step = 0.1, turn = 0.0;
  while (step > 1e-9) {
    const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
    bool better = false;
    turn += 0.618033988749895 * M_PI / 6.0;
    for (int k = 0; k < 12; ++k) {
      const double angle = M_PI * k / 6.0 + turn;
      const Vec3 next = (n + step * (std::cos(angle) * u + std::sin(angle) * v)).normalized();
      if (const double g = gap(a, b, next); g > best) best = g, n = next, better = true;
    }
    step *= better ? 1.5 : shrink;
  }
  return best;
}

// Signed distance of two convex bodies: never more than the true one. Of those beyond a length just that it is more.
inline double largestGap(const Placed& a, const Placed& b, double beyond, const Effort& effort) {
  std::vector<std::pair<double, Vec3>> all;
  for (const Vec3& n : directions()) {
    all.emplace_back(gap(a, b, n), n);
    if (all.back().first > beyond) return all.back().first;
  }
  std::ranges::sort(all, std::greater<>(), [](const auto& entry) { return entry.first; });
  double best = -1e9;
  for (std::size_t i = 0; i < effort.starts; ++i) best = std::max(best, climb(a, b, all[i].second, effort.shrink));
  return best;
}

// One number after the other, the last first: compilers evaluate arguments in orders of their own, and some tests name
// a pair by its number.
inline Pose randomPose(Random& r, double range) {
  Pose out;
  for (const int i : {2, 1, 0}) out.p[i] = r.uniform(-range, range);
  for (const int i : {2, 1, 0, 3}) out.q.coeffs()[i] = r.uniform(-1, 1);
  out.q.normalize();
  return out;
}

// Of two bodies, pair of parts by pair of parts.
inline double oracleDistance(const Oracle& a, const Pose& at_a, const Oracle& b, const Pose& at_b,
                             const Effort& effort = {}) {
  double out = 1e9;
  for (const Placed& p : parts(a, at_a))
    for (const Placed& q : parts(b, at_b)) out = std::min(out, largestGap(p, q, out, effort));
  return out;
}

}  // namespace ww::test
