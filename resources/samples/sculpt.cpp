// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/sculpt.h"

#include <cmath>
#include <numbers>

#include "core/geometry/mesh_edit.h"
#include "core/geometry/normals.h"

namespace ww::samples {
namespace {

using geometry::Mesh;
using std::numbers::pi;

// Rings this close to an edge keep the shading of round edges off the flat faces.
constexpr double kSupport = 0.0004;

std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }

void addTriangle(Mesh& mesh, std::size_t a, std::size_t b, std::size_t c) {
  const Vec3 &pa = mesh.vertices[a], &pb = mesh.vertices[b], &pc = mesh.vertices[c];
  if ((pb - pa).cross(pc - pa).norm() < 1e-14) return;
  mesh.triangles.push_back({index(a), index(b), index(c)});
}

void addCap(Mesh& mesh, std::size_t first, std::size_t count, bool at_end) {
  Vec3 center = Vec3::Zero();
  for (std::size_t j = 0; j < count; ++j) center += mesh.vertices[first + j];
  const std::size_t middle = mesh.vertices.size();
  mesh.vertices.push_back(center / static_cast<double>(count));
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t a = first + j, b = first + (j + 1) % count;
    if (at_end) addTriangle(mesh, middle, a, b);
    else addTriangle(mesh, middle, b, a);
  }
}

void addArc(std::vector<Vec2>& out, const Vec2& center, double radius, double from, double to, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const double a = from + (to - from) * i / steps;
    out.push_back(center + radius * Vec2(std::cos(a), std::sin(a)));
  }
}

Ring ringAt(const std::vector<Vec2>& outline, double z) {
  Ring ring;
  ring.reserve(outline.size());
  for (const Vec2& p : outline) ring.emplace_back(p.x(), p.y(), z);
  return ring;
}

double rounded(double x) { return std::round(x * 1e7) / 1e7 + 0.0; }

}  // namespace

Mesh loft(const std::vector<Ring>& rings) {
  Mesh mesh;
  const std::size_t n = rings.front().size();
  for (const Ring& ring : rings) mesh.vertices.insert(mesh.vertices.end(), ring.begin(), ring.end());
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t a = i * n + j, b = i * n + (j + 1) % n;
      addTriangle(mesh, a, b, b + n);
      addTriangle(mesh, a, b + n, a + n);
    }
  }
  addCap(mesh, 0, n, false);
  addCap(mesh, (rings.size() - 1) * n, n, true);
  return mesh;
}

Mesh revolve(const std::vector<Vec2>& profile, int segments) {
  std::vector<Ring> rings;
  for (const Vec2& p : profile) rings.push_back(ringAt(circle(p.x(), segments)(0.0), p.y()));
  return loft(rings);
}

Mesh roundedCylinder(double radius, double length, double bevel, int segments) {
  return extrude(circle(radius, segments), length, bevel);
}

Outline roundRect(double width, double height, double radius, int steps) {
  return [=](double inset) {
    const double r = std::max(radius - inset, 1e-4);
    const double x = width / 2 - inset - r, y = height / 2 - inset - r;
    std::vector<Vec2> out;
    addArc(out, {x, y}, r, 0, pi / 2, steps);
    addArc(out, {-x, y}, r, pi / 2, pi, steps);
    addArc(out, {-x, -y}, r, pi, 1.5 * pi, steps);
    addArc(out, {x, -y}, r, 1.5 * pi, 2 * pi, steps);
    return out;
  };
}

Outline twoCircles(Vec2 a, double radius_a, Vec2 b, double radius_b, int steps) {
  return [=](double inset) {
    const Vec2 d = b - a;
    const double heading = std::atan2(d.y(), d.x());
    // Half the angle of the arc of b: the tangent touches both circles at the same angle.
    const double tangent = std::acos((radius_a - radius_b) / d.norm());
    std::vector<Vec2> out;
    addArc(out, b, radius_b - inset, heading - tangent, heading + tangent, steps);
    addArc(out, a, radius_a - inset, heading + tangent, heading + 2 * pi - tangent, steps);
    return out;
  };
}

Outline circle(double radius, int segments) {
  return [=](double inset) {
    std::vector<Vec2> out;
    addArc(out, Vec2::Zero(), std::max(radius - inset, 0.0), 0, 2 * pi, segments);
    out.pop_back();
    return out;
  };
}

Mesh extrude(const Outline& outline, double length, double bevel, int bevel_steps) {
  std::vector<Ring> rings;
  const auto add = [&](double inset, double z) { rings.push_back(ringAt(outline(inset), z)); };
  add(bevel + kSupport, 0);
  for (int k = 0; k <= bevel_steps; ++k) {
    const double a = pi / 2 * k / bevel_steps;
    add(bevel * (1 - std::sin(a)), bevel * (1 - std::cos(a)));
  }
  add(0, bevel + kSupport);
  const std::size_t half = rings.size();
  for (std::size_t i = half; i-- > 0;) {
    Ring ring = rings[i];
    for (Vec3& p : ring) p.z() = length - p.z();
    rings.push_back(std::move(ring));
  }
  return loft(rings);
}

Mesh extrudeRing(const std::vector<Vec2>& outer, const std::vector<Vec2>& hole, double length) {
  Mesh mesh;
  const std::size_t n = outer.size();
  // Around the section: outside up, over the top, inside down, back below.
  for (const Ring& ring : {ringAt(outer, 0), ringAt(outer, length), ringAt(hole, length), ringAt(hole, 0)}) {
    mesh.vertices.insert(mesh.vertices.end(), ring.begin(), ring.end());
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t k = (j + 1) % n, next = (i + 1) % 4;
      addTriangle(mesh, i * n + j, i * n + k, next * n + k);
      addTriangle(mesh, i * n + j, next * n + k, next * n + j);
    }
  }
  return mesh;
}

Mesh roundedBox(const Vec3& size, double bevel) {
  const Mesh mesh = extrude(roundRect(size.x(), size.y(), std::max(bevel, 1e-3), 2), size.z(), bevel, 2);
  return geometry::transformed(mesh, Eigen::Affine3d(Eigen::Translation3d(0, 0, -size.z() / 2)));
}

Pose along(const Vec3& axis, const Vec3& origin) {
  return {origin, Quat::FromTwoVectors(Vec3::UnitZ(), axis).normalized()};
}

Pose uprightAt(const Vec3& origin) { return {origin, Pose::rotation(Vec3::UnitX(), pi / 2).q}; }

Sculpture& Sculpture::add(const Mesh& piece, geometry::Color color, const Pose& pose) {
  Mesh placed = geometry::transformed(piece, Eigen::Affine3d(pose.isometry()));
  placed.colors = {{0, index(placed.triangles.size()), color}};
  geometry::append(placed, mesh_);
  return *this;
}

Mesh Sculpture::finish() const {
  Mesh mesh = mesh_;
  for (Vec3& v : mesh.vertices) v = v.unaryExpr(&rounded);
  return geometry::computeNormals(mesh, 35.0 * pi / 180.0);
}

}  // namespace ww::samples
