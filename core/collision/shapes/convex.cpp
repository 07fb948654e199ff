// SPDX-License-Identifier: Apache-2.0
#include "core/collision/shapes/convex.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ww::collision {
namespace {

// Above this many vertices a walk over the hull's edges is faster than looking at all of them.
constexpr std::size_t kScanLimit = 64;

double sign(double v) { return v < 0.0 ? -1.0 : 1.0; }

// A rotation (or mirroring) times one factor keeps spheres round.
bool isSimilarity(const Eigen::Matrix3d& m, double& factor) {
  factor = std::cbrt(std::abs(m.determinant()));
  const Eigen::Matrix3d g = m.transpose() * m;
  return (g - factor * factor * Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= 1e-12 * factor * factor;
}

Vec3 ballSupport(const Eigen::Matrix3d& linear, const Vec3& direction) {
  const Vec3 u = linear.transpose() * direction;
  const double n = u.norm();
  return n > 0.0 ? Vec3(linear * (u / n)) : Vec3(linear.col(2));
}

std::vector<Vec3> frustumCorners(const geometry::Frustum& f) {
  std::vector<Vec3> out;
  for (const double z : {f.min_z, f.max_z}) {
    const double y = z * std::tan(f.x_angle), x = z * std::tan(f.y_angle);
    for (const int k : {0, 1, 2, 3}) out.emplace_back(k & 1 ? x : -x, k & 2 ? y : -y, z);
  }
  return out;
}

}  // namespace

ConvexShape::ConvexShape(const geometry::Primitive& primitive, const Eigen::Affine3d& body_t_shape) {
  origin_ = body_t_shape.translation();
  setPrimitive(primitive, body_t_shape);
  finish();
}

void ConvexShape::setPrimitive(const geometry::Primitive& primitive, const Eigen::Affine3d& t) {
  const Eigen::Matrix3d m = t.linear();
  double factor = 1.0;
  const bool similar = isSimilarity(m, factor);
  if (const auto* box = std::get_if<geometry::Box>(&primitive)) {
    kind_ = Kind::kBox;
    linear_ = m * Eigen::DiagonalMatrix<double, 3>(0.5 * box->size);
  } else if (const auto* sphere = std::get_if<geometry::Sphere>(&primitive)) {
    kind_ = similar ? Kind::kPoint : Kind::kEllipsoid;
    radius_ = similar ? factor * sphere->radius : 0.0;
    linear_ = m * sphere->radius;
  } else if (const auto* cylinder = std::get_if<geometry::Cylinder>(&primitive)) {
    kind_ = Kind::kCylinder;
    linear_ = m * Eigen::DiagonalMatrix<double, 3>(cylinder->radius, cylinder->radius, 0.5 * cylinder->length);
  } else if (const auto* capsule = std::get_if<geometry::Capsule>(&primitive)) {
    kind_ = similar ? Kind::kSegment : Kind::kStadium;
    radius_ = similar ? factor * capsule->radius : 0.0;
    half_axis_ = m * Vec3(0, 0, 0.5 * capsule->length);
    linear_ = m * capsule->radius;
  } else if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&primitive)) {
    kind_ = Kind::kEllipsoid;
    linear_ = m * Eigen::DiagonalMatrix<double, 3>(ellipsoid->radii);
  } else {
    kind_ = Kind::kHull;
    for (const Vec3& corner : frustumCorners(std::get<geometry::Frustum>(primitive))) points_.push_back(t * corner);
  }
}

ConvexShape::ConvexShape(std::vector<Vec3> vertices, const std::vector<geometry::Triangle>& triangles)
    : kind_(Kind::kHull), points_(std::move(vertices)) {
  if (points_.size() > kScanLimit) {
    std::vector<std::set<std::uint32_t>> near(points_.size());
    for (const auto& t : triangles) {
      for (const int k : {0, 1, 2}) near[t[static_cast<std::size_t>(k)]].insert({t[0], t[1], t[2]});
    }
    for (const auto& set : near) {
      first_neighbor_.push_back(static_cast<std::uint32_t>(neighbors_.size()));
      neighbors_.insert(neighbors_.end(), set.begin(), set.end());
    }
    first_neighbor_.push_back(static_cast<std::uint32_t>(neighbors_.size()));
    findStarts();
  }
  finish();
}

// About as many cells as there are corners: a climb has some steps then, however fine the hull is.
void ConvexShape::findStarts() {
  constexpr std::size_t kLeast = 4, kMost = 16;
  const auto wanted = static_cast<std::size_t>(std::sqrt(static_cast<double>(points_.size()) / 6.0));
  cells_ = std::clamp(wanted, kLeast, kMost);
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      const auto best = std::ranges::max_element(points_, {}, [&](const Vec3& p) { return side * p[axis]; });
      auto at = static_cast<std::uint32_t>(best - points_.begin());
      for (std::size_t i = 0; i < cells_ * cells_; ++i) {
        const auto middle = [this](std::size_t k) {
          return (2.0 * static_cast<double>(k) + 1.0) / static_cast<double>(cells_) - 1.0;
        };
        Vec3 d;
        d[axis] = side;
        d[(axis + 1) % 3] = middle(i / cells_);
        d[(axis + 2) % 3] = middle(i % cells_);
        starts_.push_back(at = climb(at, d));
      }
    }
  }
}

std::size_t ConvexShape::cellOf(const Vec3& d) const {
  Eigen::Index axis = 0;
  const double most = d.cwiseAbs().maxCoeff(&axis), scale = 0.5 * static_cast<double>(cells_) / most;
  const auto cell = [&](double x) {
    const double at = (x + most) * scale;  // no number for a direction that is none
    return at > 0.0 ? static_cast<std::size_t>(std::min(at, static_cast<double>(cells_ - 1))) : std::size_t{0};
  };
  const std::size_t face = 2 * static_cast<std::size_t>(axis) + (d[axis] < 0.0 ? 1 : 0);
  return (face * cells_ + cell(d[(axis + 1) % 3])) * cells_ + cell(d[(axis + 2) % 3]);
}

void ConvexShape::finish() {
  if (kind_ == Kind::kHull) {
    origin_ = Vec3::Zero();
    for (const Vec3& p : points_) origin_ += p / static_cast<double>(points_.size());
    samples_ = points_;
  }
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Vec3 d(x, y, z);
        if (d.isZero()) continue;
        const Vec3 p = support(d) + radius_ * d.normalized();
        if (kind_ != Kind::kHull) samples_.push_back(p);
        if (std::abs(x) + std::abs(y) + std::abs(z) == 1) bounds_.add(p);
      }
    }
  }
}

Vec3 ConvexShape::support(const Vec3& d) const {
  switch (kind_) {
    case Kind::kPoint: return origin_;
    case Kind::kSegment: return origin_ + sign(half_axis_.dot(d)) * half_axis_;
    case Kind::kBox: {
      const Vec3 u = linear_.transpose() * d;
      return origin_ + linear_ * Vec3(sign(u.x()), sign(u.y()), sign(u.z()));
    }
    case Kind::kEllipsoid: return origin_ + ballSupport(linear_, d);
    case Kind::kStadium: return origin_ + sign(half_axis_.dot(d)) * half_axis_ + ballSupport(linear_, d);
    case Kind::kCylinder: {
      const Vec3 u = linear_.transpose() * d;
      const double squares = u.x() * u.x() + u.y() * u.y();
      const bool usual = squares > 1e-200 && squares < 1e200;  // hypot takes several times as long
      const double n = usual ? std::sqrt(squares) : std::hypot(u.x(), u.y());
      const Vec3 rim = n > 1e-14 * std::abs(u.z()) ? Vec3(u.x() / n, u.y() / n, 0.0) : Vec3(1.0, 0.0, 0.0);
      return origin_ + linear_ * Vec3(rim.x(), rim.y(), sign(u.z()));
    }
    case Kind::kHull: return hullSupport(d);
  }
  return origin_;
}

Eigen::Matrix3d ConvexShape::axes() const {
  Eigen::Matrix3d r = Eigen::Matrix3d::Identity();
  if (kind_ == Kind::kHull) return r;
  for (Eigen::Index i = 0; i < 3; ++i) r.col(i) = linear_.col(i).normalized();
  if (r.determinant() < 0.0) r.col(0) = -r.col(0);
  const bool square = (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
  return square && r.determinant() > 0.5 ? r : Eigen::Matrix3d::Identity();
}

Vec3 ConvexShape::hullSupport(const Vec3& d) const {
  if (first_neighbor_.empty()) {
    std::size_t best = 0;
    double most = points_[0].dot(d);
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (const double v = points_[i].dot(d); v > most) most = v, best = i;
    }
    return points_[best];
  }
  return points_[climb(starts_[cellOf(d)], d)];
}

// Over edges, as long as one leads farther.
std::uint32_t ConvexShape::climb(std::uint32_t at, const Vec3& d) const {
  double most = points_[at].dot(d);
  for (std::uint32_t before = at + 1; before != at;) {
    before = at;
    for (std::uint32_t k = first_neighbor_[before]; k < first_neighbor_[before + 1]; ++k) {
      const double v = points_[neighbors_[k]].dot(d);
      if (v > most) most = v, at = neighbors_[k];
    }
  }
  return at;
}

Bounds PlacedConvex::bounds() const {
  Bounds out;
  const Vec3 r = Vec3::Constant(radius());
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    out.max[axis] = support(Vec3::Unit(axis))[axis];
    out.min[axis] = support(-Vec3::Unit(axis))[axis];
  }
  out.min -= r;
  out.max += r;
  return out;
}

}  // namespace ww::collision
