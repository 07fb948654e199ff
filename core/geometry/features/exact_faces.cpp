// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/geometry/features/round_patch.h"

namespace ww::geometry::features {
namespace {

RoundPatch patchOf(const Mesh& mesh, const CadFace& face) {
  RoundPatch out;
  out.axis = canonical(face.axis.normalized());
  out.p = face.origin;
  out.radius = face.radius;
  out.exact = true;
  bool first = true;
  for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
    out.triangles.push_back(t);
    for (const std::uint32_t v : mesh.triangles[t]) {
      const double along = out.axis.dot(mesh.vertices[v] - out.p);
      out.low = first ? along : std::min(out.low, along);
      out.high = first ? along : std::max(out.high, along);
      first = false;
      out.angles.push_back(angleAbout(out, mesh.vertices[v]));
    }
  }
  out.inner = looksInward(mesh, out);
  return out;
}

Feature planeOf(const Mesh& mesh, const CadFace& face) {
  Feature f;
  f.kind = Feature::Kind::kPlane;
  f.axis = face.axis.normalized();
  f.along = across(f.axis);
  f.exact = true;
  Vec3 sum = Vec3::Zero();
  for (std::uint32_t t = face.first; t < face.first + face.count; ++t) {
    const auto& corners = mesh.triangles[t];
    const Vec3 &a = mesh.vertices[corners[0]], &b = mesh.vertices[corners[1]], &c = mesh.vertices[corners[2]];
    const double area = 0.5 * (b - a).cross(c - a).norm();
    f.area += area;
    sum += area * (a + b + c) / 3.0;
  }
  f.center = f.area > 0.0 ? Vec3(sum / f.area) : face.origin;
  return f;
}

// A circle through three points; radius 0 when they lie on a line.
RoundPatch circleThrough(const Vec3& a, const Vec3& b, const Vec3& c) {
  RoundPatch out;
  const Vec3 u = b - a, v = c - a, n = u.cross(v);
  const double n2 = n.squaredNorm(), scale = std::max(u.squaredNorm(), v.squaredNorm());
  if (!(n2 > 1e-12 * scale * scale)) return out;
  out.p = a + (u.squaredNorm() * v.cross(n) + v.squaredNorm() * n.cross(u)) / (2.0 * n2);
  out.axis = canonical(n.normalized());
  out.radius = (a - out.p).norm();
  return out;
}

// An edge that is a circle or a piece of one; radius 0 for others.
RoundPatch arcOf(const std::vector<Vec3>& line) {
  if (line.size() < 4) return {};
  const bool closed = (line.front() - line.back()).norm() < 1e-9;
  const std::size_t n = line.size() - (closed ? 1 : 0);
  RoundPatch out =
      closed ? circleThrough(line[0], line[n / 3], line[2 * n / 3]) : circleThrough(line[0], line[n / 2], line[n - 1]);
  const double slack = 1e-5 * out.radius + 1e-7;
  for (const Vec3& q : line) {
    const Vec3 d = q - out.p;
    if (std::abs(d.dot(out.axis)) > slack || std::abs(d.norm() - out.radius) > slack) return {};
    out.angles.push_back(angleAbout(out, q));
  }
  out.exact = true;
  return out;
}

bool isOneCircle(const RoundPatch& a, const RoundPatch& b) {
  const double slack = 1e-5 * a.radius + 1e-7;
  return std::abs(a.radius - b.radius) < slack && (a.p - b.p).norm() < slack && a.axis.dot(b.axis) > 1.0 - 1e-6;
}

}  // namespace

void addExactFaces(const Mesh& mesh, FeatureSet& out) {
  std::vector<RoundPatch> patches;
  for (const CadFace& face : mesh.faces) {
    if (face.surface == CadFace::Surface::kCylinder && face.count > 0) patches.push_back(patchOf(mesh, face));
  }
  addRound(std::move(patches), out);
  addCircles(mesh, out);
  for (const CadFace& face : mesh.faces) {
    if (face.surface != CadFace::Surface::kPlane || face.count == 0) continue;
    out.features.push_back(planeOf(mesh, face));
    const auto index = static_cast<std::int32_t>(out.features.size()) - 1;
    std::fill_n(out.of_triangle.begin() + face.first, face.count, index);
  }
}

void addCircles(const Mesh& mesh, FeatureSet& out) {
  std::vector<RoundPatch> circles;
  for (const std::vector<Vec3>& line : mesh.edges) {
    RoundPatch arc = arcOf(line);
    if (arc.radius > 0.0) circles.push_back(std::move(arc));
  }
  std::ranges::stable_sort(circles, {}, &RoundPatch::radius);
  std::vector<bool> taken(circles.size(), false);
  for (std::size_t i = 0; i < circles.size(); ++i) {
    if (taken[i]) continue;
    for (std::size_t j = i + 1; j < circles.size(); ++j) {
      if (circles[j].radius > circles[i].radius * (1.0 + 2e-5) + 2e-7) break;
      if (taken[j] || !isOneCircle(circles[i], circles[j])) continue;
      taken[j] = true;
      circles[i].angles.insert(circles[i].angles.end(), circles[j].angles.begin(), circles[j].angles.end());
    }
    if (widestGap(circles[i].angles).width > kOpenGap) continue;
    Feature f;
    f.kind = Feature::Kind::kCircle;
    f.center = circles[i].p;
    f.axis = circles[i].axis;
    f.along = across(f.axis);
    f.radius = circles[i].radius;
    f.exact = true;
    out.features.push_back(f);
  }
}

}  // namespace ww::geometry::features
