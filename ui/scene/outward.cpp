// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/outward.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/geometry/weld.h"

namespace ww::ui::scene {
namespace {

// A number for a directed edge; sums of such numbers are the same by chance once in 2^64.
std::uint64_t numberOf(std::uint32_t from, std::uint32_t to) {
  std::uint64_t x = (std::uint64_t{from} << 32 | to) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Points that triangles join, by one of them.
class Pieces {
 public:
  explicit Pieces(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0u); }
  std::uint32_t of(std::uint32_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    above_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> above_;
};

}  // namespace

bool looksOutward(const geometry::Mesh& mesh) {
  if (mesh.triangles.empty()) return false;
  const std::vector<std::uint32_t> same = geometry::weld(mesh.vertices);
  Pieces pieces(same.size());
  std::uint64_t open = 0;  // edges without those that run the other way
  for (const geometry::Triangle& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = same[t[k]], b = same[t[(k + 1) % 3]];
      open += numberOf(a, b) - numberOf(b, a);
      pieces.join(a, b);
    }
  }
  if (open != 0) return false;
  const Vec3 origin = mesh.vertices[mesh.triangles.front()[0]];
  std::vector<double> volumes(same.size(), 0.0);  // of pieces, six times
  for (const geometry::Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin, c = mesh.vertices[t[2]] - origin;
    volumes[pieces.of(same[t[0]])] += a.dot(b.cross(c));
  }
  return std::all_of(mesh.triangles.begin(), mesh.triangles.end(),
                     [&](const geometry::Triangle& t) { return volumes[pieces.of(same[t[0]])] > 0.0; });
}

}  // namespace ww::ui::scene
