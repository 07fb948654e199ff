// SPDX-License-Identifier: Apache-2.0
#include "core/collision/shapes/tri_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace ww::collision {
namespace {

constexpr std::uint32_t kLeafSize = 4;

struct PointHash {
  std::size_t operator()(const std::array<double, 3>& p) const {
    std::size_t h = 0;
    for (const double v : p) h = h * 1000003u ^ std::hash<double>{}(v);
    return h;
  }
};

std::uint64_t edgeKey(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

const std::array<Vec3, 3>& rays() {
  static const std::array<Vec3, 3> kRays = {Vec3(0.8317, 0.4771, 0.2839), Vec3(-0.3911, 0.7529, 0.5293),
                                            Vec3(0.1873, -0.5479, 0.8153)};
  return kRays;
}

// What each edge of a mesh has, by its key; for so many of them at most. Edges lead from a vertex to another.
template <typename Value>
class EdgeTable {
 public:
  explicit EdgeTable(std::size_t edges) : slots_(std::bit_ceil(2 * edges + 2)) {}
  // Null when there is none.
  const Value* find(std::uint64_t key) const {
    const Slot& slot = slots_[at(key)];
    return slot.key == key ? &slot.value : nullptr;
  }
  // Whether it was new; else it stays as it was.
  bool add(std::uint64_t key, Value value) {
    Slot& slot = slots_[at(key)];
    if (slot.key == key) return false;
    slot = {key, value};
    return true;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kFree;
    Value value{};
  };
  std::size_t at(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = (key * 0x9E3779B97F4A7C15ULL) >> 32 & mask;
    while (slots_[i].key != key && slots_[i].key != kFree) i = (i + 1) & mask;
    return i;
  }
  std::vector<Slot> slots_;
};

}  // namespace

TriMesh::TriMesh(const geometry::Mesh& mesh, const Eigen::Affine3d& body_t_mesh) {
  load(mesh, body_t_mesh);
  for (const auto& t : triangles_) {
    for (const auto i : t) bounds_.add(vertices_[i]);
  }
  inspect();
  if (triangles_.empty()) return;
  findPieces();
  nodes_.reserve(triangles_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(triangles_.size()));
  if (closed_) findInnerPoints();
}

void TriMesh::load(const geometry::Mesh& mesh, const Eigen::Affine3d& body_t_mesh) {
  std::unordered_map<std::array<double, 3>, std::uint32_t, PointHash> known;
  std::vector<std::uint32_t> welded(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3 p = body_t_mesh * mesh.vertices[i];
    // + 0.0 makes one zero of the two.
    const auto [it, fresh] =
        known.try_emplace({p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}, static_cast<std::uint32_t>(vertices_.size()));
    if (fresh) vertices_.push_back(p);
    welded[i] = it->second;
  }
  const bool mirrored = body_t_mesh.linear().determinant() < 0.0;
  for (const auto& t : mesh.triangles) {
    const geometry::Triangle n{welded[t[0]], welded[t[mirrored ? 2 : 1]], welded[t[mirrored ? 1 : 2]]};
    if (n[0] == n[1] || n[1] == n[2] || n[0] == n[2]) continue;
    triangles_.push_back(n);
  }
}

void TriMesh::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Bounds box, centers;
  const auto center = [this](const geometry::Triangle& t) {
    return Vec3((vertices_[t[0]] + vertices_[t[1]] + vertices_[t[2]]) / 3.0);
  };
  for (std::uint32_t i = first; i < first + count; ++i) {
    for (const auto v : triangles_[i]) box.add(vertices_[v]);
    centers.add(center(triangles_[i]));
  }
  nodes_[node].center = box.center();
  nodes_[node].half = 0.5 * box.size();
  if (count <= kLeafSize) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  Eigen::Index axis = 0;
  centers.size().maxCoeff(&axis);
  const std::uint32_t half = count / 2;
  const auto begin = triangles_.begin() + first;
  std::nth_element(begin, begin + half, begin + count,
                   [&](const auto& a, const auto& b) { return center(a)[axis] < center(b)[axis]; });
  const auto kids = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = kids;
  nodes_.emplace_back();
  nodes_.emplace_back();
  build(kids, first, half);
  build(kids + 1, first + half, count - half);
}

void TriMesh::findPieces() {
  std::vector<std::uint32_t> parent(vertices_.size());
  for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
  const auto root = [&parent](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : triangles_) {
    parent[root(t[1])] = root(t[0]);
    parent[root(t[2])] = root(t[0]);
  }
  std::vector<std::uint8_t> seen(vertices_.size(), 0);
  for (const auto& t : triangles_) {
    if (piece_vertices_.size() == 64) return;
    if (std::uint8_t& s = seen[root(t[0])]; !s) s = 1, piece_vertices_.push_back(t[0]);
  }
}

double TriMesh::signedVolume() const {
  double six = 0.0;
  for (const auto& t : triangles_) six += vertices_[t[0]].dot(vertices_[t[1]].cross(vertices_[t[2]]));
  return six / 6.0;
}

// Whether every edge has an even number of triangles, whichever way these face: then a ray from a point inside leaves
// an odd number of times.
bool TriMesh::isCycle() const {
  std::unordered_map<std::uint64_t, bool> odd;
  for (const auto& t : triangles_) {
    for (const std::size_t k : {0U, 1U, 2U}) {
      const auto [low, high] = std::minmax(t[k], t[(k + 1) % 3]);
      if (bool& is = odd[edgeKey(low, high)]; low != high) is = !is;
    }
  }
  return !triangles_.empty() && std::ranges::none_of(odd, [](const auto& edge) { return edge.second; });
}

// Convex: a closed surface in one piece, of the topology of a sphere, bent outward at every edge
// (Hadamard), as far as rounding tells.
void TriMesh::inspect() {
  EdgeTable<std::uint32_t> edges(3 * triangles_.size());  // directed edge to triangle
  bool once = true;
  for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
    const auto& t = triangles_[i];
    for (const int k : {0, 1, 2}) {
      const auto key = edgeKey(t[static_cast<std::size_t>(k)], t[static_cast<std::size_t>((k + 1) % 3)]);
      once = edges.add(key, i) && once;
    }
  }
  oriented_ = once && !triangles_.empty();
  const auto edge = [](const geometry::Triangle& t, std::size_t k) { return edgeKey(t[k], t[(k + 1) % 3]); };
  for (const auto& t : triangles_)
    for (const std::size_t k : {0U, 1U, 2U}) oriented_ = oriented_ && edges.find(std::rotl(edge(t, k), 32));
  closed_ = oriented_ || isCycle();
  if (!oriented_) return;
  // The solid is the same where all triangles face inward, as in mirrored files.
  const double volume = signedVolume();
  if (volume == 0.0) return;
  const double outward = volume > 0.0 ? 1.0 : -1.0;
  std::vector<std::uint8_t> used(vertices_.size(), 0);
  for (const auto& t : triangles_) {
    for (const auto v : t) used[v] = 1;
  }
  const auto corners = std::ranges::count(used, 1);
  if (corners + static_cast<std::ptrdiff_t>(triangles_.size()) !=
      static_cast<std::ptrdiff_t>(3 * triangles_.size() / 2) + 2)
    return;
  const double eps = 1e-9 * bounds_.size().norm();
  for (const auto& t : triangles_) {
    const Vec3 n = outward * (vertices_[t[1]] - vertices_[t[0]]).cross(vertices_[t[2]] - vertices_[t[0]]).normalized();
    for (const std::size_t k : {0U, 1U, 2U}) {
      for (const auto v : triangles_[*edges.find(std::rotl(edge(t, k), 32))]) {
        if (n.dot(vertices_[v] - vertices_[t[0]]) > eps) return;
      }
    }
  }
  // Two bodies can pass for one by numbers: all corners are within all planes, on a sample of planes.
  const std::size_t step = std::max<std::size_t>(1, triangles_.size() * vertices_.size() / 2'000'000);
  Eigen::ArrayX3d all(corners, 3);  // coordinates side by side, for vector code
  Eigen::Index row = 0;
  for (std::size_t v = 0; v < vertices_.size(); ++v)
    if (used[v]) all.row(row++) = vertices_[v].transpose().array();
  for (std::size_t i = 0; i < triangles_.size(); i += step) {
    const auto& t = triangles_[i];
    const Vec3& at = vertices_[t[0]];
    const Vec3 n = outward * (vertices_[t[1]] - at).cross(vertices_[t[2]] - at).normalized();
    const auto above = (all.col(0) - at.x()) * n.x() + (all.col(1) - at.y()) * n.y() + (all.col(2) - at.z()) * n.z();
    if (above.maxCoeff() > 10.0 * eps) return;
  }
  convex_ = true;
}

int TriMesh::crossings(const Vec3& origin, const Vec3& direction, bool* sure) const {
  // Products of lengths within the box; rounding is some thousand times less.
  const double size = bounds_.size().norm(), doubt = 1e-12 * size * size;
  // Halves of halves: one node for each level is left to be looked at, and no mesh has as many as 2^60 triangles.
  std::array<std::uint32_t, 64> stack;
  std::size_t top = 0;
  stack[top++] = 0;
  int sum = 0;
  while (top > 0) {
    const TriNode& node = nodes_[stack[--top]];
    // Separating axes of a ray and a box: the box's own, and the products with the ray.
    const Vec3 off = origin - node.center;
    const Vec3 reach = node.half * (1.0 + 1e-12) + Vec3::Constant(1e-15);
    bool miss = false;
    for (Eigen::Index k = 0; k < 3; ++k) {
      miss = miss || (std::abs(off[k]) > reach[k] && off[k] * direction[k] >= 0.0);
      const Eigen::Index i = (k + 1) % 3, j = (k + 2) % 3;
      miss = miss || std::abs(direction[i] * off[j] - direction[j] * off[i]) >
                         std::abs(direction[i]) * reach[j] + std::abs(direction[j]) * reach[i];
    }
    if (miss) continue;
    if (node.count == 0) {
      stack[top++] = node.first;
      stack[top++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Vec3 a = vertices_[triangles_[i][0]] - origin, b = vertices_[triangles_[i][1]] - origin,
                 c = vertices_[triangles_[i][2]] - origin;
      const double u = direction.dot(b.cross(c)), v = direction.dot(c.cross(a)), w = direction.dot(a.cross(b));
      const bool out = u >= 0.0 && v >= 0.0 && w >= 0.0, in = u <= 0.0 && v <= 0.0 && w <= 0.0;
      const double least = std::min({u, v, w}), most = std::max({u, v, w});
      if (sure && !(least > doubt || most < -doubt || (least < -doubt && most > doubt))) *sure = false;
      if (out == in) continue;
      const double det = u + v + w, volume = a.dot(b.cross(c)), t = volume / det;
      if (sure && !(std::abs(volume) > doubt * size)) *sure = false;
      if (t > 0.0) sum += out ? 1 : -1;
    }
  }
  return sum;
}

bool TriMesh::isBeside(const Vec3& p) const {
  return (p.array() < bounds_.min.array()).any() || (p.array() > bounds_.max.array()).any();
}

int TriMesh::doubted(const Vec3& p, int enough_for, int enough_against) const {
  if (!closed_ || isBeside(p)) return 0;
  bool sure = true;
  const int sum = crossings(p, rays().front(), &sure);
  return sure ? (isOdd(sum) ? kVotes : 0) : inside(p, enough_for, enough_against);
}

int TriMesh::inside(const Vec3& p, int enough_for, int enough_against) const {
  if (!closed_ || isBeside(p)) return 0;
  int votes = 0, against = 0;
  for (std::size_t i = 0; i < rays().size() && votes < enough_for && against < enough_against; ++i)
    (isOdd(crossings(p, rays()[i])) ? votes : against) += 1;
  return votes;
}

}  // namespace ww::collision
