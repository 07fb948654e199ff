// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/bvh_build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ww::geometry {
namespace {

constexpr int kBins = 16;
constexpr std::uint32_t kLeafSize = 4;
// From here on branches are halved, which ends after 32 more steps at most.
constexpr int kSahDepth = kMaxBvhDepth - 34;

FloatBox emptyBox() {
  constexpr float inf = std::numeric_limits<float>::infinity();
  return {{inf, inf, inf}, {-inf, -inf, -inf}};
}

void grow(FloatBox& box, const FloatBox& b) {
  for (int a = 0; a < 3; ++a) {
    box.min[a] = std::min(box.min[a], b.min[a]);
    box.max[a] = std::max(box.max[a], b.max[a]);
  }
}

float halfArea(const FloatBox& b) {
  const float x = b.max[0] - b.min[0], y = b.max[1] - b.min[1], z = b.max[2] - b.min[2];
  return x < 0.0f ? 0.0f : x * y + y * z + z * x;
}

float center(const FloatBox& b, int axis) { return 0.5f * (b.min[axis] + b.max[axis]); }

// A box and its item together: the build runs through them in order, not through scattered memory.
struct Item {
  FloatBox box;
  std::uint32_t index;
};

struct Split {
  int axis = -1;
  int bin = 0;
  float cost = std::numeric_limits<float>::infinity();
};

// Few items need few bins; most nodes have few.
int binsFor(std::uint32_t count) { return count <= 8 ? 4 : count <= 64 ? 8 : kBins; }

struct Binning {
  float low, scale;
  int bins;
  int of(float c) const { return std::clamp(static_cast<int>((c - low) * scale), 0, bins - 1); }
};

struct Bins {
  std::array<FloatBox, kBins> box;
  std::array<std::uint32_t, kBins> count{};
  explicit Bins(int bins) { std::fill_n(box.begin(), bins, emptyBox()); }
};

class Builder {
 public:
  explicit Builder(const std::vector<FloatBox>& boxes) {
    items_.reserve(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) items_.push_back({boxes[i], i});
    nodes_.reserve(boxes.size());
  }

  std::vector<BvhNode> run(std::vector<std::uint32_t>& order) {
    nodes_.emplace_back();
    std::vector<Task> tasks{{0, 0, static_cast<std::uint32_t>(items_.size()), 0}};
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      build(task, tasks);
    }
    order.resize(items_.size());
    for (std::size_t i = 0; i < items_.size(); ++i) order[i] = items_[i].index;
    nodes_.shrink_to_fit();
    return std::move(nodes_);
  }

 private:
  struct Task {
    std::uint32_t node, first, last;
    int depth;
  };

  void build(const Task& task, std::vector<Task>& tasks) {
    FloatBox box = emptyBox(), centers = emptyBox();
    for (std::uint32_t i = task.first; i < task.last; ++i) {
      const FloatBox& b = items_[i].box;
      grow(box, b);
      const float c[3] = {center(b, 0), center(b, 1), center(b, 2)};
      grow(centers, {{c[0], c[1], c[2]}, {c[0], c[1], c[2]}});
    }
    const std::uint32_t count = task.last - task.first;
    const std::uint32_t middle = count <= 2 ? task.first : split(task, box, centers);
    BvhNode& node = nodes_[task.node];
    std::copy_n(box.min, 3, node.min);
    std::copy_n(box.max, 3, node.max);
    node.first = task.first;
    node.count = count;
    if (middle == task.first) return;
    const auto children = static_cast<std::uint32_t>(nodes_.size());
    node.first = children;
    node.count = 0;
    nodes_.resize(nodes_.size() + 2);
    tasks.push_back({children + 1, middle, task.last, task.depth + 1});
    tasks.push_back({children, task.first, middle, task.depth + 1});
  }

  // Where to part the items, which are put in order for it; the first for a leaf.
  std::uint32_t split(const Task& task, const FloatBox& box, const FloatBox& centers) {
    const std::uint32_t count = task.last - task.first;
    const Split best = task.depth < kSahDepth ? findSplit(task, centers) : Split{};
    const float leaf_cost = halfArea(box) * static_cast<float>(count);
    if (count <= kLeafSize && !(best.cost + halfArea(box) < leaf_cost)) return task.first;
    if (best.axis < 0) return splitMedian(task, centers);
    const Binning binning = binningOf(centers, best.axis, binsFor(count));
    const auto it = std::partition(items_.begin() + task.first, items_.begin() + task.last, [&](const Item& item) {
      return binning.of(center(item.box, best.axis)) <= best.bin;
    });
    return static_cast<std::uint32_t>(it - items_.begin());
  }

  std::uint32_t splitMedian(const Task& task, const FloatBox& centers) {
    int axis = 0;
    for (int a = 1; a < 3; ++a) {
      if (centers.max[a] - centers.min[a] > centers.max[axis] - centers.min[axis]) axis = a;
    }
    const std::uint32_t middle = task.first + (task.last - task.first) / 2;
    std::nth_element(items_.begin() + task.first, items_.begin() + middle, items_.begin() + task.last,
                     [axis](const Item& a, const Item& b) { return center(a.box, axis) < center(b.box, axis); });
    return middle;
  }

  static Binning binningOf(const FloatBox& centers, int axis, int bins) {
    return {centers.min[axis], float(bins) * 0.9999f / (centers.max[axis] - centers.min[axis]), bins};
  }

  Split findSplit(const Task& task, const FloatBox& centers) const {
    const int bin_count = binsFor(task.last - task.first);
    std::array<Binning, 3> binning;
    std::array<bool, 3> usable;
    for (int a = 0; a < 3; ++a) {
      binning[std::size_t(a)] = binningOf(centers, a, bin_count);
      usable[std::size_t(a)] = centers.max[a] > centers.min[a] && std::isfinite(binning[std::size_t(a)].scale);
    }
    std::array<Bins, 3> bins{Bins(bin_count), Bins(bin_count), Bins(bin_count)};
    for (std::uint32_t i = task.first; i < task.last; ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        if (!usable[a]) continue;
        const auto bin = std::size_t(binning[a].of(center(items_[i].box, int(a))));
        grow(bins[a].box[bin], items_[i].box);
        ++bins[a].count[bin];
      }
    }
    Split best;
    for (int a = 0; a < 3; ++a) {
      if (usable[std::size_t(a)]) sweep(bins[std::size_t(a)], bin_count, a, best);
    }
    return best;
  }

  static void sweep(const Bins& bins, int bin_count, int axis, Split& best) {
    std::array<float, kBins> right_cost;
    FloatBox box = emptyBox();
    std::uint32_t count = 0;
    for (int i = bin_count - 1; i > 0; --i) {
      grow(box, bins.box[std::size_t(i)]);
      count += bins.count[std::size_t(i)];
      right_cost[std::size_t(i)] = count == 0 ? std::numeric_limits<float>::infinity() : halfArea(box) * float(count);
    }
    box = emptyBox();
    count = 0;
    for (int i = 0; i + 1 < bin_count; ++i) {
      grow(box, bins.box[std::size_t(i)]);
      count += bins.count[std::size_t(i)];
      if (count == 0) continue;
      const float cost = halfArea(box) * float(count) + right_cost[std::size_t(i) + 1];
      if (cost < best.cost) best = {axis, i, cost};
    }
  }

  std::vector<Item> items_;
  std::vector<BvhNode> nodes_;
};

}  // namespace

FloatBox roundOutward(const Bounds& bounds) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  FloatBox out;
  for (int a = 0; a < 3; ++a) {
    out.min[a] = std::nextafter(static_cast<float>(bounds.min[a]), -inf);
    out.max[a] = std::nextafter(static_cast<float>(bounds.max[a]), inf);
  }
  return out;
}

std::vector<BvhNode> buildBvh(const std::vector<FloatBox>& boxes, std::vector<std::uint32_t>& order) {
  order.clear();
  if (boxes.empty()) return {};
  return Builder(boxes).run(order);
}

BoxRay::BoxRay(const Vec3& o, const Vec3& d) {
  for (int a = 0; a < 3; ++a) {
    origin[a] = o[a];
    // Not infinite: 0 times infinity is not a number.
    inverse[a] = 1.0 / (std::abs(d[a]) > 1e-280 ? d[a] : std::copysign(1e-280, d[a]));
  }
}

double BoxRay::enter(const BvhNode& node, double t_max) const {
  double near = 0.0, far = t_max;
  for (int a = 0; a < 3; ++a) {
    const double t0 = (static_cast<double>(node.min[a]) - origin[a]) * inverse[a];
    const double t1 = (static_cast<double>(node.max[a]) - origin[a]) * inverse[a];
    near = std::max(near, std::min(t0, t1));
    far = std::min(far, std::max(t0, t1));
  }
  // Ize 2013: robust BVH ray traversal.
  return near <= far * (1.0 + 1e-14) ? near : -1.0;
}

Overlap classify(const BvhNode& node, std::span<const HalfSpace> region) {
  Overlap out = Overlap::kInside;
  for (const HalfSpace& h : region) {
    double low = 0.0, high = 0.0;
    for (int a = 0; a < 3; ++a) {
      const double x = h.normal[a] * double(node.min[a]), y = h.normal[a] * double(node.max[a]);
      low += std::min(x, y);
      high += std::max(x, y);
    }
    if (low > h.offset) return Overlap::kOutside;
    if (high > h.offset) out = Overlap::kPartly;
  }
  return out;
}

}  // namespace ww::geometry
