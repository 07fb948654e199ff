// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/scene_bvh.h"

#include <algorithm>
#include <limits>
#include <utility>

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

BvhNode boxOf(const Bounds& bounds, std::uint32_t item) {
  const FloatBox box = roundOutward(bounds);
  return {{box.min[0], box.min[1], box.min[2]}, item, {box.max[0], box.max[1], box.max[2]}, 1};
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
  const bool itself = builds_itself_;
  *this = SceneBvh();
  builds_itself_ = itself;
  for (BvhInstance& instance : instances) {
    const auto [it, is_new] = index_.try_emplace(instance.id, 0);
    if (is_new) it->second = newItem();
    Item& item = items_[it->second];
    item.instance = std::move(instance);
    place(item, Eigen::Affine3d(item.instance.world_t_geometry));
  }
  build();
}

std::uint32_t SceneBvh::newItem() {
  if (gaps_.empty()) {
    items_.emplace_back();
    return static_cast<std::uint32_t>(items_.size() - 1);
  }
  const std::uint32_t at = gaps_.back();
  gaps_.pop_back();
  return at;
}

void SceneBvh::add(BvhInstance instance) {
  const auto [it, is_new] = index_.try_emplace(instance.id, 0);
  if (is_new) it->second = newItem();
  else takeOut(it->second);
  const std::uint32_t at = it->second;
  Item& item = items_[at];
  item.instance = std::move(instance);
  place(item, Eigen::Affine3d(item.instance.world_t_geometry));
  insert(at);
  tend();
}

bool SceneBvh::remove(std::uint64_t id) {
  const auto it = index_.find(id);
  if (it == index_.end()) return false;
  const std::uint32_t at = it->second;
  index_.erase(it);
  takeOut(at);
  items_[at].instance = {};
  items_[at].box = Bounds();
  ++items_[at].generation;
  gaps_.push_back(at);
  tend();
  return true;
}

bool SceneBvh::move(std::uint64_t id, const Eigen::Affine3d& world_t_geometry) {
  const auto it = index_.find(id);
  if (it == index_.end()) return false;
  Item& item = items_[it->second];
  place(item, Eigen::Affine3d(world_t_geometry));
  item.planned = false;
  if (item.loose != kNone) loose_[item.loose] = boxOf(item.box, it->second);
  if (item.leaf == kNone) return true;
  ++moves_;
  refit(item.leaf);
  tend();
  return true;
}

void SceneBvh::insert(std::uint32_t at) {
  Item& item = items_[at];
  if (item.box.empty()) return;
  item.loose = static_cast<std::uint32_t>(loose_.size());
  loose_.push_back(boxOf(item.box, at));
}

void SceneBvh::takeOut(std::uint32_t at) {
  Item& item = items_[at];
  item.planned = false;
  if (const std::uint32_t i = std::exchange(item.loose, kNone); i != kNone) {
    loose_[i] = loose_.back();
    items_[loose_[i].first].loose = i;
    loose_.pop_back();
    item.loose = kNone;  // it may have been the last itself
  }
  if (const std::uint32_t leaf = std::exchange(item.leaf, kNone); leaf != kNone) {
    const auto first = order_.begin() + nodes_[leaf].first;
    *std::find(first, first + nodes_[leaf].count, at) = kNone;
    --in_tree_;
    ++lost_;
    refit(leaf);
  }
}

// A tree that was refitted often has large overlapping boxes.
bool SceneBvh::wantsTree() const {
  return loose_.size() > 16 + in_tree_ / 8 || lost_ > 16 + in_tree_ || moves_ > 16 + 8 * in_tree_;
}

void SceneBvh::tend() {
  if (builds_itself_ && wantsTree()) build();
}

SceneBvhPlan SceneBvh::plan() {
  SceneBvhPlan out;
  out.boxes.reserve(index_.size());
  out.generations.reserve(index_.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    Item& item = items_[i];
    item.planned = !item.box.empty();
    if (!item.planned) continue;
    out.boxes.push_back(boxOf(item.box, i));
    out.generations.push_back(item.generation);
  }
  return out;
}

SceneBvhTree buildTree(SceneBvhPlan plan) {
  SceneBvhTree out;
  std::vector<FloatBox> boxes;
  boxes.reserve(plan.boxes.size());
  for (const BvhNode& b : plan.boxes) boxes.push_back({{b.min[0], b.min[1], b.min[2]}, {b.max[0], b.max[1], b.max[2]}});
  out.nodes = buildBvh(boxes, out.order);
  out.plan = std::move(plan);
  return out;
}

void SceneBvh::build() { adopt(buildTree(plan())); }

void SceneBvh::adopt(SceneBvhTree tree) {
  nodes_ = std::move(tree.nodes);
  order_ = std::move(tree.order);
  loose_.clear();
  in_tree_ = moves_ = 0;
  for (Item& item : items_) item.leaf = item.loose = kNone;
  for (std::uint32_t& entry : order_) {
    const std::uint32_t at = tree.plan.boxes[entry].first, generation = tree.plan.generations[entry];
    const bool same = at < items_.size() && items_[at].planned && items_[at].generation == generation;
    entry = same ? at : kNone;
    in_tree_ += same;
  }
  lost_ = order_.size() - in_tree_;
  parents_.assign(nodes_.size(), 0);
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const BvhNode& node = nodes_[n];
    if (node.count == 0) parents_[node.first] = parents_[node.first + 1] = n;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      if (order_[i] != kNone) items_[order_[i]].leaf = n;
  }
  for (std::uint32_t n = 0; n < nodes_.size() && lost_ > 0; ++n) {
    const auto first = order_.begin() + nodes_[n].first;
    if (std::find(first, first + nodes_[n].count, kNone) != first + nodes_[n].count) refit(n);
  }
  for (std::uint32_t i = 0; i < items_.size(); ++i)
    if (items_[i].leaf == kNone) insert(i);
}

// A leaf that nothing is left in gets a box that holds nothing and, as it cannot be told from all of
// space by a ray, costs a look at no items.
void SceneBvh::refit(std::uint32_t index) {
  BvhNode& leaf = nodes_[index];
  Bounds box;
  for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i)
    if (order_[i] != kNone) box.add(items_[order_[i]].box);
  constexpr float inf = std::numeric_limits<float>::infinity();
  const FloatBox rounded = box.empty() ? FloatBox{{inf, inf, inf}, {-inf, -inf, -inf}} : roundOutward(box);
  std::copy_n(rounded.min, 3, leaf.min);
  std::copy_n(rounded.max, 3, leaf.max);
  while (index != 0) {
    index = parents_[index];
    BvhNode& node = nodes_[index];
    const BvhNode &a = nodes_[node.first], &b = nodes_[node.first + 1];
    bool changed = false;
    for (int k = 0; k < 3; ++k) {
      const float low = std::min(a.min[k], b.min[k]), high = std::max(a.max[k], b.max[k]);
      changed = changed || low != node.min[k] || high != node.max[k];
      node.min[k] = low;
      node.max[k] = high;
    }
    if (!changed) return;
  }
}

std::optional<SceneHit> SceneBvh::raycast(const Vec3& origin, const Vec3& dir, double t_max,
                                          const Filter& filter) const {
  std::optional<SceneHit> best;
  const Item* best_item = nullptr;
  const BoxRay ray(origin, dir);
  const auto look = [&](std::uint32_t at, double& limit) {
    if (at == kNone) return;
    const Item& item = items_[at];
    if (filter && !filter(item.instance.id)) return;
    const auto hit =
        item.instance.bvh->raycast(item.geometry_t_world * origin, item.geometry_t_world.linear() * dir, limit);
    if (!hit) return;
    // Of coincident surfaces the lower id wins, whatever the tree.
    if (best && hit->t == best->hit.t && item.instance.id > best->id) return;
    best = SceneHit{item.instance.id, *hit, Vec3::Zero(), Vec3::UnitZ()};
    best_item = &item;
    limit = hit->t;
  };
  walkBvh(nodes_, ray, t_max, [&](const BvhNode& node, double& limit) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) look(order_[i], limit);
    return false;
  });
  double limit = best ? best->hit.t : t_max;
  for (const BvhNode& box : loose_)
    if (ray.enter(box, limit) >= 0.0) look(box.first, limit);
  if (best) {
    best->point = origin + best->hit.t * dir;
    best->normal = worldNormal(best_item->instance, best->hit.triangle);
  }
  return best;
}

std::vector<std::pair<std::uint64_t, Overlap>> SceneBvh::inConvex(std::span<const HalfSpace> region,
                                                                  const Filter& filter) const {
  std::vector<std::pair<std::uint64_t, Overlap>> out;
  const auto look = [&](std::uint32_t at, Overlap of_box) {
    if (at == kNone || of_box == Overlap::kOutside) return;
    const BvhInstance& instance = items_[at].instance;
    if (filter && !filter(instance.id)) return;
    const Overlap of = of_box == Overlap::kInside ? of_box : overlapOf(instance, region);
    if (of != Overlap::kOutside) out.emplace_back(instance.id, of);
  };
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
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) look(order_[i], overlap);
  }
  for (const BvhNode& box : loose_) look(box.first, classify(box, region));
  std::sort(out.begin(), out.end());
  return out;
}

Bounds SceneBvh::bounds() const {
  Bounds out;
  const auto add = [&out](const BvhNode& box) {
    out.add(Bounds{Vec3(box.min[0], box.min[1], box.min[2]), Vec3(box.max[0], box.max[1], box.max[2])});
  };
  if (in_tree_ > 0) add(nodes_.front());
  for (const BvhNode& box : loose_) add(box);
  return out;
}

double SceneBvh::distanceToBoxes(const Vec3& point) const {
  const auto away = [&point](const BvhNode& box) {
    const Vec3 low(box.min[0], box.min[1], box.min[2]), high(box.max[0], box.max[1], box.max[2]);
    return (low - point).cwiseMax(point - high).cwiseMax(0.0).norm();
  };
  double least = std::numeric_limits<double>::infinity();
  for (const BvhNode& box : loose_) least = std::min(least, away(box));
  std::vector<std::pair<double, std::uint32_t>> stack;
  if (in_tree_ > 0) stack.emplace_back(away(nodes_.front()), 0);
  while (!stack.empty()) {
    const auto [at_least, at] = stack.back();
    stack.pop_back();
    if (!(at_least < least)) continue;
    const BvhNode& node = nodes_[at];
    if (node.count == 0) {
      std::pair near(away(nodes_[node.first]), node.first), far(away(nodes_[node.first + 1]), node.first + 1);
      if (far.first < near.first) std::swap(near, far);
      stack.push_back(far);
      stack.push_back(near);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (order_[i] == kNone) continue;
      const Bounds& box = items_[order_[i]].box;
      least = std::min(least, (box.min - point).cwiseMax(point - box.max).cwiseMax(0.0).norm());
    }
  }
  return least;
}

}  // namespace ww::geometry
