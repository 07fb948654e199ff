// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

// Cuts polygons into triangles by clipping ears: n - 2 for n corners, wound as the polygon, none overlapping when the
// polygon does not cross itself, and always of the polygon's whole (vector) area. Corners may lie on a line, be
// repeated, or be off one plane; holes may be joined to the outline by a bridge. Takes about n log n steps, and a
// bounded number for whatever else a file may hold. Keeps its memory for the next polygon; one thread.
class PolygonCutter {
 public:
  // Appends the triangles, of indices into `corners`, to `out`. Corners must be finite and of at most 1e8.
  void cut(std::span<const Vec3> corners, std::vector<geometry::Triangle>& out);

 private:
  using Index = std::uint32_t;
  struct Point {
    double x, y;
  };
  struct Box {
    Point min, max;
  };
  // How much counts as standing in the way of an ear: also what touches it, or only what lies within.
  enum class Care { kTouching, kWithin };

  void project(std::span<const Vec3> corners);
  bool cutQuad(std::vector<geometry::Triangle>& out) const;
  void link();
  void buildTree(std::size_t low, std::size_t high);
  void clip(Index i, std::vector<geometry::Triangle>& out);
  Index nextEar();
  Index forcedEar();

  double turn(Index a, Index b, Index c) const;
  bool degenerate(Index i) const;
  bool convex(Index i) const { return turn(previous_[i], i, next_[i]) > 0.0; }
  bool blocked(Index ear, Care care);
  bool blocks(Index p, Index a, Index b, Index c, Care care) const;
  bool outside(const Box& box, Index a, Index b, Index c) const;
  void setObstacle(Index i, bool obstacle);

  std::vector<Point> points_;
  std::vector<Index> previous_, next_;
  std::vector<std::uint32_t> stamp_;                    // changes when the corner or a neighbour does
  std::vector<std::pair<Index, std::uint32_t>> queue_;  // corners to look at, with their stamps then
  std::size_t queue_at_ = 0;
  std::size_t left_ = 0;  // corners not yet clipped
  Index cursor_ = 0;      // one of them
  bool hopeless_ = false;
  std::uint64_t steps_ = 0, max_steps_ = 0;

  // A k-d tree over the corners; the node of [low, high) is the middle one.
  std::vector<Index> order_, place_;  // corner at a place of the tree, place of a corner
  std::vector<Box> boxes_;
  std::vector<Index> obstacles_;  // in the subtree: corners that are not convex
  std::vector<bool> obstacle_;
};

}  // namespace ww::io::worker
