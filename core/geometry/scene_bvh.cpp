// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/scene_bvh.h"

#include <algorithm>

#include "core/geometry/bvh_build.h"

namespace ww::geometry {
namespace {

HalfSpace inGeometry(const HalfSpace& h, const Eigen::Affine3d& world_t_geometry) {
  return {world_t_geometry.linear().transpose() * h.normal, h.offset - h.normal.dot(world_t_geometry.translation())};
}

Overlap overlapOf(const BvhInstance& instance, std::span<const HalfSpace> region) {
  std::vector<HalfSpace> local;
  for (const HalfSpace& h : region) local.push_back(inGeometry(h, instance.world_t_geometry));
  std::size_t inside = 0;
  bool partly = false;
  instance.bvh->forEachInConvex(local, [&](std::uint32_t, Overlap overlap) {
    partly = overlap == Overlap::kPartly;
    ++inside;
    return !partly;
  });
  if (inside == 0) return Overlap::kOutside;
  return !partly && inside == instance.bvh->mesh()->triangles.size() ? Overlap::kInside : Overlap::kPartly;
}

Vec3 worldNormal(const BvhInstance& instance, std::uint32_t triangle) {
  const Mesh& mesh = *instance.bvh->mesh();
  const Triangle& t = mesh.triangles[triangle];
  const Vec3 n = (mesh.vertices[t[1]] - mesh.vertices[t[0]]).cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]);
  // The inverse transposed, so that stretched geometry keeps its normals right.
  return (instance.world_t_geometry.linear().inverse().transpose() * n.normalized()).normalized();
}

}  // namespace

void SceneBvh::place(Item& item, const Eigen::Affine3d& world_t_geometry) {
  item.instance.world_t_geometry = world_t_geometry;
  item.geometry_t_world = world_t_geometry.inverse(Eigen::Affine);
  item.box = item.instance.bvh ? item.instance.bvh->bounds().transformed(world_t_geometry) : Bounds{};
  if (item.box.empty()) return;
  // Rounding of the transform, far above it.
  const double slack = 1e-12 * (1.0 + item.box.min.cwiseAbs().maxCoeff() + item.box.max.cwiseAbs().maxCoeff());
  item.box.min.array() -= slack;
  item.box.max.array() += slack;
}

void SceneBvh::assign(std::vector<BvhInstance> instances) {
  items_.clear();
  index_.clear();
  for (BvhInstance& instance : instances) {
    const auto [it, is_new] = index_.try_emplace(instance.id, static_cast<std::uint32_t>(items_.size()));
    if (is_new) items_.emplace_back();
    Item& item = items_[it->second];
    item.instance = std::move(instance);
    place(item, Eigen::Affine3d(item.instance.world_t_geometry));
  }
  build();
}

void SceneBvh::add(BvhInstance instance) {
  const auto [it, is_new] = index_.try_emplace(instance.id, static_cast<std::uint32_t>(items_.size()));
  if (is_new) items_.emplace_back();
  Item& item = items_[it->second];
  item.instance = std::move(instance);
  place(item, Eigen::Affine3d(item.instance.world_t_geometry));
  build();
}

bool SceneBvh::remove(std::uint64_t id) {
  const auto it = index_.find(id);
  if (it == index_.end()) return false;
  const std::uint32_t slot = it->second;
  index_.erase(it);
  if (slot + 1 != items_.size()) {
    items_[slot] = std::move(items_.back());
    index_[items_[slot].instance.id] = slot;
  }
  items_.pop_back();
  build();
  return true;
}

bool SceneBvh::move(std::uint64_t id, const Eigen::Affine3d& world_t_geometry) {
  const auto it = index_.find(id);
  if (it == index_.end()) return false;
  Item& item = items_[it->second];
  place(item, Eigen::Affine3d(world_t_geometry));
  if (item.box.empty()) return true;
  // A tree that was refitted often has large overlapping boxes.
  if (++moves_ > 16 + 8 * items_.size()) {
    build();
  } else {
    refit(item.leaf);
  }
  return true;
}

void SceneBvh::build() {
  moves_ = 0;
  std::vector<FloatBox> boxes;
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    if (items_[i].box.empty()) continue;
    boxes.push_back(roundOutward(items_[i].box));
    items.push_back(i);
  }
  nodes_ = buildBvh(boxes, order_);
  for (std::uint32_t& i : order_) i = items[i];
  parents_.assign(nodes_.size(), 0);
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const BvhNode& node = nodes_[n];
    if (node.count == 0) parents_[node.first] = parents_[node.first + 1] = n;
    for (std::uint32_t i = 0; i < node.count; ++i) items_[order_[node.first + i]].leaf = n;
  }
}

void SceneBvh::refit(std::uint32_t index) {
  BvhNode& leaf = nodes_[index];
  Bounds box;
  for (std::uint32_t i = 0; i < leaf.count; ++i) box.add(items_[order_[leaf.first + i]].box);
  const FloatBox rounded = roundOutward(box);
  std::copy_n(rounded.min, 3, leaf.min);
  std::copy_n(rounded.max, 3, leaf.max);
  while (index != 0) {
    index = parents_[index];
    BvhNode& node = nodes_[index];
    const BvhNode &a = nodes_[node.first], &b = nodes_[node.first + 1];
    for (int k = 0; k < 3; ++k) {
      node.min[k] = std::min(a.min[k], b.min[k]);
      node.max[k] = std::max(a.max[k], b.max[k]);
    }
  }
}

std::optional<SceneHit> SceneBvh::raycast(const Vec3& origin, const Vec3& dir, double t_max,
                                          const Filter& filter) const {
  std::optional<SceneHit> best;
  const Item* best_item = nullptr;
  walkBvh(nodes_, BoxRay(origin, dir), t_max, [&](const BvhNode& node, double& limit) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Item& item = items_[order_[i]];
      if (filter && !filter(item.instance.id)) continue;
      const auto hit =
          item.instance.bvh->raycast(item.geometry_t_world * origin, item.geometry_t_world.linear() * dir, limit);
      if (!hit) continue;
      // Of coincident surfaces the lower id wins, whatever the tree.
      if (best && hit->t == best->hit.t && item.instance.id > best->id) continue;
      best = SceneHit{item.instance.id, *hit, Vec3::Zero(), Vec3::UnitZ()};
      best_item = &item;
      limit = hit->t;
    }
    return false;
  });
  if (best) {
    best->point = origin + best->hit.t * dir;
    best->normal = worldNormal(best_item->instance, best->hit.triangle);
  }
  return best;
}

std::vector<std::pair<std::uint64_t, Overlap>> SceneBvh::inConvex(std::span<const HalfSpace> region,
                                                                  const Filter& filter) const {
  std::vector<std::pair<std::uint64_t, Overlap>> out;
  std::vector<std::uint32_t> stack;
  if (!nodes_.empty()) stack.push_back(0);
  while (!stack.empty()) {
    const BvhNode& node = nodes_[stack.back()];
    stack.pop_back();
    const Overlap overlap = classify(node, region);
    if (overlap == Overlap::kOutside) continue;
    if (node.count == 0) {
      stack.push_back(node.first + 1);
      stack.push_back(node.first);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const BvhInstance& instance = items_[order_[i]].instance;
      if (filter && !filter(instance.id)) continue;
      const Overlap of = overlap == Overlap::kInside ? overlap : overlapOf(instance, region);
      if (of != Overlap::kOutside) out.push_back({instance.id, of});
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

Bounds SceneBvh::bounds() const {
  Bounds out;
  for (const Item& item : items_) out.add(item.box);
  return out;
}

}  // namespace ww::geometry
