// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/geometry/collision/kind_makers.h"

namespace ww::geometry::collision_making {
namespace {

// A mesh is cut by planes; the hull of what lies on one side of a plane, with the points of the cut, holds all of the
// solid that is there, so that nothing has to be closed, and nothing that is seen is missing. Of the cuts that are
// tried the one is taken whose two hulls are smallest together: what a cut saves is empty space that was blocked.
using Soup = std::vector<std::array<Vec3, 3>>;

constexpr int kCutsAlongAxis = 7;
constexpr std::size_t kMostTried = 1500;  // triangles by which cuts are compared
constexpr double kWorthwhile = 0.005;     // of the hull of all: smaller savings end it

struct Cut {
  Vec3 normal = Vec3::UnitX();
  double offset = 0.0;
};

std::vector<Vec3> pointsOf(const Soup& soup) {
  std::vector<Vec3> out;
  out.reserve(3 * soup.size());
  for (const auto& t : soup) out.insert(out.end(), t.begin(), t.end());
  return out;
}

// What lies at or below the plane.
Soup below(const Soup& soup, const Cut& cut) {
  Soup out;
  for (const auto& t : soup) {
    std::array<Vec3, 4> kept;
    std::size_t n = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 &a = t[i], &b = t[(i + 1) % 3];
      const double da = cut.normal.dot(a) - cut.offset, db = cut.normal.dot(b) - cut.offset;
      if (da <= 0.0) kept[n++] = a;
      if ((da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0)) kept[n++] = a + (b - a) * (da / (da - db));
    }
    for (std::size_t i = 2; i < n; ++i) out.push_back({kept[0], kept[i - 1], kept[i]});
  }
  return out;
}

Soup above(const Soup& soup, const Cut& cut) { return below(soup, {-cut.normal, -cut.offset}); }

// A part of the triangles, evenly chosen, for comparing.
Soup sampled(const Soup& soup) {
  if (soup.size() <= kMostTried) return soup;
  Soup out;
  const double step = static_cast<double>(soup.size()) / static_cast<double>(kMostTried);
  for (double at = 0.0; at < static_cast<double>(soup.size()); at += step)
    out.push_back(soup[static_cast<std::size_t>(at)]);
  return out;
}

struct Piece {
  Soup soup;
  double volume = 0.0;
  std::optional<Cut> cut;
  double saved = 0.0;  // m^3, by the best cut
};

void findCut(Piece& piece, const std::stop_token& stop) {
  const Soup sample = sampled(piece.soup);
  Bounds box;
  for (const Vec3& p : pointsOf(sample)) box.add(p);
  const double whole = hullVolume(pointsOf(sample), stop);
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 1; i <= kCutsAlongAxis; ++i) {
      const double at = box.min[axis] + box.size()[axis] * i / (kCutsAlongAxis + 1);
      const Cut cut{Vec3::Unit(axis), at};
      const Soup low = below(sample, cut), high = above(sample, cut);
      if (low.empty() || high.empty()) continue;
      if (stop.stop_requested()) return;
      const double saved = whole - hullVolume(pointsOf(low), stop) - hullVolume(pointsOf(high), stop);
      if (saved <= piece.saved) continue;
      piece.saved = saved;
      piece.cut = cut;
    }
  }
}

Piece pieceOf(Soup soup, const std::stop_token& stop) {
  Piece piece;
  piece.soup = std::move(soup);
  piece.volume = hullVolume(pointsOf(piece.soup), stop);
  findCut(piece, stop);
  return piece;
}

}  // namespace

Made pieces(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  Soup all;
  for (const Triangle& t : mesh.triangles)
    all.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  WW_ASSIGN(const Mesh around, convexHull(mesh.vertices, stop));
  std::vector<Piece> list;
  list.push_back(pieceOf(std::move(all), stop));
  const double least = kWorthwhile * list.front().volume;
  while (static_cast<int>(list.size()) < wish.pieces) {
    if (stop.stop_requested()) return cancelledMaking();
    progress.report(static_cast<double>(list.size()) / wish.pieces);
    const auto worst = std::ranges::max_element(list, {}, &Piece::saved);
    if (!worst->cut || worst->saved <= least) break;
    Soup low = below(worst->soup, *worst->cut), high = above(worst->soup, *worst->cut);
    *worst = pieceOf(std::move(low), stop);
    if (stop.stop_requested()) return cancelledMaking();
    list.push_back(pieceOf(std::move(high), stop));
  }
  std::vector<Shape> out;
  for (const Piece& piece : list) {
    Result<Mesh> hull = convexHull(pointsOf(piece.soup), stop);
    if (stop.stop_requested()) return cancelledMaking();
    if (!hull.ok()) continue;  // what is as flat as the cut lies on its neighbour
    Shape shape;
    shape.mesh = std::make_shared<const Mesh>(std::move(hull).value());
    out.push_back(std::move(shape));
  }
  return out;
}

}  // namespace ww::geometry::collision_making
