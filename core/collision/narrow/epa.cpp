// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/collision/narrow/way_out.h"

namespace ww::collision {
namespace {

constexpr int kSteps = 160;
constexpr int kStepsAlone = 40;         // round bodies need more: then a descent tells how short the way is
constexpr double kPrecise = 1e-9;       // of the size; what is left between depth and polytope
constexpr double kPreciseRound = 1e-7;  // the same of round bodies

struct Face {
  std::array<std::uint32_t, 3> v{};
  Vec3 n = Vec3::Zero();  // unit, outward
  double d = 0.0;         // n . w on the face
  bool dead = false;
};

// A convex polytope within the difference of two bodies that holds the origin, grown until its face
// nearest to the origin lies on the difference's surface.
class Polytope {
 public:
  Polytope(const Support& a, const Support& b) : a_(a), b_(b) {}
  ConvexDistance run(const Simplex& start, double enough);

 private:
  DifferencePoint support(const Vec3& d) const {
    DifferencePoint p{Vec3::Zero(), a_.support(d), b_.support(-d)};
    p.w = p.a - p.b;
    return p;
  }
  bool widenToTriangle();
  bool buildHull();
  void addFace(std::uint32_t i, std::uint32_t j, std::uint32_t k);
  void grow(const DifferencePoint& p);
  ConvexDistance flat() const;
  bool begin(const Simplex& start);
  ConvexDistance onFace(const Face& face) const;
  ConvexDistance along(const Face& face, const WayOut& way) const;
  ConvexDistance byDescent();
  double size() const {
    double s = 1e-9;
    for (const auto& p : points_) s = std::max(s, p.w.norm());
    return s;
  }

  const Support& a_;
  const Support& b_;
  std::vector<DifferencePoint> points_;
  std::vector<Face> faces_;
  Vec3 flat_normal_ = Vec3::UnitZ();
  WayOut best_;  // the shortest way out that was found
};

Vec3 anyPerpendicular(const Vec3& v) {
  Eigen::Index axis = 0;
  v.cwiseAbs().minCoeff(&axis);
  return v.cross(Vec3::Unit(axis)).normalized();
}

// Until three points span a triangle; they keep the origin in their hull. False when the difference is
// no wider than a line.
bool Polytope::widenToTriangle() {
  const double eps = 1e-10 * size();
  if (points_.size() == 1) {
    for (int k = 0; k < 6 && points_.size() == 1; ++k) {
      const auto p = support((k & 1 ? -1.0 : 1.0) * Vec3::Unit(k / 2));
      if ((p.w - points_[0].w).norm() > eps) points_.push_back(p);
    }
  }
  if (points_.size() == 1) return false;
  if (points_.size() > 2) return true;
  const Vec3 along = (points_[1].w - points_[0].w).normalized();
  const Vec3 side = anyPerpendicular(along), other = along.cross(side);
  flat_normal_ = side;
  for (int k = 0; k < 6; ++k) {
    const double angle = k * M_PI / 3.0;
    const auto p = support(std::cos(angle) * side + std::sin(angle) * other);
    const Vec3 off = p.w - points_[0].w;
    if ((off - off.dot(along) * along).norm() <= eps) continue;
    points_.push_back(p);
    return true;
  }
  return false;
}

void Polytope::addFace(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
  Face f;
  f.v = {i, j, k};
  const Vec3 n = (points_[j].w - points_[i].w).cross(points_[k].w - points_[i].w);
  const double length = n.norm();
  if (length <= 1e-300) {
    f.n = Vec3::Zero();
    f.d = std::numeric_limits<double>::infinity();  // a sliver: never the nearest
  } else {
    f.n = n / length;
    f.d = f.n.dot(points_[i].w);
  }
  faces_.push_back(f);
}

// Two pyramids over the triangle. False when the difference is flat.
bool Polytope::buildHull() {
  const Vec3 n = (points_[1].w - points_[0].w).cross(points_[2].w - points_[0].w).normalized();
  flat_normal_ = n;
  const double eps = 1e-10 * size();
  const auto top = support(n), bottom = support(-n);
  const double up = n.dot(top.w - points_[0].w), down = n.dot(points_[0].w - bottom.w);
  if (up <= eps && down <= eps) return false;
  if (points_.size() == 4) points_.pop_back();
  const bool has_top = up > eps, has_bottom = down > eps;
  if (has_top) points_.push_back(top);
  if (has_bottom) points_.push_back(bottom);
  const std::uint32_t t = 3, b = has_top ? 4 : 3;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t i = k, j = (k + 1) % 3;
    if (has_top) addFace(i, j, t);
    if (has_bottom) addFace(j, i, b);
  }
  if (!has_top) addFace(0, 1, 2);
  if (!has_bottom) addFace(0, 2, 1);
  return true;
}

void Polytope::grow(const DifferencePoint& p) {
  const auto index = static_cast<std::uint32_t>(points_.size());
  points_.push_back(p);
  const double eps = 1e-14 * size();
  std::vector<std::array<std::uint32_t, 2>> rim;
  for (auto& f : faces_) {
    const bool sliver = f.n.isZero();
    if (!sliver && f.n.dot(p.w) - f.d <= eps) continue;
    if (sliver) continue;
    f.dead = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<std::uint32_t, 2> edge{f.v[k], f.v[(k + 1) % 3]};
      const auto twin = std::ranges::find(rim, std::array<std::uint32_t, 2>{edge[1], edge[0]});
      if (twin != rim.end()) rim.erase(twin);
      else rim.push_back(edge);
    }
  }
  std::erase_if(faces_, [](const Face& f) { return f.dead; });
  for (const auto& edge : rim) addFace(edge[0], edge[1], index);
}

ConvexDistance asDistance(const WayOut& way) {
  ConvexDistance out;
  out.distance = -std::max(0.0, way.length);
  out.normal = way.normal;
  out.a = way.at.a;
  out.b = way.at.b;
  return out;
}

// The difference has no volume and holds the origin: the bodies touch.
ConvexDistance Polytope::flat() const {
  WayOut out;
  out.normal = flat_normal_;
  out.length = 0.0;
  Simplex s;
  for (const DifferencePoint& p : points_) s.p[static_cast<std::size_t>(s.size++)] = p;
  out.at = nearestPoint(s);
  return asDistance(out);
}

// What the polytope proves: no shorter way leads out.
ConvexDistance Polytope::onFace(const Face& face) const {
  WayOut out;
  out.normal = face.n;
  out.length = face.d;
  return along(face, out);
}

// The points from the face: where it is a sliver, the direction of its normal does not lead to it, and then they are
// sought over the whole difference.
ConvexDistance Polytope::along(const Face& face, const WayOut& way) const {
  WayOut out = way;
  const Vec3 end = way.length * way.normal;
  Simplex s;
  for (const auto v : face.v) {
    s.p[static_cast<std::size_t>(s.size)] = points_[v];
    s.p[static_cast<std::size_t>(s.size++)].w -= end;
  }
  out.at = nearestPoint(s);
  const double miss = out.at.w.norm();
  out.at.w += end;
  if (miss > 1e-7 * size()) findPoint(a_, b_, out, size());
  return asDistance(out);
}

// Those that are `apart` (the cosine of the angle between them at most) of better ones, and no more than so many.
std::vector<WayOut> bestApart(std::vector<WayOut> ways, double apart, std::size_t most) {
  std::ranges::sort(ways, {}, &WayOut::length);
  std::vector<WayOut> out;
  for (const WayOut& way : ways) {
    const auto isNear = [&](const WayOut& other) { return other.normal.dot(way.normal) > apart; };
    if (out.size() < most && std::ranges::none_of(out, isNear)) out.push_back(way);
  }
  return out;
}

// Round bodies that lie deep in each other: nearly as short ways lead out in many directions. One step from all over
// the faces that leave room for a shorter way, and all the way from the best of these.
ConvexDistance Polytope::byDescent() {
  std::vector<WayOut> ways;
  if (std::isinf(best_.length)) best_ = wayOutAlong(a_, b_, flat_normal_);
  for (const Face& face : faces_)
    if (face.d < best_.length - kPreciseRound * size()) ways.push_back(wayOutAlong(a_, b_, face.n));
  ways = bestApart(std::move(ways), 0.95, 64);
  for (WayOut& way : ways) way = oneStep(a_, b_, way, size());
  for (const WayOut& way : bestApart(std::move(ways), 0.99, 8)) {
    if (const WayOut found = shortestNear(a_, b_, way, size()); found.length < best_.length) best_ = found;
  }
  findPoint(a_, b_, best_, size());
  return asDistance(best_);
}

// A polytope around the origin. False where there is none.
bool Polytope::begin(const Simplex& start) {
  points_.assign(start.p.begin(), start.p.begin() + start.size);
  if (points_.empty()) points_.push_back(support(Vec3::UnitX()));  // places that are no numbers
  if (points_.size() < 3 && !widenToTriangle()) return false;
  if (points_.size() == 4) {
    const Vec3 n = (points_[1].w - points_[0].w).cross(points_[2].w - points_[0].w);
    const double side = n.dot(points_[3].w - points_[0].w);
    if (std::abs(side) > 1e-12 * n.norm() * size()) {
      if (side > 0.0) std::swap(points_[1], points_[2]);
      addFace(0, 1, 2), addFace(0, 2, 3), addFace(0, 3, 1), addFace(1, 3, 2);
    }
  }
  return !faces_.empty() || buildHull();
}

ConvexDistance Polytope::run(const Simplex& start, double enough) {
  if (!begin(start)) return flat();
  for (int i = 0; i < kSteps && !faces_.empty(); ++i) {
    const Face nearest = *std::ranges::min_element(faces_, {}, &Face::d);
    // The polytope lies in the difference: the depth is no less.
    if (std::isinf(nearest.d)) break;  // slivers
    if (nearest.d > std::max(0.0, enough)) return onFace(nearest);
    const WayOut way = wayOutAlong(a_, b_, nearest.n);
    if (way.length < best_.length) best_ = way;
    const bool corner = std::ranges::any_of(nearest.v, [&](std::uint32_t k) { return points_[k].w == way.at.w; });
    if (corner || way.length - nearest.d <= kPrecise * size() + 1e-12) return along(nearest, way);
    if (i == kStepsAlone) best_ = shortestNear(a_, b_, best_, size());
    if (i >= kStepsAlone && best_.length - nearest.d <= kPreciseRound * size()) break;
    grow(way.at);
    if (faces_.size() > 2 * points_.size()) break;  // torn by rounding: then faces multiply
  }
  return byDescent();
}

}  // namespace

ConvexDistance penetration(const Support& a, const Support& b, const Simplex& start, double enough) {
  return Polytope(a, b).run(start, enough);
}

}  // namespace ww::collision
