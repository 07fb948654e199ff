// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/polygon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ww::io::worker {
namespace {

// Visits of the tree for each corner. A polygon that does not cross itself takes a few dozen.
constexpr std::uint64_t kStepsPerCorner = 500;
constexpr std::uint64_t kStepsAtLeast = 100'000;

// The vector area, twice. Where the parts of it cancel out, the largest one of them serves for a plane.
Vec3 normalOf(std::span<const Vec3> corners) {
  Vec3 sum = Vec3::Zero(), largest = Vec3::Zero();
  double all = 0.0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec3 part = (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
    sum += part;
    all += part.norm();
    if (part.squaredNorm() > largest.squaredNorm()) largest = part;
  }
  return sum.norm() > 1e-9 * all ? sum : largest;
}

}  // namespace

// Leaves one coordinate out: what is left is exact, so that corners on a line stay on it.
void PolygonCutter::project(std::span<const Vec3> corners) {
  const Vec3 normal = normalOf(corners);
  int out = 0;
  normal.cwiseAbs().maxCoeff(&out);
  int u = (out + 1) % 3, v = (out + 2) % 3;
  if (normal[out] < 0.0) std::swap(u, v);
  points_.clear();
  for (const Vec3& c : corners) points_.push_back({c[u], c[v]});
}

double PolygonCutter::turn(Index a, Index b, Index c) const {
  const Point &p = points_[a], &q = points_[b], &r = points_[c];
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

// The diagonal that most programs take, when it lies within.
bool PolygonCutter::cutQuad(std::vector<geometry::Triangle>& out) const {
  for (const Index i : {0u, 1u}) {
    if (turn(i, i + 1, i + 2) <= 0.0 || turn(i, i + 2, (i + 3) % 4) <= 0.0) continue;
    out.push_back({i, i + 1, i + 2});
    out.push_back({i, i + 2, (i + 3) % 4});
    return true;
  }
  return false;
}

void PolygonCutter::link() {
  const std::size_t n = points_.size();
  previous_.resize(n);
  next_.resize(n);
  stamp_.assign(n, 0);
  queue_.clear();
  queue_at_ = 0;
  for (Index i = 0; i < n; ++i) {
    previous_[i] = i == 0 ? static_cast<Index>(n - 1) : i - 1;
    next_[i] = i + 1 == n ? 0 : i + 1;
    queue_.emplace_back(i, 0);
  }
  left_ = n;
  cursor_ = 0;
  hopeless_ = false;
  steps_ = 0;
  max_steps_ = kStepsAtLeast + kStepsPerCorner * n;
  order_.resize(n);
  place_.resize(n);
  boxes_.resize(n);
  obstacles_.assign(n, 0);
  obstacle_.assign(n, false);
  std::iota(order_.begin(), order_.end(), 0u);
  buildTree(0, n);
  for (std::size_t k = 0; k < n; ++k) place_[order_[k]] = static_cast<Index>(k);
  for (Index i = 0; i < n; ++i) setObstacle(i, !convex(i));
}

void PolygonCutter::buildTree(std::size_t low, std::size_t high) {
  if (low == high) return;
  Box box{points_[order_[low]], points_[order_[low]]};
  for (std::size_t k = low; k < high; ++k) {
    const Point& p = points_[order_[k]];
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  const std::size_t middle = (low + high) / 2;
  const bool by_x = box.max.x - box.min.x > box.max.y - box.min.y;
  const auto at = [&](std::size_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(at(low), at(middle), at(high),
                   [&](Index a, Index b) { return by_x ? points_[a].x < points_[b].x : points_[a].y < points_[b].y; });
  boxes_[middle] = box;
  buildTree(low, middle);
  buildTree(middle + 1, high);
}

void PolygonCutter::setObstacle(Index i, bool obstacle) {
  if (obstacle_[i] == obstacle) return;
  obstacle_[i] = obstacle;
  std::size_t low = 0, high = order_.size();
  while (true) {
    const std::size_t middle = (low + high) / 2;
    obstacle ? ++obstacles_[middle] : --obstacles_[middle];
    if (middle == place_[i]) return;
    (place_[i] < middle ? high : low) = place_[i] < middle ? middle : middle + 1;
  }
}

// No width: a corner on its neighbour, or the tip of a spike. To clip it changes nothing that is seen.
bool PolygonCutter::degenerate(Index i) const {
  const Index a = previous_[i], c = next_[i];
  if (turn(a, i, c) != 0.0) return false;
  const Point &p = points_[a], &q = points_[i], &r = points_[c];
  const bool on_neighbour = (p.x == q.x && p.y == q.y) || (r.x == q.x && r.y == q.y);
  return on_neighbour || (p.x - q.x) * (r.x - q.x) + (p.y - q.y) * (r.y - q.y) > 0.0;
}

// Every corner of the box is to the right of one side of the triangle. Rounds like turn(), so it never errs.
bool PolygonCutter::outside(const Box& box, Index a, Index b, Index c) const {
  const auto right = [&](Index from, Index to) {
    const Point &p = points_[from], &q = points_[to];
    const double dx = q.x - p.x, dy = q.y - p.y;
    const double x = dy > 0.0 ? box.min.x : box.max.x, y = dx > 0.0 ? box.max.y : box.min.y;
    return dx * (y - p.y) - dy * (x - p.x) < 0.0;
  };
  return right(a, b) || right(b, c) || right(c, a);
}

bool PolygonCutter::blocks(Index p, Index a, Index b, Index c, Care care) const {
  if (p == a || p == b || p == c) return false;
  const double ab = turn(a, b, p), bc = turn(b, c, p), ca = turn(c, a, p);
  if (ab < 0.0 || bc < 0.0 || ca < 0.0) return false;
  if (ab > 0.0 && bc > 0.0 && ca > 0.0) return true;
  if (care == Care::kWithin) return false;
  // On the corner itself, where outlines of holes are joined: it depends on where the sides go from there.
  const auto into = [&](Index q) {
    const double q_ab = turn(a, b, q), q_bc = turn(b, c, q), q_ca = turn(c, a, q);
    if (ab == 0.0 && ca == 0.0) return q_ab > 0.0 && q_ca > 0.0;
    if (ab == 0.0 && bc == 0.0) return q_ab > 0.0 && q_bc > 0.0;
    return q_bc > 0.0 && q_ca > 0.0;
  };
  const int zeros = (ab == 0.0) + (bc == 0.0) + (ca == 0.0);
  return zeros < 2 || into(previous_[p]) || into(next_[p]);
}

bool PolygonCutter::blocked(Index ear, Care care) {
  const Index a = previous_[ear], c = next_[ear];
  // Ranges of the tree; each step takes one and puts two, so the depth of the tree bounds them.
  std::array<std::pair<std::size_t, std::size_t>, 80> open;
  std::size_t depth = 0;
  open[depth++] = {0, order_.size()};
  while (depth > 0) {
    const auto [low, high] = open[--depth];
    const std::size_t middle = (low + high) / 2;
    if (low == high || obstacles_[middle] == 0 || outside(boxes_[middle], a, ear, c)) continue;
    if (++steps_ > max_steps_) return false;
    if (obstacle_[order_[middle]] && blocks(order_[middle], a, ear, c, care)) return true;
    open[depth++] = {low, middle};
    open[depth++] = {middle + 1, high};
  }
  return false;
}

void PolygonCutter::clip(Index i, std::vector<geometry::Triangle>& out) {
  const Index a = previous_[i], c = next_[i];
  out.push_back({a, i, c});
  next_[a] = c;
  previous_[c] = a;
  ++stamp_[i];
  --left_;
  if (cursor_ == i) cursor_ = c;
  setObstacle(i, false);
  for (const Index k : {a, c}) {
    setObstacle(k, !convex(k));
    queue_.emplace_back(k, ++stamp_[k]);
  }
}

// First come, first served: the corners beside an ear wait, so that round shapes fall into triangles of fair width.
PolygonCutter::Index PolygonCutter::nextEar() {
  while (queue_at_ < queue_.size() && !hopeless_) {
    const auto [i, stamp] = queue_[queue_at_++];
    if (stamp_[i] != stamp) continue;
    if (degenerate(i) || (convex(i) && !blocked(i, Care::kTouching))) return i;
  }
  return forcedEar();
}

// Only for outlines that cross or touch themselves: the best that there is, and in the end anything.
PolygonCutter::Index PolygonCutter::forcedEar() {
  for (const bool any : {false, true}) {
    Index i = cursor_;
    for (std::size_t k = 0; k < left_ && !hopeless_; ++k, i = next_[i]) {
      if (++steps_ > (any ? 2 : 1) * max_steps_) break;
      if (!convex(i) || (!any && blocked(i, Care::kWithin))) continue;
      return cursor_ = i;
    }
  }
  hopeless_ = true;
  return cursor_;
}

void PolygonCutter::cut(std::span<const Vec3> corners, std::vector<geometry::Triangle>& out) {
  if (corners.size() < 3) return;
  if (corners.size() == 3) {
    out.push_back({0, 1, 2});
    return;
  }
  project(corners);
  if (corners.size() == 4 && cutQuad(out)) return;
  link();
  while (left_ > 3) clip(nextEar(), out);
  out.push_back({previous_[cursor_], cursor_, next_[cursor_]});
}

}  // namespace ww::io::worker
