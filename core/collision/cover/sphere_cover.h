// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/collision/cover/sphere_group.h"
#include "core/collision/shapes/tri_mesh.h"
#include "core/geometry/shape.h"

namespace ww::collision {

class ConvexShape;
struct BodyShape;

struct Sphere {
  Vec3 center = Vec3::Zero();  // metres
  double radius = 0.0;         // metres
};

// Where a body is at most, and where it is at least. All in a frame of its own, in the middle of a box around the
// body; metres. Each level of the outer spheres (the root; the first group; those below) holds every point of the body:
// its surface, and where it is solid its inside. So does the box. The inner spheres lie wholly in the body.
struct SphereCover {
  Pose body_t_box;
  Vec3 half = Vec3::Zero();  // of the box
  Sphere root;
  std::vector<SphereGroup> outer;  // [0]: the first that are finer than the root
  SphereGroup inner;               // count may be 0: a sheet has no inside
  Vec3 core = Vec3::Zero();        // half sizes of a box in the middle of the box that lies in the body; zero: none
  double error = 0.0;              // no point of the finest spheres is farther from the body than this

  std::size_t finest() const;  // how many spheres have none below
};

// A cover that is made when it is first asked for, and kept. Thread-safe.
class LazyCover {
 public:
  explicit LazyCover(std::function<SphereCover()> make) : make_(std::move(make)) {}
  const SphereCover& get() const;

 private:
  mutable std::once_flag once_;
  mutable std::function<SphereCover()> make_;
  mutable SphereCover cover_;
};
using LazyCoverPtr = std::shared_ptr<const LazyCover>;

// Of a primitive, exact as `convex` has it.
SphereCover coverOf(const ConvexShape& convex, const geometry::Primitive& primitive,
                    const Eigen::Affine3d& body_t_shape);
// Of triangles; of a closed mesh also what they enclose.
SphereCover coverOf(const TriMesh& mesh);
// Of several pieces in one frame; must not be empty.
SphereCover joinedCover(const std::vector<const SphereCover*>& pieces);
// By the pieces of the shape, which must have theirs.
LazyCoverPtr lazyCoverOf(const BodyShape& shape);

}  // namespace ww::collision
