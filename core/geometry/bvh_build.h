// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/geometry/bvh.h"

namespace ww::geometry {

// Not for use outside this folder: building and walking of trees over boxes.

// A box in floats that holds the box in doubles.
struct FloatBox {
  float min[3];
  float max[3];
};
FloatBox roundOutward(const Bounds& bounds);

// A tree over the boxes by binned SAH; `order` gets the items by leaf. Empty for no boxes.
std::vector<BvhNode> buildBvh(const std::vector<FloatBox>& boxes, std::vector<std::uint32_t>& order);

// No path in a tree is deeper: deep branches are split at the median.
constexpr int kMaxBvhDepth = 96;

// A ray prepared for box tests: metres, and lengths of its direction.
struct BoxRay {
  explicit BoxRay(const Vec3& origin, const Vec3& dir);
  // Where the ray enters the box, or a negative number for a miss or beyond t_max. The box is grown by
  // the rounding of the test itself.
  double enter(const BvhNode& node, double t_max) const;

  double origin[3], inverse[3];
};

Overlap classify(const BvhNode& node, std::span<const HalfSpace> region);

struct BvhVisit {
  std::uint32_t node;
  double enter;
};

// Calls leaf(node, t_max) for the leaves that the ray meets, near ones first; leaf lowers t_max, or returns
// true to end.
template <typename Leaf>
void walkBvh(const std::vector<BvhNode>& nodes, const BoxRay& ray, double t_max, Leaf&& leaf) {
  if (nodes.empty()) return;
  std::array<BvhVisit, kMaxBvhDepth + 2> stack;
  std::size_t size = 0;
  if (const double t = ray.enter(nodes[0], t_max); t >= 0.0) stack[size++] = {0, t};
  while (size > 0) {
    const BvhVisit visit = stack[--size];
    if (visit.enter > t_max) continue;
    const BvhNode& node = nodes[visit.node];
    if (node.count > 0) {
      if (leaf(node, t_max)) return;
      continue;
    }
    BvhVisit near{node.first, ray.enter(nodes[node.first], t_max)};
    BvhVisit far{node.first + 1, ray.enter(nodes[node.first + 1], t_max)};
    if (near.enter > far.enter) std::swap(near, far);
    if (far.enter >= 0.0) stack[size++] = far;
    if (near.enter >= 0.0) stack[size++] = near;
  }
}

}  // namespace ww::geometry
