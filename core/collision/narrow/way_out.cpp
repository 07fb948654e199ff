// SPDX-License-Identifier: Apache-2.0
#include "core/collision/narrow/way_out.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace ww::collision {
namespace {

constexpr int kMostSteps = 40;
constexpr double kOutside = 0.01;  // of the size: how far outside the difference its nearest points are sought
constexpr double kEnough = 1e-10;  // of the size: a step that gains less is the last

// How far a point of the surface is from where the way ends.
double missOf(const WayOut& way) { return (way.at.w - way.length * way.normal).norm(); }

// The point of the difference that is nearest to one outside it, and the way out in the direction between them.
std::optional<WayOut> towards(const Support& a, const Support& b, const WayOut& way, double size) {
  const Vec3 target = (way.length + kOutside * size) * way.normal;
  const std::optional<DifferencePoint> nearest = nearestOfDifference(a, b, target);
  if (!nearest) return std::nullopt;
  const Vec3 between = target - nearest->w;
  const double gap = between.norm();
  if (!(gap > 0.0)) return std::nullopt;
  WayOut out = wayOutAlong(a, b, between / gap);
  out.at = *nearest;
  return out;
}

class Descent {
 public:
  Descent(const Support& a, const Support& b, const WayOut& from, double size)
      : a_(a), b_(b), size_(size), best_(from) {}
  WayOut run();

 private:
  bool offer(const WayOut& way) {
    if (!(way.length < best_.length)) return false;
    best_ = way;
    return true;
  }
  void newton();
  bool surface();
  WayOut mixed(const Vec3& there);

  const Support& a_;
  const Support& b_;
  double size_;
  WayOut best_;
  // Of the steps over the surface: where they began, and how far they went; the latest first.
  std::array<Vec3, 3> begins_, moves_;
  std::size_t steps_ = 0;
};

// Of the length as a function on the sphere: the gradient is the support's point, the curvature by differences of it.
void Descent::newton() {
  constexpr double kStep = 1e-4, kMostTurn = 0.3;  // radians
  const Vec3 n = best_.normal, u = n.unitOrthogonal(), v = n.cross(u);
  const auto pointAt = [&](const Vec3& d) { return wayOutAlong(a_, b_, d.normalized()).at.w; };
  const Eigen::Vector2d gradient(best_.at.w.dot(u), best_.at.w.dot(v));
  const Vec3 by_u = (pointAt(n + kStep * u) - pointAt(n - kStep * u)) / (2.0 * kStep);
  const Vec3 by_v = (pointAt(n + kStep * v) - pointAt(n - kStep * v)) / (2.0 * kStep);
  if (by_u.isZero() || by_v.isZero()) return;  // corners
  Eigen::Matrix2d curvature;
  const double mixed = 0.5 * (by_u.dot(v) + by_v.dot(u));
  curvature << by_u.dot(u) - best_.length, mixed, mixed, by_v.dot(v) - best_.length;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen(curvature);
  const Eigen::Vector2d steepness = eigen.eigenvalues().cwiseAbs().cwiseMax(1e-12 * size_);
  const Eigen::Vector2d along = eigen.eigenvectors().transpose() * gradient;
  Eigen::Vector2d turn = -(eigen.eigenvectors() * along.cwiseQuotient(steepness));
  if (const double angle = turn.norm(); angle > kMostTurn) turn *= kMostTurn / angle;
  for (int k = 0; k < 4; ++k, turn *= 0.3) {
    if (offer(wayOutAlong(a_, b_, (n + turn.x() * u + turn.y() * v).normalized()))) return;
  }
}

// The direction to which the last steps lead on.
WayOut Descent::mixed(const Vec3& there) {
  Eigen::Matrix<double, 3, 2> changes = Eigen::Matrix<double, 3, 2>::Zero(), ways = changes;
  for (std::size_t k = 0; k + 1 < std::min<std::size_t>(steps_, 3); ++k) {
    changes.col(static_cast<Eigen::Index>(k)) = moves_[k] - moves_[k + 1];
    ways.col(static_cast<Eigen::Index>(k)) = begins_[k] - begins_[k + 1];
  }
  const Eigen::Vector2d share = changes.completeOrthogonalDecomposition().solve(moves_[0]);
  const Vec3 to = there - (ways + changes) * share;
  const double length = to.norm();
  return wayOutAlong(a_, b_, length > 0.5 && length < 2.0 ? Vec3(to / length) : there);
}

// False when rounding leaves no way over the surface.
bool Descent::surface() {
  std::optional<WayOut> next = towards(a_, b_, best_, size_);
  if (!next) return false;
  std::rotate(begins_.begin(), begins_.end() - 1, begins_.end());
  std::rotate(moves_.begin(), moves_.end() - 1, moves_.end());
  begins_[0] = best_.normal;
  moves_[0] = next->normal - best_.normal;
  ++steps_;
  // What leads on is far off the edge by rounding, and the surface leads back to it.
  if (steps_ > 1) offer(oneStep(a_, b_, mixed(next->normal), size_));
  // Of two ways of one length the one whose point is known.
  if (next->length <= best_.length + kEnough * size_ && missOf(*next) < missOf(best_)) best_ = *next;
  else offer(*next);
  return true;
}

WayOut Descent::run() {
  WayOut shortest = best_;
  for (int i = 0; i < kMostSteps; ++i) {
    const double before = best_.length;
    newton();
    if (before - best_.length > 1e-6 * size_) continue;
    if (!surface() || before - best_.length <= kEnough * size_) break;
  }
  return best_.length <= shortest.length + kEnough * size_ ? best_ : shortest;
}

}  // namespace

WayOut wayOutAlong(const Support& a, const Support& b, const Vec3& normal) {
  WayOut out;
  out.normal = normal;
  out.at.a = a.support(normal);
  out.at.b = b.support(-normal);
  out.at.w = out.at.a - out.at.b;
  out.length = normal.dot(out.at.w);
  return out;
}

WayOut shortestNear(const Support& a, const Support& b, const WayOut& from, double size) {
  WayOut out = Descent(a, b, from, size).run();
  findPoint(a, b, out, size);
  return out;
}

WayOut oneStep(const Support& a, const Support& b, const WayOut& from, double size) {
  const auto next = towards(a, b, from, size);
  return next && next->length < from.length ? *next : from;
}

void findPoint(const Support& a, const Support& b, WayOut& way, double size) {
  constexpr double kFits = 1e-9;  // of the size
  if (missOf(way) <= kFits * size) return;
  const auto next = towards(a, b, way, size);
  if (next && (next->at.w - way.length * way.normal).norm() < missOf(way)) way.at = next->at;
}

}  // namespace ww::collision
