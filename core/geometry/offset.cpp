// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/offset.h"

#include <Eigen/Cholesky>
#include <limits>

#include "core/geometry/weld.h"

namespace ww::geometry {
namespace {

constexpr double kLongest = 3.0;  // of a corner's way, for each metre of its faces'
constexpr double kSlack = 1e-6;   // keeps a vertex of one plane from wandering in it

// The faces around a vertex: their unit normals n as sums of n and of n * n^T.
struct Corner {
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  Vec3 sum = Vec3::Zero();
};

// The way of a vertex by which the planes of all faces around it move by 1, or nearly so where that cannot be.
Vec3 wayOf(const Corner& corner) {
  const Eigen::Matrix3d m = corner.squares + kSlack * corner.squares.trace() * Eigen::Matrix3d::Identity();
  if (!(m.trace() > 0.0)) return Vec3::Zero();
  const Vec3 way = m.ldlt().solve(corner.sum);
  if (!way.allFinite()) return Vec3::Zero();
  return way.norm() > kLongest ? Vec3(kLongest * way.normalized()) : way;
}

}  // namespace

Mesh offsetMesh(const Mesh& mesh, double metres) {
  const auto joined = weld(mesh.vertices);
  std::vector<Corner> corners(mesh.vertices.size());
  double volume = 0.0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3 normal = (b - a).cross(c - a);
    const double size = normal.norm();
    if (!(size > 0.0)) continue;
    volume += a.dot(b.cross(c));
    for (const std::uint32_t i : t) {
      Corner& corner = corners[joined[i]];
      corner.squares += normal * normal.transpose() / (size * size);
      corner.sum += normal / size;
    }
  }
  const double way = volume < 0.0 ? -metres : metres;
  constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(mesh.vertices.size(), kNone);
  Mesh out;
  for (const Triangle& t : mesh.triangles) {
    Triangle moved{joined[t[0]], joined[t[1]], joined[t[2]]};
    if (moved[0] == moved[1] || moved[1] == moved[2] || moved[2] == moved[0]) continue;
    for (std::uint32_t& i : moved) {
      if (place[i] == kNone) {
        place[i] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(mesh.vertices[i] + way * wayOf(corners[i]));
      }
      i = place[i];
    }
    if (volume < 0.0) std::swap(moved[1], moved[2]);
    out.triangles.push_back(moved);
  }
  return out;
}

}  // namespace ww::geometry
