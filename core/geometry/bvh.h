// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// Where a ray meets a triangle: origin + t * dir. `t` counts lengths of dir.
struct RayHit {
  double t = 0.0;
  std::uint32_t triangle = 0;
  double u = 0.0, v = 0.0;   // weights of the triangle's second and third corner
  bool from_behind = false;  // the ray runs along the triangle's normal, seen from inside
};

// A half space: the points with normal . p <= offset. The normal need not be of unit length.
struct HalfSpace {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0.0;
};

// How a box or a triangle lies to a convex region.
enum class Overlap { kOutside, kPartly, kInside };

// One node of a tree over boxes. Boxes are floats rounded outward. A leaf has count > 0 and holds the
// items first .. first + count - 1; an inner node has its children at first and first + 1.
struct BvhNode {
  float min[3];
  std::uint32_t first;
  float max[3];
  std::uint32_t count;
};

// Triangles of a mesh for rays and regions, in the frame of the mesh; both sides are hit. Immutable after
// it is built, so any thread may ask. Binned SAH (Wald 2007); about 100 bytes per triangle with the mesh.
class TriangleBvh {
 public:
  // The mesh must be valid; it is kept. Triangles without area are never hit.
  explicit TriangleBvh(MeshPtr mesh);

  // The nearest hit with 0 <= t <= t_max. `dir` need not be of unit length, only finite and not 0.
  std::optional<RayHit> raycast(const Vec3& origin, const Vec3& dir,
                                double t_max = std::numeric_limits<double>::infinity()) const;
  bool anyHit(const Vec3& origin, const Vec3& dir, double t_max = std::numeric_limits<double>::infinity()) const;
  // Calls fn(triangle, kPartly or kInside) for each triangle that is not wholly outside one of the half
  // spaces; triangles near a corner of the region may be reported though they just miss it. Ends when fn
  // returns false.
  void forEachInConvex(std::span<const HalfSpace> region, const std::function<bool(std::uint32_t, Overlap)>& fn) const;

  const Bounds& bounds() const { return bounds_; }
  const MeshPtr& mesh() const { return mesh_; }

 private:
  MeshPtr mesh_;
  Bounds bounds_;
  std::vector<BvhNode> nodes_;
  std::vector<std::uint32_t> order_;  // triangles by leaf
};
using TriangleBvhPtr = std::shared_ptr<const TriangleBvh>;

}  // namespace ww::geometry
