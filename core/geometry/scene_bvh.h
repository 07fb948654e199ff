// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "core/geometry/bvh.h"

namespace ww::geometry {

// One placed geometry. `world_t_geometry` must not be singular.
struct BvhInstance {
  std::uint64_t id = 0;
  Eigen::Affine3d world_t_geometry = Eigen::Affine3d::Identity();
  TriangleBvhPtr bvh;
};

struct SceneHit {
  std::uint64_t id = 0;
  RayHit hit;                    // `t` counts lengths of the ray's direction in world
  Vec3 point = Vec3::Zero();     // in world
  Vec3 normal = Vec3::UnitZ();   // of the triangle, outward by its winding, unit, in world
};

// Rays and regions over many placed meshes, in world. Queries are const and may run in several threads;
// changes may not run beside them. Cost: `assign`, `add` and `remove` build the upper tree anew (a few ms
// for 10^4 instances); `move` refits one branch.
class SceneBvh {
 public:
  using Filter = std::function<bool(std::uint64_t id)>;  // false: the instance is passed over

  SceneBvh() = default;
  explicit SceneBvh(std::vector<BvhInstance> instances) { assign(std::move(instances)); }
  // Of several instances with one id the last stays; those without triangles are kept but never hit.
  void assign(std::vector<BvhInstance> instances);
  // Adds, or replaces the one with this id.
  void add(BvhInstance instance);
  // False when there is none with this id.
  bool remove(std::uint64_t id);
  bool move(std::uint64_t id, const Eigen::Affine3d& world_t_geometry);

  // The nearest hit with 0 <= t <= t_max.
  std::optional<SceneHit> raycast(const Vec3& origin, const Vec3& dir,
                                  double t_max = std::numeric_limits<double>::infinity(),
                                  const Filter& filter = {}) const;
  // Instances with a triangle in the region: kInside when all are wholly in it. For box selection.
  std::vector<std::pair<std::uint64_t, Overlap>> inConvex(std::span<const HalfSpace> region,
                                                          const Filter& filter = {}) const;
  std::size_t size() const { return items_.size(); }
  // Of all instances, in world.
  Bounds bounds() const;

 private:
  struct Item {
    BvhInstance instance;
    Eigen::Affine3d geometry_t_world;
    Bounds box;                // in world
    std::uint32_t leaf = 0;
  };
  void place(Item& item, const Eigen::Affine3d& world_t_geometry);
  void build();
  void refit(std::uint32_t node);

  std::vector<Item> items_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  // id to item
  std::vector<BvhNode> nodes_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> order_;
  std::size_t moves_ = 0;  // since the tree was built
};

}  // namespace ww::geometry
