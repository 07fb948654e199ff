// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "core/geometry/bvh.h"
#include "core/geometry/collision/uncovered.h"

namespace ww::geometry {

// Metres from a point to the nearest point of a triangle.
double distanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

// The plane of a triangle: what it bounds lies where normal . p < at.
struct FacingPlane {
  Vec3 normal;
  double at = 0.0;  // metres
  std::uint32_t triangle = 0;
};

// Distances to the triangles of a mesh, by a tree of boxes.
class SurfaceDistance {
 public:
  explicit SurfaceDistance(MeshPtr mesh);
  // The same of a part of the surface of a solid: whether it is inside is not known, which way triangles face is.
  SurfaceDistance(MeshPtr part, bool inside_out);
  // Metres; `triangle` is one that may be near, and then the nearest. Infinite for a mesh without triangles.
  double to(const Vec3& p, std::uint32_t& triangle) const;
  // To one of its triangles, metres.
  double toTriangle(const Vec3& p, std::uint32_t triangle) const;
  // Whether a point (metres, in the frame of the mesh) is inside of the solid, or of one of the solids, that the mesh
  // bounds; false when it bounds none.
  bool inside(const Vec3& p) const;
  // Those of its triangles that lie in the plane of another and near it, `same_m` is no distance: with `facing` of 1 or
  // -1 only those that face the same or the other way. False when there are too many.
  bool inPlaneOf(const Corners& triangle, double same_m, int facing, std::vector<Corners>& out) const;
  bool closed() const { return closed_; }
  bool insideOut() const { return inside_out_; }
  // Of the triangles within `radius` (metres) of a point, appended. False when the mesh bounds no solid, and when there
  // are too many.
  bool planesWithin(const Vec3& p, double radius, std::vector<FacingPlane>& out) const;

 private:
  void build();
  // How often a ray from `p` (metres) leaves solids, less how often it enters one. `is_sure`: it meets no edge.
  int leavings(const Vec3& p, const Vec3& direction, bool& is_sure) const;
  int leaves(std::uint32_t triangle, const Vec3& p, const Vec3& direction, bool& is_sure) const;  // metres
  MeshPtr mesh_;
  std::vector<BvhNode> nodes_;
  std::vector<std::uint32_t> order_;
  bool closed_ = false, inside_out_ = false;
  bool faces_ = false;  // which way triangles face is known
};

}  // namespace ww::geometry
