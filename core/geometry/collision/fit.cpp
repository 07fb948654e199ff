// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <utility>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/failures.h"

namespace ww::geometry::collision_making {
namespace {

// Primitives that hold all of the mesh, as small as a search finds them.
constexpr double kLeastSize = 1e-5;  // metres: sheets get a body as thick
constexpr double kPi = 3.14159265358979323846;
using Turn = Eigen::Matrix3d;  // columns: the primitive's axes, in the frame of the mesh

// The corners of the hull say all; of what is flat, all points. In no order, but always the same. CANCELLED.
Result<std::vector<Vec3>> outerPoints(const Mesh& mesh, const std::stop_token& stop) {
  std::vector<Vec3> out;
  Result<Mesh> hull = convexHull(mesh.vertices, stop);
  if (stop.stop_requested()) return cancelledMaking();
  if (hull.ok()) out = std::move(hull->vertices);
  else
    for (const Triangle& t : mesh.triangles)
      for (const std::uint32_t v : t) out.push_back(mesh.vertices[v]);
  std::mt19937 random(1);
  for (std::size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[random() % i]);
  return out;
}

struct Circle {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();
  double radius = 0.0;
};

// What a search asks for between two of its steps.
struct Going {
  std::stop_token stop;
  const Progress& progress;
};

// The smallest ball around points to about 1e-6 of its size: it moves to the farthest by ever smaller steps
// (Badoiu and Clarkson 2003), and holds all of them in the end. CANCELLED.
Result<std::pair<Vec3, double>> ballAround(const std::vector<Vec3>& points, const Going& going) {
  constexpr int kSteps = 400;
  Vec3 center = Vec3::Zero();
  for (const Vec3& p : points) center += p / static_cast<double>(points.size());
  const auto farthest = [&](const Vec3& c) {
    return *std::ranges::max_element(points, {}, [&](const Vec3& p) { return (p - c).squaredNorm(); });
  };
  Vec3 best = center;
  double least = (farthest(center) - center).norm();
  double step = 0.5;
  for (int i = 0; i < kSteps && least > 0.0; ++i) {
    if (going.stop.stop_requested()) return cancelledMaking();
    going.progress.report(static_cast<double>(i) / kSteps);
    const Vec3 to = farthest(center);
    center += (to - center) * std::min(step, 1.0 / (i + 2.0));
    const double radius = (farthest(center) - center).norm();
    if (radius < least) least = radius, best = center;
    else if (i % 20 == 19) center = best, step *= 0.7;
  }
  return std::pair(best, least);
}

bool isOutside(const Circle& circle, const Eigen::Vector2d& p) {
  constexpr double kRounding = 1e-12;
  return (p - circle.center).norm() > circle.radius * (1.0 + kRounding);
}

Circle between(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return {(a + b) / 2.0, (b - a).norm() / 2.0}; }

// Through all three; of three on a line, that around the outer two.
Circle through(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  constexpr double kFlat = 1e-12;
  const Eigen::Vector2d u = b - a, v = c - a;
  const double cross = u.x() * v.y() - u.y() * v.x(), uu = u.squaredNorm(), vv = v.squaredNorm();
  if (std::abs(cross) <= kFlat * std::max(uu, vv)) {
    const Circle sides[] = {between(a, b), between(b, c), between(c, a)};
    return *std::ranges::max_element(sides, {}, &Circle::radius);
  }
  const Eigen::Vector2d to_center = Eigen::Vector2d(v.y() * uu - u.y() * vv, u.x() * vv - v.x() * uu) / (2.0 * cross);
  return {a + to_center, to_center.norm()};
}

// The smallest circle around points in no order: one that is outside of the circle around those before it is on the
// edge of that around both (Welzl 1991), which is rare, so that it takes the time of looking at each some times.
Circle circleAround(const std::vector<Eigen::Vector2d>& points) {
  Circle out{points.front(), 0.0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!isOutside(out, points[i])) continue;
    out = {points[i], 0.0};
    for (std::size_t j = 0; j < i; ++j) {
      if (!isOutside(out, points[j])) continue;
      out = between(points[i], points[j]);
      for (std::size_t k = 0; k < j; ++k)
        if (isOutside(out, points[k])) out = through(points[i], points[j], points[k]);
    }
  }
  out.radius = 0.0;
  for (const Eigen::Vector2d& p : points) out.radius = std::max(out.radius, (p - out.center).norm());
  return out;
}

Turn withAxis(const Vec3& z) {
  Turn out;
  const Vec3 x = z.unitOrthogonal();
  out << x, z.cross(x), z;
  return out;
}

std::vector<Turn> startTurns(const std::vector<Vec3>& points) {
  std::vector<Turn> out = {Turn::Identity(), withAxis(Vec3::UnitX()), withAxis(Vec3::UnitY())};
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : points) mean += p / static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vec3& p : points) spread += (p - mean) * (p - mean).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
  for (int i = 0; i < 3; ++i) {
    Turn own;
    own << solver.eigenvectors().col((i + 1) % 3), solver.eigenvectors().col((i + 2) % 3), solver.eigenvectors().col(i);
    if (own.determinant() < 0) own.col(0) = -own.col(0);
    out.push_back(own);
  }
  return out;
}

// The turn of the smallest volume: from several starts by smaller and smaller steps about each axis. CANCELLED.
Result<Turn> smallest(const std::vector<Vec3>& points, const std::function<double(const Turn&)>& volume,
                      const Going& going) {
  Turn best = Turn::Identity();
  double least = volume(best);
  const double exact = least;
  const auto take = [&](const Turn& turn, Turn& at, double& at_volume) {
    const double v = volume(turn);
    if (!(v < at_volume * (1.0 - 1e-9))) return false;
    at = turn;
    at_volume = v;
    return true;
  };
  const std::vector<Turn> starts = startTurns(points);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    going.progress.report(static_cast<double>(i) / static_cast<double>(starts.size()));
    Turn at = starts[i];
    double at_volume = volume(at);
    for (double step = kPi / 8; step > 1e-4; step /= 2.0) {
      for (int axis = 0; axis < 3; ++axis) {
        if (going.stop.stop_requested()) return cancelledMaking();
        for (const double sign : {1.0, -1.0})
          take(at * Eigen::AngleAxisd(sign * step, Vec3::Unit(axis)).toRotationMatrix(), at, at_volume);
      }
    }
    if (at_volume < least) least = at_volume, best = at;
  }
  // Along the axes of the mesh where that is as good.
  return exact <= least * 1.0005 ? Turn(Turn::Identity()) : best;
}

std::vector<Vec3> turned(const std::vector<Vec3>& points, const Turn& turn) {
  std::vector<Vec3> out;
  out.reserve(points.size());
  for (const Vec3& p : points) out.push_back(turn.transpose() * p);
  return out;
}

Bounds boundsAlong(const std::vector<Vec3>& points, const Turn& turn) {
  Bounds box;
  for (const Vec3& p : points) box.add(turn.transpose() * p);
  return box;
}

Circle circleAlong(const std::vector<Vec3>& points) {
  std::vector<Eigen::Vector2d> flat;
  flat.reserve(points.size());
  for (const Vec3& p : points) flat.push_back(p.head<2>());
  return circleAround(flat);
}

struct Rod {
  Circle circle;
  double low = 0.0, high = 0.0;  // along its axis; of the middles of a capsule's ends
};

Rod cylinderAlong(const std::vector<Vec3>& points) {
  Rod out{circleAlong(points), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec3& p : points) {
    out.low = std::min(out.low, p.z());
    out.high = std::max(out.high, p.z());
  }
  return out;
}

Rod capsuleAlong(const std::vector<Vec3>& points) {
  Rod out = cylinderAlong(points);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3& p : points) {
    const double r2 = (p.head<2>() - out.circle.center).squaredNorm();
    const double bow = std::sqrt(std::max(0.0, out.circle.radius * out.circle.radius - r2));
    low = std::min(low, p.z() + bow);
    high = std::max(high, p.z() - bow);
  }
  out.low = std::min(low, high);
  out.high = std::max(low, high);
  if (low > high) out.low = out.high = (low + high) / 2.0;  // as short as a ball, or nearly
  return out;
}

Made placed(const Primitive& primitive, const Turn& turn, const Vec3& center_in_turn) {
  Shape shape;
  PlacedPrimitive one{primitive, Eigen::Affine3d::Identity()};
  one.ref_t_shape.linear() = turn;
  one.ref_t_shape.translation() = turn * center_in_turn;
  shape.primitives.push_back(one);
  return std::vector<Shape>{std::move(shape)};
}

Vec3 centerOf(const Rod& rod) { return {rod.circle.center.x(), rod.circle.center.y(), (rod.low + rod.high) / 2.0}; }

// A little larger, so that rounding leaves nothing outside.
double grown(double size) { return std::max(size * (1.0 + 1e-9), kLeastSize); }

}  // namespace

Made box(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress& progress) {
  WW_ASSIGN(const std::vector<Vec3> points, outerPoints(mesh, stop));
  const auto volume = [&](const Turn& t) { return boundsAlong(points, t).size().cwiseMax(kLeastSize).prod(); };
  WW_ASSIGN(const Turn turn, smallest(points, volume, {std::move(stop), progress}));
  const Bounds bounds = boundsAlong(points, turn);
  const Vec3 size = bounds.size();
  return placed(Box{Vec3(grown(size.x()), grown(size.y()), grown(size.z()))}, turn, bounds.center());
}

Made sphere(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress& progress) {
  WW_ASSIGN(const std::vector<Vec3> points, outerPoints(mesh, stop));
  WW_ASSIGN(const auto ball, ballAround(points, {std::move(stop), progress}));
  return placed(Sphere{grown(ball.second)}, Turn::Identity(), ball.first);
}

Made cylinder(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress& progress) {
  WW_ASSIGN(const std::vector<Vec3> points, outerPoints(mesh, stop));
  const auto volume = [&](const Turn& t) {
    const Rod rod = cylinderAlong(turned(points, t));
    return std::max(rod.circle.radius * rod.circle.radius, kLeastSize) * std::max(rod.high - rod.low, kLeastSize);
  };
  WW_ASSIGN(const Turn turn, smallest(points, volume, {std::move(stop), progress}));
  const Rod rod = cylinderAlong(turned(points, turn));
  return placed(Cylinder{grown(rod.high - rod.low), grown(rod.circle.radius)}, turn, centerOf(rod));
}

Made capsule(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress& progress) {
  WW_ASSIGN(const std::vector<Vec3> points, outerPoints(mesh, stop));
  const auto volume = [&](const Turn& t) {
    const Rod rod = capsuleAlong(turned(points, t));
    const double r = rod.circle.radius;
    return r * r * (rod.high - rod.low + 4.0 / 3.0 * r);
  };
  WW_ASSIGN(const Turn turn, smallest(points, volume, {std::move(stop), progress}));
  const std::vector<Vec3> along = turned(points, turn);
  const Rod rod = capsuleAlong(along);
  // The radius that holds all for these ends.
  double radius = rod.circle.radius;
  for (const Vec3& p : along) {
    const Vec3 nearest(rod.circle.center.x(), rod.circle.center.y(), std::clamp(p.z(), rod.low, rod.high));
    radius = std::max(radius, (p - nearest).norm());
  }
  return placed(Capsule{rod.high - rod.low, grown(radius)}, turn, centerOf(rod));
}

}  // namespace ww::geometry::collision_making
