// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/geometry/failures.h"
#include "core/geometry/weld.h"

namespace ww::geometry {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Volume, centroid, and the integral of (x - c)(x - c)^T, which is easy to move and stretch.
struct Moments {
  double volume = 0.0;
  Vec3 centroid = Vec3::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
};

Moments centred(double volume, const Vec3& second, const Vec3& centroid = Vec3::Zero()) {
  return {volume, centroid, second.asDiagonal()};
}

Moments moments(const Box& s) {
  const double v = s.size.prod();
  return centred(v, v / 12.0 * s.size.cwiseAbs2());
}
Moments moments(const Ellipsoid& s) {
  const double v = 4.0 / 3.0 * kPi * s.radii.prod();
  return centred(v, v / 5.0 * s.radii.cwiseAbs2());
}
Moments moments(const Sphere& s) { return moments(Ellipsoid{Vec3::Constant(s.radius)}); }
Moments moments(const Cylinder& s) {
  const double r2 = s.radius * s.radius, v = kPi * r2 * s.length;
  return centred(v, v * Vec3(r2 / 4.0, r2 / 4.0, s.length * s.length / 12.0));
}
Moments moments(const Capsule& s) {
  const Moments tube = moments(Cylinder{s.length, s.radius}), ball = moments(Sphere{s.radius});
  const double h = 0.5 * s.length;
  Moments out = centred(tube.volume + ball.volume, tube.second.diagonal() + ball.second.diagonal());
  // The halves of the ball are moved by h; their centroids are 3/8 r from the flat side.
  out.second(2, 2) += ball.volume * (2.0 * h * 0.375 * s.radius + h * h);
  return out;
}
Moments moments(const Frustum& s) {
  const double a = std::tan(s.y_angle), b = std::tan(s.x_angle);  // half width per height, in x and y
  const auto power = [&](int n) { return std::pow(s.max_z, n) - std::pow(s.min_z, n); };
  const double v = 4.0 * a * b * power(3) / 3.0;
  const double z = a * b * power(4) / v;
  const double fifth = 4.0 * a * b * power(5) / 5.0;
  return centred(v, {fifth * a * a / 3.0, fifth * b * b / 3.0, fifth - v * z * z}, Vec3(0, 0, z));
}

Moments transformed(const Moments& m, const Eigen::Affine3d& t) {
  const Eigen::Matrix3d a = t.linear();
  const double factor = std::abs(a.determinant());
  return {m.volume * factor, t * m.centroid, factor * (a * m.second * a.transpose())};
}

Moments sum(std::span<const Moments> parts) {
  Moments out;
  for (const Moments& m : parts) {
    out.volume += m.volume;
    out.centroid += m.volume * m.centroid;
  }
  out.centroid /= out.volume;
  for (const Moments& m : parts) {
    const Vec3 d = m.centroid - out.centroid;
    out.second += m.second + m.volume * (d * d.transpose());
  }
  return out;
}

MassProperties properties(const Moments& m) {
  return {m.volume, m.centroid, m.second.trace() * Eigen::Matrix3d::Identity() - m.second};
}

// Signed tetrahedra from one point, in the middle of the mesh to lose few digits.
Moments moments(const Mesh& mesh) {
  const Vec3 origin = mesh.bounds().center();
  double volume = 0.0;
  Vec3 first = Vec3::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin, c = mesh.vertices[t[2]] - origin;
    const double v = a.dot(b.cross(c)) / 6.0;
    const Vec3 s = a + b + c;
    volume += v;
    first += v / 4.0 * s;
    second += v / 20.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  const Vec3 centroid = first / volume;
  const Eigen::Matrix3d about = second - volume * (centroid * centroid.transpose());
  return {std::abs(volume), origin + centroid, volume < 0.0 ? Eigen::Matrix3d(-about) : about};
}

Status noVolume(const Mesh& mesh, const Moments& m) {
  // Less than rounding of the sum: a flat sheet with two sides.
  const double size = mesh.bounds().size().norm();
  if (m.volume > 1e-14 * size * size * size && m.second.allFinite()) return okStatus();
  return fail(failures::kNoVolume);
}

}  // namespace

MassProperties massProperties(const Primitive& primitive) {
  return properties(std::visit([](const auto& p) { return moments(p); }, primitive));
}

Result<MassProperties> massProperties(const Mesh& mesh) {
  if (mesh.triangles.empty() || !isClosed(mesh)) {
    return fail(failures::kNotClosed);
  }
  const Moments m = moments(mesh);
  WW_TRY(noVolume(mesh, m));
  return properties(m);
}

Result<MassProperties> massProperties(const Shape& shape) {
  if (shape.mesh) return massProperties(*shape.mesh);
  if (shape.primitives.empty()) return fail(failures::kEmptyShape);
  std::vector<Moments> parts;
  for (const PlacedPrimitive& placed : shape.primitives) {
    const Moments m = std::visit([](const auto& p) { return moments(p); }, placed.primitive);
    parts.push_back(transformed(m, placed.ref_t_shape));
  }
  return properties(sum(parts));
}

bool isClosed(const Mesh& mesh) {
  const std::vector<std::uint32_t> same = weld(mesh.vertices);
  // Each edge as (low, high) with its direction; sorted, the same edges lie side by side.
  std::vector<std::pair<std::uint64_t, int>> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t a = same[t[k]], b = same[t[(k + 1) % 3]];
      if (a != b) edges.push_back({std::min(a, b) << 32 | std::max(a, b), a < b ? 1 : -1});
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size();) {
    int balance = 0;
    const std::uint64_t edge = edges[i].first;
    for (; i < edges.size() && edges[i].first == edge; ++i) balance += edges[i].second;
    if (balance != 0) return false;
  }
  return true;
}

double area(const Mesh& mesh) {
  double twice = 0.0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    twice += (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
  }
  return 0.5 * twice;
}

}  // namespace ww::geometry
