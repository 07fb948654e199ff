// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "core/geometry/shape.h"

namespace ww::collision {

// What the distance functions ask of a convex body: its farthest point in a direction (not 0, of any
// length), and a rounding by which the body is grown.
class Support {
 public:
  virtual ~Support() = default;
  virtual Vec3 support(const Vec3& direction) const = 0;
  virtual double radius() const { return 0.0; }
  virtual Vec3 inside() const = 0;  // any point of the body
};

// A convex body in the frame of its entity, scaling and shear already applied. Exact: spheres, capsules
// and cylinders are not tessellated. Immutable.
class ConvexShape {
 public:
  ConvexShape(const geometry::Primitive& primitive, const Eigen::Affine3d& body_t_shape);
  // The hull of a closed convex mesh; vertices in the body frame, each used by a triangle.
  ConvexShape(std::vector<Vec3> vertices, const std::vector<geometry::Triangle>& triangles);

  // Without the rounding.
  Vec3 support(const Vec3& direction) const;
  double radius() const { return radius_; }
  const Bounds& bounds() const { return bounds_; }  // rounding included
  Vec3 center() const { return origin_; }           // a point inside
  bool isBall() const { return kind_ == Kind::kPoint; }
  // Its own axes as columns, right-handed unit vectors; those of the body's frame for a hull, or where shear has
  // left no right angles.
  Eigen::Matrix3d axes() const;
  // Points on the surface that stand for the body when it sinks into a mesh.
  const std::vector<Vec3>& samples() const { return samples_; }

 private:
  enum class Kind { kPoint, kSegment, kBox, kEllipsoid, kCylinder, kStadium, kHull };
  void setPrimitive(const geometry::Primitive& primitive, const Eigen::Affine3d& body_t_shape);
  void finish();
  Vec3 hullSupport(const Vec3& direction) const;
  void findStarts();
  std::size_t cellOf(const Vec3& direction) const;
  std::uint32_t climb(std::uint32_t from, const Vec3& direction) const;

  Kind kind_ = Kind::kPoint;
  Vec3 origin_ = Vec3::Zero();
  Eigen::Matrix3d linear_ = Eigen::Matrix3d::Identity();  // of the unit box, ball or cylinder
  Vec3 half_axis_ = Vec3::Zero();                         // of a segment or stadium
  double radius_ = 0.0;
  std::vector<Vec3> points_;                               // of a hull
  std::vector<std::uint32_t> first_neighbor_, neighbors_;  // of large hulls, for climbing
  // Where climbs begin: by direction, on the faces of a cube that are divided into cells_ by cells_.
  std::size_t cells_ = 0;
  std::vector<std::uint32_t> starts_;
  std::vector<Vec3> samples_;
  Bounds bounds_;
};
using ConvexPtr = std::shared_ptr<const ConvexShape>;

// A convex body in its own frame.
class ConvexSupport final : public Support {
 public:
  explicit ConvexSupport(const ConvexShape& shape) : shape_(&shape) {}
  Vec3 support(const Vec3& d) const override { return shape_->support(d); }
  double radius() const override { return shape_->radius(); }
  Vec3 inside() const override { return shape_->center(); }

 private:
  const ConvexShape* shape_;
};

// A convex body at a place.
class PlacedConvex final : public Support {
 public:
  PlacedConvex(const ConvexShape& shape, const Pose& frame_t_body)
      : shape_(&shape), r_(frame_t_body.q.toRotationMatrix()), p_(frame_t_body.p) {}
  Vec3 support(const Vec3& d) const override { return r_ * shape_->support(r_.transpose() * d) + p_; }
  double radius() const override { return shape_->radius(); }
  Vec3 inside() const override { return r_ * shape_->center() + p_; }
  // Tight along the axes of the frame; rounding included.
  Bounds bounds() const;

 private:
  const ConvexShape* shape_;
  Eigen::Matrix3d r_;
  Vec3 p_;
};

class TriangleSupport final : public Support {
 public:
  TriangleSupport(const Vec3& a, const Vec3& b, const Vec3& c) : v_{a, b, c} {}
  Vec3 support(const Vec3& d) const override {
    const double a = v_[0].dot(d), b = v_[1].dot(d), c = v_[2].dot(d);
    return a >= b ? (a >= c ? v_[0] : v_[2]) : (b >= c ? v_[1] : v_[2]);
  }
  Vec3 inside() const override { return v_[0]; }

 private:
  std::array<Vec3, 3> v_;
};

class PointSupport final : public Support {
 public:
  explicit PointSupport(const Vec3& p) : p_(p) {}
  Vec3 support(const Vec3&) const override { return p_; }
  Vec3 inside() const override { return p_; }

 private:
  Vec3 p_;
};

}  // namespace ww::collision
