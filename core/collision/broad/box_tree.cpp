// SPDX-License-Identifier: Apache-2.0
#include "core/collision/broad/box_tree.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <unordered_set>

namespace ww::collision {
namespace {

constexpr int kDeepest = 120;       // levels; no build makes as many
constexpr std::size_t kFew = 32;    // changes that never make a tree anew
constexpr std::size_t kBins = 12;   // places where a build may divide
constexpr double kFarthest = 1e60;  // sums of boxes beyond would overflow

struct Box {
  Vec3 min, max;
  Box joined(const Box& o) const { return {min.cwiseMin(o.min), max.cwiseMax(o.max)}; }
  bool meets(const Box& o) const {
    return (min.array() <= o.max.array()).all() && (o.min.array() <= max.array()).all();
  }
  bool holds(const Box& o) const {
    return (min.array() <= o.min.array()).all() && (o.max.array() <= max.array()).all();
  }
  Box grown(double by) const { return {min - Vec3::Constant(by), max + Vec3::Constant(by)}; }
  double surface() const {
    const Vec3 s = max - min;
    return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
  }
};

// Joints without limits can put a body anywhere, and at no number.
Vec3 bounded(const Vec3& v) {
  return v.unaryExpr([](double x) { return std::isnan(x) ? 0.0 : std::clamp(x, -kFarthest, kFarthest); });
}
Box boxOf(const Bounds& b) { return {bounded(b.min), bounded(b.max)}; }

// A body of a tree that is built. What is looked at again and again stands close together.
struct Entry {
  Box box;
  BodyPtr body;
  Vec3 middle() const { return 0.5 * (box.min + box.max); }
};

// Some of the entries of one build, which have not been divided yet. Whoever has them may change their order.
struct Pile {
  std::shared_ptr<std::vector<Entry>> all;
  std::span<Entry> entries;
};

class BoxNode;
using BoxNodePtr = std::shared_ptr<const BoxNode>;
// A leaf has a body, any other node two kids. Large trees are divided where they are asked: of ten thousand bodies a
// robot comes near some hundred. When that is makes no difference to what comes out.
class BoxNode {
 public:
  BoxNode(const Box& b, BodyPtr leaf) : box(b), body(std::move(leaf)) {}
  BoxNode(const Box& b, BoxNodePtr one, BoxNodePtr other) : box(b), kids_{std::move(one), std::move(other)} {}
  BoxNode(const Box& b, Pile pile) : box(b), divided_(false), pile_(std::make_unique<Pile>(std::move(pile))) {}

  const std::array<BoxNodePtr, 2>& kids() const {
    if (!divided_.load(std::memory_order_acquire)) divide();
    return kids_;
  }

  const Box box;
  const BodyPtr body;

 private:
  void divide() const;

  mutable std::array<BoxNodePtr, 2> kids_;
  mutable std::atomic<bool> divided_{true};
  mutable std::once_flag once_;
  mutable std::unique_ptr<Pile> pile_;
};

BoxNodePtr leafOf(const BodyPtr& body) { return std::make_shared<const BoxNode>(boxOf(body->box), body); }

BoxNodePtr join(BoxNodePtr a, BoxNodePtr b) {
  const Box box = a->box.joined(b->box);
  return std::make_shared<const BoxNode>(box, std::move(a), std::move(b));
}

// Where to divide leaves so that the surfaces of both halves, times their numbers, come out least: the axis,
// and how many of the bins along it go to the left. Wald 2007.
struct Division {
  Eigen::Index axis = 0;
  std::size_t bins = 0;
  double cost = std::numeric_limits<double>::infinity();
};

struct Middles {
  Vec3 min = Vec3::Constant(kFarthest), max = Vec3::Constant(-kFarthest);
  explicit Middles(std::span<const Entry> leaves) {
    for (const Entry& leaf : leaves) {
      min = min.cwiseMin(leaf.middle());
      max = max.cwiseMax(leaf.middle());
    }
  }
  bool spreads(Eigen::Index axis) const { return max[axis] - min[axis] > 0.0; }
  std::size_t bin(const Vec3& middle, Eigen::Index axis) const {
    const double at = (middle[axis] - min[axis]) / (max[axis] - min[axis]);
    return std::min(kBins - 1, static_cast<std::size_t>(at * static_cast<double>(kBins)));
  }
};

struct Bin {
  Box box{Vec3::Constant(kFarthest), Vec3::Constant(-kFarthest)};
  std::size_t count = 0;
  void add(const Box& b, std::size_t n) {
    box = box.joined(b);
    count += n;
  }
  double cost() const { return count == 0 ? 0.0 : box.surface() * static_cast<double>(count); }
};
using Bins = std::array<Bin, kBins>;

void tryAxis(const Bins& bins, Eigen::Index axis, Division& best) {
  std::array<double, kBins> right{};
  Bin all;
  for (std::size_t i = kBins - 1; i > 0; --i) {
    all.add(bins[i].box, bins[i].count);
    right[i] = all.cost();
  }
  all = {};
  for (std::size_t i = 1; i < kBins; ++i) {
    all.add(bins[i - 1].box, bins[i - 1].count);
    if (const double cost = all.cost() + right[i]; cost < best.cost) best = {axis, i, cost};
  }
}

Division bestDivision(std::span<const Entry> leaves, const Middles& middles) {
  std::array<Bins, 3> bins;
  for (const Entry& leaf : leaves) {
    const Vec3 middle = leaf.middle();
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      if (middles.spreads(axis)) bins[static_cast<std::size_t>(axis)][middles.bin(middle, axis)].add(leaf.box, 1);
  }
  Division best;
  for (Eigen::Index axis = 0; axis < 3; ++axis)
    if (middles.spreads(axis)) tryAxis(bins[static_cast<std::size_t>(axis)], axis, best);
  return best;
}

// Puts those of the left half first: how many.
std::size_t halve(std::span<Entry> leaves) {
  constexpr std::size_t kHandful = 4;  // of which halves are as good as any
  if (leaves.size() == 2) return 1;
  const Middles middles(leaves);
  std::size_t count = 0;
  if (leaves.size() > kHandful) {
    const Division best = bestDivision(leaves, middles);
    const auto isLeft = [&](const Entry& leaf) { return middles.bin(leaf.middle(), best.axis) < best.bins; };
    if (std::isfinite(best.cost))
      count = static_cast<std::size_t>(std::partition(leaves.begin(), leaves.end(), isLeft) - leaves.begin());
  }
  // Bodies at one place, or nearly all on one side: by halves, so that no branch gets long.
  const std::size_t least = leaves.size() / 8 + 1;
  const std::size_t cut = count < least || leaves.size() - count < least ? leaves.size() / 2 : count;
  if (cut != count) {
    const Vec3 size = middles.max - middles.min;
    Eigen::Index axis = 0;
    size.maxCoeff(&axis);
    std::ranges::nth_element(leaves, leaves.begin() + static_cast<std::ptrdiff_t>(cut), {},
                             [axis](const Entry& leaf) { return leaf.middle()[axis]; });
  }
  return cut;
}

BoxNodePtr build(const Pile& pile) {
  constexpr std::size_t kAtOnce = 32;
  if (pile.entries.size() == 1) return leafOf(pile.entries.front().body);
  if (pile.entries.size() > kAtOnce) {
    Box box = pile.entries.front().box;
    for (const Entry& entry : pile.entries.subspan(1)) box = box.joined(entry.box);
    return std::make_shared<const BoxNode>(box, pile);
  }
  const std::size_t cut = halve(pile.entries);
  return join(build({pile.all, pile.entries.first(cut)}), build({pile.all, pile.entries.subspan(cut)}));
}

void BoxNode::divide() const {
  std::call_once(once_, [this] {
    const Pile pile = *std::exchange(pile_, nullptr);
    const std::size_t cut = halve(pile.entries);
    kids_ = {build({pile.all, pile.entries.first(cut)}), build({pile.all, pile.entries.subspan(cut)})};
    divided_.store(true, std::memory_order_release);
  });
}

// `deepest` gets the level of the new leaf.
BoxNodePtr inserted(const BoxNodePtr& at, const BoxNodePtr& leaf, int level, int& deepest) {
  deepest = level;
  if (!at) return leaf;
  if (at->body) return join(at, leaf);
  const auto growth = [&](const BoxNodePtr& kid) { return kid->box.joined(leaf->box).surface() - kid->box.surface(); };
  const auto& kids = at->kids();
  const double left = growth(kids[0]), right = growth(kids[1]);
  if (left <= right) return join(inserted(kids[0], leaf, level + 1, deepest), kids[1]);
  return join(kids[0], inserted(kids[1], leaf, level + 1, deepest));
}

// `found` stays as it is when the body is not below; null when nothing is left.
BoxNodePtr removed(const BoxNodePtr& at, const Body& body, const Box& box, bool& found) {
  if (at->body) {
    if (at->body.get() != &body) return at;
    found = true;
    return nullptr;
  }
  if (!at->box.holds(box)) return at;
  const auto& kids = at->kids();
  for (std::size_t k = 0; k < 2; ++k) {
    BoxNodePtr less = removed(kids[k], body, box, found);
    if (!found) continue;
    if (!less) return kids[1 - k];
    return k == 0 ? join(std::move(less), kids[1]) : join(kids[0], std::move(less));
  }
  return at;
}

bool pairsAmong(const BoxNode& a, const BoxNode& b, double grown, const BroadPhase::PairFn& fn) {
  if (!a.box.grown(grown).meets(b.box)) return false;
  if (a.body && b.body) return fn(*a.body, *b.body);
  const bool split_a = b.body || (!a.body && a.box.surface() >= b.box.surface());
  const BoxNode &whole = split_a ? b : a, &split = split_a ? a : b;
  return pairsAmong(*split.kids()[0], whole, grown, fn) || pairsAmong(*split.kids()[1], whole, grown, fn);
}

bool pairsIn(const BoxNode& n, double grown, const BroadPhase::PairFn& fn) {
  if (n.body) return false;
  const auto& kids = n.kids();
  return pairsIn(*kids[0], grown, fn) || pairsIn(*kids[1], grown, fn) || pairsAmong(*kids[0], *kids[1], grown, fn);
}

class BoxTree final : public BroadPhase {
 public:
  BoxTree() = default;
  BoxTree(BoxNodePtr root, std::size_t size, std::size_t changes)
      : root_(std::move(root)), size_(size), changes_(changes) {}

  BroadPhasePtr changed(std::span<const BodyPtr> less, std::span<const BodyPtr> more) const override;
  std::size_t size() const override { return size_; }
  void near(const Bounds& box, double grown, std::vector<const Body*>& out) const override;
  void pairs(double grown, const PairFn& fn) const override {
    if (root_) pairsIn(*root_, grown, fn);
  }

 private:
  BroadPhasePtr anew(std::span<const BodyPtr> less, std::span<const BodyPtr> more) const;

  BoxNodePtr root_;
  std::size_t size_ = 0, changes_ = 0;  // since it was built
};

BroadPhasePtr BoxTree::anew(std::span<const BodyPtr> less, std::span<const BodyPtr> more) const {
  std::unordered_set<const Body*> gone;
  for (const BodyPtr& body : less) gone.insert(body.get());
  const auto entries = std::make_shared<std::vector<Entry>>();
  entries->reserve(size_ + more.size());
  std::vector<const BoxNode*> work;
  if (root_) work.push_back(root_.get());
  while (!work.empty()) {
    const BoxNode& node = *work.back();
    work.pop_back();
    if (!node.body) work.insert(work.end(), {node.kids()[0].get(), node.kids()[1].get()});
    else if (!gone.contains(node.body.get())) entries->push_back({node.box, node.body});
  }
  for (const BodyPtr& body : more) entries->push_back({boxOf(body->box), body});
  // The order decides which of equals comes first.
  const auto byEntity = [](const Entry& entry) { return entry.body->entity; };
  if (!std::ranges::is_sorted(*entries, {}, byEntity)) std::ranges::sort(*entries, {}, byEntity);
  return std::make_shared<const BoxTree>(entries->empty() ? nullptr : build({entries, *entries}), entries->size(), 0);
}

BroadPhasePtr BoxTree::changed(std::span<const BodyPtr> less, std::span<const BodyPtr> more) const {
  const std::size_t changes = changes_ + less.size() + more.size();
  if (changes > kFew + size_ / 2) return anew(less, more);
  BoxNodePtr root = root_;
  std::size_t size = size_;
  for (const BodyPtr& body : less) {
    bool found = false;
    if (root) root = removed(root, *body, boxOf(body->box), found);
    WW_CHECK(found);
    --size;
  }
  int deepest = 0;
  for (const BodyPtr& body : more) {
    int level = 0;
    root = inserted(root, leafOf(body), 0, level);
    deepest = std::max(deepest, level);
    ++size;
  }
  auto out = std::make_shared<const BoxTree>(std::move(root), size, changes);
  return deepest <= kDeepest ? out : out->anew({}, {});
}

void BoxTree::near(const Bounds& around, double grown, std::vector<const Body*>& out) const {
  if (!root_) return;
  const Box box = boxOf(around).grown(grown);
  // What is left to be looked at is one node for each level at most.
  std::array<const BoxNode*, 2 * kDeepest> stack;
  std::size_t top = 0;
  if (root_->box.meets(box)) stack[top++] = root_.get();
  while (top > 0) {
    const BoxNode* node = stack[--top];
    if (node->body) {
      out.push_back(node->body.get());
      continue;
    }
    for (const BoxNodePtr& kid : node->kids()) {
      if (!kid->box.meets(box)) continue;
      WW_CHECK(top < stack.size());
      stack[top++] = kid.get();
    }
  }
}

}  // namespace

BroadPhasePtr makeBoxTree() { return std::make_shared<const BoxTree>(); }

}  // namespace ww::collision
