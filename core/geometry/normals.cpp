// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "core/geometry/weld.h"

namespace ww::geometry {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

std::uint64_t hashOf(const Vec3& p) {
  std::uint64_t h = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = p[i] + 0.0;  // -0 becomes 0
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    h = (h ^ bits) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  return h;
}

// Unit normals of the triangles; zero for those without area.
std::vector<Vec3> faceNormals(const Mesh& mesh) {
  std::vector<Vec3> out;
  out.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    const Vec3 n = (mesh.vertices[t[1]] - a).normalized().cross((mesh.vertices[t[2]] - a).normalized());
    out.push_back(n.allFinite() && n.norm() > 1e-12 ? Vec3(n.normalized()) : Vec3(Vec3::Zero()));
  }
  return out;
}

// A corner is 3 * triangle + k. Groups the corners at one point, then gives each group one vertex.
class Smoother {
 public:
  Smoother(const Mesh& mesh, double crease_angle)
      : mesh_(mesh), same_(weld(mesh.vertices)), face_(faceNormals(mesh)), cos_(std::cos(crease_angle)) {}

  Mesh run() {
    sortCorners();
    out_.triangles = mesh_.triangles;
    out_.colors = mesh_.colors;
    out_.faces = mesh_.faces;
    out_.edges = mesh_.edges;
    for (std::size_t v = 0; v + 1 < start_.size(); ++v) smoothPoint(start_[v], start_[v + 1]);
    return std::move(out_);
  }

 private:
  std::uint32_t pointOf(std::uint32_t corner) const { return same_[mesh_.triangles[corner / 3][corner % 3]]; }

  void sortCorners() {
    start_.assign(mesh_.vertices.size() + 1, 0);
    const auto count = static_cast<std::uint32_t>(3 * mesh_.triangles.size());
    for (std::uint32_t c = 0; c < count; ++c) ++start_[pointOf(c) + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    corners_.resize(count);
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::uint32_t c = 0; c < count; ++c) corners_[next[pointOf(c)]++] = c;
  }

  std::uint32_t root(std::uint32_t i) {
    while (group_[i] != i) i = group_[i] = group_[group_[i]];
    return i;
  }

  bool smooth(std::uint32_t a, std::uint32_t b) const {
    const Vec3 &na = face_[a / 3], &nb = face_[b / 3];
    return na.isZero(0.0) || nb.isZero(0.0) || na.dot(nb) >= cos_ - 1e-9;
  }

  void smoothPoint(std::uint32_t first, std::uint32_t last) {
    const std::uint32_t count = last - first;
    group_.resize(count);
    std::iota(group_.begin(), group_.end(), 0u);
    spokes_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t c = corners_[first + i], t = 3 * (c / 3);
      spokes_.push_back({pointOf(t + (c + 1) % 3), i});
      spokes_.push_back({pointOf(t + (c + 2) % 3), i});
    }
    // Triangles with the same other end share an edge.
    std::sort(spokes_.begin(), spokes_.end());
    for (std::size_t s = 0; s + 1 < spokes_.size(); ++s) {
      if (spokes_[s].first != spokes_[s + 1].first) continue;
      const std::uint32_t i = spokes_[s].second, j = spokes_[s + 1].second;
      if (smooth(corners_[first + i], corners_[first + j])) group_[root(i)] = root(j);
    }
    emitGroups(first, count);
  }

  void emitGroups(std::uint32_t first, std::uint32_t count) {
    vertex_.assign(count, kNone);
    normal_.assign(count, Vec3::Zero());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t c = corners_[first + i], g = root(i);
      normal_[g] += angleAt(c) * face_[c / 3];
      if (vertex_[g] == kNone) {
        vertex_[g] = static_cast<std::uint32_t>(out_.vertices.size());
        out_.vertices.push_back(mesh_.vertices[pointOf(c)]);
        out_.normals.emplace_back(0.0f, 0.0f, 1.0f);
      }
      out_.triangles[c / 3][c % 3] = vertex_[g];
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const double length = normal_[i].norm();
      if (vertex_[i] != kNone && length > 1e-12) out_.normals[vertex_[i]] = (normal_[i] / length).cast<float>();
    }
  }

  double angleAt(std::uint32_t c) const {
    const std::uint32_t t = c / 3;
    const auto at = [&](std::uint32_t k) -> const Vec3& { return mesh_.vertices[mesh_.triangles[t][k % 3]]; };
    const Vec3 a = at(c % 3 + 1) - at(c % 3), b = at(c % 3 + 2) - at(c % 3);
    return std::atan2(a.cross(b).norm(), a.dot(b));
  }

  const Mesh& mesh_;
  std::vector<std::uint32_t> same_;
  std::vector<Vec3> face_;
  double cos_;
  std::vector<std::uint32_t> start_, corners_;  // corners by point
  std::vector<std::uint32_t> group_, vertex_;   // of the point at hand
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spokes_;
  std::vector<Vec3> normal_;
  Mesh out_;
};

}  // namespace

std::vector<std::uint32_t> weld(const std::vector<Vec3>& points) {
  std::size_t size = 16;
  while (size < 2 * points.size()) size *= 2;
  std::vector<std::uint32_t> table(size, kNone), out(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    std::size_t slot = hashOf(points[i]) & (size - 1);
    while (table[slot] != kNone && points[table[slot]] != points[i]) slot = (slot + 1) & (size - 1);
    if (table[slot] == kNone) table[slot] = i;
    out[i] = table[slot];
  }
  return out;
}

Mesh computeNormals(const Mesh& mesh, double crease_angle) { return Smoother(mesh, crease_angle).run(); }

}  // namespace ww::geometry
