// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry/bvh.h"

namespace ww::geometry {

// Metres from a point to the nearest point of a triangle.
double distanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

// Distances to the triangles of a mesh, by a tree of boxes.
class SurfaceDistance {
 public:
  explicit SurfaceDistance(MeshPtr mesh);
  // Metres; `triangle` is the nearest. Infinite for a mesh without triangles.
  double to(const Vec3& p, std::uint32_t& triangle) const;
  // To one of its triangles, metres.
  double toTriangle(const Vec3& p, std::uint32_t triangle) const;
  // Whether a point (metres, in the frame of the mesh) is inside of the solid that the mesh bounds; false when it
  // bounds none.
  bool inside(const Vec3& p) const;

 private:
  MeshPtr mesh_;
  std::vector<BvhNode> nodes_;
  std::vector<std::uint32_t> order_;
  std::optional<TriangleBvh> rays_;  // of closed meshes
  bool inside_out_ = false;
};

}  // namespace ww::geometry
