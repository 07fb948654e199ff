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
  RayHit hit;                   // `t` counts lengths of the ray's direction in world
  Vec3 point = Vec3::Zero();    // in world, metres
  Vec3 normal = Vec3::UnitZ();  // of the triangle, outward by its winding, unit, in world
};

// What a tree over instances is made of, and the tree: made in any thread, from boxes as they were.
struct SceneBvhPlan {
  std::vector<BvhNode> boxes;              // `first` is the place of the instance
  std::vector<std::uint32_t> generations;  // of each: whether it is still the same one
};
struct SceneBvhTree {
  SceneBvhPlan plan;
  std::vector<BvhNode> nodes;
  std::vector<std::uint32_t> order;  // into plan
};
SceneBvhTree buildTree(SceneBvhPlan plan);

// Rays and regions over many placed meshes, in world. Queries are const and may run in several threads;
// changes may not run beside them. Cost: `assign` builds the upper tree (about a microsecond for each);
// `add`, `remove` and `move` touch one branch. What was added after the tree was built is looked at one by
// one, until the tree is built anew: by itself when that is worth it, or, after setBuildsItself(false), by
// whoever owns it: plan(), buildTree() in any thread, adopt().
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

  void setBuildsItself(bool on) { builds_itself_ = on; }
  // Whether queries would be quicker with a new tree.
  bool wantsTree() const;
  SceneBvhPlan plan();
  // Of the newest plan; what has changed since is looked at one by one.
  void adopt(SceneBvhTree tree);

  // The nearest hit with 0 <= t <= t_max; the origin in metres, t in lengths of `dir`.
  std::optional<SceneHit> raycast(const Vec3& origin, const Vec3& dir,
                                  double t_max = std::numeric_limits<double>::infinity(),
                                  const Filter& filter = {}) const;
  // Instances with a triangle in the region: kInside when all are wholly in it. For box selection.
  std::vector<std::pair<std::uint64_t, Overlap>> inConvex(std::span<const HalfSpace> region,
                                                          const Filter& filter = {}) const;
  std::size_t size() const { return index_.size(); }
  // Holds all instances, in world; as tight as floats are.
  Bounds bounds() const;
  // Metres from a point to the nearest of their boxes, in world: no instance is nearer. 0 in one; infinite where there
  // is none.
  double distanceToBoxes(const Vec3& point) const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Item {
    BvhInstance instance;
    Eigen::Affine3d geometry_t_world;
    Bounds box;                   // in world; empty: never hit, in no list
    std::uint32_t leaf = kNone;   // in the tree
    std::uint32_t loose = kNone;  // else
    std::uint32_t generation = 0;
    bool planned = false;  // the newest plan has it where it is
  };
  void place(Item& item, const Eigen::Affine3d& world_t_geometry);
  std::uint32_t newItem();
  void insert(std::uint32_t at);
  void takeOut(std::uint32_t at);
  void install(SceneBvhTree tree);
  void build();
  void tend();
  void refit(std::uint32_t node);

  std::vector<Item> items_;  // with gaps
  std::vector<std::uint32_t> gaps_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  // id to item
  std::vector<BvhNode> nodes_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> order_;  // items by leaf; kNone: gone
  std::vector<BvhNode> loose_;        // a box each; `first` is the item
  std::size_t in_tree_ = 0;
  std::size_t lost_ = 0, moves_ = 0;  // from the tree, in the tree, since it was built
  bool builds_itself_ = true;
};

}  // namespace ww::geometry
