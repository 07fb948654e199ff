// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mesh_gaps.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/geometry/weld.h"

namespace ww::geometry {
namespace {

using Index = std::uint32_t;

struct HalfEdge {
  Index from, to;
};

// The edges that one triangle alone has, in its direction. Sorted by their lower end, each has few others beside it.
// `repeats`: an edge is there twice in one direction, as between triangles that lie on each other.
std::vector<HalfEdge> openEdges(const Mesh& mesh, const std::vector<Index>& same, bool& repeats) {
  std::vector<std::size_t> first(same.size() + 1, 0);
  const auto eachEdge = [&](const auto& fn) {
    for (const Triangle& t : mesh.triangles) {
      const Index p[3] = {same[t[0]], same[t[1]], same[t[2]]};
      if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
      for (std::size_t k = 0; k < 3; ++k) fn(p[k], p[(k + 1) % 3]);
    }
  };
  eachEdge([&](Index a, Index b) { ++first[std::min(a, b) + 1]; });
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::pair<Index, bool>> ends(first.back());  // the higher end, and whether the edge goes up to it
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  eachEdge([&](Index a, Index b) { ends[next[std::min(a, b)]++] = {std::max(a, b), a < b}; });
  std::vector<HalfEdge> out;
  for (Index low = 0; low < same.size(); ++low) {
    const auto begin = ends.begin() + static_cast<std::ptrdiff_t>(first[low]);
    const auto end = ends.begin() + static_cast<std::ptrdiff_t>(first[low + 1]);
    std::sort(begin, end);
    for (auto at = begin; at != end;) {
      const auto after = std::find_if(at, end, [at](const auto& e) { return e.first != at->first; });
      if (after - at == 1) out.push_back(at->second ? HalfEdge{low, at->first} : HalfEdge{at->first, low});
      repeats = repeats || std::adjacent_find(at, after) != after;
      at = after;
    }
  }
  return out;
}

// Triangles that are there again, in the same direction.
std::uint64_t doubledIn(const Mesh& mesh, const std::vector<Index>& same) {
  std::vector<Triangle> turned;
  turned.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    Triangle p{same[t[0]], same[t[1]], same[t[2]]};
    if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
    std::rotate(p.begin(), std::min_element(p.begin(), p.end()), p.end());
    turned.push_back(p);
  }
  std::sort(turned.begin(), turned.end());
  return static_cast<std::uint64_t>(turned.end() - std::unique(turned.begin(), turned.end()));
}

Index rootOf(std::vector<Index>& parent, Index i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// The area vectors of the loops that open edges make: a crack goes there and back and has none.
double areaOfHoles(const Mesh& mesh, const std::vector<HalfEdge>& open) {
  std::vector<Index> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), Index{0});
  for (const HalfEdge& e : open) parent[rootOf(parent, e.from)] = rootOf(parent, e.to);
  std::map<Index, Vec3> loops;
  for (const HalfEdge& e : open) {
    const Index root = rootOf(parent, e.from);
    const Vec3& origin = mesh.vertices[root];
    const Vec3 twice = (mesh.vertices[e.from] - origin).cross(mesh.vertices[e.to] - origin);
    loops.try_emplace(root, Vec3::Zero()).first->second += 0.5 * twice;
  }
  double out = 0.0;
  for (const auto& [root, area] : loops) out += area.norm();
  return out;
}

// The points on a grid. `shift` moves its lines, should points lie on them.
std::vector<Vec3> snapped(const Mesh& mesh, const Bounds& bounds, double shift) {
  constexpr double kCells = 1e5;
  const double size = bounds.size().maxCoeff();
  std::vector<Vec3> out;
  out.reserve(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices)
    out.push_back(((v - bounds.min) * (kCells / size) + Vec3::Constant(shift)).array().round());
  return out;
}

}  // namespace

MeshGaps gapsOf(const Mesh& mesh) {
  MeshGaps out;
  const Bounds bounds = mesh.bounds();
  if (bounds.empty()) return out;
  const Vec3 middle = bounds.center();
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - middle, b = mesh.vertices[t[1]] - middle, c = mesh.vertices[t[2]] - middle;
    out.area += 0.5 * (b - a).cross(c - a).norm();
    out.volume += a.dot(b.cross(c)) / 6.0;
  }
  bool repeats = false;
  const auto look = [&](const std::vector<Index>& same) {
    const std::vector<HalfEdge> open = openEdges(mesh, same, repeats);
    const double area = open.empty() ? 0.0 : areaOfHoles(mesh, open);
    const bool better = open.empty() || area < out.open_area;
    if (better) out.open_edges = open.size(), out.open_area = area;
    return open.empty();
  };
  out.open_area = std::numeric_limits<double>::infinity();
  const std::vector<Index> same = weld(mesh.vertices);
  const bool closed = look(same);
  if (repeats) out.doubled = doubledIn(mesh, same);
  if (closed || !(bounds.size().maxCoeff() > 0.0)) return out;
  for (const double shift : {0.0, 0.5})
    if (look(weld(snapped(mesh, bounds, shift)))) break;
  return out;
}

}  // namespace ww::geometry
