// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/geometry/collision/surface_distance.h"
#include "core/geometry/shape.h"

// Not for use outside this folder: distances to solids, metres.
namespace ww::geometry {

// A convex solid, or one whose surface is made of convex elements. The distance to a convex set is a convex function:
// over a triangle or a box it is largest at a corner, which bounds the distance to the whole solid.
class Target {
 public:
  virtual ~Target() = default;
  // Metres to the surface, of a convex solid 0 inside; `element` is one that may be near, and then the nearest.
  virtual double near(const Vec3& p, std::uint32_t& element) const = 0;
  // Whether a point (metres) is inside of the solid, so that the distance to that is 0.
  virtual bool isInside(const Vec3& p) const = 0;
  virtual double toElement(const Vec3& p, std::uint32_t element) const = 0;
  // Whether all of a triangle, which lies within `radius` (metres) of a point `p` of it, is known to be inside as `p`
  // is.
  virtual bool holds(const Corners& triangle, const Vec3& p, double radius) const = 0;
  // What of a triangle does not lie on the surface, where that is easily told.
  virtual std::optional<std::vector<Corners>> offSurface(const Corners&) const { return std::nullopt; }
};

// What a mesh bounds; its surface alone where that is open.
class SurfaceTarget : public Target {
 public:
  // When stopped, it knows nothing of solids that touch.
  SurfaceTarget(const MeshPtr& mesh, const std::stop_token& stop);
  double near(const Vec3& p, std::uint32_t& element) const override { return surface_.to(p, element); }  // metres
  bool isInside(const Vec3& p) const override { return surface_.inside(p); }                             // metres
  double toElement(const Vec3& p, std::uint32_t element) const override;                                 // metres
  bool holds(const Corners& triangle, const Vec3& p, double radius) const override;                      // metres
  // The same of what reaches as far as `reach` along the normal of a plane, metres.
  bool holds(const Vec3& p, double radius, const std::function<double(const FacingPlane&)>& reach) const;
  std::optional<std::vector<Corners>> offSurface(const Corners& triangle) const override;
  // Whether all triangles within `radius` (metres) of a point face into one half of space: a way leads off from all of
  // them at once. False when the mesh bounds no solid, and where too many are to be looked at.
  bool facesOneWay(const Vec3& p, double radius) const;

 private:
  const SurfaceDistance& outer() const { return outer_ ? *outer_ : surface_; }

  SurfaceDistance surface_;
  double same_m_;  // metres that are no distance
  // Without what lies between solids that touch; where there is nothing of it, the same.
  std::unique_ptr<SurfaceDistance> outer_;
};

// A convex part: a primitive, or a closed mesh.
class ConvexPart {
 public:
  // `shape` stays as long.
  explicit ConvexPart(const Shape& shape);
  // Metres, below 0 inside, for primitives and meshes alike.
  double signedDistance(const Vec3& p) const;
  // The largest direction . p of it, metres.
  double farthestAlong(const Vec3& direction) const;
  // At right angles, along its largest faces where it has such.
  Eigen::Matrix3d axes() const;

 private:
  MeshPtr mesh_;
  const PlacedPrimitive* primitive_ = nullptr;
  Eigen::Affine3d shape_t_ref_ = Eigen::Affine3d::Identity();
  std::unique_ptr<SurfaceDistance> surface_;
  std::vector<HalfSpace> planes_;
};

class ConvexTarget : public Target {
 public:
  explicit ConvexTarget(const Shape& part) : part_(part) {}
  double near(const Vec3& p, std::uint32_t& element) const override;                 // metres
  bool isInside(const Vec3&) const override { return false; }                        // near() knows it
  double toElement(const Vec3& p, std::uint32_t element) const override;             // metres
  bool holds(const Corners& triangle, const Vec3& p, double radius) const override;  // metres

 private:
  ConvexPart part_;
};

}  // namespace ww::geometry
